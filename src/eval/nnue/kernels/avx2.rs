//! The kernel on 256-bit registers.
//!
//! Compiled only where the build says that the processor has AVX2, which makes
//! the calls of functions for AVX2 sound.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

use std::arch::x86_64::*;

use bytemuck::{cast, cast_mut, cast_ref};

use super::{GROUPS, Kernel, NARROW, NarrowWeights, Row, SECOND, SecondWeights, Squares, View};
use crate::eval::nnue::network::{HIDDEN, HIDDEN_ONE};

/// Sixteen units at a time.
pub struct Avx2;

/// A row in vectors.
type Vectors = [[i16; 16]; HIDDEN / 16];

fn vectors(row: &Row) -> &Vectors {
    cast_ref(&row.0)
}

#[target_feature(enable = "avx2")]
#[inline]
fn update<const ADDED: usize, const REMOVED: usize>(
    from: &Row,
    to: &mut Row,
    added: [&Row; ADDED],
    removed: [&Row; REMOVED],
) {
    let to: &mut Vectors = cast_mut(&mut to.0);
    for (i, value) in to.iter_mut().enumerate() {
        let mut sum: __m256i = cast(vectors(from)[i]);
        for row in added {
            sum = _mm256_add_epi16(sum, cast(vectors(row)[i]));
        }
        for row in removed {
            sum = _mm256_sub_epi16(sum, cast(vectors(row)[i]));
        }
        *value = cast(sum);
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn add(to: &mut Row, row: &Row) {
    let to: &mut Vectors = cast_mut(&mut to.0);
    for (value, &add) in to.iter_mut().zip(vectors(row)) {
        *value = cast(_mm256_add_epi16(cast(*value), cast(add)));
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn subtract(to: &mut Row, row: &Row) {
    let to: &mut Vectors = cast_mut(&mut to.0);
    for (value, &subtract) in to.iter_mut().zip(vectors(row)) {
        *value = cast(_mm256_sub_epi16(cast(*value), cast(subtract)));
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn weigh(values: &Row, weights: &Row) -> i32 {
    let one = _mm256_set1_epi16(HIDDEN_ONE as i16);
    let mut sum = _mm256_setzero_si256();
    for (&value, &weight) in vectors(values).iter().zip(vectors(weights)) {
        let clipped = _mm256_max_epi16(cast(value), _mm256_setzero_si256());
        let clipped = _mm256_min_epi16(clipped, one);
        let weighed = _mm256_mullo_epi16(clipped, cast(weight));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(weighed, clipped));
    }
    let parts: [i32; 8] = cast(sum);
    parts.into_iter().fold(0, i32::wrapping_add)
}

#[target_feature(enable = "avx2")]
#[inline]
fn square(values: &Row, to: &mut View) {
    let one = _mm256_set1_epi16(HIDDEN_ONE as i16);
    let to: &mut [[u8; 32]; HIDDEN / 32] = cast_mut(to);
    let values: &[[[i16; 16]; 2]; HIDDEN / 32] = cast_ref(&values.0);
    for (to, &values) in to.iter_mut().zip(values) {
        let [low, high] = values.map(|value| {
            let clipped = _mm256_max_epi16(cast(value), _mm256_setzero_si256());
            let clipped = _mm256_min_epi16(clipped, one);
            _mm256_srli_epi16::<9>(_mm256_mullo_epi16(clipped, clipped))
        });
        // Packing works on halves of a register, whose middle quarters change places.
        let packed = _mm256_packus_epi16(low, high);
        *to = cast(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed));
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn narrow(squares: &Squares, weights: &NarrowWeights) -> [i32; NARROW] {
    // Two sums for each half of the units, so that none waits for the one before.
    let mut sums = [[_mm256_setzero_si256(); 2]; 2];
    let weights: &[[[[i8; 32]; 2]; 2]; GROUPS / 2] = cast_ref(&weights.0);
    for (groups, weights) in squares.0.as_chunks::<2>().0.iter().zip(weights) {
        for ((sums, &group), weights) in sums.iter_mut().zip(groups).zip(weights) {
            let values = _mm256_set1_epi32(group as i32);
            for (sum, &weights) in sums.iter_mut().zip(weights) {
                // Two products of numbers up to 127 fit 16 bits.
                let pairs = _mm256_maddubs_epi16(values, cast(weights));
                let fours = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
                *sum = _mm256_add_epi32(*sum, fours);
            }
        }
    }
    let [[a, b], [c, d]] = sums;
    cast([_mm256_add_epi32(a, c), _mm256_add_epi32(b, d)])
}

#[target_feature(enable = "avx2")]
#[inline]
fn second(units: &[i16; NARROW], weights: &SecondWeights, bias: &[i32; SECOND]) -> [i32; SECOND] {
    let bias: &[[i32; 8]; SECOND / 8] = cast_ref(bias);
    let mut sums = bias.map(|bias| -> __m256i { cast(bias) });
    let weights: &[[[[i16; 2]; 8]; SECOND / 8]; NARROW / 2] = cast_ref(&weights.0);
    for (&pair, weights) in units.as_chunks::<2>().0.iter().zip(weights) {
        let pair = _mm256_set1_epi32(cast(pair));
        for (sum, &weights) in sums.iter_mut().zip(weights) {
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pair, cast(weights)));
        }
    }
    cast(sums)
}

impl Kernel for Avx2 {
    const NAME: &'static str = "AVX2";

    #[inline(always)]
    fn update<const ADDED: usize, const REMOVED: usize>(
        from: &Row,
        to: &mut Row,
        added: [&Row; ADDED],
        removed: [&Row; REMOVED],
    ) {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe { update(from, to, added, removed) }
    }

    #[inline(always)]
    fn add(to: &mut Row, row: &Row) {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe { add(to, row) }
    }

    #[inline(always)]
    fn subtract(to: &mut Row, row: &Row) {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe { subtract(to, row) }
    }

    #[inline(always)]
    fn weigh(values: &Row, weights: &Row) -> i32 {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe { weigh(values, weights) }
    }

    #[inline(always)]
    fn square(values: &Row, to: &mut View) {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe { square(values, to) }
    }

    #[inline(always)]
    fn narrow(squares: &Squares, weights: &NarrowWeights) -> [i32; NARROW] {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe { narrow(squares, weights) }
    }

    #[inline(always)]
    fn second(
        units: &[i16; NARROW],
        weights: &SecondWeights,
        bias: &[i32; SECOND],
    ) -> [i32; SECOND] {
        // SAFETY: the build has AVX2, see the head of the file.
        unsafe { second(units, weights, bias) }
    }
}
