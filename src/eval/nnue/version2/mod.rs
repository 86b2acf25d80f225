//! Version 2 of the file format: each hidden unit also counts directly for the output, beside a
//! stack of clipped and squared layers. After the letters: version, hidden units, outputs,
//! centipawns of a logistic unit (16 bits each), checksum; the hidden layer's weights and biases;
//! each output's weights, side to move first (16 bits); the outputs' biases (32 bits); the stacks.

mod stack;

use super::architecture::{ACTIVATION, Activation, HIDDEN, HIDDEN_ONE, OUTPUT_BUCKETS};
use super::error::NetworkError;
use super::features::INPUTS;
use super::file::{Numbers, checksum};
use super::layers::{Activations, clip};
use super::network::padded;
use super::quantised::refuse_beyond;
use super::simd::{I16S, Simd};
use super::values::Values;
use stack::Stack;

pub const VERSION: u16 = 2;
const HEADER: usize = 24;

const OUTPUT_ONE: i32 = 256;
/// The largest output weight, times one in the hidden layer, must fit 16 bits.
const MAX_OUTPUT_WEIGHT: i16 = 128;

pub struct Parts {
    pub weights: Box<[Values]>,
    pub bias: Values,
    pub output: Output,
    pub scale: u16,
    /// Hidden units without padding.
    pub units: usize,
}

pub struct Output {
    /// By output; the side to move's view first.
    weights: [[Values; 2]; OUTPUT_BUCKETS],
    bias: [i32; OUTPUT_BUCKETS],
    stacks: Box<[Stack]>,
}

pub fn read(bytes: &[u8]) -> Result<Parts, NetworkError> {
    let (header, payload) = bytes
        .split_first_chunk::<HEADER>()
        .ok_or(NetworkError::Magic)?;
    let field = |i: usize| u16::from_le_bytes([header[8 + 2 * i], header[9 + 2 * i]]);
    let [hidden, buckets, scale] = [1, 2, 3].map(field);
    let units = usize::from(hidden);
    if !(1..=HIDDEN).contains(&units) || ACTIVATION != Activation::Squared {
        return Err(NetworkError::Hidden(hidden));
    }
    if usize::from(buckets) != OUTPUT_BUCKETS {
        return Err(NetworkError::Buckets(buckets));
    }
    if scale == 0 {
        return Err(NetworkError::Scale);
    }
    let rows = INPUTS + 1 + 2 * OUTPUT_BUCKETS;
    let expected = HEADER + 2 * units * rows + OUTPUT_BUCKETS * (4 + Stack::file_size(units));
    if bytes.len() != expected {
        return Err(NetworkError::Length {
            expected,
            found: bytes.len(),
        });
    }
    if header[16..24] != checksum(payload).to_le_bytes() {
        return Err(NetworkError::Checksum);
    }
    let mut numbers = Numbers(payload);
    let mut row = || padded(&numbers.i16s(units));
    let weights = (0..INPUTS).map(|_| row()).collect();
    let bias = row();
    let output_weights = [(); OUTPUT_BUCKETS].map(|()| [row(), row()]);
    let all_weights = output_weights.iter().flatten();
    refuse_beyond(MAX_OUTPUT_WEIGHT, all_weights.flat_map(|row| &row.0))?;
    let output_bias = [(); OUTPUT_BUCKETS].map(|()| numbers.i32());
    let stacks = (0..OUTPUT_BUCKETS).map(|_| Stack::read(&mut numbers, units));
    Ok(Parts {
        weights,
        bias,
        output: Output {
            weights: output_weights,
            bias: output_bias,
            stacks: stacks.collect::<Result<_, _>>()?,
        },
        scale,
        units,
    })
}

impl Output {
    /// One logistic unit.
    pub const ONE: i32 = HIDDEN_ONE as i32 * OUTPUT_ONE;

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.stacks)
    }

    /// In units of [`Output::ONE`].
    #[inline(always)]
    pub fn value<S: Simd>(&self, own: &Values, theirs: &Values, bucket: usize) -> i64 {
        let [own_weights, their_weights] = &self.weights[bucket];
        let sum = weighted_squares::<S>(own, own_weights)
            .wrapping_add(weighted_squares::<S>(theirs, their_weights));
        let activations = Activations::new::<S>(own, theirs);
        let deep = i64::from(self.stacks[bucket].value::<S>(&activations));
        let unit = i64::from(Output::ONE);
        i64::from(sum / i32::from(HIDDEN_ONE))
            + i64::from(self.bias[bucket])
            + deep * unit / i64::from(Stack::ONE)
    }
}

/// The weighted sum of squares of values clipped to 0 to one. No weight may be beyond 128.
#[inline(always)]
fn weighted_squares<S: Simd>(values: &Values, weights: &Values) -> i32 {
    let mut sum = S::splat_i32(0);
    let [values, weights] = [values, weights].map(|values| values.0.as_chunks::<I16S>().0);
    for (values, weights) in values.iter().zip(weights) {
        let clipped = clip::<S>(S::load_i16(values), HIDDEN_ONE);
        // 255 times 128 fits 16 bits.
        let weighted = S::mul_low_i16(clipped, S::load_i16(weights));
        sum = S::multiply_add(sum, weighted, clipped);
    }
    S::sum_i32(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Network;
    use crate::eval::nnue::simd::{Portable, for_each_backend};
    use rand::prelude::*;

    const FILE: &[u8] = include_bytes!("../ox88.nnue");

    fn error(change: impl Fn(&mut Vec<u8>)) -> NetworkError {
        let mut bytes = FILE.to_vec();
        change(&mut bytes);
        Network::from_bytes(&bytes).err().unwrap()
    }

    #[test]
    fn wrong_files_are_told_apart() {
        assert_eq!(error(|bytes| bytes.clear()), NetworkError::Magic);
        assert_eq!(error(|bytes| bytes.truncate(20)), NetworkError::Magic);
        assert_eq!(error(|bytes| bytes[0] = b'X'), NetworkError::Magic);
        assert_eq!(error(|bytes| bytes[8] = 9), NetworkError::Version(9));
        assert_eq!(error(|bytes| bytes[11] = 200), {
            NetworkError::Hidden(u16::from_le_bytes([FILE[10], 200]))
        });
        assert_eq!(error(|bytes| bytes[12] = 1), NetworkError::Buckets(1));
        assert_eq!(error(|bytes| bytes[14..16].fill(0)), NetworkError::Scale);
        assert!(matches!(
            error(|bytes| bytes.truncate(bytes.len() - 1)),
            NetworkError::Length { .. }
        ));
        assert!(matches!(
            error(|bytes| bytes.push(0)),
            NetworkError::Length { .. }
        ));
        assert_eq!(error(|bytes| bytes[1000] ^= 1), NetworkError::Checksum);
    }

    #[test]
    fn weights_that_would_overflow_are_refused() {
        let beyond = |offset: fn(usize) -> usize| {
            error(|bytes| {
                let units = usize::from(u16::from_le_bytes([bytes[10], bytes[11]]));
                let at = HEADER + offset(units);
                bytes[at..at + 2].copy_from_slice(&5000i16.to_le_bytes());
                let sum = checksum(&bytes[HEADER..]).to_le_bytes();
                bytes[16..24].copy_from_slice(&sum);
            })
        };
        let output = |units| 2 * units * (INPUTS + 1);
        assert_eq!(beyond(output), NetworkError::Weight(5000, 128));
        let last = |units| {
            let rows = 2 * units * (INPUTS + 1 + 2 * OUTPUT_BUCKETS);
            rows + OUTPUT_BUCKETS * (4 + Stack::file_size(units)) - 2
        };
        assert_eq!(beyond(last), NetworkError::Weight(5000, 4096));
    }

    /// Some values are beyond what networks have.
    fn values<S: Simd>() -> Vec<i32> {
        let network = Network::from_bytes(FILE).unwrap();
        let mut random = StdRng::seed_from_u64(88);
        let mut values = |limit: i16| {
            let mut values = Values::ZERO;
            values.0.fill_with(|| random.random_range(-limit..=limit));
            values
        };
        let limits = [0, 100, 300, 600, i16::MAX].into_iter().cycle().take(400);
        let values = limits.enumerate().map(|(i, limit)| {
            let (own, theirs) = (values(limit), values(limit));
            network.value::<S>(&own, &theirs, i % OUTPUT_BUCKETS)
        });
        values.collect()
    }

    fn agrees<S: Simd>() {
        assert_eq!(values::<S>(), values::<Portable>(), "{}", S::NAME);
    }

    #[test]
    fn all_backends_agree() {
        for_each_backend!(agrees);
    }
}
