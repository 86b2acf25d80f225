//! The kernel for every machine.

use bytemuck::{cast, cast_mut, cast_ref};

use super::{GROUPS, Kernel, NARROW, NarrowWeights, Row, SECOND, SecondWeights, Squares, View};
use crate::eval::nnue::network::{HIDDEN, HIDDEN_ONE};

/// Plain loops, which compilers know how to make vectors of.
pub struct Portable;

/// Pairs of units of the first narrow layer.
const PAIRS: usize = NARROW / 2;

/// The weights from one group to each pair: eight, which are a vector.
type Weights = [[i8; 8]; PAIRS];

/// Adds the products of two groups with their weights. A function of its own, as
/// compilers that see more of the sums make worse vectors of this.
#[inline(never)]
fn add_groups(sums: &mut [[i32; 8]; PAIRS], groups: [u32; 2], weights: [&Weights; 2]) {
    let [front, back] = groups.map(|group| {
        let [a, b, c, d] = group.to_ne_bytes().map(i16::from);
        [a, b, c, d, a, b, c, d]
    });
    for ((sums, of_front), of_back) in sums.iter_mut().zip(weights[0]).zip(weights[1]) {
        for (i, sum) in sums.iter_mut().enumerate() {
            // Two products of numbers up to 127 fit 16 bits.
            let products = front[i] * i16::from(of_front[i]) + back[i] * i16::from(of_back[i]);
            *sum += i32::from(products);
        }
    }
}

impl Kernel for Portable {
    const NAME: &'static str = "portable";

    #[inline]
    fn update<const ADDED: usize, const REMOVED: usize>(
        from: &Row,
        to: &mut Row,
        added: [&Row; ADDED],
        removed: [&Row; REMOVED],
    ) {
        for (i, value) in to.0.iter_mut().enumerate() {
            let mut sum = from.0[i];
            for row in added {
                sum = sum.wrapping_add(row.0[i]);
            }
            for row in removed {
                sum = sum.wrapping_sub(row.0[i]);
            }
            *value = sum;
        }
    }

    #[inline]
    fn add(to: &mut Row, row: &Row) {
        for (value, add) in to.0.iter_mut().zip(&row.0) {
            *value = value.wrapping_add(*add);
        }
    }

    #[inline]
    fn subtract(to: &mut Row, row: &Row) {
        for (value, subtract) in to.0.iter_mut().zip(&row.0) {
            *value = value.wrapping_sub(*subtract);
        }
    }

    #[inline]
    fn weigh(values: &Row, weights: &Row) -> i32 {
        let products = values.0.iter().zip(&weights.0).map(|(&value, &weight)| {
            let clipped = value.clamp(0, HIDDEN_ONE as i16);
            // Fits, as no weight is beyond 128.
            i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
        });
        products.fold(0, i32::wrapping_add)
    }

    #[inline]
    fn square(values: &Row, to: &mut View) {
        let to: &mut [u8; HIDDEN] = cast_mut(to);
        for (to, &value) in to.iter_mut().zip(&values.0) {
            let clipped = i32::from(value).clamp(0, HIDDEN_ONE);
            *to = ((clipped * clipped) >> 9) as u8;
        }
    }

    #[inline]
    fn narrow(squares: &Squares, weights: &NarrowWeights) -> [i32; NARROW] {
        let weights: &[Weights; GROUPS] = cast_ref(&weights.0);
        // For each unit a sum for each place in a group: they meet at the end.
        let mut sums = [[0; 8]; PAIRS];
        // Most groups are silent.
        let mut loud = squares.0.iter().zip(weights).filter(|of| *of.0 != 0);
        while let Some(first) = loud.next() {
            let second = loud.next().unwrap_or((&0, first.1));
            add_groups(&mut sums, [*first.0, *second.0], [first.1, second.1]);
        }
        let sums: [[i32; 4]; NARROW] = cast(sums);
        sums.map(|places| places.iter().sum())
    }

    #[inline]
    fn second(
        units: &[i16; NARROW],
        weights: &SecondWeights,
        bias: &[i32; SECOND],
    ) -> [i32; SECOND] {
        let mut sums = *bias;
        for ([a, b], weights) in units.as_chunks::<2>().0.iter().zip(&weights.0) {
            for (sum, [of_a, of_b]) in sums.iter_mut().zip(weights) {
                let products = i32::from(*a) * i32::from(*of_a) + i32::from(*b) * i32::from(*of_b);
                *sum = sum.wrapping_add(products);
            }
        }
        sums
    }
}
