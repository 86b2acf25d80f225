//! The shape of the network: every width, and what one is in every layer.
//!
//! The code of the layers follows these constants. A file says which of them it
//! was made for, and a file for others is refused.

use super::simd::{BYTES, I16S, I32S};

/// Units of the hidden layer for each view: the values of an accumulator. A
/// network with fewer is filled up with units that do nothing.
pub const HIDDEN: usize = 256;
/// Units of the first narrow layer.
pub const L1: usize = 16;
/// Units of the second narrow layer.
pub const L2: usize = 32;
/// Outputs, of which the number of pieces on the board chooses one.
pub const OUTPUT_BUCKETS: usize = 8;

/// One in the hidden layer, where it is clipped.
pub const HIDDEN_ONE: i16 = 255;
/// The squares of the hidden layer lose so many bits, to fit seven.
pub const SQUARE_SHIFT: u32 = 9;
/// Activations of the hidden layer: those of the side to move, then the other's.
pub const L1_INPUTS: usize = 2 * HIDDEN;

// The layers are computed in whole vectors.
const _: () = assert!(HIDDEN.is_multiple_of(2 * I16S) && L1_INPUTS.is_multiple_of(BYTES));
const _: () = assert!(L1.is_multiple_of(I32S) && L2.is_multiple_of(I16S));
