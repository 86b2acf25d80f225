//! The layers behind the accumulators, on the vector primitives.

use super::architecture::{ACTIVATION, Activation, HIDDEN_ONE, L1, L1_INPUTS, L2, PRODUCT_SHIFT};
use super::simd::{Aligned, BYTES, I16S, I32S, Simd};
use super::values::Values;

/// Inputs of L1 that are multiplied at once.
pub const GROUP: usize = 4;
const GROUPS: usize = L1_INPUTS / GROUP;
const VIEW_VECTORS: usize = L1_INPUTS / 2 / BYTES;
/// Groups in a block: as many as a word has bits.
const BLOCK: usize = 64;
/// What the last block has beyond [`GROUPS`] is zero.
const BLOCKS: usize = GROUPS.div_ceil(BLOCK);
const L1_VECTORS: usize = L1 / I32S;
const L2_VECTORS: usize = L2 / I32S;

/// The activations of both views, 0 to 127, the side to move first.
pub struct Activations {
    groups: Aligned<[[[u8; GROUP]; BLOCK]; BLOCKS]>,
    /// The groups that are not all zero, where the backend is [`Simd::SPARSE`].
    nonzero: [u64; BLOCKS],
}

impl Activations {
    pub const ZERO: Activations = Activations {
        groups: Aligned([[[0; GROUP]; BLOCK]; BLOCKS]),
        nonzero: [0; BLOCKS],
    };

    /// Those of accumulators. What is beyond them stays zero.
    #[inline(always)]
    pub fn set<S: Simd>(&mut self, own: &Values, theirs: &Values) {
        self.nonzero = [0; BLOCKS];
        let bytes = self.groups.0.as_flattened_mut().as_flattened_mut();
        let vectors = bytes.as_chunks_mut::<BYTES>().0;
        for (view, values) in [own, theirs].into_iter().enumerate() {
            let values = values.0.as_chunks().0;
            let (first, second) = match ACTIVATION {
                Activation::Squared => (values, values),
                Activation::Pairwise => values.split_at(values.len() / 2),
            };
            for i in 0..VIEW_VECTORS {
                let products = [2 * i, 2 * i + 1].map(|i| product::<S>(&first[i], &second[i]));
                let bytes = S::pack_i16(products);
                let i = view * VIEW_VECTORS + i;
                S::store_u8(bytes, &mut vectors[i]);
                if S::SPARSE {
                    let bits = u64::from(S::nonzero_groups(bytes));
                    self.nonzero[i / 4] |= bits << (i % 4 * 16);
                }
            }
        }
    }
}

/// Products of values clipped to 0 to one.
#[inline(always)]
fn product<S: Simd>(first: &[i16; I16S], second: &[i16; I16S]) -> S::I16 {
    let [first, second] = [first, second].map(|values| clip::<S>(S::load_i16(values), HIDDEN_ONE));
    // The upper half is the product shifted right by 16. Both are shifted left, to fit 16 bits.
    const UP: u32 = 16 - PRODUCT_SHIFT;
    S::mul_high_i16(
        S::shift_left_i16::<{ UP / 2 }>(first),
        S::shift_left_i16::<{ UP - UP / 2 }>(second),
    )
}

/// Between 0 and `one`.
#[inline(always)]
pub fn clip<S: Simd>(values: S::I16, one: i16) -> S::I16 {
    S::max_i16(S::min_i16(values, S::splat_i16(one)), S::splat_i16(0))
}

/// By group, then four for each unit.
#[derive(Clone)]
pub struct L1Weights(Aligned<[[[[i8; BYTES]; L1_VECTORS]; BLOCK]; BLOCKS]>);

impl L1Weights {
    pub const ZERO: L1Weights = L1Weights(Aligned([[[[0; BYTES]; L1_VECTORS]; BLOCK]; BLOCKS]));

    pub fn set(&mut self, input: usize, unit: usize, weight: i8) {
        let group = input / GROUP;
        let vector = &mut self.0.0[group / BLOCK][group % BLOCK][unit / I32S];
        vector[unit % I32S * GROUP + input % GROUP] = weight;
    }

    #[inline(always)]
    pub fn sums<S: Simd>(
        &self,
        activations: &Activations,
        bias: &Aligned<[i32; L1]>,
    ) -> [S::I32; L1_VECTORS] {
        // Several sums, so that none waits for the one before.
        let mut parts = [[S::splat_i32(0); L1_VECTORS]; 4];
        parts[0] = load_i32s::<S, L1, L1_VECTORS>(bias);
        if S::SPARSE {
            let blocks = activations.groups.0.iter().zip(&self.0.0);
            for (&nonzero, (groups, weights)) in activations.nonzero.iter().zip(blocks) {
                let mut nonzero = nonzero;
                while nonzero != 0 {
                    let group = nonzero.trailing_zeros() as usize % BLOCK;
                    add_dots::<S>(&mut parts[0], groups[group], &weights[group]);
                    nonzero &= nonzero - 1;
                }
            }
        } else {
            let groups = &activations.groups.0.as_flattened()[..GROUPS];
            let weights = &self.0.0.as_flattened()[..GROUPS];
            let fours = groups
                .as_chunks::<4>()
                .0
                .iter()
                .zip(weights.as_chunks::<4>().0);
            for (groups, weights) in fours {
                for ((part, &group), weights) in parts.iter_mut().zip(groups).zip(weights) {
                    add_dots::<S>(part, group, weights);
                }
            }
        }
        let [mut sums, others @ ..] = parts;
        for part in others {
            for (sum, part) in sums.iter_mut().zip(part) {
                *sum = S::add_i32(*sum, part);
            }
        }
        sums
    }
}

#[inline(always)]
fn add_dots<S: Simd>(
    sums: &mut [S::I32; L1_VECTORS],
    group: [u8; GROUP],
    weights: &[[i8; BYTES]; L1_VECTORS],
) {
    for (sum, weights) in sums.iter_mut().zip(weights) {
        *sum = S::dot(*sum, group, weights);
    }
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

/// By pair of inputs, then two for each unit.
#[derive(Clone)]
pub struct L2Weights<const PAIRS: usize>([Aligned<[[i16; I16S]; L2_VECTORS]>; PAIRS]);

impl<const PAIRS: usize> L2Weights<PAIRS> {
    pub const ZERO: L2Weights<PAIRS> =
        L2Weights([const { Aligned([[0; I16S]; L2_VECTORS]) }; PAIRS]);

    pub fn set(&mut self, input: usize, unit: usize, weight: i16) {
        let vector = &mut self.0[input / 2].0[unit / I32S];
        vector[unit % I32S * 2 + input % 2] = weight;
    }

    /// Of the first pairs of inputs, with the biases.
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

/// Stores `map` of L1's sums in 16 bits, saturated, and half a vector of no meaning more.
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

/// Divides L2's sums by 2^BITS, and returns the weighted sum of `map` of them in 16 bits.
#[inline(always)]
pub fn weighted_l2<S: Simd, const BITS: u32>(
    sums: [S::I32; L2_VECTORS],
    map: impl Fn(S::I16) -> S::I16,
    weights: &Aligned<[i16; L2]>,
) -> i32 {
    let mut total = S::splat_i32(0);
    let pairs = sums.as_chunks::<2>().0.iter();
    for (&[low, high], weights) in pairs.zip(weights.0.as_chunks().0) {
        let [low, high] = [low, high].map(S::shift_right_i32::<BITS>);
        let units = map(S::pack_i32(low, high));
        total = S::multiply_add(total, units, S::load_i16(weights));
    }
    S::sum_i32(total)
}
