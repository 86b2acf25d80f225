//! The attack table on 256-bit registers: its lists are read four at a time.
//!
//! Compiled only where the build says that the processor has AVX2, which makes
//! the calls of functions for AVX2 sound.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

use std::arch::x86_64::*;
use std::cell::Cell;

use bytemuck::cast;

use super::target_lists::{Scan, TargetLists, Targets};
use crate::board::piece::PieceSet;
use crate::board::square::SquareSet;

/// The attack table for processors with AVX2.
pub type Avx2Table = TargetLists<FourAtATime>;

/// Reads the lists in vectors of four.
#[derive(Clone, Default)]
pub struct FourAtATime;

#[target_feature(enable = "avx2")]
#[inline]
fn attackers(targets: &Targets, squares: SquareSet) -> u16 {
    let wanted = _mm256_set1_epi64x(squares.0 as i64);
    let mut others = 0;
    for (i, four) in targets.as_chunks::<4>().0.iter().enumerate() {
        let attacked = _mm256_and_si256(load(four), wanted);
        let none = _mm256_cmpeq_epi64(attacked, _mm256_setzero_si256());
        others |= (_mm256_movemask_pd(_mm256_castsi256_pd(none)) as u16) << (4 * i);
    }
    !others
}

#[target_feature(enable = "avx2")]
#[inline]
fn attacked(targets: &Targets) -> u64 {
    let (fours, _) = targets.as_chunks::<4>();
    let [a, b, c, d] = [0, 1, 2, 3].map(|i: usize| load(&fours[i]));
    let four = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));
    let [a, b, c, d]: [u64; 4] = cast(four);
    a | b | c | d
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(four: &[Cell<SquareSet>; 4]) -> __m256i {
    cast(four.each_ref().map(|set| set.get().0))
}

impl Scan for FourAtATime {
    const NAME: &'static str = "AVX2";

    #[inline(always)]
    fn attackers(targets: &Targets, pieces: PieceSet, squares: SquareSet) -> PieceSet {
        // SAFETY: the build has AVX2, see the head of the file.
        PieceSet::from_bits(unsafe { attackers(targets, squares) }).intersection(pieces)
    }

    #[inline(always)]
    fn attacked(targets: &Targets) -> SquareSet {
        // SAFETY: the build has AVX2, see the head of the file.
        SquareSet(unsafe { attacked(targets) })
    }
}
