//! The choice between the ways to evaluate.

use std::sync::Arc;

use super::Network;

/// A way to evaluate positions.
#[derive(Clone)]
pub enum Evaluator {
    /// Material and piece-square tables.
    Classical,
    /// A network.
    Network(Arc<Network>),
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::Network(Network::embedded())
    }
}
