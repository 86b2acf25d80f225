//! ProbCut: a capture that beats beta by far in a shallower search will beat it
//! in a full one.
//!
//! Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta
//! Algorithm" (1995). <https://www.chessprogramming.org/ProbCut>

use super::bound::Bound;
use super::movepick::MovePicker;
use super::node::{Node, NonPv};
use super::params;
use super::transposition::TtEntry;
use super::worker::Worker;
use crate::eval::{Evaluation, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// A value that fails high, if a capture beats beta by far.
    #[inline(always)]
    pub fn probcut(&mut self, node: &Node) -> Option<Score> {
        let beta = node.beta;
        let target = beta + params::probcut_margin()
            - params::probcut_improving() * i32::from(node.improving);
        let may_reach = node.tt_score == Score::NONE || node.tt_score >= target;
        if node.depth < params::probcut_depth() || beta.is_decided() || !may_reach {
            return None;
        }
        let score = self.best_capture(*node, target);
        if !self.stopped && score < target {
            return None;
        }
        Some(if score.is_decided() {
            score
        } else {
            score - (target.get() - beta.get())
        })
    }

    /// Looks for a capture that reaches `target` in a much shallower search.
    /// Gives a value to build on, or less than the target.
    fn best_capture(&mut self, node: Node, target: Score) -> Score {
        let Node { ply, depth, .. } = node;
        let checks = self.stack[ply].checks;
        let context = self.stack[ply].context;
        let missing = target.get() - node.static_eval.get();
        let mut picker = MovePicker::noisy(&self.position, checks, node.tt_move, missing);
        while let Some(mv) = picker.next(&self.position, self.history, &context) {
            if picker.is_losing() {
                break;
            }
            self.make(mv, ply);
            let mut score = -self.quiescence::<NonPv>(-target, -target + 1, ply + 1);
            let shallower = depth - params::probcut_reduction();
            if score >= target && shallower > 0 {
                score =
                    -self.search::<NonPv>(-target, -target + 1, shallower, !node.cut_node, ply + 1);
            }
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            if score >= target {
                self.store(
                    ply,
                    TtEntry {
                        mv,
                        score,
                        raw_eval: node.raw_eval,
                        depth: depth - 3,
                        bound: Bound::Lower,
                        pv: self.stack[ply].tt_pv,
                    },
                );
                return score;
            }
        }
        target - 1
    }
}
