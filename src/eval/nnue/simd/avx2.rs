//! The backend on 256-bit registers, only in builds with AVX2; uses AVX-VNNI where the build has
//! it.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

use std::arch::x86_64::*;

use bytemuck::{cast, cast_ref};

use super::{BYTES, Simd};

pub struct Avx2;

type Pair = [__m256i; 2];

macro_rules! vector {
    ($call:expr) => {
        // SAFETY: the build has AVX2, see the head; calls for AVX-VNNI are compiled only with it.
        unsafe { $call }
    };
}

macro_rules! both {
    ($instruction:path, $($operand:expr),+) => {
        [
            vector!($instruction($($operand[0]),+)),
            vector!($instruction($($operand[1]),+)),
        ]
    };
}

/// Undoes the order of packing, which puts results of both operands into each 128-bit lane.
#[inline(always)]
fn in_order(packed: __m256i) -> __m256i {
    vector!(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed))
}

impl Simd for Avx2 {
    const SPARSE: bool = true;
    type I16 = Pair;
    type I32 = Pair;
    type U8 = Pair;

    #[inline(always)]
    fn splat_i16(number: i16) -> Pair {
        [vector!(_mm256_set1_epi16(number)); 2]
    }

    #[inline(always)]
    fn min_i16(a: Pair, b: Pair) -> Pair {
        both!(_mm256_min_epi16, a, b)
    }

    #[inline(always)]
    fn max_i16(a: Pair, b: Pair) -> Pair {
        both!(_mm256_max_epi16, a, b)
    }

    #[inline(always)]
    fn shift_left_i16<const BITS: u32>(a: Pair) -> Pair {
        let count = vector!(_mm_cvtsi32_si128(BITS as i32));
        a.map(|half| vector!(_mm256_sll_epi16(half, count)))
    }

    #[inline(always)]
    fn mul_high_i16(a: Pair, b: Pair) -> Pair {
        both!(_mm256_mulhi_epi16, a, b)
    }

    #[inline(always)]
    fn multiply_add(sums: Pair, a: Pair, b: Pair) -> Pair {
        cfg_select! {
            target_feature = "avxvnni" => { both!(_mm256_dpwssd_avx_epi32, sums, a, b) }
            _ => { Self::add_i32(sums, both!(_mm256_madd_epi16, a, b)) }
        }
    }

    /// Adds the differences as they come from unpacking, which works on each 128-bit lane by
    /// itself.
    #[inline(always)]
    fn add_differences(
        [low, high]: [Pair; 2],
        added: &[u8; BYTES],
        removed: &[u8; BYTES],
    ) -> [Pair; 2] {
        let (added, removed): (Pair, Pair) = (cast(*added), cast(*removed));
        let signs: __m256i = cast([[1i8, -1]; 16]);
        let add = |sums: Pair, added, removed| {
            let pairs = [
                vector!(_mm256_unpacklo_epi8(added, removed)),
                vector!(_mm256_unpackhi_epi8(added, removed)),
            ];
            let differences = both!(_mm256_maddubs_epi16, pairs, [signs; 2]);
            both!(_mm256_add_epi16, sums, differences)
        };
        [add(low, added[0], removed[0]), add(high, added[1], removed[1])]
    }

    #[inline(always)]
    fn pack_i16(arranged: [Pair; 2]) -> Pair {
        let zero = vector!(_mm256_setzero_si256());
        arranged.map(|[low, high]| {
            let packed = vector!(_mm256_packs_epi16(low, high));
            vector!(_mm256_max_epi8(packed, zero))
        })
    }

    /// Returns the upper eight bits of twice each product, which fits 16 bits.
    #[inline(always)]
    fn squares(values: Pair) -> Pair {
        let squares = |twice| vector!(_mm256_srli_epi16::<8>(_mm256_maddubs_epi16(twice, twice)));
        values.map(|half| {
            let low = squares(vector!(_mm256_unpacklo_epi8(half, half)));
            let high = squares(vector!(_mm256_unpackhi_epi8(half, half)));
            vector!(_mm256_packus_epi16(low, high))
        })
    }

    #[inline(always)]
    fn splat_i32(number: i32) -> Pair {
        [vector!(_mm256_set1_epi32(number)); 2]
    }

    #[inline(always)]
    fn add_i32(a: Pair, b: Pair) -> Pair {
        both!(_mm256_add_epi32, a, b)
    }

    #[inline(always)]
    fn shift_right_i32<const BITS: u32>(a: Pair) -> Pair {
        let count = vector!(_mm_cvtsi32_si128(BITS as i32));
        a.map(|half| vector!(_mm256_sra_epi32(half, count)))
    }

    #[inline(always)]
    fn pack_i32(low: Pair, high: Pair) -> Pair {
        let pack = |[a, b]: Pair| in_order(vector!(_mm256_packs_epi32(a, b)));
        [pack(low), pack(high)]
    }

    #[inline(always)]
    fn sum_i32(a: Pair) -> i32 {
        let lanes: [i32; 8] = cast(vector!(_mm256_add_epi32(a[0], a[1])));
        lanes.into_iter().fold(0, i32::wrapping_add)
    }

    #[inline(always)]
    fn nonzero_groups(vector: Pair) -> u16 {
        // No byte is above 127, so no group of four is negative.
        let bits = |half| {
            let nonzero = vector!(_mm256_cmpgt_epi32(half, _mm256_setzero_si256()));
            vector!(_mm256_movemask_ps(_mm256_castsi256_ps(nonzero))) as u16
        };
        bits(vector[0]) | bits(vector[1]) << 8
    }

    #[inline(always)]
    fn dot(sums: Pair, group: [u8; 4], weights: &[i8; BYTES]) -> Pair {
        let values = [vector!(_mm256_set1_epi32(cast(group))); 2];
        let weights: &[[i8; 32]; 2] = cast_ref(weights);
        let weights: Pair = weights.map(cast);
        cfg_select! {
            target_feature = "avxvnni" => {
                both!(_mm256_dpbusd_avx_epi32, sums, values, weights)
            }
            _ => {
                // Two products of numbers up to 127 and 128 fit 16 bits.
                let pairs = both!(_mm256_maddubs_epi16, values, weights);
                Self::multiply_add(sums, pairs, Self::splat_i16(1))
            }
        }
    }

    #[inline(always)]
    fn differences(a: &[u8; BYTES], b: &[u8; BYTES]) -> u64 {
        let [a, b]: [Pair; 2] = [cast(*a), cast(*b)];
        let [low, high] =
            both!(_mm256_cmpeq_epi8, a, b).map(|equal| vector!(_mm256_movemask_epi8(equal)) as u32);
        !(u64::from(low) | u64::from(high) << 32)
    }

    #[inline(always)]
    fn set_bits(bytes: &mut [u8; BYTES], mask: u64, bits: u8) {
        // Each byte of the mask is copied eight times, and in each copy another bit is tested.
        let order: __m256i = cast([[0u8; 8], [1; 8], [2; 8], [3; 8]]);
        let bit_of_byte: __m256i = cast([[1u8, 2, 4, 8, 16, 32, 64, 128]; 4]);
        let bits = vector!(_mm256_set1_epi8(bits as i8));
        let halves: Pair = cast(*bytes);
        let masks = [mask as i32, (mask >> 32) as i32];
        let set: [__m256i; 2] = std::array::from_fn(|half| {
            let copies = vector!(_mm256_shuffle_epi8(_mm256_set1_epi32(masks[half]), order));
            let own = vector!(_mm256_and_si256(copies, bit_of_byte));
            let is_set = vector!(_mm256_cmpeq_epi8(own, bit_of_byte));
            vector!(_mm256_or_si256(halves[half], _mm256_and_si256(is_set, bits)))
        });
        *bytes = cast(set);
    }
}
