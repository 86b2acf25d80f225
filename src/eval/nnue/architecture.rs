//! The shape of the network and its quantisation: the width of every layer, and the number that
//! stands for one in it. Networks of other shapes are refused.

use std::fmt;

use super::features::INPUTS;
use super::simd::{BYTES, I16S, I32S};

/// The number of hidden units of each view. A smaller network is padded with zeros.
pub const HIDDEN: usize = 512;
/// The number of units of the L1 layer.
pub const L1: usize = 16;
/// The number of units of the L2 layer.
pub const L2: usize = 32;
/// The number of stacks of the layers behind the hidden one; [`output_bucket`] chooses one.
pub const OUTPUT_BUCKETS: usize = 8;

/// The number of inputs of L1: the activations for the side to move, then the other's.
pub const L1_INPUTS: usize = 2 * HIDDEN;
/// The number of inputs of L2: L1's outputs clipped, then their squares clipped to one.
pub const L2_INPUTS: usize = 2 * L1;

/// The number that stands for one in the hidden layer, where values are clipped to it. Its weights
/// have eight bits.
pub const HIDDEN_ONE: i16 = 127;
/// The number of pieces on a full board.
const FULL: i16 = 32;
/// The largest bias of the hidden layer: with the least or largest weight of each piece on a full
/// board, the sum still fits sixteen bits.
pub const MAX_HIDDEN_BIAS: i16 = i16::MAX - FULL * -(i8::MIN as i16);
/// The number of bits by which squares of hidden values are shifted right, to fit seven bits.
pub const HIDDEN_SHIFT: u32 = 7;
/// The number that stands for one in the L1 and L2 layers, where values are clipped to it: 127 ×
/// 128. An output of one is one logistic unit.
pub const NARROW_ONE: i16 = 127 * 128;
/// The number of bits by which squares of L1's outputs are shifted right. The square of one is then
/// nearly one: 127 × 127.
pub const SQUARE_SHIFT: u32 = 14;
/// The binary logarithm of the number that stands for one among the weights of L2 and the output.
pub const WEIGHT_SHIFT: u32 = 9;
/// The largest weight of L2 and the output: four.
pub const MAX_WEIGHT: i16 = 4 << WEIGHT_SHIFT;
/// The largest bias of the layers behind the hidden one.
pub const MAX_BIAS: i32 = 1 << 29;

// No 32-bit sum overflows, even with the largest products and the largest bias.
const _: () = assert!(L1_INPUTS * 127 * 128 + (MAX_BIAS as usize) < 1 << 31);
const _: () =
    assert!(L2_INPUTS * NARROW_ONE as usize * MAX_WEIGHT as usize + (MAX_BIAS as usize) < 1 << 31);
const _: () =
    assert!(L2 * NARROW_ONE as usize * MAX_WEIGHT as usize + (MAX_BIAS as usize) < 1 << 31);

// The layers are computed in whole vectors.
const _: () = assert!(HIDDEN.is_multiple_of(BYTES));
const _: () = assert!(L1.is_multiple_of(I32S) && L2.is_multiple_of(I16S));

/// Returns the output bucket for this number of pieces on the board, below [`OUTPUT_BUCKETS`].
#[inline(always)]
pub fn output_bucket(pieces: usize) -> usize {
    (pieces.saturating_sub(2) * OUTPUT_BUCKETS / 32).min(OUTPUT_BUCKETS - 1)
}

/// The shape of a network's file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of hidden units of each view.
    pub hidden: usize,
    /// The number of stacks of L1, L2 and output.
    pub output_buckets: usize,
    /// The number of units of L1.
    pub l1: usize,
    /// The number of units of L2.
    pub l2: usize,
}

impl Shape {
    /// The shape of this program.
    pub const PROGRAM: Shape =
        Shape { hidden: HIDDEN, output_buckets: OUTPUT_BUCKETS, l1: L1, l2: L2 };

    /// Returns the number of inputs of L1.
    pub const fn l1_inputs(&self) -> usize {
        2 * self.hidden
    }

    /// Returns the number of inputs of L2.
    pub const fn l2_inputs(&self) -> usize {
        2 * self.l1
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Shape { hidden, output_buckets, l1, l2 } = self;
        write!(f, "{INPUTS} -> {hidden} -> {l1} -> {l2} -> 1 with {output_buckets} outputs")
    }
}
