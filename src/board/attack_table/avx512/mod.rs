//! The attack table on 512-bit registers. Compiled only where the build has AVX-512F, BW,
//! VBMI and VPOPCNTDQ, which makes calls of functions for them sound.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

mod rays;

use bytemuck::cast;
use std::arch::x86_64::*;

use self::rays::Rays;
use super::planes::{HIGH_BITS, LOW_BITS, Plane, Planes, bits_of};
use super::{AttackTable, MoveDelta};
use crate::board::piece::{Color, PieceId, PieceSet, PlacedPiece};
use crate::board::position::Position;
use crate::board::square::{Square, SquareSet};

#[derive(Clone, Default)]
pub struct Avx512Table(Planes);

/// Returns the bit of a side's slider among pieces 0 to 7 and 8 to 15, by lane.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn bits(pieces: __m512i, color: Color) -> [__m512i; 2] {
    // The shuffle gives zero where bit 7, which tells the side, is set.
    let flip = _mm512_set1_epi8((color as u8 * 0x80) as i8);
    let pieces = _mm512_xor_si512(pieces, flip);
    let shuffle = |table| _mm512_shuffle_epi8(_mm512_broadcast_i32x4(cast(table)), pieces);
    [shuffle(LOW_BITS), shuffle(HIGH_BITS)]
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn bit(piece: PlacedPiece) -> [__m512i; 2] {
    bits_of(piece).map(|bits| _mm512_set1_epi8(bits as i8))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load(plane: &Plane) -> __m512i {
    cast(plane.get())
}

#[target_feature(enable = "avx512f")]
#[inline]
fn store(plane: &Plane, bits: __m512i) {
    plane.set(cast(bits));
}

/// `a & !b & !c`.
const WITHOUT_BOTH: i32 = 0b0001_0000;
/// `a | b | c`.
const UNION: i32 = 0b1111_1110;

impl AttackTable for Avx512Table {
    fn clear(&self) {
        self.0.clear();
    }

    #[inline]
    fn add(&self, position: &Position, piece: PlacedPiece, square: Square) {
        // SAFETY: the build has these features, see the head of the file.
        unsafe {
            let attacked = Rays::new(&position.board, square).attacked_by(piece);
            for (plane, bit) in self.0.of(piece.color()).iter().zip(bit(piece)) {
                let gained = _mm512_and_si512(attacked, bit);
                store(plane, _mm512_or_si512(load(plane), gained));
            }
        }
    }

    #[inline]
    fn update_from(&self, before: &Self, position: &Position, delta: MoveDelta) {
        // SAFETY: the build has these features, see the head of the file.
        unsafe {
            let there = Rays::new(&position.board, delta.to);
            let opened = Rays::new(&position.board, delta.from).opened();
            let closed = there.closed();
            let attacked = there.attacked_by(delta.piece);

            let us = delta.piece.color();
            let (opened_us, closed_us) = (bits(opened, us), bits(closed, us));
            let (opened_them, closed_them) = (bits(opened, !us), bits(closed, !us));
            let (moved, taken) = (bit(delta.piece), bit(delta.taken));
            for half in 0..2 {
                let plane = load(&before.0.of(us)[half]);
                let plane =
                    _mm512_ternarylogic_epi64::<WITHOUT_BOTH>(plane, moved[half], closed_us[half]);
                let gained = _mm512_and_si512(attacked, moved[half]);
                let plane = _mm512_ternarylogic_epi64::<UNION>(plane, opened_us[half], gained);
                store(&self.0.of(us)[half], plane);

                let plane = load(&before.0.of(!us)[half]);
                let plane = _mm512_ternarylogic_epi64::<WITHOUT_BOTH>(
                    plane,
                    taken[half],
                    closed_them[half],
                );
                let plane = _mm512_or_si512(plane, opened_them[half]);
                store(&self.0.of(!us)[half], plane);
            }
        }
    }

    #[inline]
    fn open_lines(&self, position: &Position, square: Square) {
        // SAFETY: the build has these features, see the head of the file.
        unsafe {
            let opened = Rays::new(&position.board, square).opened();
            for color in Color::ALL {
                for (plane, gained) in self.0.of(color).iter().zip(bits(opened, color)) {
                    store(plane, _mm512_or_si512(load(plane), gained));
                }
            }
        }
    }

    #[inline(always)]
    fn attackers(&self, color: Color, square: Square) -> PieceSet {
        self.0.attackers(color, square)
    }

    #[inline]
    fn attacks_from(&self, color: Color, id: PieceId) -> SquareSet {
        let plane = &self.0.of(color)[id.index() / 8];
        let bit = 1u8 << (id.index() % 8);
        // SAFETY: the build has these features, see the head of the file.
        SquareSet(unsafe { _mm512_test_epi8_mask(load(plane), _mm512_set1_epi8(bit as i8)) })
    }

    #[inline]
    fn attacked_by(&self, color: Color, pieces: PieceSet) -> SquareSet {
        let [low, high] = self.0.of(color);
        let wanted = pieces.bytes();
        // SAFETY: the build has these features, see the head of the file.
        SquareSet(unsafe {
            let low = _mm512_and_si512(load(low), _mm512_set1_epi8(wanted[0] as i8));
            let high = _mm512_and_si512(load(high), _mm512_set1_epi8(wanted[1] as i8));
            let any = _mm512_or_si512(low, high);
            _mm512_test_epi8_mask(any, any)
        })
    }

    #[inline]
    fn attacked(&self, color: Color) -> SquareSet {
        let [low, high] = self.0.of(color);
        // SAFETY: the build has these features, see the head of the file.
        SquareSet(unsafe {
            let any = _mm512_or_si512(load(low), load(high));
            _mm512_test_epi8_mask(any, any)
        })
    }

    #[inline]
    fn count(&self, color: Color, pieces: PieceSet, over: SquareSet) -> u32 {
        // SAFETY: the build has these features, see the head of the file.
        unsafe {
            let mut sum = _mm512_setzero_si512();
            for (plane, pieces) in self.0.of(color).iter().zip(pieces.bytes()) {
                let wanted = _mm512_maskz_set1_epi8(over.0, pieces as i8);
                let pairs = _mm512_and_si512(load(plane), wanted);
                sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(pairs));
            }
            _mm512_reduce_add_epi64(sum) as u32
        }
    }
}
