//! The kernel on 512-bit registers.
//!
//! Compiled only where the build says that the processor has AVX-512F and BW,
//! which makes the calls of functions for them sound. What uses VNNI besides does
//! so only where the build says that the processor has that too.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

use std::arch::x86_64::*;

use bytemuck::{cast, cast_mut, cast_ref};

use super::{GROUPS, Kernel, NARROW, NarrowWeights, Row, SECOND, SecondWeights, Squares, View};
use crate::eval::nnue::network::{HIDDEN, HIDDEN_ONE};

/// Thirty-two units at a time.
pub struct Avx512;

/// A row in vectors.
type Vectors = [[i16; 32]; HIDDEN / 32];

fn vectors(row: &Row) -> &Vectors {
    cast_ref(&row.0)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn update<const ADDED: usize, const REMOVED: usize>(
    from: &Row,
    to: &mut Row,
    added: [&Row; ADDED],
    removed: [&Row; REMOVED],
) {
    let to: &mut Vectors = cast_mut(&mut to.0);
    for (i, value) in to.iter_mut().enumerate() {
        let mut sum: __m512i = cast(vectors(from)[i]);
        for row in added {
            sum = _mm512_add_epi16(sum, cast(vectors(row)[i]));
        }
        for row in removed {
            sum = _mm512_sub_epi16(sum, cast(vectors(row)[i]));
        }
        *value = cast(sum);
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn add(to: &mut Row, row: &Row) {
    let to: &mut Vectors = cast_mut(&mut to.0);
    for (value, &add) in to.iter_mut().zip(vectors(row)) {
        *value = cast(_mm512_add_epi16(cast(*value), cast(add)));
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn subtract(to: &mut Row, row: &Row) {
    let to: &mut Vectors = cast_mut(&mut to.0);
    for (value, &subtract) in to.iter_mut().zip(vectors(row)) {
        *value = cast(_mm512_sub_epi16(cast(*value), cast(subtract)));
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn weigh(values: &Row, weights: &Row) -> i32 {
    let one = _mm512_set1_epi16(HIDDEN_ONE as i16);
    let mut sum = _mm512_setzero_si512();
    for (&value, &weight) in vectors(values).iter().zip(vectors(weights)) {
        let clipped = _mm512_max_epi16(cast(value), _mm512_setzero_si512());
        let clipped = _mm512_min_epi16(clipped, one);
        let weighed = _mm512_mullo_epi16(clipped, cast(weight));
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(weighed, clipped));
    }
    let parts: [i32; 16] = cast(sum);
    parts.into_iter().fold(0, i32::wrapping_add)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn square(values: &Row, to: &mut View) {
    let one = _mm512_set1_epi16(HIDDEN_ONE as i16);
    let to: &mut [[u8; 32]; HIDDEN / 32] = cast_mut(to);
    for (to, &value) in to.iter_mut().zip(vectors(values)) {
        let clipped = _mm512_max_epi16(cast(value), _mm512_setzero_si512());
        let clipped = _mm512_min_epi16(clipped, one);
        let squared = _mm512_srli_epi16::<9>(_mm512_mullo_epi16(clipped, clipped));
        *to = cast(_mm512_cvtepi16_epi8(squared));
    }
}

#[cfg_attr(target_feature = "avx512vnni", target_feature(enable = "avx512vnni"))]
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn narrow(squares: &Squares, weights: &NarrowWeights) -> [i32; NARROW] {
    // Four sums, so that none waits for the one before.
    let mut sums = [_mm512_setzero_si512(); 4];
    let weights: &[[[i8; 64]; 4]; GROUPS / 4] = cast_ref(&weights.0);
    for (groups, weights) in squares.0.as_chunks::<4>().0.iter().zip(weights) {
        for ((sum, &group), &weights) in sums.iter_mut().zip(groups).zip(weights) {
            *sum = multiply_add(*sum, _mm512_set1_epi32(group as i32), cast(weights));
        }
    }
    let [a, b, c, d] = sums;
    cast(_mm512_add_epi32(
        _mm512_add_epi32(a, b),
        _mm512_add_epi32(c, d),
    ))
}

/// Adds to each sum four products of a byte without sign and one with: of numbers
/// up to 127, so that two fit 16 bits.
#[cfg(not(target_feature = "avx512vnni"))]
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn multiply_add(sums: __m512i, values: __m512i, weights: __m512i) -> __m512i {
    let pairs = _mm512_maddubs_epi16(values, weights);
    _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
}

/// The same in one instruction.
#[cfg(target_feature = "avx512vnni")]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn multiply_add(sums: __m512i, values: __m512i, weights: __m512i) -> __m512i {
    _mm512_dpbusd_epi32(sums, values, weights)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn second(units: &[i16; NARROW], weights: &SecondWeights, bias: &[i32; SECOND]) -> [i32; SECOND] {
    let bias: &[[i32; 16]; SECOND / 16] = cast_ref(bias);
    let mut sums = bias.map(|bias| -> __m512i { cast(bias) });
    let weights: &[[[[i16; 2]; 16]; SECOND / 16]; NARROW / 2] = cast_ref(&weights.0);
    for (&pair, weights) in units.as_chunks::<2>().0.iter().zip(weights) {
        let pair = _mm512_set1_epi32(cast(pair));
        for (sum, &weights) in sums.iter_mut().zip(weights) {
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(pair, cast(weights)));
        }
    }
    cast(sums)
}

impl Kernel for Avx512 {
    const NAME: &'static str = "AVX-512";

    #[inline(always)]
    fn update<const ADDED: usize, const REMOVED: usize>(
        from: &Row,
        to: &mut Row,
        added: [&Row; ADDED],
        removed: [&Row; REMOVED],
    ) {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { update(from, to, added, removed) }
    }

    #[inline(always)]
    fn add(to: &mut Row, row: &Row) {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { add(to, row) }
    }

    #[inline(always)]
    fn subtract(to: &mut Row, row: &Row) {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { subtract(to, row) }
    }

    #[inline(always)]
    fn weigh(values: &Row, weights: &Row) -> i32 {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { weigh(values, weights) }
    }

    #[inline(always)]
    fn square(values: &Row, to: &mut View) {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { square(values, to) }
    }

    #[inline(always)]
    fn narrow(squares: &Squares, weights: &NarrowWeights) -> [i32; NARROW] {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { narrow(squares, weights) }
    }

    #[inline(always)]
    fn second(
        units: &[i16; NARROW],
        weights: &SecondWeights,
        bias: &[i32; SECOND],
    ) -> [i32; SECOND] {
        // SAFETY: the build has these features, see the head of the file.
        unsafe { second(units, weights, bias) }
    }
}
