//! The errors of reading and writing networks.

use super::architecture::{HIDDEN, Shape};
use super::file::VERSION;

/// The reason for which bytes are not a network, or not one that this program can use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("{0}")]
    File(String),
    /// There is no memory for its weights.
    #[error("no memory for the network")]
    Memory,
    /// The bytes do not begin as a network's.
    #[error("not a network of Ox88")]
    Magic,
    /// The file has another version.
    #[error("a network of version {0}; this program takes version {VERSION}")]
    Version(u16),
    /// The number of hidden units is zero or odd.
    #[error("a network of {0} hidden units; this program takes an even number up to {HIDDEN}")]
    Hidden(u16),
    /// The activation is not known.
    #[error("a network of activation {0}, which is neither 0 nor 1")]
    Activation(u16),
    /// The network has another shape than the program.
    #[error("a network of {0}; this program takes {program}", program = Shape::PROGRAM)]
    Shape(Shape),
    /// The scale is 0.
    #[error("a network of scale 0")]
    Scale,
    /// The file is too short or too long.
    #[error("{found} bytes instead of {expected}")]
    Length {
        /// The length that the header tells.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// The checksum does not fit the bytes.
    #[error("damaged: its checksum is another")]
    Checksum,
    /// A weight is too large for the arithmetic.
    #[error("a weight of {0}, beyond {1}")]
    Weight(i16, i16),
    /// A bias is too large for the arithmetic.
    #[error("a bias of {0}, beyond {1}")]
    Bias(i32, i32),
    /// A network to be written has too many or too few numbers of a kind.
    #[error("{found} {what} instead of {expected}")]
    Count {
        /// The kind of numbers.
        what: &'static str,
        /// The number that the shape tells.
        expected: usize,
        /// The number found.
        found: usize,
    },
}
