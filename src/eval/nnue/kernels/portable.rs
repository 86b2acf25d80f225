//! The kernel for every machine.

use super::{Kernel, Row};
use crate::eval::nnue::network::HIDDEN_ONE;

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
}
