//! The squares that each side attacks, of pieces that are no [`Position`](super::Position): training
//! samples, and positions with a piece left out. All sliders of a side are moved at once by the
//! Kogge-Stone algorithm. <https://www.chessprogramming.org/Kogge-Stone_Algorithm>

use super::piece::{Color, Piece, PieceType};
use super::square::{Square, SquareSet};

const NOT_A_FILE: u64 = !0x0101_0101_0101_0101;
const NOT_H_FILE: u64 = !0x8080_8080_8080_8080;
const NOT_AB_FILES: u64 = NOT_A_FILE & NOT_A_FILE << 1;
const NOT_GH_FILES: u64 = NOT_H_FILE & NOT_H_FILE >> 1;

/// Shifts of a set by one square, left, and the squares that it can lead to; the opposite
/// direction is the same to the right.
const RANK_AND_FILE: [(u32, u64, u64); 2] = [(1, NOT_A_FILE, NOT_H_FILE), (8, !0, !0)];
const DIAGONALS: [(u32, u64, u64); 2] = [(7, NOT_H_FILE, NOT_A_FILE), (9, NOT_A_FILE, NOT_H_FILE)];
const KNIGHT: [(u32, u64, u64); 4] = [
    (6, NOT_GH_FILES, NOT_AB_FILES),
    (10, NOT_AB_FILES, NOT_GH_FILES),
    (15, NOT_H_FILE, NOT_A_FILE),
    (17, NOT_A_FILE, NOT_H_FILE),
];

/// The squares that White and Black attack, own pieces' included.
///
/// ```
/// use ox88::board::{Color, Position, attacked_squares};
/// let position = Position::from_fen("4k3/8/8/3p4/8/8/1P6/4K2R w K - 0 1").unwrap();
/// let pieces = position.all_pieces().map(|(square, piece)| (piece, square));
/// let expected = Color::ALL.map(|color| position.attacked(color));
/// assert_eq!(attacked_squares(pieces), expected);
/// ```
#[inline(always)]
pub fn attacked_squares(pieces: impl Iterator<Item = (Piece, Square)>) -> [SquareSet; 2] {
    let mut sets = [0u64; Piece::COUNT];
    let mut occupied = 0;
    for (piece, square) in pieces {
        let bit = 1 << square.dense();
        sets[piece.index()] |= bit;
        occupied |= bit;
    }
    Color::ALL.map(|color| {
        let of = |piece_type| sets[Piece { color, piece_type }.index()];
        let (queens, king) = (of(PieceType::Queen), of(PieceType::King));
        let mut attacked = pawn_attacks(color, of(PieceType::Pawn));
        for (shift, left, right) in KNIGHT {
            let knights = of(PieceType::Knight);
            attacked |= knights << shift & left | knights >> shift & right;
        }
        for (sliders, directions) in [
            (of(PieceType::Rook) | queens, RANK_AND_FILE),
            (of(PieceType::Bishop) | queens, DIAGONALS),
        ] {
            for (shift, left, right) in directions {
                attacked |= king << shift & left | king >> shift & right;
                attacked |= slide(sliders, !occupied, shift, left);
                attacked |= slide(
                    sliders.reverse_bits(),
                    !occupied.reverse_bits(),
                    shift,
                    right.reverse_bits(),
                )
                .reverse_bits();
            }
        }
        SquareSet(attacked)
    })
}

#[inline(always)]
fn pawn_attacks(color: Color, pawns: u64) -> u64 {
    match color {
        Color::White => pawns << 7 & NOT_H_FILE | pawns << 9 & NOT_A_FILE,
        Color::Black => pawns >> 7 & NOT_A_FILE | pawns >> 9 & NOT_H_FILE,
    }
}

/// The squares that sliders attack in one direction, up to the first piece and including it.
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
                let expected = Color::ALL.map(|color| position.attacked(color));
                assert_eq!(attacked_squares(pieces), expected, "{position:?}");
                let Some(&mv) = position.legal_moves().choose(&mut random) else {
                    break;
                };
                position.make(mv);
            }
        }
    }
}
