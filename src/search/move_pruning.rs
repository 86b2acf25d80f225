//! Pruning of single moves of shallow nodes, before they are made.
//!
//! <https://www.chessprogramming.org/Futility_Pruning>,
//! <https://www.chessprogramming.org/History_Leaf_Pruning>

use super::movepick;
use super::node::Node;
use super::params;
use super::reductions::PLY;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// Late move pruning: whether the `move_count`-th move, from 1, comes so late
    /// that quiet ones after it are not worth a try.
    /// <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>
    #[inline(always)]
    pub fn is_late(&self, node: &Node, mv: Move, move_count: usize) -> bool {
        let most =
            (params::late_move_base() + node.depth * node.depth) / (2 - i32::from(node.improving));
        move_count as i32 > most && !self.position.gives_check(mv)
    }

    /// Whether a move is not worth a try: by its history, since it does not make
    /// up for what is missing (futility), or since it loses by exchanges. What
    /// it would be `reduced` by is in 1024ths of a ply.
    #[inline(always)]
    pub fn is_pruned(
        &self,
        node: &Node,
        alpha: Score,
        mv: Move,
        history: i32,
        reduced: i32,
    ) -> bool {
        let left = (node.depth - 1 - reduced / PLY).max(0);
        if mv.is_noisy() {
            let hope = params::noisy_futility_base()
                + params::noisy_futility_margin() * left
                + movepick::gain(&self.position, mv)
                + history / 64;
            let is_futile = !node.in_check
                && left < params::noisy_futility_depth()
                && node.static_eval + hope <= alpha;
            let allowed = params::see_pruning_noisy() * node.depth + history / 64;
            return (is_futile || !self.position.see_at_least(mv, -allowed.max(0)))
                && !self.position.gives_check(mv);
        }
        if history < -params::history_pruning() * node.depth {
            return true;
        }
        let hope = params::futility_base()
            + params::futility_margin() * left
            + history / params::futility_history_divisor();
        let is_futile =
            !node.in_check && left < params::futility_depth() && node.static_eval + hope <= alpha;
        let allowed = params::see_pruning_quiet() * left * left;
        is_futile && !self.position.gives_check(mv) || !self.position.see_at_least(mv, -allowed)
    }
}
