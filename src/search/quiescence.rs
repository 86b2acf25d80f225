//! Quiescence search: beyond the horizon only captures and promotions are
//! tried, and all evasions when in check, until nothing hangs.
//!
//! <https://www.chessprogramming.org/Quiescence_Search>

use super::alphabeta::NodeType;
use super::ordering::Picker;
use super::report::Bound;
use super::transposition::Entry;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, MAX_PLY, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// The value of a position once the captures are over, within `alpha` and
    /// `beta` (fail-soft).
    pub fn quiescence<N: NodeType>(&mut self, mut alpha: Score, beta: Score, ply: usize) -> Score {
        self.stack[ply].line.clear();
        if self.enter_node() {
            return Score::DRAW;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if self.position.is_drawn(ply) {
            return Score::DRAW;
        }
        let checks = self.stack[ply].checks;
        if ply >= MAX_PLY {
            return self.evaluation.evaluate(&self.position);
        }

        // Step 1. What the table knows.
        let entry = self.shared.table.probe(self.position.key());
        if let Some(entry) = entry
            && !N::PV
            && let Some(score) = entry.cutoff(alpha, beta, ply)
        {
            return score;
        }

        // Step 2. Standing pat: somebody not in check need not capture.
        let mut best = Score::mated_in(ply);
        let mut eval = Score::NONE;
        if !checks.in_check() {
            eval = match entry {
                Some(entry) if entry.eval != Score::NONE => entry.eval,
                _ => self.evaluation.evaluate(&self.position),
            };
            best = entry
                .and_then(|entry| entry.better_eval(eval, ply))
                .unwrap_or(eval);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }

        // Step 3. Captures that do not lose; every evasion.
        let table_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let mut picker = if checks.in_check() {
            let killers = self.stack[ply].killers;
            let context = self.context(ply);
            Picker::all(
                &self.position,
                checks,
                table_move,
                killers,
                self.history,
                context,
            )
        } else {
            Picker::noisy(&self.position, checks, table_move)
        };
        let mut best_move = Move::NONE;
        let start = alpha;
        while let Some(mv) = picker.next(&self.position) {
            if picker.is_losing() && !checks.in_check() {
                break;
            }
            self.make(mv, ply);
            let score = -self.quiescence::<N>(-beta, -alpha, ply + 1);
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = mv;
                    if N::PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        let bound = Bound::of(best, start, beta);
        self.store(
            ply,
            Entry {
                mv: best_move,
                score: best,
                eval,
                depth: 0,
                bound,
                pv: N::PV,
            },
        );
        best
    }
}
