//! The 0x88 mailbox: what is on each square, by an index whose bits 0 to 2 are the file and 4 to 6
//! the rank. Steps that leave the board set bit 3 or 7, so one test of the index replaces the
//! border of sentinels that other mailboxes need; the price is that half of the entries, those off
//! the board, are never used. <https://www.chessprogramming.org/0x88>

use std::ops::{Index, IndexMut};

use super::piece::PlacedPiece;
use super::square::Square;

/// The board: what stands on each square, by 0x88 index; nothing off the board. It is aligned to be
/// read in whole vectors.
#[derive(Copy, Clone, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Mailbox([PlacedPiece; 128]);

impl Mailbox {
    /// The board without pieces.
    pub const EMPTY: Mailbox = Mailbox([PlacedPiece::NONE; 128]);

    /// Returns all entries, for what reads more than one square at once.
    #[inline(always)]
    pub fn pieces(&self) -> &[PlacedPiece; 128] {
        &self.0
    }
}

impl Index<Square> for Mailbox {
    type Output = PlacedPiece;

    #[inline(always)]
    fn index(&self, square: Square) -> &PlacedPiece {
        &self.0[square.index()]
    }
}

impl IndexMut<Square> for Mailbox {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut PlacedPiece {
        &mut self.0[square.index()]
    }
}
