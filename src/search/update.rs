//! What a node's result teaches: about its moves, about the move before, and
//! about the static evaluation.

use arrayvec::ArrayVec;

use super::bound::Bound;
use super::history::{PieceTo, Quiet};
use super::node::Node;
use super::params;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

/// Moves of a node that were tried and were not the best. Of more than 32 of
/// each kind nothing is learnt.
#[derive(Default)]
pub struct SearchedMoves {
    quiets: ArrayVec<Quiet, 32>,
    noisy: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    /// One more.
    #[inline(always)]
    pub fn add(&mut self, mv: Move, piece_to: PieceTo) {
        if mv.is_noisy() {
            let _ = self.noisy.try_push(mv);
        } else {
            let _ = self.quiets.try_push((mv, piece_to));
        }
    }
}

impl<E: Evaluation> Worker<'_, E> {
    /// Credits the best move, and debits those tried before it: quiet ones
    /// only where a quiet move was better.
    pub fn update_histories(&mut self, ply: usize, best: Move, depth: i32, tried: &SearchedMoves) {
        let context = self.stack[ply].context;
        let (bonus, malus) = (bonus(depth), malus(depth));
        if best.is_noisy() {
            self.history.add_noisy(&self.position, best, bonus);
        } else {
            let piece_to = self.piece_to(best);
            self.history.add_quiet(&context, (best, piece_to), bonus);
            for &quiet in &tried.quiets {
                self.history.add_quiet(&context, quiet, -malus);
            }
        }
        for &mv in &tried.noisy {
            self.history.add_noisy(&self.position, mv, -malus);
        }
    }

    /// Credits the table's move, if quiet: its value cut the node off.
    pub fn update_tt_move(&mut self, ply: usize, mv: Move, depth: i32) {
        if mv.is_none() || mv.is_noisy() {
            return;
        }
        let (context, piece_to) = (self.context(ply), self.piece_to(mv));
        self.history
            .add_quiet(&context, (mv, piece_to), bonus(depth));
    }

    /// Credits or debits a quiet move as an answer to those before it, after a
    /// second look at it that went well or not.
    pub fn update_after_research(&mut self, node: &Node, piece_to: PieceTo, went_well: bool) {
        let context = self.stack[node.ply].context;
        let bonus = if went_well {
            bonus(node.depth)
        } else {
            -malus(node.depth)
        };
        self.history.add_continuation(&context, piece_to, bonus);
    }

    /// Nothing refutes the opponent's last move: it was a good one.
    pub fn update_prior_move(&mut self, ply: usize, depth: i32) {
        let last = &self.stack[ply - 1];
        if last.mv.is_none() || last.mv.is_noisy() {
            return;
        }
        let (context, mv, piece_to) = (last.context, last.mv, last.piece_to);
        self.history
            .add_quiet(&context, (mv, piece_to), bonus(depth) / 2);
    }

    /// How far off the static evaluation was, where the result shows it and no
    /// capture explains it. What is known is no estimate.
    #[inline(always)]
    pub fn update_corrections(&mut self, node: &Node, best: Score, bound: Bound, best_move: Move) {
        let static_eval = node.static_eval;
        if !node.in_check
            && !best_move.is_noisy()
            && bound.tells_more_than(static_eval, best)
            && !best.is_known()
            && !static_eval.is_known()
        {
            let features = self.features(node.ply);
            self.corrections
                .update(&features, best.get() - static_eval.get(), node.depth);
        }
    }
}

/// Credit for a move that was best at this depth.
fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_bonus_base())
        .min(params::history_bonus_max())
}

/// Debit for a move that was not.
fn malus(depth: i32) -> i32 {
    (params::history_malus() * depth).min(params::history_malus_max())
}
