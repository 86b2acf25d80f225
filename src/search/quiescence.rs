//! Quiescence search: captures and promotions, and evasions in check.
//! <https://www.chessprogramming.org/Quiescence_Search>

use super::history::Context;
use super::movepick::{self, MovePicker};
use super::node::{NodeType, Window};
use super::params;
use super::transposition::{Bound, TRUSTED_CLOCK, TtEntry};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// The value of a position after the captures, within `alpha` and `beta` (fail-soft).
    pub fn quiescence<N: NodeType>(&mut self, mut alpha: Score, beta: Score, ply: usize) -> Score {
        if let Some(score) = self.enter::<N>(ply) {
            return score;
        }
        let mut least = -Score::INFINITE;
        if alpha < Score::DRAW && self.position.has_upcoming_repetition(ply) {
            (alpha, least) = (Score::DRAW, Score::DRAW);
            if alpha >= beta {
                return alpha;
            }
        }
        let in_check = self.stack[ply].in_check();

        // Step 1. Transposition table probe.
        let clock = self.position.halfmove_clock();
        let tt_entry = self.shared.table.probe(self.position.key());
        let tt_score = tt_entry.map_or(Score::NONE, |tt_entry| tt_entry.value(ply, clock));
        self.statistics.quiescence();
        self.statistics.probe(tt_entry.is_some());
        if let Some(tt_entry) = tt_entry
            && !N::PV
            && tt_entry.bound.answers(tt_score, alpha, beta)
            && clock <= TRUSTED_CLOCK
        {
            return tt_score;
        }
        let tt_pv = tt_entry.is_some_and(|tt_entry| tt_entry.pv);

        // Step 2. Stand pat: a side that is not in check need not capture.
        let mut best = Score::mated_in(ply);
        let mut raw_eval = Score::NONE;
        let mut futility_base = Score::NONE;
        if !in_check {
            let correction;
            (raw_eval, correction) = self.raw_eval_and_correction::<N>(tt_entry, tt_pv, ply);
            let static_eval = self.corrected(raw_eval, correction);
            best = match tt_entry {
                Some(tt_entry) if tt_entry.bound.tells_more_than(tt_score, static_eval) => tt_score,
                _ => static_eval,
            };
            if best >= beta {
                if !best.is_decided() && !beta.is_decided() {
                    best = Score::centipawns((best.get() + beta.get()) / 2);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility_base = best + params::quiescence_futility();
        }

        // Step 3. Captures that do not lose; after the first few only captures of the piece that
        // moved last, promotions, and checks. In check all evasions until one saves, then good
        // captures alone.
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
        let mut window = Window {
            alpha,
            beta,
            best,
            best_move: Move::NONE,
        };
        let mut move_count = 0;
        while let Some(mv) = picker.next(self.position, self.history, &context) {
            let may_prune = window.best > -Score::MAX_EVAL;
            if may_prune && in_check {
                picker.skip_quiets();
                if !mv.is_noisy() {
                    continue;
                }
            }
            if may_prune && picker.is_losing() {
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
                if futility_value <= window.alpha && !self.position.gives_check(mv) {
                    window.best = window.best.max(futility_value);
                    continue;
                }
            }
            self.prefetch(mv);
            if is_tested && futility_base <= window.alpha && !self.position.see_at_least(mv, 1) {
                window.best = window.best.max(futility_base);
                continue;
            }
            move_count += 1;
            self.make(mv, ply);
            let score = -self.quiescence::<N>(-beta, -window.alpha, ply + 1);
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            if self.raise::<N>(&mut window, ply, mv, score) {
                break;
            }
        }

        let bound = if window.best >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        self.store(
            ply,
            TtEntry {
                mv: window.best_move,
                score: window.best,
                raw_eval,
                depth: 0,
                bound,
                pv: tt_pv,
            },
        );
        // The repeating move is quiet, and may not have been searched.
        window.best.max(least)
    }
}
