//! The kernel on 512-bit registers.
//!
//! Compiled only where the build says that the processor has AVX-512F and BW,
//! which makes the calls of functions for them sound.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

use std::arch::x86_64::*;

use bytemuck::{cast, cast_mut, cast_ref};

use super::{Kernel, Row};
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
}
