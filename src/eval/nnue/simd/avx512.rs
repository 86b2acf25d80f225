//! The backend on 512-bit registers, only in builds with AVX-512F and BW; uses VNNI and VBMI2 where
//! the build has them.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

use std::arch::x86_64::*;

use bytemuck::cast;

use super::{BYTES, GROUPS, I16S, InputNumbers, PARTS, Simd};

pub struct Avx512;

macro_rules! vector {
    ($call:expr) => {
        // SAFETY: the build has AVX-512F and BW, see the head; VNNI and VBMI2 are called only where
        // it has them.
        unsafe { $call }
    };
}

/// Undoes the order of packing, which puts results of both operands into each 128-bit lane.
#[inline(always)]
fn in_order(packed: __m512i) -> __m512i {
    let order: __m512i = cast([0u64, 2, 4, 6, 1, 3, 5, 7]);
    vector!(_mm512_permutexvar_epi64(order, packed))
}

/// Adds the products of four neighbouring bytes, those of the first up to 127.
#[inline(always)]
fn add_products(sums: __m512i, bytes: __m512i, weights: __m512i) -> __m512i {
    cfg_select! {
        target_feature = "avx512vnni" => {
            vector!(_mm512_dpbusd_epi32(sums, bytes, weights))
        }
        _ => {
            // Two products of numbers up to 127 and 128 fit 16 bits.
            let pairs = vector!(_mm512_maddubs_epi16(bytes, weights));
            Avx512::multiply_add(sums, pairs, Avx512::splat_i16(1))
        }
    }
}

/// Chooses half of the four lanes of two vectors, two of each, by their numbers.
macro_rules! lanes {
    ($lanes:literal, $a:expr, $b:expr) => {
        vector!(_mm512_shuffle_i32x4::<$lanes>($a, $b))
    };
}

impl Simd for Avx512 {
    const SPARSE: bool = false;
    type I16 = __m512i;
    type I32 = __m512i;
    type U8 = __m512i;

    #[inline(always)]
    fn splat_i16(number: i16) -> __m512i {
        vector!(_mm512_set1_epi16(number))
    }

    #[inline(always)]
    fn min_i16(a: __m512i, b: __m512i) -> __m512i {
        vector!(_mm512_min_epi16(a, b))
    }

    #[inline(always)]
    fn max_i16(a: __m512i, b: __m512i) -> __m512i {
        vector!(_mm512_max_epi16(a, b))
    }

    #[inline(always)]
    fn shift_left_i16<const BITS: u32>(a: __m512i) -> __m512i {
        vector!(_mm512_slli_epi16::<BITS>(a))
    }

    #[inline(always)]
    fn mul_high_i16(a: __m512i, b: __m512i) -> __m512i {
        vector!(_mm512_mulhi_epi16(a, b))
    }

    #[inline(always)]
    fn multiply_add(sums: __m512i, a: __m512i, b: __m512i) -> __m512i {
        cfg_select! {
            target_feature = "avx512vnni" => { vector!(_mm512_dpwssd_epi32(sums, a, b)) }
            _ => { vector!(_mm512_add_epi32(sums, _mm512_madd_epi16(a, b))) }
        }
    }

    /// Adds the differences as they come from unpacking, which works on each 128-bit lane by
    /// itself.
    #[inline(always)]
    fn add_differences(
        [low, high]: [__m512i; 2],
        added: &[u8; BYTES],
        removed: &[u8; BYTES],
    ) -> [__m512i; 2] {
        let (added, removed) = (cast(*added), cast(*removed));
        let signs: __m512i = cast([[1i8, -1]; I16S]);
        let differences = |pairs| vector!(_mm512_maddubs_epi16(pairs, signs));
        let low_pairs = vector!(_mm512_unpacklo_epi8(added, removed));
        let high_pairs = vector!(_mm512_unpackhi_epi8(added, removed));
        [
            vector!(_mm512_add_epi16(low, differences(low_pairs))),
            vector!(_mm512_add_epi16(high, differences(high_pairs))),
        ]
    }

    #[inline(always)]
    fn pack_i16([low, high]: [__m512i; 2]) -> __m512i {
        let packed = vector!(_mm512_packs_epi16(low, high));
        vector!(_mm512_max_epi8(packed, _mm512_setzero_si512()))
    }

    /// Returns the upper eight bits of twice each product, which fits 16 bits.
    #[inline(always)]
    fn squares(values: __m512i) -> __m512i {
        let squares = |twice| vector!(_mm512_srli_epi16::<8>(_mm512_maddubs_epi16(twice, twice)));
        let low = squares(vector!(_mm512_unpacklo_epi8(values, values)));
        let high = squares(vector!(_mm512_unpackhi_epi8(values, values)));
        vector!(_mm512_packus_epi16(low, high))
    }

    #[inline(always)]
    fn splat_i32(number: i32) -> __m512i {
        vector!(_mm512_set1_epi32(number))
    }

    #[inline(always)]
    fn add_i32(a: __m512i, b: __m512i) -> __m512i {
        vector!(_mm512_add_epi32(a, b))
    }

    #[inline(always)]
    fn shift_right_i32<const BITS: u32>(a: __m512i) -> __m512i {
        vector!(_mm512_srai_epi32::<BITS>(a))
    }

    #[inline(always)]
    fn pack_i32(low: __m512i, high: __m512i) -> __m512i {
        in_order(vector!(_mm512_packs_epi32(low, high)))
    }

    #[inline(always)]
    fn sum_i32(a: __m512i) -> i32 {
        vector!(_mm512_reduce_add_epi32(a))
    }

    #[inline(always)]
    fn nonzero_groups(vector: __m512i) -> u16 {
        vector!(_mm512_test_epi32_mask(vector, vector))
    }

    #[inline(always)]
    fn dot(sums: __m512i, group: [u8; 4], weights: &[i8; BYTES]) -> __m512i {
        let values = vector!(_mm512_set1_epi32(cast(group)));
        add_products(sums, values, cast(*weights))
    }

    /// Returns the place of a group's weights for one sum. Each 128-bit lane of a vector has a
    /// group of that lane and its weights for four sums.
    #[inline(always)]
    fn place(group: usize, sum: usize) -> [usize; 2] {
        [group % 4 * 4 + sum / 4, group / 4 * 4 + sum % 4]
    }

    /// Adds the products with one shuffle of the bytes for every four vectors of weights. Without
    /// it, each vector would need a load to spread its group, and loads are what takes the time.
    #[inline(always)]
    fn dots<const N: usize>(
        sums: &mut [[__m512i; PARTS]; N],
        bytes: __m512i,
        weights: &[[[i8; BYTES]; N]; GROUPS],
    ) {
        let spread = [
            vector!(_mm512_shuffle_epi32::<0b00_00_00_00>(bytes)),
            vector!(_mm512_shuffle_epi32::<0b01_01_01_01>(bytes)),
            vector!(_mm512_shuffle_epi32::<0b10_10_10_10>(bytes)),
            vector!(_mm512_shuffle_epi32::<0b11_11_11_11>(bytes)),
        ];
        for (i, weights) in weights.iter().enumerate() {
            for (parts, weights) in sums.iter_mut().zip(weights) {
                let part = &mut parts[i % PARTS];
                *part = add_products(*part, spread[i / 4], cast(*weights));
            }
        }
    }

    /// Returns the whole sums. Each lane of a part has the shares of its groups in four sums: in
    /// parts 0 and 4 those in sums 0 to 3, in parts 1 and 5 those in the next four, and so on.
    #[inline(always)]
    fn total([a, b, c, d, e, f, g, h]: [__m512i; PARTS]) -> __m512i {
        let add = Self::add_i32;
        let halves = |a, b| add(lanes!(0b01_00_01_00, a, b), lanes!(0b11_10_11_10, a, b));
        let (low, high) = (halves(add(a, e), add(b, f)), halves(add(c, g), add(d, h)));
        add(lanes!(0b10_00_10_00, low, high), lanes!(0b11_01_11_01, low, high))
    }

    #[inline(always)]
    fn differences(a: &[u8; BYTES], b: &[u8; BYTES]) -> u64 {
        vector!(_mm512_cmpneq_epi8_mask(cast(*a), cast(*b)))
    }

    #[inline(always)]
    fn set_bits(bytes: &mut [u8; BYTES], mask: u64, bits: u8) {
        let bits = vector!(_mm512_maskz_set1_epi8(mask, bits as i8));
        *bytes = cast(vector!(_mm512_or_si512(cast(*bytes), bits)));
    }

    #[inline(always)]
    fn inputs(
        numbers: &InputNumbers,
        bytes: &[u8; BYTES],
        mask: u64,
        flip: u8,
        to: &mut [u16; BYTES],
    ) {
        cfg_select! {
            target_feature = "avx512vbmi2" => {
                const INDICES: [u8; BYTES] = {
                    let mut indices = [0; BYTES];
                    let mut i = 0;
                    while i < BYTES {
                        indices[i] = i as u8;
                        i += 1;
                    }
                    indices
                };
                let [low, high]: [__m512i; 2] = cast(numbers.table);
                let flipped = vector!(_mm512_xor_si512(
                    cast(INDICES),
                    _mm512_set1_epi8(flip as i8)
                ));
                let indices = vector!(_mm512_maskz_compress_epi8(mask, flipped));
                let entries = vector!(_mm512_maskz_compress_epi8(mask, cast(*bytes)));
                let [indices, entries]: [[__m256i; 2]; 2] = [cast(indices), cast(entries)];
                let of_half = |half: usize| -> [u16; I16S] {
                    let entries = vector!(_mm512_cvtepu8_epi16(entries[half]));
                    let indices = vector!(_mm512_cvtepu8_epi16(indices[half]));
                    let mut number = vector!(_mm512_permutex2var_epi16(low, entries, high));
                    for (bit, step) in [(1 << 6, numbers.steps[0]), (1 << 7, numbers.steps[1])] {
                        let is_set = vector!(_mm512_test_epi16_mask(entries, _mm512_set1_epi16(bit)));
                        let step = vector!(_mm512_maskz_set1_epi16(is_set, step as i16));
                        number = vector!(_mm512_add_epi16(number, step));
                    }
                    cast(vector!(_mm512_add_epi16(number, indices)))
                };
                let (front, back) = to.split_at_mut(I16S);
                front.copy_from_slice(&of_half(0));
                back.copy_from_slice(&of_half(1));
            }
            _ => { super::board::inputs(numbers, bytes, mask, flip, to) }
        }
    }
}
