//! The choice of an evaluation.

use std::sync::Arc;

use super::{Network, Nnue};

/// A way to evaluate positions.
#[derive(Clone)]
pub enum Evaluator {
    /// Material and piece-square tables.
    Classical,
    /// A network.
    Network(Arc<Network>),
}

impl Evaluator {
    /// Returns whether both evaluators evaluate alike. Two networks count as the same only if they
    /// share their memory.
    #[must_use]
    pub fn is_same(&self, other: &Evaluator) -> bool {
        match (self, other) {
            (Evaluator::Classical, Evaluator::Classical) => true,
            (Evaluator::Network(ours), Evaluator::Network(theirs)) => Arc::ptr_eq(ours, theirs),
            _ => false,
        }
    }

    /// Returns an evaluation by the network, if there is one.
    pub(crate) fn nnue(&self) -> Option<Nnue> {
        match self {
            Evaluator::Classical => None,
            Evaluator::Network(network) => Some(Nnue::new(Arc::clone(network))),
        }
    }
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::Network(Network::embedded())
    }
}
