//! The numbers of a network, and the files that hold them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::architecture::{HIDDEN, HIDDEN_ONE, OUTPUT_BUCKETS};
use super::features::INPUTS;
use super::layers::{Activations, weighted_squares};
use super::reader::Numbers;
use super::simd::Simd;
use super::stack::Stack;
use super::values::Values;

/// One in the output's weights.
const OUTPUT_ONE: i32 = 256;
/// The largest output weight, times one in the hidden layer, must fit 16 bits.
const MAX_OUTPUT_WEIGHT: i16 = 128;

const MAGIC: &[u8; 8] = b"OX88NNUE";
const VERSION: u16 = 2;
const HEADER: usize = 24;
/// No network has more bytes than this; more of a file is not read.
const LONGEST: u64 = 64 << 20;

/// A network: see the module's first lines for its shape.
///
/// A file of one begins with the eight letters `OX88NNUE`; four numbers of 16
/// bits: version, hidden units, outputs, and the centipawns of one logistic
/// unit; a checksum of 64 bits over what follows. Then come the weights of the
/// hidden layer by input, its biases, and the weights of each output for the
/// view of the side to move and for the other, all of 16 bits; the outputs'
/// biases of 32 bits; and the stack of each output. All numbers are
/// little-endian.
pub struct Network {
    /// By input.
    pub(super) weights: Box<[Values]>,
    pub(super) bias: Values,
    /// By output; for the view of the side to move, and for the other.
    output: [[Values; 2]; OUTPUT_BUCKETS],
    output_bias: [i32; OUTPUT_BUCKETS],
    stacks: Box<[Stack]>,
    /// Centipawns of one logistic unit.
    scale: i32,
    /// Hidden units that do something.
    units: usize,
}

/// Why bytes are no network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("{0}")]
    File(String),
    /// They do not begin as one.
    #[error("not a network of Ox88")]
    Magic,
    /// Of another version.
    #[error("a network of version {0}, not {VERSION}")]
    Version(u16),
    /// Too wide.
    #[error("a network of {0} hidden units; this program takes 1 to {HIDDEN}")]
    Hidden(u16),
    /// Of another number of outputs.
    #[error("a network of {0} outputs, not {OUTPUT_BUCKETS}")]
    Buckets(u16),
    /// A scale without sense.
    #[error("a network of scale 0")]
    Scale,
    /// Too short or too long.
    #[error("{found} bytes instead of {expected}")]
    Length {
        /// As the header says.
        expected: usize,
        /// As there are.
        found: usize,
    },
    /// The checksum is another.
    #[error("damaged: its checksum is another")]
    Checksum,
    /// A weight that the arithmetic cannot take.
    #[error("a weight of {0}, beyond {1}")]
    Weight(i16, i16),
}

/// The file of the network that is part of the program.
const EMBEDDED_FILE: &[u8] = cfg_select! {
    feature = "evalfile" => { include_bytes!(env!("EVALFILE")) }
    _ => { include_bytes!("ox88.nnue") }
};

/// The network that is part of the program.
static EMBEDDED: LazyLock<Arc<Network>> =
    LazyLock::new(|| match Network::from_bytes(EMBEDDED_FILE) {
        Ok(network) => Arc::new(network),
        Err(error) => unreachable!("the embedded network: {error}"),
    });

impl Network {
    /// The network that is part of the program.
    pub fn embedded() -> Arc<Network> {
        Arc::clone(&EMBEDDED)
    }

    /// Reads a network.
    ///
    /// # Errors
    /// Where the bytes are not those of a network that this program can use.
    ///
    /// ```
    /// use ox88::eval::{Network, NetworkError};
    /// let read = Network::from_bytes(b"something else");
    /// assert_eq!(read.err(), Some(NetworkError::Magic));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (header, payload) = bytes
            .split_first_chunk::<HEADER>()
            .filter(|(header, _)| header.starts_with(MAGIC))
            .ok_or(NetworkError::Magic)?;
        let field = |i: usize| u16::from_le_bytes([header[8 + 2 * i], header[9 + 2 * i]]);
        let [version, hidden, buckets, scale] = [0, 1, 2, 3].map(field);
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let units = usize::from(hidden);
        if !(1..=HIDDEN).contains(&units) {
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
        let weights: Box<[Values]> = (0..INPUTS).map(|_| row()).collect();
        let bias = row();
        let output = [(); OUTPUT_BUCKETS].map(|()| [row(), row()]);
        let output_weights = output.iter().flatten().flat_map(|row| row.0);
        refuse_beyond(MAX_OUTPUT_WEIGHT, output_weights)?;
        let output_bias = numbers.i32s();
        let stacks = (0..OUTPUT_BUCKETS).map(|_| Stack::read(&mut numbers, units));
        let stacks = stacks.collect::<Result<_, _>>()?;
        Ok(Network {
            weights,
            bias,
            output,
            output_bias,
            stacks,
            scale: i32::from(scale),
            units,
        })
    }

    /// Reads the file of a network.
    ///
    /// # Errors
    /// As [`Network::from_bytes`], and where the file cannot be read.
    pub fn from_file(path: &Path) -> Result<Network, NetworkError> {
        let unreadable = |error: io::Error| NetworkError::File(error.to_string());
        // Before it is opened: a pipe would make that wait.
        if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(NetworkError::File("not a file".to_string()));
        }
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(LONGEST).read_to_end(&mut bytes))
            .map_err(unreadable)?;
        Network::from_bytes(&bytes)
    }

    /// Units of the hidden layer, as the file had them.
    pub fn units(&self) -> usize {
        self.units
    }

    /// Bytes that it takes in memory.
    pub fn bytes(&self) -> usize {
        size_of::<Network>() + size_of_val(&*self.weights) + size_of_val(&*self.stacks)
    }

    /// The value in centipawns, for the side to move, of the accumulator's view
    /// of its own and of the other's.
    #[inline(always)]
    pub(super) fn value<S: Simd>(&self, own: &Values, theirs: &Values, bucket: usize) -> i32 {
        let [own_weights, their_weights] = &self.output[bucket];
        let sum = weighted_squares::<S>(own, own_weights)
            .wrapping_add(weighted_squares::<S>(theirs, their_weights));
        let activations = Activations::new::<S>(own, theirs);
        let deep = i64::from(self.stacks[bucket].value::<S>(&activations));
        let one = i32::from(HIDDEN_ONE);
        let unit = i64::from(one * OUTPUT_ONE);
        let sum = i64::from(sum / one)
            + i64::from(self.output_bias[bucket])
            + deep * unit / i64::from(Stack::ONE);
        (sum * i64::from(self.scale) / unit).clamp(-30_000, 30_000) as i32
    }
}

/// These numbers first; the others are zero.
fn padded(numbers: &[i16]) -> Values {
    let mut values = Values::ZERO;
    values.0[..numbers.len()].copy_from_slice(numbers);
    values
}

/// Weights beyond what the arithmetic can take make no network.
pub(super) fn refuse_beyond(
    limit: i16,
    mut weights: impl Iterator<Item = i16>,
) -> Result<(), NetworkError> {
    match weights.find(|weight| weight.unsigned_abs() > limit.unsigned_abs()) {
        Some(weight) => Err(NetworkError::Weight(weight, limit)),
        None => Ok(()),
    }
}

/// FNV-1a over words of eight bytes, the last filled up with zeros.
///
/// <https://en.wikipedia.org/wiki/Fowler-Noll-Vo_hash_function>
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::super::simd::{Portable, for_each_backend};
    use super::*;
    use rand::prelude::*;

    fn error(change: impl Fn(&mut Vec<u8>)) -> NetworkError {
        let mut bytes = EMBEDDED_FILE.to_vec();
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
            NetworkError::Hidden(u16::from_le_bytes([EMBEDDED_FILE[10], 200]))
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
        // The last number is a weight of a stack's last layer.
        let last = |units| {
            let rows = 2 * units * (INPUTS + 1 + 2 * OUTPUT_BUCKETS);
            rows + OUTPUT_BUCKETS * (4 + Stack::file_size(units)) - 2
        };
        assert_eq!(beyond(last), NetworkError::Weight(5000, 4096));
    }

    /// Values of random accumulators, some beyond what networks have.
    fn values<S: Simd>() -> Vec<i32> {
        let network = Network::embedded();
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
