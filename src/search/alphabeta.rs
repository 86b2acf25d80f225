//! Alpha-beta in its negamax form, as principal variation search. The steps are numbered
//! in the order of a node; longer ones are functions elsewhere.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975); Marsland and Campbell,
//! "Parallel Search of Strongly Ordered Game Trees" (1982).
//! <https://www.chessprogramming.org/Principal_Variation_Search>

use super::extensions::Singularity;
use super::history::PieceTo;
use super::movepick::{self, MovePicker};
use super::node::{Node, NodeType, Window};
use super::params;
use super::reductions::{self, PLY};
use super::statistics::{MoveClass, NodeKind};
use super::transposition::{Bound, TRUSTED_CLOCK, TtEntry};
use super::updates::SearchedMoves;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// The value of the position `depth` plies deep, within `alpha` and `beta`
    /// (fail-soft). A cut node is expected to fail high.
    pub fn search<N: NodeType>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        cut_node: bool,
        ply: usize,
    ) -> Score {
        // Step 1. Quiescence search at the horizon.
        if depth <= 0 && N::SELECTIVE {
            return self.quiescence::<N>(alpha, beta, ply);
        }

        // Step 2. Draws, the greatest ply, upcoming repetitions, and mate distance pruning.
        if let Some(score) = self.enter::<N>(ply) {
            return score;
        }
        let mut least = -Score::INFINITE;
        if !N::ROOT {
            if N::SELECTIVE && alpha < Score::DRAW && self.position.has_upcoming_repetition(ply) {
                (alpha, least) = (Score::DRAW, Score::DRAW);
            }
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        if depth <= 0 {
            return self.leaf(ply);
        }
        let original_alpha = alpha;
        let excluded = self.stack[ply].excluded;
        let is_singular_search = !excluded.is_none();
        let in_check = self.stack[ply].in_check();
        let us = self.position.side_to_move();
        self.stack[ply + 2].cutoffs = 0;
        self.stack[ply + 1].excluded = Move::NONE;
        self.stack[ply + 1].killer = Move::NONE;
        self.stack[ply + 1].double_extensions = self.stack[ply].double_extensions;

        // Step 3. Transposition table probe; not in a singular search, which lacks a move.
        let tt_entry = if N::SELECTIVE && !is_singular_search {
            let tt_entry = self.shared.table.probe(self.position.key());
            self.statistics.probe(tt_entry.is_some());
            tt_entry
        } else {
            None
        };
        let clock = self.position.halfmove_clock();
        let tt_score = tt_entry.map_or(Score::NONE, |tt_entry| tt_entry.value(ply, clock));
        let tt_move = match tt_entry {
            _ if N::ROOT => self.root_moves[self.root_from].mv,
            // Otherwise the other moves would be reduced as where no move is known.
            _ if is_singular_search => excluded,
            Some(tt_entry) => tt_entry.mv,
            None => Move::NONE,
        };
        if let Some(tt_entry) = tt_entry
            && !N::PV
            && tt_entry.depth > depth - i32::from(tt_score <= beta)
            && tt_entry.bound.answers(tt_score, alpha, beta)
            && clock <= TRUSTED_CLOCK
        {
            if tt_score >= beta {
                self.update_tt_move(ply, tt_move, depth);
                self.update_refuted_prior_move(ply, depth);
            }
            self.statistics.tt_cutoff();
            return tt_score;
        }
        if !is_singular_search {
            self.stack[ply].tt_pv = N::PV || tt_entry.is_some_and(|tt_entry| tt_entry.pv);
        }

        // Step 4. Tablebase probe. A PV node that it does not answer is searched, to find a mate.
        let (mut floor, mut ceiling) = (-Score::INFINITE, Score::INFINITE);
        if !N::ROOT
            && self.shared.tablebases.is_on()
            && !is_singular_search
            && let Some((score, bound)) = self.shared.tablebases.probe(self.position, depth, ply)
        {
            self.check_limits();
            if bound.answers(score, alpha, beta) {
                self.store(
                    ply,
                    TtEntry {
                        mv: Move::NONE,
                        score,
                        raw_eval: Score::NONE,
                        // As good as a search a few plies deeper.
                        depth: depth + 6,
                        bound,
                        pv: self.stack[ply].tt_pv,
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

        // Step 5. Static evaluation: corrected by the histories, adjusted by the table's score.
        let (raw_eval, correction, static_eval) = if is_singular_search {
            (Score::NONE, 0, self.stack[ply].static_eval)
        } else if in_check {
            (Score::NONE, 0, Score::NONE)
        } else {
            let tt_pv = self.stack[ply].tt_pv;
            let (raw_eval, correction) = self.raw_eval_and_correction::<N>(tt_entry, tt_pv, ply);
            (raw_eval, correction, self.corrected(raw_eval, correction))
        };
        let eval = match tt_entry {
            Some(tt_entry)
                if !in_check && tt_entry.bound.tells_more_than(tt_score, static_eval) =>
            {
                tt_score
            }
            _ => static_eval,
        };
        self.stack[ply].static_eval = static_eval;
        let improvement = if in_check {
            None
        } else {
            self.improvement(ply, static_eval)
        };
        let improving = improvement.is_some_and(|by| by > -params::improving_margin());
        let worsening = match improvement {
            Some(by) if !improving => -by,
            _ => 0,
        };
        let tt_pv = self.stack[ply].tt_pv;

        // Whether the statistics search a pruned node again, from here on.
        let is_checked = self.statistics.is_checked(ply);

        // Step 6. Hindsight: the last move's effect on the evaluation updates its
        // history, and changes the depth if it was reduced.
        let is_entered_again = ply == self.verified_ply || is_checked;
        if ply > 0 && !is_singular_search && !in_check && !is_entered_again {
            self.update_prior_eval_difference(ply, static_eval);
            depth += self.hindsight(ply, depth, static_eval);
        }

        let kind = if N::PV {
            NodeKind::Pv
        } else if cut_node {
            NodeKind::Cut
        } else {
            NodeKind::All
        };
        self.statistics.node(kind, depth);
        let mut node = Node {
            ply,
            depth,
            beta,
            cut_node,
            in_check,
            tt_pv,
            tt_entry,
            tt_score,
            tt_move,
            raw_eval,
            correction,
            static_eval,
            eval,
            improving,
            worsening,
        };

        let may_prune = !N::PV && N::SELECTIVE && !is_singular_search && !is_checked;
        // Against a bare king scores say little about the way to mate: no pruning but ProbCut.
        let has_bare_king = self.position.has_bare_king();
        if may_prune && !in_check && !has_bare_king {
            // Step 7. Razoring: so far below alpha that only captures can help.
            if let Some(score) = self.razor(&node, alpha) {
                return score;
            }

            // Step 8. Reverse futility: so far above beta that a few plies will hardly matter.
            if let Some(score) = self.reverse_futility(&node) {
                return score;
            }

            // Step 9. Null move pruning: if passing fails high, so will a move.
            if let Some(score) = self.null_move(&node) {
                return score;
            }
        }

        // A node whose evaluation is above beta counts as improving.
        node.improving |= !is_singular_search && !in_check && static_eval >= beta;

        // Step 10. Internal iterative reduction: without a table move the ordering is poor.
        if (N::PV || cut_node)
            && N::SELECTIVE
            && !is_checked
            && depth >= params::internal_reduction_depth()
            && tt_move.is_none()
        {
            node.depth -= 1;
        }
        let mut depth = node.depth;
        // Computed late, as many nodes return before.
        if !is_singular_search {
            self.stack[ply].context = self.context(ply);
        }
        let context = self.stack[ply].context;

        // Step 11. ProbCut: a capture that beats beta by far in a shallower search.
        if may_prune
            && !in_check
            && let Some(score) = self.probcut(&node)
        {
            return score;
        }

        // Step 12. Small ProbCut: the table's score beats beta by far, though not as deep.
        if may_prune
            && !has_bare_king
            && let Some(score) = self.small_probcut(&node)
        {
            return score;
        }

        // Step 13. The moves, best first.
        let checks = self.checks(ply);
        let mut picker = MovePicker::all(self.position, checks, tt_move, self.stack[ply].killer);
        let mut window = Window {
            alpha,
            beta,
            best: floor,
            best_move: Move::NONE,
        };
        let mut move_count = 0;
        let mut searched = SearchedMoves::default();
        let may_prune_moves =
            !N::ROOT && N::SELECTIVE && !has_bare_king && self.position.has_non_pawns(us);

        while let Some(mv) = picker.next(self.position, self.history, &context) {
            if mv == excluded {
                continue;
            }
            if N::ROOT {
                if !self.is_open_root_move(mv) {
                    continue;
                }
                self.report
                    .current_move(self.depth, mv, move_count + 1 + self.root_from);
            }
            move_count += 1;
            let is_quiet = !mv.is_noisy();
            let piece_to = self.piece_to(mv);
            let history = if is_quiet {
                self.history.quiet(&context, (mv, piece_to))
            } else {
                self.history.noisy(self.position, mv)
            };
            let reduction = reductions::by_move_count(depth, move_count, is_quiet);

            // Step 14. Shallow pruning, once a move does not lose by force.
            let is_saved = window.best > -Score::MAX_EVAL;
            if may_prune_moves && is_saved {
                if picker.yields_quiets() && self.is_late(&node, mv, move_count) {
                    picker.skip_quiets();
                }
                let pruning = if is_quiet {
                    self.prunes_quiet(&node, window.alpha, mv, history, reduction)
                } else {
                    self.prunes_noisy(&node, window.alpha, mv, history, reduction, &picker)
                };
                if let Some(reason) = pruning {
                    if self.statistics.pruning(reason, depth, true) {
                        self.check_pruned_move(reason, &node, window.alpha, mv);
                    }
                    continue;
                }
            } else {
                self.prefetch(mv);
            }

            // Step 15. Singular extension: a move much better than all others is searched deeper.
            let mut extension = 0;
            if !N::ROOT && mv == tt_move && self.may_be_singular(&node) {
                match self.singularity::<N>(node) {
                    Singularity::Extend(plies) => {
                        extension = plies;
                        self.statistics.extension(plies);
                    }
                    Singularity::Cutoff(score) => return score,
                }
                if self.stopped {
                    return Score::DRAW;
                }
            }
            let mut low_extension = 0;
            if !N::ROOT && self.extends_at_low_depth(&node, mv, window.alpha) {
                low_extension = 1;
                self.statistics.extension(1);
            }
            self.stack[ply + 1].double_extensions =
                self.stack[ply].double_extensions + i32::from(extension > 1);

            let late_move = LateMove {
                mv,
                piece_to,
                count: move_count,
                reduction,
                history,
                gain: if is_quiet {
                    0
                } else {
                    movepick::gain(self.position, mv)
                },
            };
            let new_depth = depth - 1 + extension + low_extension;
            if extension > 0 {
                // The other moves get a ply too: singular moves are found in forced lines.
                depth += 1;
                node.depth = depth;
            }
            let nodes_before = self.nodes;
            self.stack[ply].move_count = move_count as i32;
            self.make(mv, ply);
            let score = self.search_move::<N>(&node, &window, late_move, new_depth);
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                let result = (score, Bound::of(score, window.alpha, beta));
                let is_change = move_count > 1 && score > window.alpha;
                self.best_move_changes += u32::from(is_change && self.root_from == 0);
                self.note_root_move(mv, result, move_count == 1 || is_change, nodes);
            }

            // Step 18. A new best move, or a beta cutoff.
            if self.raise::<N>(&mut window, ply, mv, score) {
                self.stack[ply].cutoffs += 1;
                let class = if mv == tt_move {
                    MoveClass::TtMove
                } else if is_quiet && mv == picker.killer() {
                    MoveClass::Killer
                } else if is_quiet {
                    MoveClass::Quiet
                } else if picker.is_losing() {
                    MoveClass::BadNoisy
                } else {
                    MoveClass::GoodNoisy
                };
                self.statistics.fail_high(move_count, class);
                if is_quiet {
                    self.stack[ply].killer = mv;
                }
                break;
            }
            if mv != window.best_move {
                searched.add(mv, piece_to);
            }
        }

        // Step 19. No legal move: mate or stalemate.
        if move_count == 0 {
            return if is_singular_search {
                window.alpha
            } else if in_check {
                Score::mated_in(ply)
            } else {
                Score::DRAW
            };
        }

        // Step 20. The node's value. Update the histories: the best move and those before it; or,
        // if all fail low, the opponent's last move.
        let best_move = window.best_move;
        let mut best = window.best.min(ceiling);
        if best >= beta && !best.is_decided() && !beta.is_decided() {
            // A deep result is trusted more.
            best = Score::centipawns((best.get() * depth + beta.get()) / (depth + 1));
        }
        // With a repetition at hand alpha was raised to the draw, which the node is worth.
        let is_fail_low =
            best <= original_alpha && least == -Score::INFINITE && ply > 0 && !is_singular_search;
        if !best_move.is_none() {
            if !N::PV && !tt_move.is_none() {
                self.update_tt_move_history(best_move == tt_move);
            }
            // The order that the table gave was wrong: the histories learn more.
            let is_new = !tt_move.is_none() && best_move != tt_move;
            self.update_histories(ply, best_move, depth + i32::from(is_new), &searched);
        } else if is_fail_low {
            self.update_prior_move(ply, depth, best);
        }
        if is_fail_low {
            self.stack[ply].tt_pv |= self.stack[ply - 1].tt_pv && depth > params::tt_pv_depth();
        }
        // At the root some moves may have been left out.
        let is_partial = self.root_from > 0 || !self.shared.limits.search_moves.is_empty();
        if is_singular_search || (N::ROOT && is_partial) {
            return best;
        }

        // Step 21. Update the correction histories.
        let bound = Bound::of(best, original_alpha, beta);
        self.update_corrections(&node, (best, bound), best_move, node.depth);

        // Step 22. Store in the transposition table.
        self.store(
            ply,
            TtEntry {
                mv: best_move,
                score: best,
                raw_eval,
                depth,
                bound,
                pv: self.stack[ply].tt_pv,
            },
        );
        // The repeating move may have been pruned.
        best.max(least)
    }

    /// The value of a move that has been made, `new_depth` plies deep but for reductions, within
    /// the window (fail-soft).
    #[inline(always)]
    fn search_move<N: NodeType>(
        &mut self,
        node: &Node,
        window: &Window,
        late_move: LateMove,
        mut new_depth: i32,
    ) -> Score {
        let (ply, cut_node) = (node.ply, node.cut_node);
        let &Window {
            alpha, beta, best, ..
        } = window;
        let LateMove {
            mv,
            piece_to,
            count,
            reduction,
            history,
            gain,
        } = late_move;
        let mut score = Score::INFINITE;
        let mut needs_full_depth = !N::PV || count > 1;

        // Step 16. Late move reductions, or extensions by as much as a ply (two in PV nodes).
        // After a fail high the gain changes the depth to which the move is searched again.
        if N::SELECTIVE
            && node.depth >= params::reduction_depth()
            && count > 1 + usize::from(N::ROOT)
        {
            let history = history + params::reduction_gain_weight() * gain;
            let reduction = reduction
                + self.adjustment::<N>(node, mv, history)
                + self.adjustment_by_alpha(node, mv, alpha);
            let deepest = if self.may_extend(ply) {
                new_depth + 1 + i32::from(N::PV)
            } else {
                new_depth
            };
            let reduced_depth = (new_depth - reduction / PLY).clamp(1, deepest);
            self.stack[ply].reduction = reduction;
            score = -self.search::<N::NonPv>(-alpha - 1, -alpha, reduced_depth, true, ply + 1);
            self.stack[ply].reduction = 0;
            self.statistics
                .reduction(new_depth - reduced_depth, score <= alpha);
            needs_full_depth = false;
            if score > alpha {
                let is_reduced = reduced_depth < new_depth;
                let deeper =
                    is_reduced && score > best + params::deeper_margin() && self.may_extend(ply);
                let shallower = score < best + params::shallower_margin();
                new_depth += i32::from(deeper) - i32::from(shallower);
                if new_depth > reduced_depth {
                    score =
                        -self.search::<N::NonPv>(-alpha - 1, -alpha, new_depth, !cut_node, ply + 1);
                    self.statistics.research(score > alpha);
                }
                if is_reduced && !mv.is_noisy() && score > alpha && !self.stopped {
                    self.update_after_research(ply, piece_to, new_depth);
                }
            }
        }

        // Step 17. PVS: a null window except for the first move, the full one after a fail high.
        if needs_full_depth {
            let mut depth = new_depth;
            // Without a ply left quiescence search follows in any case.
            if N::SELECTIVE && new_depth > 0 {
                let reduction = reduction + self.adjustment::<N>(node, mv, history);
                let has_tt_move = !node.tt_move.is_none();
                depth -= reductions::of_first_move(new_depth, reduction, has_tt_move);
            }
            score = -self.search::<N::NonPv>(-alpha - 1, -alpha, depth, !cut_node, ply + 1);
        }
        if N::PV && score > alpha {
            score = -self.search::<N::Pv>(-beta, -alpha, new_depth, false, ply + 1);
        }
        score
    }
}

/// What decides how far a move is reduced.
struct LateMove {
    mv: Move,
    piece_to: PieceTo,
    /// In the order of moves, from 1.
    count: usize,
    /// By its number alone, in 1024ths of a ply.
    reduction: i32,
    history: i32,
    /// Material won at once, in centipawns.
    gain: i32,
}

#[cfg(test)]
mod tests;
