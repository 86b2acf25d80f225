//! The pieces of a board in 24 bytes, as both viriformat and bulletformat have them.

use bytemuck::{Pod, Zeroable};

use crate::board::Square;

/// The occupied squares, and a code of four bits for the piece on each of them, in the order of the
/// squares.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct PackedPieces {
    occupied: [u8; 8],
    codes: [u8; 16],
}

impl PackedPieces {
    /// Packs up to 32 squares, numbered from 0 to 63, with the codes of their pieces.
    pub fn new(pieces: impl Iterator<Item = (u8, u8)>) -> PackedPieces {
        let mut code_on = [0; 64];
        let mut occupied = 0u64;
        for (square, code) in pieces {
            code_on[usize::from(square)] = code;
            occupied |= 1 << square;
        }
        let mut packed = PackedPieces { occupied: occupied.to_le_bytes(), codes: [0; 16] };
        for i in 0..packed.count() {
            packed.codes[i / 2] |= code_on[occupied.trailing_zeros() as usize] << (i % 2 * 4);
            occupied &= occupied - 1;
        }
        packed
    }

    /// Returns the number of occupied squares, which may be more than 32 in a damaged file.
    pub fn count(&self) -> usize {
        u64::from_le_bytes(self.occupied).count_ones() as usize
    }

    /// Returns the squares with the codes of their pieces, up to 32 of them.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (Square, u8)> {
        let mut occupied = u64::from_le_bytes(self.occupied);
        (0..self.count().min(2 * self.codes.len())).map(move |i| {
            let square = Square::from_dense(occupied.trailing_zeros() as u8);
            occupied &= occupied - 1;
            (square, self.codes[i / 2] >> (i % 2 * 4) & 15)
        })
    }
}
