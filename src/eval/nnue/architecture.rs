//! The shape of the network: every width, and what one is in every layer.
//!
//! The code of the layers follows these constants. A file says which of them it
//! was made for, and a file for others is refused.

use std::fmt;

use super::features::KING_BUCKETS;
use super::simd::{BYTES, I16S, I32S};

/// Units of the hidden layer for each view: the values of an accumulator. A
/// network with fewer is filled up with units that do nothing.
pub const HIDDEN: usize = 256;
/// What becomes of the values of an accumulator.
pub const ACTIVATION: Activation = Activation::Squared;
/// Units of the first narrow layer.
pub const L1: usize = 16;
/// Whether the second narrow layer gets the squares of the first besides.
pub const DUAL: bool = true;
/// Units of the second narrow layer.
pub const L2: usize = 32;
/// Stacks of narrow layers, of which the number of pieces on the board chooses
/// one.
pub const OUTPUT_BUCKETS: usize = 8;

/// Activations of the hidden layer: those of the side to move, then the other's.
pub const L1_INPUTS: usize = ACTIVATION.outputs(HIDDEN);
/// Activations of the first narrow layer: clipped, then clipped and squared.
pub const L2_INPUTS: usize = if DUAL { 2 * L1 } else { L1 };

/// One in the hidden layer, where it is clipped.
pub const HIDDEN_ONE: i16 = 255;
/// Products of two values of the hidden layer lose so many bits, to fit seven.
pub const PRODUCT_SHIFT: u32 = 9;
/// One among the weights of the first narrow layer.
pub const L1_WEIGHT_ONE: i32 = 128;
/// One in the narrow layers, where they are clipped: 127 × 128. So many make a
/// logistic unit.
pub const NARROW_ONE: i16 = 127 * 128;
/// Squares of the first narrow layer lose so many bits, which keeps one as it is,
/// nearly.
pub const SQUARE_SHIFT: u32 = 14;
/// One among the weights of the later layers is two to this power.
pub const WEIGHT_SHIFT: u32 = 9;
/// The largest weight of the later layers: four.
pub const MAX_WEIGHT: i16 = 4 << WEIGHT_SHIFT;
/// The largest bias of the narrow layers.
pub const MAX_BIAS: i32 = 1 << 29;

// No sum of 32 bits overflows: the largest products with the largest bias.
const _: () = assert!(L1_INPUTS * 127 * 128 + (MAX_BIAS as usize) < 1 << 31);
const _: () =
    assert!(L2_INPUTS * NARROW_ONE as usize * MAX_WEIGHT as usize + (MAX_BIAS as usize) < 1 << 31);
const _: () =
    assert!(L2 * NARROW_ONE as usize * MAX_WEIGHT as usize + (MAX_BIAS as usize) < 1 << 31);

// The layers are computed in whole vectors, and pairwise products by halves.
const _: () = assert!(HIDDEN.is_multiple_of(2 * BYTES) && L1_INPUTS.is_multiple_of(2 * BYTES));
const _: () = assert!(L1.is_multiple_of(I32S) && L2.is_multiple_of(I16S));

/// What becomes of the values of an accumulator, clipped to 0 to one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Activation {
    /// Each is squared.
    Squared = 0,
    /// Each of the first half is multiplied by its like in the second.
    Pairwise = 1,
}

impl Activation {
    /// How many numbers become of so many values of both views.
    pub const fn outputs(self, hidden: usize) -> usize {
        match self {
            Activation::Squared => 2 * hidden,
            Activation::Pairwise => hidden,
        }
    }
}

/// A shape that a network's file may have.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Sets of inputs, of which the king's square chooses one.
    pub king_buckets: usize,
    /// Units of the hidden layer for each view.
    pub hidden: usize,
    /// The hidden layer's activation.
    pub activation: Activation,
    /// Stacks of narrow layers.
    pub output_buckets: usize,
    /// Units of the first narrow layer.
    pub l1: usize,
    /// Units of the second narrow layer.
    pub l2: usize,
}

impl Shape {
    /// The shape that this program is compiled for.
    pub const PROGRAM: Shape = Shape {
        king_buckets: KING_BUCKETS,
        hidden: HIDDEN,
        activation: ACTIVATION,
        output_buckets: OUTPUT_BUCKETS,
        l1: L1,
        l2: L2,
    };

    /// Inputs of a view.
    pub const fn inputs(&self) -> usize {
        self.king_buckets * 768
    }

    /// Inputs of the first narrow layer.
    pub const fn l1_inputs(&self) -> usize {
        self.activation.outputs(self.hidden)
    }

    /// Inputs of the second narrow layer.
    pub const fn l2_inputs(&self) -> usize {
        if DUAL { 2 * self.l1 } else { self.l1 }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Shape {
            king_buckets,
            hidden,
            output_buckets,
            l1,
            l2,
            ..
        } = self;
        let activation = match self.activation {
            Activation::Squared => "squared",
            Activation::Pairwise => "pairwise",
        };
        write!(
            f,
            "{king_buckets} x 768 -> {hidden} {activation} -> {l1} -> {l2} -> 1 \
             with {output_buckets} outputs"
        )
    }
}
