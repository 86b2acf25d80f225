//! The size of the network in training, and the layout of its weights.

use std::ops::Range;

pub use crate::eval::nnue::architecture::{L1, L2, L2_INPUTS, OUTPUT_BUCKETS as BUCKETS};
pub use crate::eval::nnue::features::INPUTS;

/// Columns of a tile. Its 6,912 rows take 1.7 MiB, of which a second-level cache holds those that
/// are used most. With 32 columns a run takes 1.3 times as long.
pub const TILE: usize = 64;

/// The size that a run chooses, and the layout of the weights: one array of `f32`, the feature
/// transformer's in tiles of `TILE` columns, each with a row for every input.
// In checkpoints of older programs it has another field, `activation`, which is not read: a network
// that does not square its units has another number of weights.
#[derive(Copy, Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct TrainingShape {
    /// Units of one view's accumulator, a multiple of [`TILE`].
    pub hidden: usize,
}

impl TrainingShape {
    /// Returns a shape with this many units; `None` if they do not make whole tiles.
    pub const fn new(hidden: usize) -> Option<TrainingShape> {
        let is_whole = hidden.is_multiple_of(TILE);
        if hidden > 0 && is_whole { Some(TrainingShape { hidden }) } else { None }
    }

    /// Returns the number of tiles of one view.
    pub const fn tiles(self) -> usize {
        self.hidden / TILE
    }

    /// Returns the number of L1's inputs.
    pub const fn l1_inputs(self) -> usize {
        2 * self.hidden
    }

    /// Returns the place of the feature transformer: by tile, input and column.
    pub const fn features(self) -> Range<usize> {
        0..INPUTS * self.hidden
    }

    /// Returns the place of one tile of the feature transformer.
    pub const fn tile(self, tile: usize) -> Range<usize> {
        tile * INPUTS * TILE..(tile + 1) * INPUTS * TILE
    }

    /// Returns the place of the biases of the feature transformer.
    pub const fn feature_bias(self) -> Range<usize> {
        let start = self.features().end;
        start..start + self.hidden
    }

    /// Returns the place of L1: by bucket, input and unit.
    pub const fn l1(self) -> Range<usize> {
        let start = self.feature_bias().end;
        start..start + BUCKETS * self.l1_inputs() * L1
    }

    /// Returns the place of the biases of L1, by bucket.
    pub const fn l1_bias(self) -> Range<usize> {
        let start = self.l1().end;
        start..start + BUCKETS * L1
    }

    /// Returns the place of L2: by bucket, input and unit.
    pub const fn l2(self) -> Range<usize> {
        let start = self.l1_bias().end;
        start..start + BUCKETS * L2_INPUTS * L2
    }

    /// Returns the place of the biases of L2, by bucket.
    pub const fn l2_bias(self) -> Range<usize> {
        let start = self.l2().end;
        start..start + BUCKETS * L2
    }

    /// Returns the place of the output: by bucket and unit of L2.
    pub const fn l3(self) -> Range<usize> {
        let start = self.l2_bias().end;
        start..start + BUCKETS * L2
    }

    /// Returns the place of the biases of the output, by bucket.
    pub const fn l3_bias(self) -> Range<usize> {
        let start = self.l3().end;
        start..start + BUCKETS
    }

    /// Returns the places of the weights and the biases of each layer: together the whole array.
    pub const fn layers(self) -> [[Range<usize>; 2]; 4] {
        [
            [self.features(), self.feature_bias()],
            [self.l1(), self.l1_bias()],
            [self.l2(), self.l2_bias()],
            [self.l3(), self.l3_bias()],
        ]
    }

    /// Returns the number of weights and biases.
    #[expect(clippy::len_without_is_empty, reason = "a network has weights")]
    pub const fn len(self) -> usize {
        self.l3_bias().end
    }
}
