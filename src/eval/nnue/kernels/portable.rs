//! The kernel for every machine.

use std::array::from_fn;

use bytemuck::cast_mut;

use super::{Kernel, NARROW, NarrowWeights, Row, SECOND, SecondWeights, Squares, View};
use crate::eval::nnue::network::{HIDDEN, HIDDEN_ONE};

/// Plain loops, which compilers know how to make vectors of.
pub struct Portable;

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
        // A sum for each half of a group, by unit: neighbours are added at the end.
        let mut sums = [0; 2 * NARROW];
        for (group, weights) in squares.0.iter().zip(&weights.0) {
            // Most units are silent.
            if *group == 0 {
                continue;
            }
            let [a, b, c, d] = group.to_ne_bytes().map(i16::from);
            let weights: &[[i8; 4]; NARROW] = weights;
            for (sums, weights) in sums.as_chunks_mut::<2>().0.iter_mut().zip(weights) {
                let [of_a, of_b, of_c, of_d] = weights.map(i16::from);
                sums[0] += i32::from(a) * i32::from(of_a) + i32::from(b) * i32::from(of_b);
                sums[1] += i32::from(c) * i32::from(of_c) + i32::from(d) * i32::from(of_d);
            }
        }
        from_fn(|unit| sums[2 * unit] + sums[2 * unit + 1])
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
