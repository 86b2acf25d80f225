//! Updates of the histories and the correction histories by what a node has found. Moves that
//! turned out well get a bonus, the others a malus.
//! <https://www.chessprogramming.org/History_Heuristic>

use arrayvec::ArrayVec;

use super::history::{PieceTo, QuietMove, TT_MOVE_HISTORY_MAX, add_bonus};
use super::node::Node;
use super::params;
use super::transposition::Bound;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

/// The searched moves of a node that did not raise alpha. Those that do not fit are ignored.
#[derive(Default)]
pub struct SearchedMoves {
    quiets: ArrayVec<QuietMove, 32>,
    captures: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    #[inline(always)]
    pub fn add(&mut self, mv: Move, piece_to: PieceTo) {
        if mv.is_noisy() {
            let _ = self.captures.try_push(mv);
        } else {
            let _ = self.quiets.try_push((mv, piece_to));
        }
    }
}

impl<E: Evaluation> Worker<'_, E> {
    /// Gives the best move a bonus, and those that did not raise alpha a malus; quiet moves get one
    /// only if the best move is quiet.
    pub fn update_histories(
        &mut self,
        ply: usize,
        best: Move,
        depth: i32,
        searched: &SearchedMoves,
    ) {
        let context = self.stack[ply].context;
        let (bonus, malus) = (bonus(depth), malus(depth));
        if best.is_noisy() {
            self.history.add_noisy(self.position, best, bonus);
        } else {
            let piece_to = self.piece_to(best);
            self.history.add_quiet(&context, (best, piece_to), bonus);
            for (index, &quiet) in searched.quiets.iter().enumerate() {
                let share =
                    params::history_malus_first() - params::history_malus_step() * index as i32;
                let malus = malus * share.max(0) / 64;
                self.history.add_quiet(&context, quiet, -malus);
            }
        }
        for &mv in &searched.captures {
            self.history.add_noisy(self.position, mv, -malus);
        }
    }

    /// Updates the TT move history after the search of a node that had a TT move and raised alpha.
    pub fn update_tt_move_history(&mut self, is_best: bool) {
        let bonus = if is_best { params::tt_move_bonus() } else { -params::tt_move_malus() };
        add_bonus(&mut self.tt_move_history, bonus, TT_MOVE_HISTORY_MAX);
    }

    /// Gives a quiet TT move that causes a cutoff a bonus.
    pub fn reward_tt_move(&mut self, ply: usize, mv: Move, depth: i32) {
        if mv.is_none() || mv.is_noisy() {
            return;
        }
        let (context, piece_to) = (self.context(ply), self.piece_to(mv));
        self.history.add_quiet(&context, (mv, piece_to), bonus(depth));
    }

    /// Gives the opponent's quiet last move a malus where the TT entry refutes it, if it was among
    /// the first of its node.
    pub fn update_refuted_prior_move(&mut self, ply: usize, depth: i32) {
        let Some(last) = ply.checked_sub(1).map(|ply| &self.stack[ply]) else {
            return;
        };
        if last.mv.is_none() || last.mv.is_noisy() || last.move_count > params::refuted_move_count()
        {
            return;
        }
        let malus = malus(depth) * params::refuted_move_malus() / 64;
        let (context, piece_to) = (last.context, last.piece_to);
        self.history.add_continuation(&context, piece_to, -malus);
    }

    /// Gives a quiet move that failed high in its reduced search, and again in the re-search if
    /// there was one, a bonus in the continuation histories. `depth` is that of the re-search.
    pub fn update_after_research(&mut self, ply: usize, piece_to: PieceTo, depth: i32) {
        let context = self.stack[ply].context;
        self.history.add_continuation(&context, piece_to, bonus(depth));
    }

    /// Gives the opponent's quiet last move a bonus where all moves fail low, which is larger the
    /// more surprising that is.
    pub fn update_prior_move(&mut self, ply: usize, depth: i32, best: Score) {
        let last = &self.stack[ply - 1];
        if last.mv.is_none() || last.mv.is_noisy() {
            return;
        }
        let now = self.stack[ply].static_eval;
        let is_below =
            |eval: Score, margin: i32| eval != Score::NONE && best.get() <= eval.get() - margin;
        let before = match last.static_eval {
            Score::NONE => Score::NONE,
            eval => -eval,
        };
        let surprises = i32::from(is_below(now, params::prior_move_margin()))
            + i32::from(is_below(before, params::prior_move_margin_before()));
        let share = params::prior_move_bonus()
            + params::prior_move_count() * last.move_count.min(params::prior_move_count_max())
            + params::prior_move_surprise() * surprises;
        let (context, mv, piece_to) = (last.context, last.mv, last.piece_to);
        self.history.add_quiet(&context, (mv, piece_to), bonus(depth) * share / 64);
    }

    /// Gives the quiet last move a bonus or malus by its change of the static evaluation.
    pub fn update_prior_eval_difference(&mut self, ply: usize, static_eval: Score) {
        let last = &self.stack[ply - 1];
        if last.mv.is_none() || last.mv.is_noisy() || last.static_eval == Score::NONE {
            return;
        }
        let most = params::eval_difference_bonus_max();
        let cost = last.static_eval.get() + static_eval.get();
        let gain = params::eval_difference_tempo() - cost;
        let bonus = (params::eval_difference_bonus() * gain).clamp(-most, most);
        let context = last.context;
        let quiet = (last.mv, last.piece_to);
        self.history.add_piece_to(&context, quiet, bonus);
    }

    /// Updates the correction histories by the error of the static evaluation, where the bound
    /// shows one, no capture explains it, and both are estimates.
    #[inline(always)]
    pub fn update_corrections(
        &mut self,
        node: &Node,
        (best, bound): (Score, Bound),
        best_move: Move,
    ) {
        if node.in_check
            || best_move.is_noisy()
            || best.is_known_win_or_loss()
            || self.is_known_ending(node.raw_eval)
        {
            return;
        }
        let keys = self.correction_keys(node.ply);
        // The correction is read again, as the search of the node may have changed it.
        let corrected = self.corrected(node.raw_eval, self.corrections.get(&keys));
        if bound.tells_more_than(best, corrected) {
            let error = best.get() - corrected.get();
            self.corrections.update(&keys, error, node.depth);
        }
    }
}

fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_bonus_base())
        .min(params::history_bonus_max())
}

fn malus(depth: i32) -> i32 {
    (params::history_malus() * depth).min(params::history_malus_max())
}
