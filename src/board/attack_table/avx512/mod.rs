//! The attack table on 512-bit registers.
//!
//! Compiled only where the build says that the processor has AVX-512F, BW, VBMI
//! and VPOPCNTDQ, which makes the calls of functions for them sound.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

mod rays;

use std::arch::x86_64::*;
use std::cell::Cell;

use bytemuck::cast;

use self::rays::Rays;
use super::{AttackTable, BoardView, MoveDelta};
use crate::board::piece::{Color, PieceId, PieceSet, PlacedPiece};
use crate::board::square::{Square, SquareSet};

/// Four planes of 64 bytes: by side, then pieces 0 to 7 and pieces 8 to 15. Bit `n`
/// of the byte at a square's number is set if that piece attacks the square.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Planes([[Cell<[u8; 64]>; 2]; 2]);

/// By the low four bits of a slider: its bit among pieces 0 to 7, or 8 to 15. The
/// king is no slider, so 0 means an empty square.
static LOW_BITS: [u8; 16] = [0, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
static HIGH_BITS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];

/// The bits of a side's sliders in a vector of pieces: of pieces 0 to 7, of pieces 8 to
/// 15.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn bits(pieces: __m512i, color: Color) -> [__m512i; 2] {
    // The shuffle gives zero where bit 7, which tells the side, is set.
    let flip = _mm512_set1_epi8((color as u8 * 0x80) as i8);
    let pieces = _mm512_xor_si512(pieces, flip);
    let shuffle = |table| _mm512_shuffle_epi8(_mm512_broadcast_i32x4(cast(table)), pieces);
    [shuffle(LOW_BITS), shuffle(HIGH_BITS)]
}

/// The bits of a piece, or none: among pieces 0 to 7, and 8 to 15, on all lanes.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn bit(piece: PlacedPiece) -> [__m512i; 2] {
    let set = if piece.is_none() {
        PieceSet::EMPTY
    } else {
        PieceSet::of(piece.id())
    };
    let [low, high] = set.bytes();
    [_mm512_set1_epi8(low as i8), _mm512_set1_epi8(high as i8)]
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load(plane: &Cell<[u8; 64]>) -> __m512i {
    cast(plane.get())
}

#[target_feature(enable = "avx512f")]
#[inline]
fn store(plane: &Cell<[u8; 64]>, bits: __m512i) {
    plane.set(cast(bits));
}

/// `a & !b & !c`.
const WITHOUT_BOTH: i32 = 0b0001_0000;
/// `a | b | c`.
const UNION: i32 = 0b1111_1110;

impl Planes {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq")]
    #[inline]
    fn add_vectors(&self, view: BoardView, piece: PlacedPiece, square: Square) {
        let attacked = Rays::new(view.mailbox, square).attacked_by(piece);
        for (plane, bit) in self.0[piece.color().index()].iter().zip(bit(piece)) {
            let gained = _mm512_and_si512(attacked, bit);
            store(plane, _mm512_or_si512(load(plane), gained));
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq")]
    #[inline]
    fn update_vectors(&self, before: &Planes, view: BoardView, delta: MoveDelta) {
        let there = Rays::new(view.mailbox, delta.to);
        let opened = Rays::new(view.mailbox, delta.from).opened();
        let closed = there.closed();
        let attacked = there.attacked_by(delta.piece);

        let us = delta.piece.color();
        let (opened_us, closed_us) = (bits(opened, us), bits(closed, us));
        let (opened_them, closed_them) = (bits(opened, !us), bits(closed, !us));
        let (moved, taken) = (bit(delta.piece), bit(delta.taken));
        for half in 0..2 {
            let plane = load(&before.0[us.index()][half]);
            let plane =
                _mm512_ternarylogic_epi64::<WITHOUT_BOTH>(plane, moved[half], closed_us[half]);
            let gained = _mm512_and_si512(attacked, moved[half]);
            let plane = _mm512_ternarylogic_epi64::<UNION>(plane, opened_us[half], gained);
            store(&self.0[us.index()][half], plane);

            let plane = load(&before.0[(!us).index()][half]);
            let plane =
                _mm512_ternarylogic_epi64::<WITHOUT_BOTH>(plane, taken[half], closed_them[half]);
            let plane = _mm512_or_si512(plane, opened_them[half]);
            store(&self.0[(!us).index()][half], plane);
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq")]
    #[inline]
    fn open_lines_vectors(&self, view: BoardView, square: Square) {
        let opened = Rays::new(view.mailbox, square).opened();
        for color in Color::ALL {
            for (plane, gained) in self.0[color.index()].iter().zip(bits(opened, color)) {
                store(plane, _mm512_or_si512(load(plane), gained));
            }
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq")]
    #[inline]
    fn targets_vectors(&self, color: Color, id: PieceId) -> u64 {
        let plane = &self.0[color.index()][id.index() / 8];
        let bit = 1u8 << (id.index() % 8);
        _mm512_test_epi8_mask(load(plane), _mm512_set1_epi8(bit as i8))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq")]
    #[inline]
    fn attacked_vectors(&self, color: Color) -> u64 {
        let [low, high] = &self.0[color.index()];
        let any = _mm512_or_si512(load(low), load(high));
        _mm512_test_epi8_mask(any, any)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq")]
    #[inline]
    fn count_vectors(&self, color: Color, pieces: PieceSet, over: u64) -> u32 {
        let mut sum = _mm512_setzero_si512();
        for (plane, pieces) in self.0[color.index()].iter().zip(pieces.bytes()) {
            let wanted = _mm512_maskz_set1_epi8(over, pieces as i8);
            let pairs = _mm512_and_si512(load(plane), wanted);
            sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(pairs));
        }
        _mm512_reduce_add_epi64(sum) as u32
    }
}

impl Default for Planes {
    fn default() -> Planes {
        Planes([const { [const { Cell::new([0; 64]) }; 2] }; 2])
    }
}

impl AttackTable for Planes {
    const NAME: &'static str = "AVX-512";

    fn clear(&self) {
        for cell in self.0.iter().flatten() {
            cell.set([0; 64]);
        }
    }

    #[inline]
    fn add(&self, view: BoardView, piece: PlacedPiece, square: Square) {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { self.add_vectors(view, piece, square) }
    }

    #[inline]
    fn update_from(&self, before: &Self, view: BoardView, delta: MoveDelta) {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { self.update_vectors(before, view, delta) }
    }

    #[inline]
    fn open_lines(&self, view: BoardView, square: Square) {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { self.open_lines_vectors(view, square) }
    }

    #[inline(always)]
    fn attackers(&self, color: Color, square: Square) -> PieceSet {
        let number = square.dense() as usize & 63;
        let [low, high] = &self.0[color.index()];
        let byte = |plane: &Cell<[u8; 64]>| {
            let plane: &Cell<[u8]> = plane;
            plane.as_slice_of_cells()[number].get()
        };
        PieceSet::from_bits(u16::from_le_bytes([byte(low), byte(high)]))
    }

    #[inline(always)]
    fn targets(&self, color: Color, id: PieceId) -> SquareSet {
        // SAFETY: the build has these features, see the head of the file.
        SquareSet(unsafe { self.targets_vectors(color, id) })
    }

    #[inline(always)]
    fn attacked(&self, color: Color) -> SquareSet {
        // SAFETY: the build has these features, see the head of the file.
        SquareSet(unsafe { self.attacked_vectors(color) })
    }

    #[inline(always)]
    fn count(&self, color: Color, pieces: PieceSet, over: SquareSet) -> u32 {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { self.count_vectors(color, pieces, over.0) }
    }
}
