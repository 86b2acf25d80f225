//! The attack table in 256-bit registers; only builds with AVX2 have it, so its calls are sound.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

/// Evaluates an expression with the indices 0 and 1, and returns both values. It is a macro, since
/// closures might not be inlined.
macro_rules! both {
    (|$half:ident| $value:expr) => {
        [
            {
                let $half = 0usize;
                $value
            },
            {
                let $half = 1usize;
                $value
            },
        ]
    };
}

mod rays;

use std::arch::x86_64::*;

use bytemuck::cast;

use self::rays::{ByteTable, Halves, RayHalves};
use super::planes::{HIGH_BITS, LOW_BITS, Plane, Planes, bits_of};
use super::{AttackTable, MoveDelta};
use crate::board::piece::{Color, PieceId, PieceSet, PlacedPiece};
use crate::board::position::Position;
use crate::board::square::{Square, SquareSet};

#[derive(Clone, Default)]
pub struct Avx2Table(Planes);

fn halves(plane: &Plane) -> [*mut __m256i; 2] {
    let halves: *mut __m256i = plane.as_ptr().cast();
    [halves, halves.wrapping_add(1)]
}

/// Reads a plane as vectors; a copy as bytes might be split into single bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn load(plane: &Plane) -> Halves {
    let at = halves(plane);
    both!(|half| {
        // SAFETY: a half of the plane's 64 bytes, which no reference holds; needs no alignment.
        unsafe { _mm256_loadu_si256(at[half]) }
    })
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(plane: &Plane, bits: Halves) {
    let at = halves(plane);
    both!(|half| {
        // SAFETY: as for reading; a cell may be written through a shared reference.
        unsafe { _mm256_storeu_si256(at[half], bits[half]) }
    });
}

/// Returns the bit of a side's slider among pieces 0 to 7 and 8 to 15, by lane. Of each piece's
/// byte it reads the slot (bits 0 to 3) and the side (bit 7).
#[target_feature(enable = "avx2")]
#[inline]
fn bits(pieces: __m256i, color: Color) -> [__m256i; 2] {
    // The shuffle gives zero where bit 7, which tells the side, is set.
    let flip = _mm256_set1_epi8((color as u8 * 0x80) as i8);
    let pieces = _mm256_xor_si256(pieces, flip);
    let [low, high] = [LOW_BITS, HIGH_BITS];
    [
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(cast(low)), pieces),
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(cast(high)), pieces),
    ]
}

#[target_feature(enable = "avx2")]
#[inline]
fn all_bits(pieces: Halves, color: Color) -> [[__m256i; 2]; 2] {
    both!(|half| bits(pieces[half], color))
}

#[target_feature(enable = "avx2")]
#[inline]
fn bit(piece: PlacedPiece) -> [__m256i; 2] {
    let bits = bits_of(piece);
    both!(|plane| _mm256_set1_epi8(bits[plane] as i8))
}

#[target_feature(enable = "avx2")]
#[inline]
fn nonzero(halves: Halves) -> u64 {
    let zero = _mm256_setzero_si256();
    !highest_bits(both!(|half| _mm256_cmpeq_epi8(halves[half], zero)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn highest_bits(halves: Halves) -> u64 {
    let [low, high] = both!(|half| _mm256_movemask_epi8(halves[half]) as u32);
    u64::from(high) << 32 | u64::from(low)
}

/// Returns all ones in the lanes of which the bit is set.
#[target_feature(enable = "avx2")]
#[inline]
fn spread(bits: u64) -> Halves {
    // By lane: which byte of the four its bit is in, and the bit.
    let bytes: __m256i = cast([[0u8; 8], [1; 8], [2; 8], [3; 8]]);
    let own_bit = _mm256_set1_epi64x(0x8040_2010_0804_0201u64 as i64);
    both!(|half| {
        let four = _mm256_set1_epi32((bits >> (32 * half)) as i32);
        let spread = _mm256_and_si256(_mm256_shuffle_epi8(four, bytes), own_bit);
        _mm256_cmpeq_epi8(spread, own_bit)
    })
}

#[target_feature(enable = "avx2")]
#[inline]
fn bit_counts(bytes: __m256i) -> __m256i {
    const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    let counts = _mm256_broadcastsi128_si256(cast::<[u8; 16], _>(COUNTS));
    let digit = _mm256_set1_epi8(15);
    let low = _mm256_and_si256(bytes, digit);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), digit);
    _mm256_add_epi8(_mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high))
}

/// Returns all ones where bit 4 of [`RayHalves::closed_and_attacked_by`] is set.
#[target_feature(enable = "avx2")]
#[inline]
fn is_attacked(half: __m256i) -> __m256i {
    let flag = _mm256_set1_epi8(0x10);
    _mm256_cmpeq_epi8(_mm256_and_si256(half, flag), flag)
}

impl AttackTable for Avx2Table {
    fn clear(&self) {
        self.0.clear();
    }

    #[inline]
    fn add(&self, position: &Position, piece: PlacedPiece, square: Square) {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe {
            let rays = RayHalves::new(ByteTable::of_board(&position.board), square);
            let attacked = rays.closed_and_attacked_by(piece);
            let planes = self.0.of(piece.color());
            let bits = bit(piece);
            for i in 0..2 {
                let old = load(&planes[i]);
                let new = both!(|half| {
                    let gained = _mm256_and_si256(is_attacked(attacked[half]), bits[i]);
                    _mm256_or_si256(old[half], gained)
                });
                store(&planes[i], new);
            }
        }
    }

    #[inline]
    fn update_from(&self, before: &Self, position: &Position, delta: MoveDelta) {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe {
            let board = ByteTable::of_board(&position.board);
            let opened = RayHalves::new(board, delta.from).opened();
            let closed = RayHalves::new(board, delta.to).closed_and_attacked_by(delta.piece);

            let us = delta.piece.color();
            let (moved, taken) = (bit(delta.piece), bit(delta.taken));
            let (opened_us, closed_us) = (all_bits(opened, us), all_bits(closed, us));
            let (opened_them, closed_them) = (all_bits(opened, !us), all_bits(closed, !us));
            for i in 0..2 {
                let old = load(&before.0.of(us)[i]);
                let new = both!(|half| {
                    let lost = _mm256_or_si256(moved[i], closed_us[half][i]);
                    let attacked = _mm256_and_si256(is_attacked(closed[half]), moved[i]);
                    let gained = _mm256_or_si256(opened_us[half][i], attacked);
                    _mm256_or_si256(_mm256_andnot_si256(lost, old[half]), gained)
                });
                store(&self.0.of(us)[i], new);

                let old = load(&before.0.of(!us)[i]);
                let new = both!(|half| {
                    let lost = _mm256_or_si256(taken[i], closed_them[half][i]);
                    let left = _mm256_andnot_si256(lost, old[half]);
                    _mm256_or_si256(left, opened_them[half][i])
                });
                store(&self.0.of(!us)[i], new);
            }
        }
    }

    #[inline]
    fn open_lines(&self, position: &Position, square: Square) {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe {
            let opened = RayHalves::new(ByteTable::of_board(&position.board), square).opened();
            for color in Color::ALL {
                let gained = all_bits(opened, color);
                let planes = self.0.of(color);
                for i in 0..2 {
                    let old = load(&planes[i]);
                    let new = both!(|half| _mm256_or_si256(old[half], gained[half][i]));
                    store(&planes[i], new);
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
        // SAFETY: the build has AVX2, see the head of the file.
        SquareSet(unsafe {
            let plane = load(&self.0.of(color)[id.index() / 8]);
            // Shifts the piece's bit to the highest one of its byte. What a byte shifts into the
            // next one stays below that.
            let count = _mm_cvtsi32_si128(7 - id.index() as i32 % 8);
            highest_bits(both!(|half| _mm256_sll_epi16(plane[half], count)))
        })
    }

    #[inline]
    fn attacked_by(&self, color: Color, pieces: PieceSet) -> SquareSet {
        let [low, high] = self.0.of(color);
        let pieces = pieces.bytes();
        // SAFETY: the build has AVX2, see the head of the file.
        SquareSet(unsafe {
            let (low, high) = (load(low), load(high));
            let wanted = both!(|plane| _mm256_set1_epi8(pieces[plane] as i8));
            nonzero(both!(|half| {
                let low = _mm256_and_si256(low[half], wanted[0]);
                _mm256_or_si256(low, _mm256_and_si256(high[half], wanted[1]))
            }))
        })
    }

    #[inline]
    fn attacked(&self, color: Color) -> SquareSet {
        let [low, high] = self.0.of(color);
        // SAFETY: the build has AVX2, see the head of the file.
        SquareSet(unsafe {
            let (low, high) = (load(low), load(high));
            nonzero(both!(|half| _mm256_or_si256(low[half], high[half])))
        })
    }

    #[inline]
    fn count(&self, color: Color, pieces: PieceSet, over: SquareSet) -> u32 {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe {
            let over = spread(over.0);
            let mut counts = _mm256_setzero_si256();
            let pieces = pieces.bytes();
            for i in 0..2 {
                let attackers = load(&self.0.of(color)[i]);
                let pieces = _mm256_set1_epi8(pieces[i] as i8);
                for half in 0..2 {
                    let wanted = _mm256_and_si256(over[half], pieces);
                    let pairs = bit_counts(_mm256_and_si256(attackers[half], wanted));
                    counts = _mm256_add_epi8(counts, pairs);
                }
            }
            let sums = _mm256_sad_epu8(counts, _mm256_setzero_si256());
            let [a, b, c, d]: [u64; 4] = cast(sums);
            (a + b + c + d) as u32
        }
    }
}
