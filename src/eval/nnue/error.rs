//! Why bytes are no network.

use super::architecture::{HIDDEN, Shape};
use super::file::VERSION;

/// Why bytes are no network, or not one that this program can use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("{0}")]
    File(String),
    /// There is no memory for its weights.
    #[error("no memory for the network")]
    Memory,
    /// They do not begin as one.
    #[error("not a network of Ox88")]
    Magic,
    /// Of another version.
    #[error("a network of version {0}; this program takes version {VERSION}")]
    Version(u16),
    /// Of no hidden units, or an odd number.
    #[error("a network of {0} hidden units; this program takes an even number up to {HIDDEN}")]
    Hidden(u16),
    /// Of an activation that is not known.
    #[error("a network of activation {0}, which is neither 0 nor 1")]
    Activation(u16),
    /// Of another shape.
    #[error("a network of {0}; this program takes {program}", program = Shape::PROGRAM)]
    Shape(Shape),
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
    /// A bias that the arithmetic cannot take.
    #[error("a bias of {0}, beyond {1}")]
    Bias(i32, i32),
    /// A network to be written has too many or too few numbers of a kind.
    #[error("{found} {what} instead of {expected}")]
    Count {
        /// Which numbers.
        what: &'static str,
        /// As its shape says.
        expected: usize,
        /// As there are.
        found: usize,
    },
}
