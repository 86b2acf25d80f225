//! The shape of the network in training, and where each layer's weights lie among
//! all its numbers.

use std::ops::Range;

/// Inputs of each view: a piece, own or the other side's, of six types, on a square.
pub const INPUTS: usize = 768;
/// Stacks of narrow layers; the number of pieces chooses one.
pub const BUCKETS: usize = 8;
/// Units of the first narrow layer.
pub const L1: usize = 16;
/// Inputs of the second narrow layer: the first one's values, clipped, and their
/// squares, clipped.
pub const L2_INPUTS: usize = 2 * L1;
/// Units of the second narrow layer.
pub const L2: usize = 32;
/// Columns of the feature transformer that are worked on at a time: 768 rows of them
/// are 192 KiB, which the second-level cache keeps.
pub const TILE: usize = 64;

/// What becomes of the accumulator's values.
#[derive(Copy, Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Activation {
    /// Each is clipped to 0 to 1 and squared.
    Squared,
    /// Each is clipped to 0 to 1; those of the first half are multiplied by those of
    /// the second.
    Pairwise,
}

/// The sizes that a run chooses, and the places of the weights that follow from them.
///
/// All weights lie in one array of `f32`. The feature transformer's are split into
/// tiles of [`TILE`] columns, each with a row for every input.
#[derive(Copy, Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    /// Units of the accumulator of one view, a multiple of 64; of 128 for pairwise
    /// products.
    pub hidden: usize,
    /// What becomes of them.
    pub activation: Activation,
}

impl Shape {
    /// Tiles of one view.
    pub const fn tiles(self) -> usize {
        self.hidden / TILE
    }

    /// Inputs of the first narrow layer that come from one view.
    pub const fn view_outputs(self) -> usize {
        match self.activation {
            Activation::Squared => self.hidden,
            Activation::Pairwise => self.hidden / 2,
        }
    }

    /// Inputs of the first narrow layer.
    pub const fn l1_inputs(self) -> usize {
        2 * self.view_outputs()
    }

    /// The feature transformer: by tile, input and column.
    pub const fn features(self) -> Range<usize> {
        0..INPUTS * self.hidden
    }

    /// One tile of the feature transformer.
    pub const fn tile(self, tile: usize) -> Range<usize> {
        tile * INPUTS * TILE..(tile + 1) * INPUTS * TILE
    }

    /// The biases of the feature transformer.
    pub const fn feature_bias(self) -> Range<usize> {
        let start = self.features().end;
        start..start + self.hidden
    }

    /// The first narrow layer: by bucket, input and unit.
    pub const fn l1(self) -> Range<usize> {
        let start = self.feature_bias().end;
        start..start + BUCKETS * self.l1_inputs() * L1
    }

    /// Its biases, by bucket.
    pub const fn l1_bias(self) -> Range<usize> {
        let start = self.l1().end;
        start..start + BUCKETS * L1
    }

    /// The second narrow layer: by bucket, input and unit.
    pub const fn l2(self) -> Range<usize> {
        let start = self.l1_bias().end;
        start..start + BUCKETS * L2_INPUTS * L2
    }

    /// Its biases, by bucket.
    pub const fn l2_bias(self) -> Range<usize> {
        let start = self.l2().end;
        start..start + BUCKETS * L2
    }

    /// The output: by bucket and unit of the second narrow layer.
    pub const fn l3(self) -> Range<usize> {
        let start = self.l2_bias().end;
        start..start + BUCKETS * L2
    }

    /// Its biases, by bucket.
    pub const fn l3_bias(self) -> Range<usize> {
        let start = self.l3().end;
        start..start + BUCKETS
    }

    /// How many weights and biases there are.
    #[expect(clippy::len_without_is_empty, reason = "a network has weights")]
    pub const fn len(self) -> usize {
        self.l3_bias().end
    }
}
