//! Alpha-beta in its negamax form, as principal variation search.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975); Marsland and
//! Campbell, "Parallel Search of Strongly Ordered Game Trees" (1982).
//! <https://www.chessprogramming.org/Principal_Variation_Search>

use arrayvec::ArrayVec;

use super::history::Visit;
use super::ordering::Picker;
use super::params;
use super::report::{Bound, Report};
use super::transposition::Entry;
use super::worker::{Worker, reduction};
use crate::board::{Move, Position};
use crate::eval::{Evaluation, MAX_PLY, Score};

/// What a node is expected to be; a type, so that each gets code of its own.
pub trait NodeType {
    /// On the principal variation: searched with an open window.
    const PV: bool;
    /// The position that was asked about.
    const ROOT: bool;
}

/// The position that was asked about.
pub struct Root;
/// Another node of the principal variation.
pub struct Pv;
/// A node searched only to be refuted, with a window of nothing between.
pub struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

impl Bound {
    /// What a fail-soft result says about the value, given the window.
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl Entry {
    /// The entry's score, if it answers a search with this window.
    pub fn cutoff(&self, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
        let score = self.score.from_table(ply);
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        answers.then_some(score)
    }

    /// The entry's score where it tells more than the static evaluation.
    pub fn better_eval(&self, eval: Score, ply: usize) -> Option<Score> {
        let score = self.score.from_table(ply);
        let tells_more = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        };
        tells_more.then_some(score)
    }
}

impl Position {
    /// Whether the game is drawn here, `ply` plies below the root, by the rules
    /// that need no look at the moves. Mate on the hundredth ply is still mate.
    pub(super) fn is_drawn(&self, ply: usize) -> bool {
        if self.halfmove_clock() >= 100 && (!self.in_check() || self.has_legal_move()) {
            return true;
        }
        self.is_repetition(ply) || self.is_insufficient_material()
    }
}

impl<E: Evaluation> Worker<'_, E> {
    /// The value of the position `depth` plies deep, within `alpha` and `beta`
    /// (fail-soft).
    pub fn search<N: NodeType>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        report: &mut dyn Report,
    ) -> Score {
        // Step 1. At the horizon the captures are played out.
        if depth <= 0 {
            return self.quiescence::<N>(alpha, beta, ply);
        }
        self.stack[ply].line.clear();
        if self.enter_node() {
            return Score::DRAW;
        }
        self.selective_depth = self.selective_depth.max(ply);

        // Step 2. Draws; the end of the line; mates that a shorter one beats.
        if !N::ROOT {
            if self.position.is_drawn(ply) {
                return Score::DRAW;
            }
            if ply >= MAX_PLY {
                return self.evaluation.evaluate(&self.position);
            }
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let start = alpha;
        self.stack[ply + 1].killers = [Move::NONE; 2];

        // Step 3. What the table knows.
        let entry = self.shared.table.probe(self.position.key());
        if let Some(entry) = entry
            && !N::PV
            && entry.depth >= depth
            && let Some(score) = entry.cutoff(alpha, beta, ply)
        {
            return score;
        }

        // Step 4. Static evaluation, bettered by the table's score.
        let checks = self.stack[ply].checks;
        let in_check = checks.in_check();
        let exhaustive = self.shared.limits.mate.is_some();
        let eval = match entry {
            _ if in_check => Score::NONE,
            Some(entry) if entry.eval != Score::NONE => entry.eval,
            _ => self.evaluation.evaluate(&self.position),
        };
        let estimate = entry
            .and_then(|entry| entry.better_eval(eval, ply))
            .unwrap_or(eval);

        self.stack[ply].eval = eval;
        let improving = !in_check && ply >= 2 && {
            let before = self.stack[ply - 2].eval;
            before == Score::NONE || eval > before
        };
        let us = self.position.side_to_move();

        if !N::PV && !in_check && !exhaustive && !beta.is_mate() {
            // Step 5. Reverse futility: so far above beta that a few plies will
            // hardly bring it down.
            let margin = params::REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
            if depth <= params::REVERSE_FUTILITY_DEPTH
                && estimate - margin >= beta
                && !estimate.is_mate()
            {
                return estimate;
            }

            // Step 6. Null move: if passing the turn is still too good for the
            // opponent, so is a move. Not without pieces, where moving may hurt
            // (zugzwang), and not twice in a row.
            if depth >= params::NULL_MOVE_DEPTH
                && estimate >= beta
                && self.position.has_pieces(us)
                && !self.position.last_move().is_none()
            {
                let surplus = (estimate.get() - beta.get()) / params::NULL_MOVE_EVAL_DIVISOR;
                let shorter = params::NULL_MOVE_BASE
                    + depth / params::NULL_MOVE_DEPTH_DIVISOR
                    + surplus.min(params::NULL_MOVE_EVAL_MAX);
                self.make_null(ply);
                let score =
                    -self.search::<NonPv>(-beta, -beta + 1, depth - shorter, ply + 1, report);
                self.unmake();
                if self.stopped {
                    return Score::DRAW;
                }
                if score >= beta {
                    // A mate behind a passed turn proves nothing.
                    return if score.is_mate() { beta } else { score };
                }
            }
        }

        // Step 7. Internal iterative reduction: without a move from the table
        // the ordering is poor; the next iteration will have one.
        let table_move = match entry {
            _ if N::ROOT => self.root_moves[self.root_from].mv,
            Some(entry) => entry.mv,
            None => Move::NONE,
        };
        let depth = if depth >= params::ITERATIVE_REDUCTION_DEPTH && table_move.is_none() {
            depth - 1
        } else {
            depth
        };

        // Step 8. The moves, best first.
        let killers = self.stack[ply].killers;
        let context = self.context(ply);
        let mut picker = Picker::all(
            &self.position,
            checks,
            table_move,
            killers,
            self.history,
            context,
        );
        let mut best = -Score::INFINITE;
        let mut best_move = Move::NONE;
        let mut number = 0;
        let mut quiets_tried: ArrayVec<(Move, Visit), 64> = ArrayVec::new();

        while let Some(mv) = picker.next(&self.position) {
            if N::ROOT {
                if !self.is_open_root_move(mv) {
                    continue;
                }
                report.current_move(depth, mv, number + 1 + self.root_from);
            }
            number += 1;
            let is_quiet = !mv.is_noisy();
            let visit = Visit::new(self.position.man_at(mv.from()), mv.to());
            let history = if is_quiet {
                self.history.get(context, mv, visit)
            } else {
                0
            };
            let reduced = reduction(depth, number);

            // Step 9. Shallow pruning, once there is a move that does not lose
            // by force; never of checks.
            if !N::ROOT
                && !in_check
                && !exhaustive
                && best > -Score::MAX_EVAL
                && self.position.has_pieces(us)
                && !self.position.gives_check(mv)
            {
                let reduced_depth = (depth - reduced).max(1);
                if is_quiet {
                    // Late moves, ranked too low to matter; and none of them
                    // makes up for what is missing (futility).
                    let late =
                        (params::LATE_MOVE_BASE + depth * depth) / (2 - i32::from(improving));
                    let hope = params::FUTILITY_BASE + params::FUTILITY_MARGIN * reduced_depth;
                    let is_late = depth <= params::LATE_MOVE_DEPTH && number as i32 > late;
                    let is_futile = depth <= params::FUTILITY_DEPTH && eval + hope <= alpha;
                    if is_late || is_futile {
                        picker.skip_quiets();
                        continue;
                    }
                    // Moves that have done badly.
                    if depth <= params::HISTORY_PRUNING_DEPTH
                        && history < -params::HISTORY_PRUNING * depth
                    {
                        continue;
                    }
                }
                // Moves that lose too much by exchanges.
                let allowed = if is_quiet {
                    params::SEE_PRUNING_QUIET * reduced_depth * reduced_depth
                } else {
                    params::SEE_PRUNING_NOISY * depth
                };
                if depth <= params::SEE_PRUNING_DEPTH && !self.position.see_at_least(mv, -allowed) {
                    continue;
                }
            }

            self.make(mv, ply);
            let gives_check = self.stack[ply + 1].checks.in_check();

            // Step 10. A check is followed one ply further.
            let new_depth = depth - 1 + i32::from(gives_check && ply < 2 * MAX_PLY / 3);

            // Step 11. Late moves are searched less deeply; if one surprises,
            // it is searched again in full.
            let free = if N::PV {
                params::REDUCTION_FREE_MOVES_PV
            } else {
                params::REDUCTION_FREE_MOVES
            };
            let mut score = Score::INFINITE;
            let mut unresolved = !N::PV || number > 1;
            if depth >= params::REDUCTION_DEPTH
                && number > free
                && !in_check
                && !gives_check
                && !exhaustive
                && (is_quiet || picker.is_losing())
            {
                let mut reduced = reduced;
                reduced += i32::from(!improving);
                reduced -= i32::from(N::PV) + i32::from(killers.contains(&mv));
                reduced -= history / params::REDUCTION_HISTORY_DIVISOR;
                let reduced_depth = (new_depth - reduced.max(0)).max(1);
                if reduced_depth < new_depth {
                    score =
                        -self.search::<NonPv>(-alpha - 1, -alpha, reduced_depth, ply + 1, report);
                    unresolved = score > alpha;
                }
            }

            // Step 12. All but the first move only have to be proven no better.
            if unresolved {
                score = -self.search::<NonPv>(-alpha - 1, -alpha, new_depth, ply + 1, report);
            }
            if N::PV && (number == 1 || score > alpha) {
                score = -self.search::<Pv>(-beta, -alpha, new_depth, ply + 1, report);
            }
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            if N::ROOT {
                self.note_root_move(mv, score, number == 1 || score > alpha);
            }

            // Step 13. A better move; or one so good that the opponent will not
            // let it happen.
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    alpha = score;
                    if N::PV && !N::ROOT {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        if is_quiet {
                            self.note_killer(mv, ply);
                            self.history
                                .cutoff(context, (mv, visit), &quiets_tried, depth);
                        }
                        break;
                    }
                }
            }
            if is_quiet {
                // Beyond the first 64 nothing is learned from one more.
                let _ = quiets_tried.try_push((mv, visit));
            }
        }

        // Step 14. No legal move: mate or stalemate.
        if number == 0 {
            return if in_check {
                Score::mated_in(ply)
            } else {
                Score::DRAW
            };
        }

        // Step 15. Remember. A partial search of the root knows no best move.
        if !N::ROOT || self.root_from == 0 {
            let bound = Bound::of(best, start, beta);
            self.store(
                ply,
                Entry {
                    mv: best_move,
                    score: best,
                    eval,
                    depth,
                    bound,
                    pv: N::PV,
                },
            );
        }
        best
    }

    fn note_killer(&mut self, mv: Move, ply: usize) {
        let killers = &mut self.stack[ply].killers;
        if killers[0] != mv {
            killers[1] = killers[0];
            killers[0] = mv;
        }
    }

    /// Whether a root move is wanted, and not yet ranked in this iteration.
    fn is_open_root_move(&self, mv: Move) -> bool {
        self.root_moves[self.root_from..]
            .iter()
            .any(|root_move| root_move.mv == mv)
    }

    /// Keeps what was found of a root move: a value and a line if it is better
    /// than those before it, else only that it is not.
    fn note_root_move(&mut self, mv: Move, score: Score, is_best: bool) {
        let line = &self.stack[1].line;
        let open = &mut self.root_moves[self.root_from..];
        let Some(root_move) = open.iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        if is_best {
            root_move.score = score;
            root_move.selective_depth = self.selective_depth;
            root_move.line.clear();
            root_move.line.push(mv);
            root_move.line.extend(line);
        } else {
            root_move.score = -Score::INFINITE;
        }
    }
}
