//! Quiescence search follows captures and promotions, and evasions in check. Captures are pruned by
//! futility (also known as delta pruning) and SEE.
//! <https://www.chessprogramming.org/Quiescence_Search>

use super::history::Context;
use super::movepick::{self, MovePicker};
use super::node::NodeType;
use super::params;
use super::transposition::{Bound, TRUSTED_CLOCK, TtEntry};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// Returns the value of a position after its captures, within `alpha` and `beta` (fail-soft).
    pub fn quiescence<N: NodeType>(&mut self, mut alpha: Score, beta: Score, ply: usize) -> Score {
        if let Some(score) = self.enter::<N>(ply) {
            return score;
        }
        let mut min_score = -Score::INFINITE;
        if alpha < Score::DRAW && self.position.has_upcoming_repetition(ply) {
            (alpha, min_score) = (Score::DRAW, Score::DRAW);
            if alpha >= beta {
                return alpha;
            }
        }
        let in_check = self.stack[ply].in_check();

        // Step 1. Transposition table probe.
        let clock = self.position.halfmove_clock();
        let tt_entry = self.shared.tt.probe(self.position.key());
        let tt_score = tt_entry.map_or(Score::NONE, |tt_entry| tt_entry.value(ply, clock));
        self.statistics.quiescence();
        if let Some(tt_entry) = tt_entry
            && !N::PV
            && tt_entry.bound.allows_cutoff(tt_score, alpha, beta)
            && clock <= TRUSTED_CLOCK
        {
            return tt_score;
        }
        let tt_pv = tt_entry.is_some_and(|tt_entry| tt_entry.pv);

        // Step 2. Stand pat: a side that is not in check need not capture.
        let (mut best_score, mut best_move) = (Score::mated_in(ply), Move::NONE);
        let mut raw_eval = Score::NONE;
        let mut futility_base = Score::NONE;
        if !in_check {
            let correction;
            (raw_eval, correction) = self.raw_eval_and_correction::<N>(tt_entry, tt_pv, ply);
            let static_eval = self.corrected(raw_eval, correction);
            let is_tt_score_better = tt_entry
                .is_some_and(|tt_entry| tt_entry.bound.tells_more_than(tt_score, static_eval));
            best_score = if is_tt_score_better { tt_score } else { static_eval };
            if best_score >= beta {
                if !best_score.is_decided() && !beta.is_decided() {
                    let weight = params::quiescence_beta_weight();
                    let blend = (best_score.get() + weight * beta.get()) / (1 + weight);
                    best_score = Score::centipawns(blend);
                }
                return best_score;
            }
            alpha = alpha.max(best_score);
            futility_base = best_score + params::quiescence_futility();
        }

        // Step 3. Captures that do not lose; after the first few only captures on the square to
        // which the last move went, promotions, and checks. In check all evasions are searched
        // until one does not lose by force, then only good captures.
        let tt_move = tt_entry.map_or(Move::NONE, |tt_entry| tt_entry.mv);
        let checks = self.checks(ply);
        let (mut picker, context) = if in_check {
            let picker = MovePicker::all(self.position, checks, tt_move, Move::NONE);
            (picker, self.context(ply))
        } else {
            let picker = MovePicker::noisy(self.position, checks, tt_move, 0);
            (picker, Context::default())
        };
        let last = self.position.last_move();
        let last_square = (!last.is_none()).then(|| last.to());
        let mut move_count = 0;
        while let Some(mv) = picker.next(self.position, self.history, &context) {
            let may_prune = best_score > -Score::MAX_EVAL;
            if may_prune && in_check {
                picker.skip_quiets();
                if !mv.is_noisy() {
                    continue;
                }
            }
            if may_prune && picker.is_bad_noisy() {
                break;
            }
            let is_tested = may_prune && !in_check && Some(mv.to()) != last_square;
            if is_tested {
                if move_count >= params::quiescence_moves()
                    && mv.promotion().is_none()
                    && !self.position.gives_check(mv)
                {
                    continue;
                }
                let futility_value = futility_base + movepick::gain(self.position, mv);
                if futility_value <= alpha && !self.position.gives_check(mv) {
                    best_score = best_score.max(futility_value);
                    continue;
                }
            }
            self.prefetch(mv);
            if is_tested && futility_base <= alpha && !self.position.see_at_least(mv, 1) {
                best_score = best_score.max(futility_base);
                continue;
            }
            move_count += 1;
            self.make(mv, ply);
            let score = -self.quiescence::<N>(-beta, -alpha, ply + 1);
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            best_score = best_score.max(score);
            if score > alpha {
                best_move = mv;
                if N::PV {
                    self.pv.update(ply, mv);
                }
                if score >= beta {
                    break;
                }
                alpha = score;
            }
        }

        let bound = if best_score >= beta { Bound::Lower } else { Bound::Upper };
        self.store(
            ply,
            TtEntry { mv: best_move, score: best_score, raw_eval, depth: 0, bound, pv: tt_pv },
        );
        // The move that repeats a position is quiet, and may not have been searched.
        best_score.max(min_score)
    }
}
