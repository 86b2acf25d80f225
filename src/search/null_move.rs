//! Null move pruning: if passing the turn is still too good for the opponent,
//! so is a move.
//!
//! Donninger, "Null Move and Deep Search" (1993); verified as by Tabibi and
//! Netanyahu, "Verified Null-Move Pruning" (2002), but only in deep searches.
//! <https://www.chessprogramming.org/Null_Move_Pruning>

use super::node::{Node, NonPv};
use super::params;
use super::worker::Worker;
use crate::eval::{Evaluation, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// A value that fails high, if passing the turn does. Not tried without
    /// pieces, where moving may hurt (zugzwang), nor twice in a row.
    #[inline(always)]
    pub fn null_move(&mut self, node: &Node) -> Option<Score> {
        let &Node { beta, depth, .. } = node;
        let is_tried = node.cut_node
            && node.eval >= beta
            && node.static_eval + params::null_move_depth() * depth
                >= beta + params::null_move_base()
            && node.ply >= self.null_move_from
            && !beta.is_decided()
            && self.position.has_non_pawns(self.position.side_to_move())
            && !self.position.last_move().is_none();
        if !is_tried {
            return None;
        }
        let score = self.pass_turn(beta, depth, node.eval, node.ply);
        (self.stopped || score >= beta).then_some(score)
    }

    /// Passes the turn and searches less deeply; from some depth on verifies
    /// the result without passing. Gives a value to return, or less than beta.
    fn pass_turn(&mut self, beta: Score, depth: i32, eval: Score, ply: usize) -> Score {
        let surplus = (eval.get() - beta.get()) / params::null_move_eval_divisor();
        let shorter = params::null_move_reduction() + depth / 3 + surplus.min(3);
        self.make_null(ply);
        let score = -self.search::<NonPv>(-beta, -beta + 1, depth - shorter, false, ply + 1);
        self.unmake();
        if self.stopped || score < beta {
            return score.min(beta - 1);
        }
        // A mate behind a passed turn proves nothing.
        let score = if score.is_decided() { beta } else { score };
        if depth < params::null_move_verification_depth() || self.null_move_from > 0 {
            return score;
        }
        self.null_move_from = ply + 3 * (depth - shorter).max(0) as usize / 4;
        let verified = self.search::<NonPv>(beta - 1, beta, depth - shorter, false, ply);
        self.null_move_from = 0;
        if verified >= beta { score } else { beta - 1 }
    }
}
