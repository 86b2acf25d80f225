//! What the evaluations at the plies before tell about a node, and what its own
//! tells about the move that led to it.

use super::params;
use super::reductions::PLY;
use super::worker::Worker;
use crate::eval::{Evaluation, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// Whether the static evaluation is better than at the last own move out
    /// of check.
    /// <https://www.chessprogramming.org/Improving>
    pub fn is_improving(&self, ply: usize, static_eval: Score) -> bool {
        let earlier = |back: usize| {
            let before = self.stack[ply.checked_sub(back)?].static_eval;
            (before != Score::NONE).then_some(before)
        };
        earlier(2)
            .or_else(|| earlier(4))
            .is_some_and(|before| static_eval > before)
    }

    /// A quiet move that made the opponent's evaluation worse did well.
    pub fn update_prior_eval_difference(&mut self, ply: usize, static_eval: Score) {
        let last = &self.stack[ply - 1];
        if last.mv.is_none() || last.mv.is_noisy() || last.static_eval == Score::NONE {
            return;
        }
        let most = params::hindsight_bonus_max();
        let cost = last.static_eval.get() + static_eval.get();
        let bonus = (-params::hindsight_bonus() * cost).clamp(-most, most);
        let context = last.context;
        self.history.add_butterfly(&context, last.mv, bonus);
    }

    /// Plies to add to the depth, given how the last move was reduced: one more
    /// if it was reduced much and looks no worse than before for the side that
    /// made it, one less if it looks bad.
    pub fn hindsight(&self, ply: usize, depth: i32, static_eval: Score) -> i32 {
        let last = &self.stack[ply - 1];
        if last.static_eval == Score::NONE {
            return 0;
        }
        // What the move has cost the side that made it.
        let cost = last.static_eval.get() + static_eval.get();
        if last.reduction >= 3 * PLY && cost <= 0 {
            1
        } else if last.reduction >= 2 * PLY && depth >= 2 && cost > params::hindsight_cost() {
            -1
        } else {
            0
        }
    }
}
