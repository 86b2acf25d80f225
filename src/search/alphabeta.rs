//! Alpha-beta in its negamax form, as principal variation search.
//!
//! The steps stand in the order in which a node goes through them; what a step
//! takes more than a few lines for has a file of its own.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975); Marsland and
//! Campbell, "Parallel Search of Strongly Ordered Game Trees" (1982).
//! <https://www.chessprogramming.org/Principal_Variation_Search>

use super::bound::Bound;
use super::extensions::Singularity;
use super::learning::Tried;
use super::node::{Node, NodeType, NonPv, Pv, Window};
use super::ordering::Picker;
use super::params;
use super::reductions::{self, PLY};
use super::transposition::Entry;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// The value of the position `depth` plies deep, within `alpha` and `beta`
    /// (fail-soft). A cut node is one expected to fail high.
    pub fn search<N: NodeType>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        cut_node: bool,
        ply: usize,
    ) -> Score {
        // Step 1. At the horizon the captures are played out.
        if depth <= 0 {
            return self.quiescence::<N>(alpha, beta, ply);
        }

        // Step 2. Draws; the end of the line; mates that a shorter one beats.
        if let Some(score) = self.enter::<N>(ply) {
            return score;
        }
        if !N::ROOT {
            if alpha < Score::DRAW && self.position.has_upcoming_repetition(ply) {
                alpha = Score::DRAW;
            }
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let start = alpha;
        let excluded = self.stack[ply].excluded;
        let is_whole = excluded.is_none();
        let checks = self.stack[ply].checks;
        let in_check = checks.in_check();
        let us = self.position.side_to_move();
        self.stack[ply + 1].cutoffs = 0;
        self.stack[ply + 1].excluded = Move::NONE;
        self.stack[ply + 1].double_extensions = self.stack[ply].double_extensions;

        // Step 3. What the table knows. Of a position less a move it knows
        // nothing.
        let entry = if is_whole {
            self.shared.table.probe(self.position.key())
        } else {
            None
        };
        let table_score = entry.map_or(Score::NONE, |entry| entry.score.from_table(ply));
        let table_move = match entry {
            _ if N::ROOT => self.root_moves[self.root_from].mv,
            Some(entry) => entry.mv,
            None => Move::NONE,
        };
        if let Some(entry) = entry
            && !N::PV
            && entry.depth > depth - i32::from(table_score <= beta)
            && let Some(score) = entry.cutoff(alpha, beta, ply)
            && self.position.halfmove_clock() < 90
        {
            if score >= beta {
                self.credit_table_move(ply, table_move, depth);
            }
            return score;
        }
        if is_whole {
            self.stack[ply].context = self.context(ply);
            self.stack[ply].on_pv = N::PV || entry.is_some_and(|entry| entry.pv);
        }
        let context = self.stack[ply].context;

        // Step 4. What the endgame tables know. A win may still be a mate in
        // sight: on the principal variation it is looked for.
        let (mut floor, mut ceiling) = (-Score::INFINITE, Score::INFINITE);
        if !N::ROOT
            && self.shared.lookup.is_on()
            && is_whole
            && let Some((score, bound)) = self.look_up(depth, ply)
        {
            if bound.answers(score, alpha, beta) {
                self.store(
                    ply,
                    Entry {
                        mv: Move::NONE,
                        score,
                        eval: Score::NONE,
                        // As good as a search a few plies deeper.
                        depth: depth + 6,
                        bound,
                        pv: self.stack[ply].on_pv,
                    },
                );
                return score;
            }
            if N::PV && bound == Bound::Lower {
                floor = score;
                alpha = alpha.max(floor);
            } else if N::PV {
                ceiling = score;
            }
        }

        // Step 5. Static evaluation, corrected by experience and bettered by
        // the table's score.
        let raw = match is_whole && !in_check {
            true => self.static_eval(entry),
            false => Score::NONE,
        };
        let eval = match raw {
            _ if !is_whole => self.stack[ply].eval,
            Score::NONE => Score::NONE,
            raw => self.corrected(raw, ply),
        };
        let estimate = match entry {
            Some(entry) if !in_check => entry.better_eval(eval, ply).unwrap_or(eval),
            _ => eval,
        };
        self.stack[ply].eval = eval;
        let improving = !in_check && self.is_improving(ply, eval);
        let on_pv = self.stack[ply].on_pv;

        // Step 6. What the last move did to the evaluations tells something
        // about that move, and whether it was reduced too much or too little.
        if ply > 0 && is_whole && !in_check {
            self.judge_last_move(ply, eval);
            depth += self.hindsight(ply, depth, eval);
        }

        let mut node = Node {
            ply,
            depth,
            beta,
            cut_node,
            in_check,
            on_pv,
            entry,
            table_score,
            table_move,
            raw,
            eval,
            estimate,
            improving,
        };

        // Against a bare king only the mate is left to be found. Values say
        // little of what leads to it: nothing is pruned by them.
        let is_hunt = self.position.is_bare(us) || self.position.is_bare(!us);
        if !N::PV && !in_check && is_whole && !is_hunt {
            // Step 7. Razoring: so far below alpha that only captures can help.
            if let Some(score) = self.razor(&node, alpha) {
                return score;
            }

            // Step 8. Reverse futility: so far above beta that a few plies will
            // hardly bring it down.
            if let Some(score) = node.reverse_futility() {
                return score;
            }

            // Step 9. Null move: if passing the turn is still too good for the
            // opponent, so is a move.
            if let Some(score) = self.null_move(&node) {
                return score;
            }
        }

        // Step 10. Internal iterative reduction: without a move from the table
        // the ordering is poor; the next iteration will have one.
        if (N::PV || cut_node)
            && is_whole
            && depth >= params::internal_reduction_depth()
            && table_move.is_none()
        {
            node.depth -= 1;
        }
        let depth = node.depth;

        // Step 11. ProbCut: a capture that beats beta by far in a shallower
        // search will beat it in a full one.
        if !N::PV
            && !in_check
            && is_whole
            && let Some(score) = self.probcut(&node)
        {
            return score;
        }

        // Step 12. The moves, best first.
        let mut picker = Picker::all(&self.position, checks, table_move, self.stack[ply].killer);
        self.stack[ply + 1].killer = Move::NONE;
        let mut window = Window {
            alpha,
            beta,
            best: floor,
            best_move: Move::NONE,
        };
        let mut number = 0;
        let mut tried = Tried::default();

        while let Some(mv) = picker.next(&self.position, self.history, &context) {
            if mv == excluded {
                continue;
            }
            if N::ROOT {
                if !self.is_open_root_move(mv) {
                    continue;
                }
                self.report
                    .current_move(depth, mv, number + 1 + self.root_from);
            }
            number += 1;
            let is_quiet = !mv.is_noisy();
            let visit = self.visit_of(mv);
            let history = if is_quiet {
                self.history.quiet(&context, (mv, visit))
            } else {
                self.history.noisy(&self.position, mv)
            };
            let reduced = reductions::by_number(depth, number, is_quiet);

            // Step 13. Shallow pruning, once there is a move that does not lose
            // by force.
            let is_saved = window.best > -Score::MAX_EVAL;
            if !N::ROOT && !is_hunt && is_saved && self.position.has_pieces(us) {
                if self.is_late(&node, mv, number) {
                    picker.skip_quiets();
                }
                if self.is_pruned(&node, window.alpha, mv, history, reduced) {
                    continue;
                }
            }

            // Step 14. Extensions: a move that alone keeps the value is
            // searched deeper.
            let mut extension = 0;
            if !N::ROOT && is_whole && mv == table_move && self.may_be_singular(&node) {
                match self.singularity::<N>(node) {
                    Singularity::Extend(plies) => extension = plies,
                    Singularity::Cutoff(score) => return score,
                }
                if self.stopped {
                    return Score::DRAW;
                }
            }
            self.stack[ply + 1].double_extensions =
                self.stack[ply].double_extensions + i32::from(extension > 1);

            let nodes_before = self.nodes;
            self.make(mv, ply);
            let new_depth = depth - 1 + extension;

            // Step 15. Late moves are searched less deeply; if one surprises,
            // it is searched again in full.
            let alpha = window.alpha;
            let mut score = Score::INFINITE;
            let mut unresolved = !N::PV || number > 1;
            if depth >= 2 && number > 1 + usize::from(N::ROOT) {
                let reduced = reduced + self.adjustment::<N>(&node, mv, history);
                let reduced_depth = (new_depth - reduced / PLY).clamp(1, new_depth.max(1));
                self.stack[ply].reduction = reduced;
                score = -self.search::<NonPv>(-alpha - 1, -alpha, reduced_depth, true, ply + 1);
                self.stack[ply].reduction = 0;
                unresolved = score > alpha && reduced_depth < new_depth;
                if unresolved {
                    let deeper = score > window.best + params::deeper_margin();
                    let shallower = score < window.best + new_depth;
                    let again = new_depth + i32::from(deeper) - i32::from(shallower);
                    if again > reduced_depth {
                        score =
                            -self.search::<NonPv>(-alpha - 1, -alpha, again, !cut_node, ply + 1);
                    }
                    unresolved = false;
                    if is_quiet && !self.stopped {
                        self.learn_second_look(&node, visit, score > alpha);
                    }
                }
            }

            // Step 16. All but the first move only have to be proven no better.
            if unresolved {
                score = -self.search::<NonPv>(-alpha - 1, -alpha, new_depth, !cut_node, ply + 1);
            }
            if N::PV && (number == 1 || score > alpha) {
                score = -self.search::<Pv>(-beta, -alpha, new_depth, false, ply + 1);
            }
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                self.note_root_move(mv, score, number == 1 || score > alpha, nodes);
            }

            // Step 17. A better move; or one so good that the opponent will not
            // let it happen.
            if self.raise::<N>(&mut window, ply, mv, score) {
                self.stack[ply].cutoffs += 1;
                if is_quiet {
                    self.stack[ply].killer = mv;
                }
                break;
            }
            if mv != window.best_move {
                tried.add(mv, visit);
            }
        }

        // Step 18. No legal move: mate or stalemate.
        if number == 0 {
            return match is_whole {
                false => window.alpha,
                true if in_check => Score::mated_in(ply),
                true => Score::DRAW,
            };
        }

        // Step 19. Learn: of a good move, and of those tried before it; or of
        // the opponent's last move, which none refutes.
        let best_move = window.best_move;
        let mut best = window.best.min(ceiling);
        if best >= beta && !best.is_decided() && !beta.is_decided() {
            // A deep result is trusted more.
            best = Score::centipawns((best.get() * depth + beta.get()) / (depth + 1));
        }
        if !best_move.is_none() {
            self.learn_move(ply, best_move, depth, &tried);
        } else if ply > 0 {
            self.credit_last_move(ply, depth);
        }
        if best <= start && ply > 0 {
            self.stack[ply].on_pv |= self.stack[ply - 1].on_pv && depth > 3;
        }
        if !is_whole || (N::ROOT && self.root_from > 0) {
            return best;
        }

        // Step 20. Learn how far off the static evaluation was.
        let bound = Bound::of(best, start, beta);
        self.learn_correction(&node, best, bound, best_move);

        // Step 21. Remember.
        self.store(
            ply,
            Entry {
                mv: best_move,
                score: best,
                eval: raw,
                depth,
                bound,
                pv: self.stack[ply].on_pv,
            },
        );
        best
    }
}
