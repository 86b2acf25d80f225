//! The layers behind the hidden one: 16 units, 32, and one; each clips and squares its inputs. The
//! first has 8-bit weights, for speed. <https://www.chessprogramming.org/Stockfish_NNUE>

use crate::eval::nnue::architecture::{HIDDEN, L1, L2};
use crate::eval::nnue::error::NetworkError;
use crate::eval::nnue::file::Numbers;
use crate::eval::nnue::layers::{Activations, L1Weights, L2Weights, clip, store_l1, weighted_l2};
use crate::eval::nnue::quantised::refuse_beyond;
use crate::eval::nnue::simd::{Aligned, I16S, I32S, Simd};

/// One among the hidden layer's squares.
const SQUARES_ONE: f64 = 255.0 * 255.0 / 512.0;
/// One among the weights of L1.
const FIRST_ONE: f64 = 64.0;
/// One in L1 and L2, where they are clipped.
const NARROW_ONE: i16 = (SQUARES_ONE * FIRST_ONE) as i16;
/// Squares are shifted right by so many bits, which nearly keeps one.
const SQUARE_SHIFT: u32 = 13;
/// One among the later weights is two to this power.
const WEIGHT_SHIFT: u32 = 10;
/// Keeps the sum of all products within a quarter of 32 bits: room for the bias.
const MAX_WEIGHT: i16 = 4096;

#[derive(Clone)]
pub struct Stack {
    l1: L1Weights,
    l1_bias: Aligned<[i32; L1]>,
    l2: L2Weights<{ L1 / 2 }>,
    l2_bias: Aligned<[i32; L2]>,
    l3: Aligned<[i16; L2]>,
}

impl Stack {
    /// One logistic unit: one is 8128.125 in the first layer, 8128.125² / 2¹³ squared, and so on.
    pub const ONE: i32 = {
        let first = SQUARES_ONE * FIRST_ONE;
        let second = first * first / (1 << SQUARE_SHIFT) as f64;
        let third = second * second / (1 << SQUARE_SHIFT) as f64;
        (third * (1 << WEIGHT_SHIFT) as f64) as i32
    };

    pub const fn file_size(units: usize) -> usize {
        let first = 2 * units * L1 + 4 * L1;
        let second = 2 * L1 * L2 + 4 * L2;
        first + second + 2 * L2
    }

    /// Reads by unit of L1 its 8-bit weights, the side to move's view first; its 32-bit biases; by
    /// unit of L1 the 16-bit weights of L2; its biases; the weights of the last layer.
    ///
    /// # Errors
    /// Where a weight is larger than the arithmetic can take.
    pub fn read(numbers: &mut Numbers, units: usize) -> Result<Stack, NetworkError> {
        let mut l1 = L1Weights::ZERO;
        for unit in 0..L1 {
            for view in 0..2 {
                for (i, weight) in numbers.i8s(units).into_iter().enumerate() {
                    l1.set(view * HIDDEN + i, unit, weight);
                }
            }
        }
        let l1_bias = Aligned([(); _].map(|()| numbers.i32()));
        let mut l2 = L2Weights::ZERO;
        for input in 0..L1 {
            for (unit, weight) in wide_weights(numbers)?.into_iter().enumerate() {
                l2.set(input, unit, weight);
            }
        }
        let l2_bias = Aligned([(); _].map(|()| numbers.i32()));
        let l3 = Aligned(wide_weights(numbers)?);
        Ok(Stack {
            l1,
            l1_bias,
            l2,
            l2_bias,
            l3,
        })
    }

    /// In units of [`Stack::ONE`].
    #[inline(always)]
    pub fn value<S: Simd>(&self, activations: &Activations) -> i32 {
        let sums = self.l1.sums::<S>(activations, &self.l1_bias);
        let mut units = [0; L1 + I16S - I32S];
        store_l1::<S>(sums, clipped_square::<S>, &mut units);
        let sums = self.l2.sums::<S>(units.as_chunks().0, &self.l2_bias);
        weighted_l2::<S, WEIGHT_SHIFT>(sums, clipped_square::<S>, &self.l3)
    }
}

fn wide_weights(numbers: &mut Numbers) -> Result<[i16; L2], NetworkError> {
    let mut weights = [0; L2];
    weights.copy_from_slice(&numbers.i16s(L2));
    refuse_beyond(MAX_WEIGHT, weights.iter())?;
    Ok(weights)
}

/// From 0 to about [`NARROW_ONE`] again.
#[inline(always)]
fn clipped_square<S: Simd>(values: S::I16) -> S::I16 {
    let clipped = clip::<S>(values, NARROW_ONE);
    // The product is 2¹⁶⁻¹³ times the square, and both factors fit 16 bits.
    S::mul_high_i16(
        S::shift_left_i16::<1>(clipped),
        S::shift_left_i16::<{ 15 - SQUARE_SHIFT }>(clipped),
    )
}
