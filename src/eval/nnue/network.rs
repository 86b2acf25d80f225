//! The network as the engine computes with it.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::architecture::{HIDDEN, Shape, output_bucket};
use super::layers::Activations;
use super::quantised::{NetworkError, QuantisedNetwork, other_shape};
use super::simd::{Native, Simd};
use super::stack::LayerStack;
use super::values::{Values, Weights, ZERO_WEIGHT};
use crate::disk::read_regular;
use crate::sync::Pages;

/// The greatest length of a network's file in MiB; longer files are refused.
const LONGEST: u64 = 64;

/// A network, ready for evaluation. Its shape is described at the head of the [module](super), its
/// file at [`QuantisedNetwork`].
pub struct Network {
    /// The weights of the hidden layer by input; behind them a row of zeros, for no input.
    pub(super) weights: Pages<Weights>,
    pub(super) bias: Values,
    stacks: Box<[LayerStack]>,
    /// Centipawns of one logistic unit.
    scale: i32,
    /// The number of hidden units without padding.
    units: usize,
}

const EMBEDDED_FILE: &[u8] = cfg_select! {
    feature = "evalfile" => { include_bytes!(env!("EVALFILE")) }
    _ => { include_bytes!("ox88.nnue") }
};

static EMBEDDED: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(EMBEDDED_FILE);
    Arc::new(network.unwrap_or_else(|error| unreachable!("the embedded network: {error}")))
});

impl Network {
    /// Returns the network that is part of the program.
    pub fn embedded() -> Arc<Network> {
        Arc::clone(&EMBEDDED)
    }

    /// Reads a network.
    ///
    /// # Errors
    /// Where the bytes are not those of a network that this program can use.
    ///
    /// ```
    /// use ox88::eval::Network;
    /// let read = Network::from_bytes(b"something else");
    /// assert_eq!(read.err().unwrap().to_string(), "not a network of Ox88");
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::new(&QuantisedNetwork::from_bytes(bytes)?)
    }

    /// Builds the network from whole numbers. It may have fewer hidden units than the program.
    ///
    /// # Errors
    /// Where the program is compiled for another shape.
    pub fn new(network: &QuantisedNetwork) -> Result<Network, NetworkError> {
        Network::for_backend::<Native>(network)
    }

    /// Builds the network in the arrangement of a backend.
    pub(super) fn for_backend<S: Simd>(
        network: &QuantisedNetwork,
    ) -> Result<Network, NetworkError> {
        network.check()?;
        let shape = network.shape;
        let widened = Shape { hidden: HIDDEN, ..shape };
        if widened != Shape::PROGRAM || shape.hidden > HIDDEN {
            return Err(other_shape(&shape));
        }
        let rows = network.hidden_weights.chunks(shape.hidden);
        let mut weights = Pages::zeroed(rows.len() + 1)
            .ok_or_else(|| NetworkError("no memory for the network".to_string()))?;
        weights.fill(Weights::ZERO);
        for (to, row) in weights.iter_mut().zip(rows) {
            to.0 = padded(row).map(|weight: i8| weight.cast_unsigned().wrapping_add(ZERO_WEIGHT));
        }
        let stacks = network.stacks.iter();
        let stacks = stacks.map(|stack| LayerStack::new::<S>(stack, shape.hidden));
        Ok(Network {
            weights,
            bias: Values::arranged::<S>(&padded(&network.hidden_bias)),
            stacks: stacks.collect(),
            scale: network.scale.into(),
            units: shape.hidden,
        })
    }

    /// Reads the file of a network.
    ///
    /// # Errors
    /// As [`Network::from_bytes`], and where the file cannot be read.
    pub fn from_file(path: &Path) -> Result<Network, NetworkError> {
        let bytes = read_regular(path, LONGEST).map_err(|error| NetworkError(error.to_string()))?;
        Network::from_bytes(&bytes)
    }

    /// Returns the number of hidden units in the network's file.
    pub fn units(&self) -> usize {
        self.units
    }

    /// Returns the value in centipawns for the side to move, whose view is the first. The network
    /// must be one for this backend.
    #[inline(always)]
    pub(super) fn value<S: Simd>(
        &self,
        views: [&Values; 2],
        pieces: usize,
        buffer: &mut Activations,
    ) -> i32 {
        let output = self.stacks[output_bucket(pieces)].output::<S>(views, buffer);
        let value = i64::from(output) * i64::from(self.scale) / i64::from(LayerStack::ONE);
        // Clamped before it is narrowed to 32 bits; scores have an even narrower range.
        value.clamp(-30_000, 30_000) as i32
    }
}

/// Pads numbers with zeros.
fn padded<T: Copy + Default>(numbers: &[T]) -> [T; HIDDEN] {
    let mut all = [T::default(); HIDDEN];
    all[..numbers.len()].copy_from_slice(numbers);
    all
}
