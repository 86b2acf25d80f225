//! The Polyglot key, a Zobrist key under which opening books store a position.

use super::random::number;
use crate::board::{CastlingSide, Color, Piece, Position, SquareSet};

/// The indices of the numbers for castling, en passant (one for each file), and White to move.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The Zobrist key of a position in Polyglot books.
///
/// ```
/// use ox88::board::Position;
/// use ox88::knowledge::polyglot::BookKey;
/// assert_eq!(BookKey::of(&Position::startpos()), BookKey(0x463b96181691fc9c));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BookKey(pub u64);

impl BookKey {
    /// Returns the key of a position, whatever its clocks and its history.
    pub fn of(position: &Position) -> BookKey {
        let pieces = position
            .all_pieces()
            .map(|(square, piece)| 64 * piece_number(piece) + usize::from(square.dense()));
        let castlings = Color::ALL
            .into_iter()
            .flat_map(|color| CastlingSide::ALL.map(|castling_side| (color, castling_side)))
            .enumerate()
            .filter(|&(_, (color, castling_side))| position.castling().has(color, castling_side))
            .map(|(number, _)| CASTLING + number);
        let en_passant = takeable_file(position).map(|file| EN_PASSANT + usize::from(file));
        let turn = (position.side_to_move() == Color::White).then_some(WHITE_TO_MOVE);
        let numbers = pieces.chain(castlings).chain(en_passant).chain(turn);
        BookKey(numbers.fold(0, |key, index| key ^ number(index)))
    }
}

/// Returns the format's number of a piece: black pawn 0, white pawn 1, black knight 2, and so on.
fn piece_number(piece: Piece) -> usize {
    2 * piece.piece_type.ordinal() + usize::from(piece.color == Color::White)
}

/// Returns the file of a double push beside a pawn that could take en passant, whether or not that
/// is legal.
fn takeable_file(position: &Position) -> Option<u8> {
    let passed = position.passed_square()?;
    let us = position.side_to_move();
    let pawn = SquareSet::of(passed.step(us.forward().reversed())?);
    let takers = (pawn.east() | pawn.west()) & position.pawns(us);
    (!takers.is_empty()).then_some(passed.file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_the_specification() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            (
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
                0x0756_b944_61c5_0fb0,
            ),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                0x22a4_8b5a_8e47_ff78,
            ),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                0x3c81_23ea_7b06_7637,
            ),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(BookKey::of(&position), BookKey(key), "{fen}");
        }
    }

    #[test]
    fn a_pawn_that_cannot_take_counts_too() {
        // The pawn on e5 is pinned.
        let fen = "4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
        let mut position = Position::from_fen(fen).unwrap();
        position.make(position.parse_move("d7d5").unwrap());
        assert_eq!(position.en_passant(), None);
        let played = BookKey::of(&position);
        assert_eq!(BookKey::of(&position.flipped().flipped()), played);
        let set_up = |en_passant: &str| {
            let fen = format!("4r1k1/8/8/3pP3/8/8/8/4K3 w - {en_passant} 0 2");
            BookKey::of(&Position::from_fen(&fen).unwrap())
        };
        assert_eq!(played, set_up("d6"));
        assert_ne!(played, set_up("-"));
    }
}
