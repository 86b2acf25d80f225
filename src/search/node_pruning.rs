//! Pruning of a whole node by its evaluation, before any move is tried.
//!
//! <https://www.chessprogramming.org/Razoring>,
//! <https://www.chessprogramming.org/Reverse_Futility_Pruning>

use super::node::{Node, NonPv};
use super::params;
use super::worker::Worker;
use crate::eval::{Evaluation, Score};

impl Node {
    /// Reverse futility: a value that fails high, where the evaluation is so
    /// far above beta that a few plies will hardly bring it down.
    #[inline(always)]
    pub fn reverse_futility(&self) -> Option<Score> {
        let margin = params::reverse_futility_margin() * self.depth
            - params::reverse_futility_improving() * i32::from(self.improving);
        let is_safe = self.depth <= params::reverse_futility_depth()
            && self.eval - margin.max(20) >= self.beta
            && !self.eval.is_decided()
            && !self.beta.is_decided();
        is_safe.then(|| Score::centipawns((self.eval.get() + 2 * self.beta.get()) / 3))
    }
}

impl<E: Evaluation> Worker<'_, E> {
    /// Razoring: a value that fails low, where the evaluation is so far below
    /// alpha that only captures could help, and do not.
    #[inline(always)]
    pub fn razor(&mut self, node: &Node, alpha: Score) -> Option<Score> {
        let hopeless = params::razor_base() + params::razor_depth() * node.depth * node.depth;
        if node.eval >= alpha - hopeless || alpha.is_decided() {
            return None;
        }
        let score = self.quiescence::<NonPv>(alpha, alpha + 1, node.ply);
        (score <= alpha && !score.is_decided()).then_some(score)
    }
}
