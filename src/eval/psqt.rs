//! Piece-square values, tapered from middlegame to endgame.
//! <https://www.chessprogramming.org/Piece-Square_Tables>,
//! <https://www.chessprogramming.org/Tapered_Eval>

use bytemuck::cast;

use super::{Evaluation, Score, endgame, psqt_tables};
use crate::board::{Color, Piece, PieceType, PlacedPiece, Position, Square};

/// The value of each piece on each square from White's point of view, in the middlegame and in the
/// endgame, by [`PlacedPiece::piece_index`] and 0x88 index.
static VALUES: [[[i16; 2]; 128]; Piece::COUNT] = {
    let mut values = [[[0; 2]; 128]; Piece::COUNT];
    let mut i = 0;
    while i < PieceType::ALL.len() {
        let piece_type = PieceType::ALL[i];
        let table = psqt_tables::of(piece_type);
        let mut number = 0;
        while number < 64 {
            let square = Square::from_dense(number);
            // The tables are printed with the eighth rank first.
            let printed = square.mirror().dense() as usize;
            let (middlegame, endgame) = (table.middlegame[printed], table.endgame[printed]);
            let white = Piece { color: Color::White, piece_type };
            let black = Piece { color: Color::Black, piece_type };
            values[white.index()][square.index()] = [middlegame, endgame];
            values[black.index()][square.mirror().index()] = [-middlegame, -endgame];
            number += 1;
        }
        i += 1;
    }
    values
};

/// The phase of each piece, by [`PlacedPiece::piece_index`]: 1 for a minor piece, 2 for a rook, 4
/// for a queen.
static PHASES: [i32; Piece::COUNT] = [0, 0, 1, 0, 0, 1, 2, 4, 0, 0, 1, 0, 0, 1, 2, 4];

/// The phase at the start.
const FULL_PHASE: i32 = 24;

/// Bonus of the side to move, in centipawns.
const TEMPO: i32 = 12;

/// The sums over a board: the values for White in centipawns, and the phase, which is 0 in a pawn
/// ending and above [`FULL_PHASE`] after promotions.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
struct Sum {
    middlegame: i32,
    endgame: i32,
    phase: i32,
}

impl Sum {
    /// Returns the value for White, in centipawns.
    #[inline(always)]
    fn for_white(self) -> i32 {
        let weight = self.phase.clamp(0, FULL_PHASE);
        (self.middlegame * weight + self.endgame * (FULL_PHASE - weight)) / FULL_PHASE
    }

    /// Adds an entry of the mailbox (`sign` 1) or takes it back (-1); an empty one counts nothing.
    #[inline(always)]
    fn add(&mut self, piece: PlacedPiece, square: Square, sign: i32) {
        let [middlegame, endgame] = VALUES[piece.piece_index()][square.index()];
        self.middlegame += sign * i32::from(middlegame);
        self.endgame += sign * i32::from(endgame);
        self.phase += sign * PHASES[piece.piece_index()];
    }
}

/// Evaluation by tapered piece-square tables, except for known endings.
///
/// It keeps the board that it evaluated last, and updates the sums by what differs from it: in a
/// search, the next position is a few moves away.
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::{Evaluation, PieceSquares};
/// let position = Position::from_fen("4k3/pp6/8/8/8/8/PP6/Q3K3 b - - 0 1").unwrap();
/// assert!(PieceSquares::default().evaluate(&position).get() < -500);
/// ```
#[derive(Clone, Default, Debug)]
pub struct PieceSquares {
    /// The mailbox entries of the board evaluated last, by rank and file.
    ranks: [[PlacedPiece; 8]; 8],
    /// The sums over that board.
    sum: Sum,
}

impl PieceSquares {
    /// Returns the sums over a position's board.
    #[inline(always)]
    fn sum(&mut self, position: &Position) -> Sum {
        for (rank, known) in (0..).zip(&mut self.ranks) {
            let found = position.rank(rank);
            if cast::<_, u64>(found) == cast::<_, u64>(*known) {
                continue;
            }
            for (file, (&found, known)) in (0..).zip(found.iter().zip(known)) {
                if found != *known {
                    let square = Square::at(file, rank);
                    self.sum.add(*known, square, -1);
                    self.sum.add(found, square, 1);
                    *known = found;
                }
            }
        }
        self.sum
    }
}

impl Evaluation for PieceSquares {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        if let Some(known) = endgame::known(position) {
            return known;
        }
        let white = self.sum(position).for_white();
        let ours = match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        };
        Score::estimate(ours + TEMPO)
    }
}

/// Returns the value for White in centipawns as if the square were empty. The phase changes too, and
/// with it what the other pieces are worth.
pub(super) fn value_without(position: &Position, left_out: Option<Square>) -> i32 {
    let mut sum = PieceSquares::default().sum(position);
    if let Some(square) = left_out {
        sum.add(position.piece_on(square), square, -1);
    }
    sum.for_white()
}

#[cfg(test)]
mod tests {
    use rand::prelude::*;

    use super::*;
    use crate::board::{Move, START_FEN};

    /// A position in which castling, en passant and promotion are possible at once.
    const RARE_MOVES: &str = "r3k2r/1P4p1/8/2pP4/4p3/8/1p1P2P1/R3K2R w KQkq c6 0 1";

    #[test]
    fn incremental_equals_from_scratch() {
        let mut random = StdRng::seed_from_u64(88);
        let fresh = |position: &Position| PieceSquares::default().sum(position);
        // Castling, en passant captures, promotions.
        let mut rare_moves = [0u32; 3];
        for fen in [START_FEN, RARE_MOVES].into_iter().cycle().take(40) {
            let mut position = Position::from_fen(fen).unwrap();
            let mut sums = PieceSquares::default();
            for _ in 0..200 {
                let moves = position.legal_moves();
                // Promotions are frequent enough by chance.
                let rare: Vec<Move> = moves
                    .iter()
                    .copied()
                    .filter(|mv| mv.is_castle() || mv.is_en_passant())
                    .collect();
                let choice = rare.choose(&mut random).or(moves.choose(&mut random));
                let Some(&mv) = choice else { break };
                let kinds = [mv.is_castle(), mv.is_en_passant(), mv.is_promotion()];
                for (count, is_kind) in rare_moves.iter_mut().zip(kinds) {
                    *count += u32::from(is_kind);
                }
                position.make(mv);
                assert_eq!(sums.sum(&position), fresh(&position), "{}", position.fen());
            }
            while position.plies_made() > 0 {
                position.unmake();
                assert_eq!(sums.sum(&position), fresh(&position));
            }
        }
        assert!(rare_moves.iter().all(|&count| count > 0), "{rare_moves:?}");
    }

    #[test]
    fn a_piece_that_is_left_out_does_not_count() {
        let value =
            |fen: &str, left_out| value_without(&Position::from_fen(fen).unwrap(), left_out);
        let without_queen = value("7k/p7/8/8/8/8/8/K7 b - - 0 1", None);
        let d5 = "d5".parse().ok();
        assert_eq!(value("7k/p7/8/3Q4/8/8/8/K7 b - - 0 1", d5), without_queen);
        assert_ne!(value("7k/p7/8/3Q4/8/8/8/K7 b - - 0 1", None), without_queen);
    }
}
