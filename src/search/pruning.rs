//! Pruning of nodes by their evaluation (razoring, reverse futility, null move, ProbCut), and of
//! moves before they are made (late move, history, futility and SEE pruning).
//! <https://www.chessprogramming.org/Pruning>

use super::movepick::MovePicker;
use super::node::{Node, NonPv};
use super::statistics::Pruning;
use super::transposition::{Bound, TtEntry};
use super::worker::Worker;
use super::{movepick, params};
use crate::board::Move;
use crate::eval::{Evaluation, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// Razoring: fails low where the evaluation is far below alpha and quiescence search
    /// confirms it. <https://www.chessprogramming.org/Razoring>
    #[inline(always)]
    pub fn razor(&mut self, node: &Node, alpha: Score) -> Option<Score> {
        let margin = params::razor_base() + params::razor_depth() * node.depth * node.depth;
        if node.eval >= alpha - margin || alpha.is_decided() {
            return None;
        }
        let score = self.quiescence::<NonPv>(alpha, alpha + 1, node.ply);
        let is_low = score <= alpha && !score.is_decided();
        self.count_pruning(Pruning::Razoring, node, alpha, is_low);
        is_low.then_some(score)
    }

    /// Reverse futility pruning (RFP): fails high where the evaluation is far above beta.
    /// <https://www.chessprogramming.org/Reverse_Futility_Pruning>
    #[inline(always)]
    pub fn reverse_futility(&mut self, node: &Node) -> Option<Score> {
        let margin = params::reverse_futility_margin() * node.depth
            + params::reverse_futility_square() * node.depth * node.depth
            - params::reverse_futility_improving() * i32::from(node.improving);
        let is_safe = node.depth <= params::reverse_futility_depth()
            && node.eval - margin.max(params::reverse_futility_margin_min()) >= node.beta
            && !node.eval.is_decided()
            && !node.beta.is_decided();
        let weight = params::reverse_futility_beta_weight();
        let blend = (node.eval.get() + weight * node.beta.get()) / (1 + weight);
        self.count_pruning(Pruning::ReverseFutility, node, node.beta - 1, is_safe);
        is_safe.then(|| Score::centipawns(blend))
    }

    /// Null move pruning (NMP): fails high where passing the turn does. It is not tried without
    /// pieces (zugzwang), twice in a row, or where the TT move is a capture that may fail high.
    ///
    /// Donninger, "Null Move and Deep Search" (1993). Deep searches are verified by a shallower one
    /// without null moves (Tabibi and Netanyahu, "Verified Null-Move Pruning", 2002). Reverse
    /// futility pruning may answer that one at once.
    /// <https://www.chessprogramming.org/Null_Move_Pruning>
    #[inline(always)]
    pub fn null_move(&mut self, node: &Node) -> Option<Score> {
        let &Node { beta, depth, .. } = node;
        let has_capture = node.tt_move.is_noisy()
            && node.tt_entry.is_some_and(|tt_entry| tt_entry.bound.is_lower());
        let is_tried = !has_capture
            && node.eval >= beta
            && node.static_eval + params::null_move_depth() * depth
                >= beta
                    + params::null_move_base()
                    + params::null_move_tt_pv() * i32::from(node.tt_pv)
            && node.ply >= self.nmp_min_ply
            && !beta.is_decided()
            && self.position.has_non_pawns()
            && !self.position.last_move().is_none();
        if !is_tried {
            return None;
        }
        let score = self.null_move_search(beta, depth, node.eval, node.ply);
        self.count_pruning(Pruning::NullMove, node, beta - 1, score >= beta);
        (self.stopped || score >= beta).then_some(score)
    }

    /// Returns the score of a null move search. It is below beta where this search fails low or, in
    /// deep searches, the verification search does.
    fn null_move_search(&mut self, beta: Score, depth: i32, eval: Score, ply: usize) -> Score {
        let reduction = params::null_move_reduction()
            + depth / params::null_move_depth_divisor()
            + (eval.get() - beta.get()) / params::null_move_eval_divisor();
        self.make_null(ply);
        let score = -self.search::<NonPv>(-beta, -beta + 1, depth - reduction, false, ply + 1);
        self.unmake();
        if self.stopped || score < beta {
            return score.min(beta - 1);
        }
        // A mate after a passed turn proves nothing.
        let score = if score.is_decided() { beta } else { score };
        if depth < params::null_move_verification_depth() || self.nmp_min_ply > 0 {
            return score;
        }
        let part = params::null_move_verification_part();
        self.nmp_min_ply = ply + (part * (depth - reduction).max(0) / 4) as usize;
        self.verified_ply = ply;
        // The search writes this node's own entry of the stack.
        let tt_pv = self.stack[ply].tt_pv;
        let verified = self.search::<NonPv>(beta - 1, beta, depth - reduction, false, ply);
        self.stack[ply].tt_pv = tt_pv;
        self.verified_ply = usize::MAX;
        self.nmp_min_ply = 0;
        if verified >= beta { score } else { beta - 1 }
    }

    /// ProbCut: fails high where a capture beats beta by far in a shallower search.
    ///
    /// Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta
    /// Algorithm" (1995). <https://www.chessprogramming.org/ProbCut>
    #[inline(always)]
    pub fn probcut(&mut self, node: &Node) -> Option<Score> {
        let beta = node.beta;
        let probcut_beta = beta + params::probcut_margin()
            - params::probcut_improving() * i32::from(node.improving);
        let may_reach = node.tt_score == Score::NONE || node.tt_score >= probcut_beta;
        if node.depth < params::probcut_depth() || beta.is_decided() || !may_reach {
            return None;
        }
        let score = self.best_capture(*node, probcut_beta);
        self.count_pruning(Pruning::ProbCut, node, beta - 1, score >= probcut_beta);
        if !self.stopped && score < probcut_beta {
            return None;
        }
        Some(if score.is_decided() { score } else { score - (probcut_beta.get() - beta.get()) })
    }

    /// Searches captures with a null window at `probcut_beta`. Returns the first score of at least
    /// `probcut_beta`, or a lower one if there is none.
    fn best_capture(&mut self, node: Node, probcut_beta: Score) -> Score {
        let Node { ply, depth, .. } = node;
        let checks = self.checks(ply);
        let context = self.stack[ply].context;
        let missing = probcut_beta.get() - node.static_eval.get();
        let mut picker = MovePicker::noisy(self.position, checks, node.tt_move, missing);
        while let Some(mv) = picker.next(self.position, self.history, &context) {
            if picker.is_bad_noisy() {
                break;
            }
            self.prefetch(mv);
            self.make(mv, ply);
            let mut score = -self.quiescence::<NonPv>(-probcut_beta, -probcut_beta + 1, ply + 1);
            let probcut_depth = depth - params::probcut_reduction() - i32::from(node.improving);
            if score >= probcut_beta && probcut_depth > 0 {
                score = -self.search::<NonPv>(
                    -probcut_beta,
                    -probcut_beta + 1,
                    probcut_depth,
                    !node.cut_node,
                    ply + 1,
                );
            }
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            if score >= probcut_beta {
                let entry = TtEntry {
                    mv,
                    score,
                    raw_eval: node.raw_eval,
                    depth: probcut_depth.max(0) + 1,
                    bound: Bound::Lower,
                    pv: self.stack[ply].tt_pv,
                };
                self.store(ply, entry);
                return score;
            }
        }
        probcut_beta - 1
    }

    /// Late move pruning (LMP): returns whether the `move_count`-th move (from 1) is so late that
    /// the quiet moves after it are skipped. Returns false in check, where moves are few, and for a
    /// move that gives check.
    /// <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>
    #[inline(always)]
    pub fn late_move_pruning(&self, node: &Node, mv: Move, move_count: usize) -> bool {
        let base = params::late_move_base() + params::late_move_tt_pv() * i32::from(node.tt_pv);
        let lmp_count = (base + node.depth * node.depth) >> i32::from(!node.improving);
        !node.in_check && move_count as i32 > lmp_count && !self.position.gives_check(mv)
    }

    /// Prunes a quiet move by its history or by futility.
    /// <https://www.chessprogramming.org/History_Leaf_Pruning>,
    /// <https://www.chessprogramming.org/Futility_Pruning>
    #[inline(always)]
    pub fn quiet_pruning(
        &self,
        node: &Node,
        alpha: Score,
        mv: Move,
        history: i32,
        lmr_depth: i32,
    ) -> Option<Pruning> {
        if history < -params::history_pruning() * node.depth {
            return Some(Pruning::History);
        }
        let margin = params::futility_base()
            + params::futility_margin() * lmr_depth
            + history / params::futility_history_divisor();
        let is_futile =
            lmr_depth < params::futility_depth() && self.is_futile(node, alpha, mv, margin);
        is_futile.then_some(Pruning::Futility)
    }

    /// Prunes a capture or promotion by futility.
    /// <https://www.chessprogramming.org/Futility_Pruning>
    #[inline(always)]
    pub fn noisy_pruning(
        &self,
        node: &Node,
        alpha: Score,
        mv: Move,
        lmr_depth: i32,
    ) -> Option<Pruning> {
        let margin = params::noisy_futility_base()
            + params::noisy_futility_margin() * lmr_depth
            + movepick::gain(self.position, mv);
        let is_futile =
            lmr_depth < params::noisy_futility_depth() && self.is_futile(node, alpha, mv, margin);
        is_futile.then_some(Pruning::NoisyFutility)
    }

    /// SEE pruning: drops the move that `picker` has just given if it loses too much material.
    /// <https://www.chessprogramming.org/Static_Exchange_Evaluation#Pruning>
    #[inline(always)]
    pub fn see_pruning(
        &self,
        node: &Node,
        mv: Move,
        history: i32,
        lmr_depth: i32,
        picker: &MovePicker,
    ) -> Option<Pruning> {
        if mv.is_noisy() {
            let margin = params::see_pruning_noisy() * node.depth
                + history / params::see_pruning_noisy_history_divisor();
            let margin = margin.max(0);
            let loses = !picker.passed_see(-margin) && !self.position.see_at_least(mv, -margin);
            loses.then_some(Pruning::NoisySee)
        } else {
            let margin = params::see_pruning_quiet() * lmr_depth * lmr_depth;
            let loses = !self.position.see_at_least(mv, -margin);
            loses.then_some(Pruning::See)
        }
    }

    /// Returns whether the static evaluation is below alpha by the margin, in centipawns, or more,
    /// and the move gives no check.
    #[inline(always)]
    fn is_futile(&self, node: &Node, alpha: Score, mv: Move, margin: i32) -> bool {
        !node.in_check && node.static_eval + margin <= alpha && !self.position.gives_check(mv)
    }
}
