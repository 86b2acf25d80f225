//! The layers behind the hidden one. L1 multiplies bytes from 0 to 127 with 8-bit weights, which
//! makes its many products cheap; L2 and the output have inputs and weights of 16 bits.
//! <https://www.chessprogramming.org/Stockfish_NNUE>

use super::architecture::{HIDDEN, L1, L2, L2_INPUTS, NARROW_ONE, SQUARE_SHIFT, WEIGHT_SHIFT};
use super::layers::{Activations, L1Weights, L2Weights, clip, store_l1, weighted_l2};
use super::quantised::QuantisedStack;
use super::simd::{Aligned, I16S, I32S, Simd};
use super::values::Values;

#[derive(Clone)]
pub struct LayerStack {
    l1: L1Weights,
    l1_bias: Aligned<[i32; L1]>,
    l2: L2Weights,
    l2_bias: Aligned<[i32; L2]>,
    l3: Aligned<[i16; L2]>,
    l3_bias: i32,
}

/// The length of L2's inputs in memory, with room for the half vector that [`store_l1`] writes
/// behind the last of them.
const L2_BUFFER: usize = L2_INPUTS + I16S - I32S;

impl LayerStack {
    /// The number that stands for one in [`LayerStack::output`].
    pub const ONE: i32 = (NARROW_ONE as i32) << WEIGHT_SHIFT;

    /// Builds the layers of a network, which may have fewer hidden units than the program.
    pub fn new<S: Simd>(stack: &QuantisedStack, hidden: usize) -> LayerStack {
        let mut l1 = L1Weights::ZERO;
        for (unit, weights) in stack.l1_weights.chunks(2 * hidden).enumerate() {
            for (input, &weight) in weights.iter().enumerate() {
                let (view, input) = (input / hidden, input % hidden);
                l1.set::<S>(view * HIDDEN + input, unit, weight);
            }
        }
        let mut l2 = L2Weights::ZERO;
        for (input, weights) in stack.l2_weights.chunks(L2).enumerate() {
            for (unit, &weight) in weights.iter().enumerate() {
                l2.set(input, unit, weight);
            }
        }
        LayerStack {
            l1,
            l1_bias: aligned(&stack.l1_bias),
            l2,
            l2_bias: aligned(&stack.l2_bias),
            l3: aligned(&stack.l3_weights),
            l3_bias: stack.l3_bias,
        }
    }

    /// Returns the output in units of [`LayerStack::ONE`]. No 32-bit sum overflows, since larger
    /// numbers are refused on reading.
    #[inline(always)]
    pub fn output<S: Simd>(&self, views: [&Values; 2], buffer: &mut Activations) -> i32 {
        let sums = self.l1.sums::<S>(views, &self.l1_bias, buffer);
        let mut units = [0; L2_BUFFER];
        store_l1::<S>(sums, clip::<S>, &mut units);
        store_l1::<S>(sums, symmetric_square::<S>, &mut units[L1..]);
        let sums = self.l2.sums::<S>(units.as_chunks().0, &self.l2_bias);
        weighted_l2::<S>(sums, &self.l3) + self.l3_bias
    }
}

fn aligned<T: Copy, const N: usize>(numbers: &[T]) -> Aligned<[T; N]> {
    Aligned(std::array::from_fn(|i| numbers[i]))
}

/// Returns the squares of numbers clipped to minus one to one, from 0 to about one.
#[inline(always)]
fn symmetric_square<S: Simd>(values: S::I16) -> S::I16 {
    let clipped = S::min_i16(values, S::splat_i16(NARROW_ONE));
    let clipped = S::max_i16(clipped, S::splat_i16(-NARROW_ONE));
    // The factors are doubled, which fits 16 bits, so that the upper half of their product is the
    // square shifted right by `SQUARE_SHIFT`.
    const UP: u32 = (16 - SQUARE_SHIFT) / 2;
    let shifted = S::shift_left_i16::<UP>(clipped);
    S::mul_high_i16(shifted, shifted)
}
