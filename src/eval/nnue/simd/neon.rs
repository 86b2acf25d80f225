//! The backend on ARM's 128-bit NEON, which every aarch64 processor has; uses the dot product where
//! the build has it.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

use std::arch::aarch64::*;
use std::array::from_fn;

use super::{BYTES, I16S, Simd};

pub struct Neon;

type I16x32 = [int16x8_t; 4];
type I32x16 = [int32x4_t; 4];
type U8x64 = [uint8x16_t; 4];

macro_rules! vector {
    ($call:expr) => {
        // SAFETY: NEON is part of aarch64, the dot product is only used in builds with it, and
        // loads are of whole arrays of the register's size.
        unsafe { $call }
    };
}

macro_rules! each {
    ($instruction:path, $($operand:expr),+) => {
        [
            vector!($instruction($($operand[0]),+)),
            vector!($instruction($($operand[1]),+)),
            vector!($instruction($($operand[2]),+)),
            vector!($instruction($($operand[3]),+)),
        ]
    };
}

/// Adds the dot products of four signed bytes each.
#[cfg(target_feature = "dotprod")]
#[inline(always)]
fn add_dot(mut sums: int32x4_t, a: int8x16_t, b: int8x16_t) -> int32x4_t {
    // SAFETY: the build has it; it changes only its first operand. (Not yet in stable Rust.)
    unsafe {
        std::arch::asm!(
            "sdot {sums:v}.4s, {a:v}.16b, {b:v}.16b",
            sums = inout(vreg) sums,
            a = in(vreg) a,
            b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sums
}

/// Adds the dot products by way of 16 bits, which two products of numbers up to 127 and 128 fit.
#[cfg(not(target_feature = "dotprod"))]
#[inline(always)]
fn add_dot(sums: int32x4_t, a: int8x16_t, b: int8x16_t) -> int32x4_t {
    let low = vector!(vmull_s8(vget_low_s8(a), vget_low_s8(b)));
    let high = vector!(vmull_high_s8(a, b));
    vector!(vpadalq_s16(sums, vpaddq_s16(low, high)))
}

impl Simd for Neon {
    const SPARSE: bool = true;
    type I16 = I16x32;
    type I32 = I32x16;
    type U8 = U8x64;

    #[inline(always)]
    fn splat_i16(number: i16) -> I16x32 {
        [vector!(vdupq_n_s16(number)); 4]
    }

    #[inline(always)]
    fn min_i16(a: I16x32, b: I16x32) -> I16x32 {
        each!(vminq_s16, a, b)
    }

    #[inline(always)]
    fn max_i16(a: I16x32, b: I16x32) -> I16x32 {
        each!(vmaxq_s16, a, b)
    }

    #[inline(always)]
    fn shift_left_i16<const BITS: u32>(a: I16x32) -> I16x32 {
        let count = Self::splat_i16(BITS as i16);
        each!(vshlq_s16, a, count)
    }

    #[inline(always)]
    fn mul_high_i16(a: I16x32, b: I16x32) -> I16x32 {
        // The instruction doubles the products, so their upper halves are halved again.
        each!(vqdmulhq_s16, a, b).map(|doubled| vector!(vshrq_n_s16::<1>(doubled)))
    }

    #[inline(always)]
    fn multiply_add(sums: I32x16, a: I16x32, b: I16x32) -> I32x16 {
        from_fn(|i| {
            let low = vector!(vmull_s16(vget_low_s16(a[i]), vget_low_s16(b[i])));
            let high = vector!(vmull_high_s16(a[i], b[i]));
            vector!(vaddq_s32(sums[i], vpaddq_s32(low, high)))
        })
    }

    #[inline(always)]
    fn add_differences(
        sums: [I16x32; 2],
        added: &[u8; BYTES],
        removed: &[u8; BYTES],
    ) -> [I16x32; 2] {
        let add = |sum, at: usize| {
            let [added, removed] =
                [added, removed].map(|bytes| vector!(vld1_u8(bytes[at..][..8].as_ptr())));
            let difference = vector!(vreinterpretq_s16_u16(vsubl_u8(added, removed)));
            vector!(vaddq_s16(sum, difference))
        };
        from_fn(|half| from_fn(|i| add(sums[half][i], half * I16S + 8 * i)))
    }

    #[inline(always)]
    fn pack_i16([low, high]: [I16x32; 2]) -> U8x64 {
        let most = vector!(vdupq_n_u8(127));
        let pack = |a, b| vector!(vminq_u8(vqmovun_high_s16(vqmovun_s16(a), b), most));
        [pack(low[0], low[1]), pack(low[2], low[3]), pack(high[0], high[1]), pack(high[2], high[3])]
    }

    #[inline(always)]
    fn squares(values: U8x64) -> U8x64 {
        values.map(|part| {
            let low = vector!(vmull_u8(vget_low_u8(part), vget_low_u8(part)));
            let high = vector!(vmull_high_u8(part, part));
            vector!(vshrn_high_n_u16::<7>(vshrn_n_u16::<7>(low), high))
        })
    }

    #[inline(always)]
    fn splat_i32(number: i32) -> I32x16 {
        [vector!(vdupq_n_s32(number)); 4]
    }

    #[inline(always)]
    fn add_i32(a: I32x16, b: I32x16) -> I32x16 {
        each!(vaddq_s32, a, b)
    }

    #[inline(always)]
    fn shift_right_i32<const BITS: u32>(a: I32x16) -> I32x16 {
        let count = Self::splat_i32(-(BITS as i32));
        each!(vshlq_s32, a, count)
    }

    #[inline(always)]
    fn pack_i32(low: I32x16, high: I32x16) -> I16x32 {
        let pack = |a, b| vector!(vqmovn_high_s32(vqmovn_s32(a), b));
        [pack(low[0], low[1]), pack(low[2], low[3]), pack(high[0], high[1]), pack(high[2], high[3])]
    }

    #[inline(always)]
    fn sum_i32(a: I32x16) -> i32 {
        let halves = [vector!(vaddq_s32(a[0], a[1])), vector!(vaddq_s32(a[2], a[3]))];
        vector!(vaddvq_s32(vaddq_s32(halves[0], halves[1])))
    }

    #[inline(always)]
    fn nonzero_groups(vector: U8x64) -> u16 {
        // The mask of each group is narrowed to a byte, of which one bit is kept.
        let nonzero = vector.map(|part| {
            let groups = vector!(vreinterpretq_u32_u8(part));
            vector!(vmovn_u32(vtstq_u32(groups, groups)))
        });
        let bytes = |a, b| vector!(vmovn_u16(vcombine_u16(a, b)));
        let [low, high] = [bytes(nonzero[0], nonzero[1]), bytes(nonzero[2], nonzero[3])];
        let bits = vector!(vcreate_u8(0x8040_2010_0804_0201));
        let mask = |half| u16::from(vector!(vaddv_u8(vand_u8(half, bits))));
        mask(low) | mask(high) << 8
    }

    #[inline(always)]
    fn dot(sums: I32x16, group: [u8; 4], weights: &[i8; BYTES]) -> I32x16 {
        // No byte is above 127, so signed products are the same.
        let word = i32::from_ne_bytes(group);
        let values = vector!(vreinterpretq_s8_s32(vdupq_n_s32(word)));
        from_fn(|i| {
            let weights = vector!(vld1q_s8(weights[16 * i..][..16].as_ptr()));
            add_dot(sums[i], values, weights)
        })
    }
}
