//! Attacks without an attack table: those of all pieces of a board that is no
//! [`Position`](super::Position) (a training sample, a position with a piece left out), and those
//! of a slider that is not on the board. All sliders of a side are moved at once by the Kogge-Stone
//! algorithm, a single one along its lines by hyperbola quintessence.
//! <https://www.chessprogramming.org/Kogge-Stone_Algorithm>,
//! <https://www.chessprogramming.org/Hyperbola_Quintessence>

use super::attack_table::leaper_attacks;
use super::piece::{Color, Piece, PieceType};
use super::square::{Square, SquareSet};

const NOT_A_FILE: u64 = !SquareSet::A_FILE;
const NOT_H_FILE: u64 = !(SquareSet::A_FILE << 7);

/// A rook's directions, as two pairs of opposite ones. Each pair has three numbers: the bits by
/// which a set is shifted, to the left for one direction and to the right for the other; the
/// squares that a shift to the left can reach; and those that a shift to the right can reach.
const RANK_AND_FILE: [(u32, u64, u64); 2] = [(1, NOT_A_FILE, NOT_H_FILE), (8, !0, !0)];
/// A bishop's directions, in the same form.
const DIAGONALS: [(u32, u64, u64); 2] = [(7, NOT_H_FILE, NOT_A_FILE), (9, NOT_A_FILE, NOT_H_FILE)];

/// Returns the squares that White and Black attack, own pieces' included.
///
/// ```
/// use ox88::board::{Color, Position, attacked_squares};
/// let position = Position::from_fen("4k3/8/8/3p4/8/8/1P6/4K2R w K - 0 1").unwrap();
/// let pieces = position.all_pieces().map(|(square, piece)| (piece, square));
/// let expected = Color::ALL.map(|color| position.attacked(color));
/// assert_eq!(attacked_squares(pieces).map(|attacks| attacks.all), expected);
/// ```
#[inline(always)]
pub fn attacked_squares(pieces: impl Iterator<Item = (Piece, Square)>) -> [Attacks; 2] {
    // By side: pawns, knights, kings.
    let mut leapers = [[SquareSet::EMPTY; 3]; 2];
    // By side: bishops, rooks, queens.
    let mut sliders = [[0; 3]; 2];
    let mut occupied = 0;
    for (piece, square) in pieces {
        let i = piece.color.index();
        let bit = SquareSet::of(square).0;
        occupied |= bit;
        match piece.piece_type {
            PieceType::Pawn => leapers[i][0] |= leaper_attacks(piece, square),
            PieceType::Knight => leapers[i][1] |= leaper_attacks(piece, square),
            PieceType::King => leapers[i][2] |= leaper_attacks(piece, square),
            PieceType::Bishop => sliders[i][0] |= bit,
            PieceType::Rook => sliders[i][1] |= bit,
            PieceType::Queen => sliders[i][2] |= bit,
        }
    }
    Color::ALL.map(|color| {
        let [pawns, knights, king] = leapers[color.index()];
        let [bishops, rooks, queens] = sliders[color.index()];
        let minors = knights | SquareSet(slide_both_ways(bishops, occupied, DIAGONALS));
        let rooks = SquareSet(slide_both_ways(rooks, occupied, RANK_AND_FILE));
        let queens = slide_both_ways(queens, occupied, DIAGONALS)
            | slide_both_ways(queens, occupied, RANK_AND_FILE);
        Attacks { pawns, minors, rooks, all: pawns | minors | rooks | king | SquareSet(queens) }
    })
}

/// The squares that a side's pieces attack, own pieces' included.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Attacks {
    /// The squares that pawns attack.
    pub pawns: SquareSet,
    /// The squares that knights and bishops attack.
    pub minors: SquareSet,
    /// The squares that rooks attack.
    pub rooks: SquareSet,
    /// The squares that any piece attacks.
    pub all: SquareSet,
}

/// Returns the squares that a rook and a bishop there would attack, up to the first piece and
/// including it.
#[inline(always)]
pub(super) fn slider_attacks(from: Square, occupied: SquareSet) -> [SquareSet; 2] {
    let [rank, file, diagonal, antidiagonal] = LINES[from.dense() as usize];
    let from = SquareSet::of(from).0;
    // Subtraction flips the bits up to the next piece above. For the squares below, the line's bits
    // are reversed before and after.
    let attacks = |line: u64, turn: fn(u64) -> u64| {
        let blockers = occupied.0 & line;
        let above = blockers.wrapping_sub(from);
        let below = turn(turn(blockers).wrapping_sub(turn(from)));
        (above ^ below) & line
    };
    let straight = attacks(rank, u64::reverse_bits) | attacks(file, u64::swap_bytes);
    let diagonals = attacks(diagonal, u64::swap_bytes) | attacks(antidiagonal, u64::swap_bytes);
    [SquareSet(straight), SquareSet(diagonals)]
}

/// The rank, the file, the diagonal and the antidiagonal of each square, without the square itself.
static LINES: [[u64; 4]; 64] = {
    let mut lines = [[0; 4]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let (from, to): (usize, usize) = (i / 64, i % 64);
        let [ranks, files] = [(to / 8).abs_diff(from / 8), (to % 8).abs_diff(from % 8)];
        let is_rising = (to > from) == (to % 8 > from % 8);
        if from != to {
            let bit = 1u64 << to;
            if ranks == 0 {
                lines[from][0] |= bit;
            } else if files == 0 {
                lines[from][1] |= bit;
            } else if ranks == files && is_rising {
                lines[from][2] |= bit;
            } else if ranks == files {
                lines[from][3] |= bit;
            }
        }
        i += 1;
    }
    lines
};

#[inline(always)]
fn slide_both_ways(sliders: u64, occupied: u64, directions: [(u32, u64, u64); 2]) -> u64 {
    let mut attacked = 0;
    for (shift, left, right) in directions {
        attacked |= slide(sliders, !occupied, shift, left);
        let turned = [sliders, !occupied, right].map(u64::reverse_bits);
        attacked |= slide(turned[0], turned[1], shift, turned[2]).reverse_bits();
    }
    attacked
}

/// Returns the squares that sliders attack in one direction, up to the first piece and including
/// it.
#[inline(always)]
fn slide(sliders: u64, empty: u64, shift: u32, reachable: u64) -> u64 {
    let (mut filled, mut open) = (sliders, empty & reachable);
    for shift in [shift, 2 * shift, 4 * shift] {
        filled |= open & filled << shift;
        open &= open << shift;
    }
    filled << shift & reachable
}

#[cfg(test)]
mod tests {
    use rand::prelude::*;

    use super::*;
    use crate::board::Position;

    #[test]
    fn attacks_are_those_of_positions() {
        let mut random = StdRng::seed_from_u64(88);
        for _ in 0..50 {
            let mut position = Position::chess960(random.random_range(0..960));
            for _ in 0..200 {
                let pieces = position.all_pieces().map(|(square, piece)| (piece, square));
                let expected = Color::ALL.map(|color| {
                    let by = |piece_types: &[PieceType]| {
                        let by = |&of| position.attacked_by(color, position.pieces_of(color, of));
                        piece_types.iter().map(by).fold(SquareSet::EMPTY, |all, by| all | by)
                    };
                    Attacks {
                        pawns: by(&[PieceType::Pawn]),
                        minors: by(&[PieceType::Knight, PieceType::Bishop]),
                        rooks: by(&[PieceType::Rook]),
                        all: position.attacked(color),
                    }
                });
                assert_eq!(attacked_squares(pieces), expected, "{position:?}");
                let Some(&mv) = position.legal_moves().choose(&mut random) else {
                    break;
                };
                position.make(mv);
            }
        }
    }

    #[test]
    fn one_slider_attacks_what_all_at_once_attack() {
        let mut random = StdRng::seed_from_u64(88);
        for from in SquareSet::ALL {
            for _ in 0..200 {
                // From few pieces to many.
                let [a, b]: [u64; 2] = random.random();
                let occupied = [a & b, a, a | b][random.random_range(0..3)];
                let bit = SquareSet::of(from).0;
                let expected = [RANK_AND_FILE, DIAGONALS]
                    .map(|directions| SquareSet(slide_both_ways(bit, occupied, directions)));
                let found = slider_attacks(from, SquareSet(occupied));
                assert_eq!(found, expected, "{from} {occupied:x}");
            }
        }
    }
}
