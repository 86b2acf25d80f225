//! The values of an accumulator: additions and subtractions of inputs' weights.

use super::architecture::HIDDEN;
use super::features::Changes;
use super::network::Network;
use super::simd::{Aligned, I16S, Simd};

/// By hidden unit: the values of one view, or the weights of one input.
pub type Values = Aligned<[i16; HIDDEN]>;

/// Vectors that are kept in registers while weights are added; fewer where they do not divide a row.
const TILE: usize = {
    let mut tile = cfg_select! {
        target_feature = "avx512bw" => { 16 }
        _ => { 4 }
    };
    while !HIDDEN.is_multiple_of(tile * I16S) {
        tile -= 1;
    }
    tile
};

type Tile = [[i16; I16S]; TILE];

impl Values {
    pub const ZERO: Values = Aligned([0; HIDDEN]);

    #[inline(always)]
    fn tiles(&self) -> &[Tile] {
        self.0.as_chunks().0.as_chunks().0
    }

    /// One loop for both lists: its end is hard to foresee, and a miss costs more than a row of zeros.
    #[inline(always)]
    pub fn set_to_sum<S: Simd>(&mut self, network: &Network, from: &Values, changes: &Changes) {
        let tiles: &mut [Tile] = self.0.as_chunks_mut().0.as_chunks_mut().0;
        for (i, to) in tiles.iter_mut().enumerate() {
            let mut sums = from.tiles()[i].each_ref().map(S::load_i16);
            for pair in changes.pairs() {
                let [added, removed] = pair.map(|input| &network.weights[input].tiles()[i]);
                for ((sum, added), removed) in sums.iter_mut().zip(added).zip(removed) {
                    let with = S::add_i16(*sum, S::load_i16(added));
                    *sum = S::sub_i16(with, S::load_i16(removed));
                }
            }
            for (to, sum) in to.iter_mut().zip(sums) {
                S::store_i16(sum, to);
            }
        }
    }
}
