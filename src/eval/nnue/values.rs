//! The values of an accumulator: additions and subtractions of inputs' weights.

use super::architecture::HIDDEN;
use super::simd::{Aligned, I16S, Simd};

/// By hidden unit: the values of one view, or the weights of one input.
pub type Values = Aligned<[i16; HIDDEN]>;

/// Vectors that are kept in registers while weights are added.
const TILE: usize = 2;

type Tile = [[i16; I16S]; TILE];

impl Values {
    pub const ZERO: Values = Aligned([0; HIDDEN]);

    #[inline(always)]
    fn tiles(&self) -> &[Tile] {
        self.0.as_chunks().0.as_chunks().0
    }

    #[inline(always)]
    fn tiles_mut(&mut self) -> &mut [Tile] {
        self.0.as_chunks_mut().0.as_chunks_mut().0
    }

    #[inline(always)]
    pub fn set_to_sum<S: Simd>(&mut self, from: &Values, added: &[&Values], removed: &[&Values]) {
        for (i, to) in self.tiles_mut().iter_mut().enumerate() {
            *to = sum::<S>(from, i, added, removed);
        }
    }

    /// Also copies the result to `copy`.
    pub fn add_and_copy<S: Simd>(
        &mut self,
        copy: &mut Values,
        added: &[&Values],
        removed: &[&Values],
    ) {
        for (i, copy) in copy.tiles_mut().iter_mut().enumerate() {
            *copy = sum::<S>(self, i, added, removed);
            self.tiles_mut()[i] = *copy;
        }
    }
}

#[inline(always)]
fn sum<S: Simd>(from: &Values, tile: usize, added: &[&Values], removed: &[&Values]) -> Tile {
    let mut sums = from.tiles()[tile].each_ref().map(S::load_i16);
    for weights in added {
        for (sum, weights) in sums.iter_mut().zip(&weights.tiles()[tile]) {
            *sum = S::add_i16(*sum, S::load_i16(weights));
        }
    }
    for weights in removed {
        for (sum, weights) in sums.iter_mut().zip(&weights.tiles()[tile]) {
            *sum = S::sub_i16(*sum, S::load_i16(weights));
        }
    }
    let mut tile = [[0; I16S]; TILE];
    for (to, sum) in tile.iter_mut().zip(sums) {
        S::store_i16(sum, to);
    }
    tile
}
