//! The narrow layers behind the hidden one: sixteen units, thirty-two, and one.
//!
//! The hidden layer comes in as bytes, clipped and squared, with weights of
//! eight bits, which makes its many products cheap. What follows is small, and
//! plain loops over 32 bits serve it. All of it is clipped and squared again.
//!
//! <https://www.chessprogramming.org/Stockfish_NNUE>

use super::kernels::{Chosen, Kernel, NARROW, NarrowWeights, SECOND, SecondWeights, Squares};
use super::network::{HIDDEN, NetworkError, refuse_beyond};
use super::reader::Numbers;

/// One among the squares of the hidden layer: 255 × 255 / 512.
const SQUARES_ONE: f64 = 255.0 * 255.0 / 512.0;
/// One among the weights of the first narrow layer.
const FIRST_ONE: f64 = 64.0;
/// One in the first narrow layer, where it is clipped.
const NARROW_ONE: i32 = (SQUARES_ONE * FIRST_ONE) as i32;
/// Squares of the narrow layers lose so many bits, which keeps one as it is, nearly.
const SQUARE_SHIFT: u32 = 13;
/// The weights of the later layers are multiples of two to minus this power.
const WEIGHT_SHIFT: u32 = 10;
/// Keeps the sum of all products within a quarter of 32 bits: the bias has room.
const MAX_WEIGHT: i16 = 4096;

/// The narrow layers of one output.
#[derive(Clone)]
pub struct Stack {
    first: NarrowWeights,
    first_bias: [i32; NARROW],
    second: SecondWeights,
    second_bias: [i32; SECOND],
    third: [i16; SECOND],
}

impl Stack {
    /// One logistic unit among the values: one is 8128.125 in the first layer,
    /// 8128.125² / 2¹³ squared, and so on.
    pub const ONE: i32 = {
        let first = SQUARES_ONE * FIRST_ONE;
        let second = first * first / (1 << SQUARE_SHIFT) as f64;
        let third = second * second / (1 << SQUARE_SHIFT) as f64;
        (third * (1 << WEIGHT_SHIFT) as f64) as i32
    };

    /// The bytes of a stack behind so many hidden units.
    pub const fn file_size(units: usize) -> usize {
        let first = 2 * units * NARROW + 4 * NARROW;
        let second = 2 * NARROW * SECOND + 4 * SECOND;
        first + second + 2 * SECOND
    }

    /// Reads a stack: by unit of the first layer its weights of eight bits, for
    /// the view of the side to move and for the other; its biases of 32 bits; by
    /// unit of the first layer the weights of the second, of 16 bits; its biases;
    /// the weights of the third.
    ///
    /// # Errors
    /// Where a weight is larger than the arithmetic can take.
    pub fn read(numbers: &mut Numbers, units: usize) -> Result<Stack, NetworkError> {
        let mut first = NarrowWeights::default();
        for unit in 0..NARROW {
            for view in 0..2 {
                for (i, weight) in numbers.i8s(units).into_iter().enumerate() {
                    let input = view * HIDDEN + i;
                    first.0[input / 4][unit][input % 4] = weight;
                }
            }
        }
        let first_bias = numbers.i32s();
        let mut second = SecondWeights::default();
        for unit in 0..NARROW {
            for (i, weight) in wide_weights(numbers)?.into_iter().enumerate() {
                second.0[unit / 2][i][unit % 2] = weight;
            }
        }
        let second_bias = numbers.i32s();
        let third = wide_weights(numbers)?;
        Ok(Stack {
            first,
            first_bias,
            second,
            second_bias,
            third,
        })
    }

    /// What it adds to the output, in units of [`Stack::ONE`].
    #[inline(always)]
    pub fn value(&self, squares: &Squares) -> i32 {
        let first = Chosen::narrow(squares, &self.first);
        let mut units = [0; NARROW];
        for ((unit, sum), bias) in units.iter_mut().zip(first).zip(self.first_bias) {
            *unit = clipped_square(sum.wrapping_add(bias)) as i16;
        }
        let second = Chosen::second(&units, &self.second, &self.second_bias);
        let units = second.into_iter().zip(self.third);
        let products =
            units.map(|(sum, weight)| clipped_square(sum >> WEIGHT_SHIFT) * i32::from(weight));
        products.fold(0, i32::wrapping_add)
    }
}

/// A weight for each unit of the second layer.
fn wide_weights(numbers: &mut Numbers) -> Result<[i16; SECOND], NetworkError> {
    let mut weights = [0; SECOND];
    weights.copy_from_slice(&numbers.i16s(SECOND));
    refuse_beyond(MAX_WEIGHT, weights.into_iter())?;
    Ok(weights)
}

/// From 0 to about [`NARROW_ONE`] again.
#[inline(always)]
fn clipped_square(value: i32) -> i32 {
    let clipped = value.clamp(0, NARROW_ONE);
    (clipped * clipped) >> SQUARE_SHIFT
}
