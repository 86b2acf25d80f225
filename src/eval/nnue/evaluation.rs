//! Evaluation of positions by the network.

use std::sync::Arc;

use super::accumulator::AccumulatorStack;
use super::layers::Activations;
use super::network::Network;
use super::simd::Native;
use crate::board::Position;
use crate::eval::{Evaluation, Score, endgame};

/// Evaluation by a network, except for known endings.
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::{Evaluation, Network, Nnue};
/// let position = Position::from_fen("4k3/pp6/8/8/8/8/PP6/Q3K3 b - - 0 1").unwrap();
/// let mut evaluation = Nnue::new(Network::embedded());
/// evaluation.reset(&position);
/// assert!(evaluation.evaluate(&position).get() < -300);
/// ```
pub struct Nnue {
    network: Arc<Network>,
    accumulators: AccumulatorStack,
    buffer: Activations,
}

impl Nnue {
    /// Returns an evaluation by this network.
    pub fn new(network: Arc<Network>) -> Nnue {
        let accumulators = AccumulatorStack::new(&network);
        Nnue { network, accumulators, buffer: Activations::ZERO }
    }
}

impl Evaluation for Nnue {
    fn reset(&mut self, position: &Position) {
        self.accumulators.reset::<Native>(&self.network, position);
    }

    #[inline(always)]
    fn push(&mut self, position: &Position) {
        self.accumulators.push::<Native>(position);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.accumulators.pop();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        if let Some(known) = endgame::known(position) {
            return known;
        }
        let values = self.accumulators.values::<Native>(&self.network, position);
        let us = position.side_to_move();
        let views = [us, !us].map(|side| &values[side.index()]);
        let pieces = position.piece_count() as usize;
        let value = self.network.value::<Native>(views, pieces, &mut self.buffer);
        Score::estimate(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;

    fn from_scratch(position: &Position) -> Score {
        let mut evaluation = Nnue::new(Network::embedded());
        evaluation.reset(position);
        evaluation.evaluate(position)
    }

    #[test]
    fn lazy_equals_from_scratch() {
        let mut random = StdRng::seed_from_u64(88);
        for number in 0..60 {
            let mut position = Position::chess960(if number < 20 { 518 } else { number * 16 });
            let mut evaluation = Nnue::new(Network::embedded());
            evaluation.reset(&position);
            for _ in 0..150 {
                let is_back = random.random_bool(0.3) && position.plies_made() > 0;
                if is_back {
                    position.unmake();
                    evaluation.pop();
                } else {
                    let Some(&mv) = position.legal_moves().choose(&mut random) else {
                        break;
                    };
                    evaluation.push(&position);
                    position.make(mv);
                    if !position.in_check() && random.random_bool(0.05) {
                        evaluation.push(&position);
                        position.make_null();
                    }
                }
                if random.random_bool(0.4) {
                    assert_eq!(
                        evaluation.evaluate(&position),
                        from_scratch(&position),
                        "{position:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn both_colors_and_castling_sides_count_alike() {
        let value = |fen: &str| from_scratch(&Position::from_fen(fen).unwrap());
        let white = value("r3k3/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K3 w - - 0 1");
        let black = value("r3k3/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K3 b - - 0 1");
        let mirrored = value("3k3r/1bpqpp1p/1pnp2nb/3NP3/3P2p1/p1Q2N2/PPPBBPPP/3K3R w - - 0 1");
        assert_eq!(white, black);
        assert_eq!(white, mirrored);
    }
}
