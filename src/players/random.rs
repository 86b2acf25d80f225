//! The lowest rung: any legal move.

use std::time::Instant;

use rand::prelude::*;

use super::{Conditions, Player, Thought};
use crate::board::Position;

/// Plays any legal move, each with the same probability; without a seed, the first.
#[derive(Default)]
pub struct RandomMover {
    random: Option<StdRng>,
}

impl Player for RandomMover {
    fn begin_game(&mut self, seed: Option<u64>) {
        self.random = seed.map(StdRng::seed_from_u64);
    }

    fn think(&mut self, position: &Position, _: &Conditions) -> Option<Thought> {
        let start = Instant::now();
        let moves = position.legal_moves();
        let best = match &mut self.random {
            Some(random) => moves.choose(random),
            None => moves.first(),
        };
        best.map(|&best| Thought { best, score: None, depth: 0, nodes: 0, time: start.elapsed() })
    }
}
