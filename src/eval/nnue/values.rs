//! The values of an accumulator: additions and subtractions of inputs' weights.

use arrayvec::ArrayVec;

use super::architecture::HIDDEN;
use super::features::Changes;
use super::simd::{Aligned, BYTES, I16S, Simd};

/// The values of one view, one for each hidden unit, in the order of [`Simd::arranged`].
pub type Values = Aligned<[i16; HIDDEN]>;

/// The weights of one input, one for each hidden unit. Each has [`ZERO_WEIGHT`] added, so that it
/// is unsigned; in differences of two weights that cancels. Eight bits are enough and save time, as
/// most weights come from the second or third cache.
pub type Weights = Aligned<[u8; HIDDEN]>;

/// The byte that stands for a weight of zero.
pub const ZERO_WEIGHT: u8 = 128;

/// The number of pairs of vectors that are kept in registers while weights are added. There are
/// fewer where they would not divide a row.
const PAIRS_IN_REGISTERS: usize = {
    let mut pairs = cfg_select! {
        target_feature = "avx512bw" => { 8 }
        any(target_feature = "avx2", target_arch = "aarch64") => { 2 }
        _ => { 1 }
    };
    while !HIDDEN.is_multiple_of(pairs * BYTES) {
        pairs -= 1;
    }
    pairs
};

/// The values of as many units as a vector has bytes.
type VectorPair = [[i16; I16S]; 2];

impl Values {
    pub const ZERO: Values = Aligned([0; HIDDEN]);

    /// Returns the values of which `numbers` has one for each unit, in the units' order.
    pub fn arranged<S: Simd>(numbers: &[i16; HIDDEN]) -> Values {
        let mut values = Values::ZERO;
        let places = values.0.as_chunks_mut().0.iter_mut();
        for (to, numbers) in places.zip(numbers.as_chunks().0) {
            let to: &mut [i16; BYTES] = to;
            to.copy_from_slice(S::arranged(numbers).as_flattened());
        }
        values
    }

    #[inline(always)]
    fn by_registers(&self) -> &[[VectorPair; PAIRS_IN_REGISTERS]] {
        self.0.as_chunks().0.as_chunks().0.as_chunks().0
    }

    /// Sets these values to `from`, plus the weights of the inputs that are added, minus the
    /// weights of those that are removed. `weights` has a row for each input, and a row of zeros
    /// for no input.
    ///
    /// A single loop reads both lists, the shorter of which is padded with a row of zeros. A second
    /// loop for the rest of the longer list would end in one more mispredicted branch, which costs
    /// more.
    #[inline(always)]
    pub fn set_to_sum<S: Simd>(&mut self, weights: &[Weights], from: &Values, changes: &Changes) {
        // Pushed, as the compiler copies the whole array where it is collected.
        let mut rows = ArrayVec::<[&Weights; 2], 64>::new();
        for pair in changes.pairs() {
            rows.push(pair.map(|input| &weights[input]));
        }
        let parts: &mut [[VectorPair; PAIRS_IN_REGISTERS]] =
            self.0.as_chunks_mut().0.as_chunks_mut().0.as_chunks_mut().0;
        for (i, to) in parts.iter_mut().enumerate() {
            let load = |vectors: &VectorPair| vectors.each_ref().map(S::load_i16);
            let mut sums = from.by_registers()[i].each_ref().map(load);
            for pair in &rows {
                let [added, removed] = pair.map(|weights| &weights.by_registers()[i]);
                for ((sums, added), removed) in sums.iter_mut().zip(added).zip(removed) {
                    *sums = S::add_differences(*sums, added, removed);
                }
            }
            for (to, sums) in to.iter_mut().zip(sums) {
                for (to, sums) in to.iter_mut().zip(sums) {
                    S::store_i16(sums, to);
                }
            }
        }
    }
}

impl Weights {
    pub const ZERO: Weights = Aligned([ZERO_WEIGHT; HIDDEN]);

    #[inline(always)]
    fn by_registers(&self) -> &[[[u8; BYTES]; PAIRS_IN_REGISTERS]] {
        self.0.as_chunks().0.as_chunks().0
    }
}
