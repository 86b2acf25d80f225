//! The parts of a stack, on the vector primitives: activations, and the weights and sums of layers.

use super::architecture::{
    HIDDEN_ONE, HIDDEN_SHIFT, L1, L1_INPUTS, L2, L2_INPUTS, NARROW_ONE, WEIGHT_SHIFT,
};
use super::simd::{Aligned, BYTES, GROUP, GROUPS, I16S, I32S, PARTS, Simd};
use super::values::Values;

/// The number of vectors of activations.
const VECTORS: usize = L1_INPUTS / BYTES;
/// The number of groups that a mask covers, with one bit for each.
const MASK_GROUPS: usize = u64::BITS as usize;
/// The number of masks. The bits of the last one beyond the activations are zero.
const MASKS: usize = (L1_INPUTS / GROUP).div_ceil(MASK_GROUPS);
const L1_VECTORS: usize = L1 / I32S;
const L2_VECTORS: usize = L2 / I32S;

// The primitives compute with these numbers.
const _: () = assert!(HIDDEN_ONE == 127 && HIDDEN_SHIFT == 7);

/// Returns the activations of a view: its values clipped and squared, 0 to 126.
#[inline(always)]
fn activations<S: Simd>(view: &Values) -> impl Iterator<Item = S::U8> {
    let arranged: &[[[i16; I16S]; 2]] = view.0.as_chunks().0.as_chunks().0;
    arranged.iter().map(|[low, high]| S::squares(S::pack_i16([low, high].map(S::load_i16))))
}

/// The activations in memory, for backends that skip zeros ([`Simd::SPARSE`]).
pub struct Activations {
    groups: Aligned<[[[u8; GROUP]; MASK_GROUPS]; MASKS]>,
    /// The masks of the groups that are not all zero.
    nonzero: [u64; MASKS],
}

impl Activations {
    pub const ZERO: Activations =
        Activations { groups: Aligned([[[0; GROUP]; MASK_GROUPS]; MASKS]), nonzero: [0; MASKS] };

    /// Stores the activations of both views, and their masks.
    #[inline(always)]
    fn set<S: Simd>(&mut self, views: [&Values; 2]) {
        self.nonzero = [0; MASKS];
        let bytes = self.groups.0.as_flattened_mut().as_flattened_mut();
        let halves = bytes.as_chunks_mut().0.chunks_exact_mut(VECTORS / 2);
        for (view, (values, to)) in views.into_iter().zip(halves).enumerate() {
            for (i, (bytes, to)) in activations::<S>(values).zip(to).enumerate() {
                S::store_u8(bytes, to);
                let group = (view * VECTORS / 2 + i) * GROUPS;
                let bits = u64::from(S::nonzero_groups(bytes));
                self.nonzero[group / MASK_GROUPS] |= bits << (group % MASK_GROUPS);
            }
        }
    }
}

/// The weights of L1: by group of inputs, four for each unit, in the cells that [`Simd::place`]
/// chooses.
#[derive(Clone)]
pub struct L1Weights(Aligned<[[[[i8; BYTES]; L1_VECTORS]; MASK_GROUPS]; MASKS]>);

impl L1Weights {
    pub const ZERO: L1Weights =
        L1Weights(Aligned([[[[0; BYTES]; L1_VECTORS]; MASK_GROUPS]; MASKS]));

    pub fn set<S: Simd>(&mut self, input: usize, unit: usize, weight: i8) {
        let (vector, group) = (input / BYTES, input % BYTES / GROUP);
        let [place, sum] = S::place(group, unit % I32S);
        let vectors = &mut self.0.0.as_flattened_mut()[vector * GROUPS + place];
        vectors[unit / I32S][sum * GROUP + input % GROUP] = weight;
    }

    /// Returns the sums of L1 for the views' activations, with the biases.
    #[inline(always)]
    pub fn sums<S: Simd>(
        &self,
        views: [&Values; 2],
        bias: &Aligned<[i32; L1]>,
        buffer: &mut Activations,
    ) -> [S::I32; L1_VECTORS] {
        let mut sums = load_i32s::<S, L1, L1_VECTORS>(bias);
        if S::SPARSE {
            buffer.set::<S>(views);
            let by_mask = buffer.groups.0.iter().zip(&self.0.0);
            for (&nonzero, (groups, weights)) in buffer.nonzero.iter().zip(by_mask) {
                let mut nonzero = nonzero;
                while nonzero != 0 {
                    let group = nonzero.trailing_zeros() as usize % MASK_GROUPS;
                    for (sum, weights) in sums.iter_mut().zip(&weights[group]) {
                        *sum = S::dot(*sum, groups[group], weights);
                    }
                    nonzero &= nonzero - 1;
                }
            }
        } else {
            let mut parts = [[S::splat_i32(0); PARTS]; L1_VECTORS];
            let weights = self.0.0.as_flattened().as_chunks().0;
            for (view, weights) in views.into_iter().zip(weights.chunks_exact(VECTORS / 2)) {
                for (bytes, weights) in activations::<S>(view).zip(weights) {
                    S::dots(&mut parts, bytes, weights);
                }
            }
            for (sum, parts) in sums.iter_mut().zip(parts) {
                *sum = S::add_i32(*sum, S::total(parts));
            }
        }
        sums
    }
}

/// Clips values to 0 to [`NARROW_ONE`].
#[inline(always)]
pub fn clip<S: Simd>(values: S::I16) -> S::I16 {
    S::max_i16(S::min_i16(values, S::splat_i16(NARROW_ONE)), S::splat_i16(0))
}

#[inline(always)]
fn load_i32s<S: Simd, const NUMBERS: usize, const VECTORS: usize>(
    numbers: &Aligned<[i32; NUMBERS]>,
) -> [S::I32; VECTORS] {
    let mut vectors = [S::splat_i32(0); VECTORS];
    for (vector, numbers) in vectors.iter_mut().zip(numbers.0.as_chunks().0) {
        *vector = S::load_i32(numbers);
    }
    vectors
}

/// The weights of L2: by pair of inputs, two for each unit.
#[derive(Clone)]
pub struct L2Weights([Aligned<[[i16; I16S]; L2_VECTORS]>; L2_INPUTS / 2]);

impl L2Weights {
    pub const ZERO: L2Weights =
        L2Weights([const { Aligned([[0; I16S]; L2_VECTORS]) }; L2_INPUTS / 2]);

    pub fn set(&mut self, input: usize, unit: usize, weight: i16) {
        let vector = &mut self.0[input / 2].0[unit / I32S];
        vector[unit % I32S * 2 + input % 2] = weight;
    }

    /// Returns the sums of L2 for its first pairs of inputs, with the biases.
    #[inline(always)]
    pub fn sums<S: Simd>(
        &self,
        inputs: &[[i16; 2]],
        bias: &Aligned<[i32; L2]>,
    ) -> [S::I32; L2_VECTORS] {
        let mut sums = load_i32s::<S, L2, L2_VECTORS>(bias);
        for (&pair, weights) in inputs.iter().zip(&self.0) {
            let pair = S::splat_pair(pair);
            for (sum, weights) in sums.iter_mut().zip(&weights.0) {
                *sum = S::multiply_add(*sum, pair, S::load_i16(weights));
            }
        }
        sums
    }
}

/// Saturates L1's sums to 16 bits, applies `map`, and stores them. Half a vector behind them is
/// overwritten, too, with no meaning.
#[inline(always)]
pub fn store_l1<S: Simd>(
    sums: [S::I32; L1_VECTORS],
    map: impl Fn(S::I16) -> S::I16,
    to: &mut [i16],
) {
    for (i, sum) in sums.into_iter().enumerate() {
        if let Some(to) = to[i * I32S..].first_chunk_mut() {
            S::store_i16(map(S::pack_i32(sum, sum)), to);
        }
    }
}

/// Divides L2's sums by 2^[`WEIGHT_SHIFT`], saturates them to 16 bits, clips them, and returns
/// their weighted sum.
#[inline(always)]
pub fn weighted_l2<S: Simd>(sums: [S::I32; L2_VECTORS], weights: &Aligned<[i16; L2]>) -> i32 {
    let mut total = S::splat_i32(0);
    let pairs = sums.as_chunks::<2>().0.iter();
    for (&[low, high], weights) in pairs.zip(weights.0.as_chunks().0) {
        let [low, high] = [low, high].map(S::shift_right_i32::<WEIGHT_SHIFT>);
        let units = clip::<S>(S::pack_i32(low, high));
        total = S::multiply_add(total, units, S::load_i16(weights));
    }
    S::sum_i32(total)
}
