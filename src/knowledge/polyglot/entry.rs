//! The entries of Polyglot books, and their move encoding.

use super::key::BookKey;
use crate::board::{CastlingNotation, Move, Position};

/// The bits of a move that are used: four coordinates and the promotion, three bits each.
const MOVE_BITS: u16 = 0x7fff;

/// An entry of a book: a move of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The position.
    pub key: BookKey,
    /// The move.
    pub mv: EntryMove,
    /// The weight of the move, relative to those of the position's other moves; 0 disables it.
    pub weight: u16,
}

impl BookEntry {
    /// The size of an entry in a file, in bytes.
    pub const BYTES: usize = 16;

    /// Decodes an entry. The last four bytes, learning data of some programs, are not used.
    pub fn from_bytes(bytes: [u8; BookEntry::BYTES]) -> BookEntry {
        let bits = u128::from_be_bytes(bytes);
        BookEntry {
            key: BookKey((bits >> 64) as u64),
            mv: EntryMove((bits >> 48) as u16),
            weight: (bits >> 32) as u16,
        }
    }

    /// Encodes the entry.
    pub fn to_bytes(self) -> [u8; BookEntry::BYTES] {
        let bits = u128::from(self.key.0) << 64
            | u128::from(self.mv.0) << 48
            | u128::from(self.weight) << 32;
        bits.to_be_bytes()
    }
}

/// A move: from the lowest bit the target's file and rank and the origin's, three bits
/// each, and three of promotion (1 to 4 for knight to queen).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EntryMove(pub u16);

impl EntryMove {
    /// Encodes a move; castling is the king capturing its own rook, also in standard chess.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::knowledge::polyglot::EntryMove;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// let castling = position.parse_san("O-O").unwrap();
    /// assert_eq!(EntryMove::of(castling), EntryMove(0o0407));
    /// ```
    pub fn of(mv: Move) -> EntryMove {
        EntryMove::written(mv, CastlingNotation::Chess960)
    }

    /// Encodes a move with castling in this notation.
    fn written(mv: Move, castling: CastlingNotation) -> EntryMove {
        let (from, to) = mv.written_squares(castling);
        let promotion = mv.promotion().map_or(0, |piece_type| piece_type.ordinal() as u16);
        EntryMove(promotion << 12 | u16::from(from.dense()) << 6 | u16::from(to.dense()))
    }

    /// Returns the legal move that these bits encode. Castling may also be the king's move to its
    /// own target.
    pub fn legal_in(self, position: &Position) -> Option<Move> {
        let is_meant = |mv, castling| EntryMove::written(mv, castling).0 == self.0 & MOVE_BITS;
        position.moves_named(is_meant).first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_hold_an_entry() {
        let bytes =
            [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0x12, 0x34, 0, 0, 0, 7];
        let entry = BookEntry::from_bytes(bytes);
        let start = Position::startpos();
        assert_eq!(entry.key, BookKey::of(&start));
        assert_eq!(entry.mv.legal_in(&start), start.parse_move("e2e4").ok());
        assert_eq!(entry.weight, 0x1234);
        // The last four bytes are learning data of some programs.
        assert_eq!(entry.to_bytes()[..12], bytes[..12]);
    }

    #[test]
    fn castling_is_understood_in_both_ways() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        for (written, name) in
            [(0o0407, "O-O"), (0o0406, "O-O"), (0o0400, "O-O-O"), (0o0402, "O-O-O")]
        {
            let castling = position.parse_san(name).ok();
            assert_eq!(EntryMove(written).legal_in(&position), castling);
        }
        // A wrong promotion, and a king's step too long.
        for written in [0o10407, 0o0420, 0, 0x7fff] {
            assert_eq!(EntryMove(written).legal_in(&position), None);
        }
    }
}
