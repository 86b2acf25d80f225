//! The attack table as planes: a byte of pieces for each square.

use std::cell::Cell;

use crate::board::piece::{Color, PieceSet, PlacedPiece};
use crate::board::square::Square;

/// A byte for each square, by 64-square number: bit `n` is set if piece `n` (or `n + 8`) attacks
/// the square.
pub type Plane = Cell<[u8; 64]>;

/// Four planes: by side, then pieces 0 to 7 and pieces 8 to 15.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Planes([[Plane; 2]; 2]);

impl Default for Planes {
    fn default() -> Planes {
        Planes([const { [const { Cell::new([0; 64]) }; 2] }; 2])
    }
}

impl Planes {
    #[inline(always)]
    pub fn of(&self, color: Color) -> &[Plane; 2] {
        &self.0[color.index()]
    }

    pub fn clear(&self) {
        for plane in self.0.iter().flatten() {
            plane.set([0; 64]);
        }
    }

    #[inline(always)]
    pub fn attackers(&self, color: Color, square: Square) -> PieceSet {
        let number = square.dense() as usize & 63;
        let [low, high] = self.of(color);
        let byte = |plane: &Plane| plane.as_array_of_cells()[number].get();
        PieceSet::from_bits(u16::from_le_bytes([byte(low), byte(high)]))
    }
}

/// The bit of a slider among pieces 0 to 7, by the low four bits of its byte, which are its slot in
/// the piece list ([`PlacedPiece`]). Slot 0 is the king's, which is no slider, so that its entry
/// can serve for empty squares.
pub static LOW_BITS: [u8; 16] = [0, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
/// The bit of a slider among pieces 8 to 15, by the same four bits.
pub static HIGH_BITS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];

/// Returns the bit of a piece among pieces 0 to 7 and 8 to 15; no bit for no piece.
#[inline(always)]
pub fn bits_of(piece: PlacedPiece) -> [u8; 2] {
    let set = if piece.is_none() { PieceSet::EMPTY } else { PieceSet::of(piece.id()) };
    set.bytes()
}
