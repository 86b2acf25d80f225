//! Alpha-beta in its negamax form, as principal variation search. The steps are numbered
//! in the order of a node; longer ones are functions elsewhere.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975); Marsland and Campbell,
//! "Parallel Search of Strongly Ordered Game Trees" (1982).
//! <https://www.chessprogramming.org/Principal_Variation_Search>

use super::extensions::Singularity;
use super::movepick::{self, MovePicker};
use super::node::{Node, NodeType};
use super::params;
use super::reductions::{self, PLY};
use super::transposition::{Bound, TRUSTED_CLOCK, TtEntry};
use super::updates::SearchedMoves;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

impl<E: Evaluation> Worker<'_, E> {
    /// Returns the value of the position, searched `depth` plies deep within `alpha` and `beta`
    /// (fail-soft). A cut node is expected to fail high.
    pub fn search<N: NodeType>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
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
        let (mut best_score, mut best_move) = (-Score::INFINITE, Move::NONE);
        // Repetitions and endgame tables bound the value, whatever the moves are worth.
        let (mut min_score, mut max_score) = (-Score::INFINITE, Score::INFINITE);
        if !N::ROOT {
            if N::SELECTIVE && alpha < Score::DRAW && self.position.has_upcoming_repetition(ply) {
                (alpha, min_score) = (Score::DRAW, Score::DRAW);
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
        self.stack[ply + 2].cutoffs = 0;
        self.stack[ply + 1].killer = Move::NONE;
        self.stack[ply + 1].double_extensions = self.stack[ply].double_extensions;

        // Step 3. Transposition table probe, except in a singular search, which lacks a move. For
        // a cutoff an entry must be as deep as the node, and deeper if its score is above beta.
        let tt_entry = if N::SELECTIVE && !is_singular_search {
            self.shared.tt.probe(self.position.key())
        } else {
            None
        };
        let clock = self.position.halfmove_clock();
        let tt_score = tt_entry.map_or(Score::NONE, |tt_entry| tt_entry.value(ply, clock));
        let tt_move = if N::ROOT {
            self.root_moves[self.pv_index].mv
        } else if is_singular_search {
            // Keeps the reductions of the other moves as with a TT move.
            excluded
        } else {
            tt_entry.map_or(Move::NONE, |tt_entry| tt_entry.mv)
        };
        if let Some(tt_entry) = tt_entry
            && !N::PV
            && tt_entry.depth > depth - i32::from(tt_score <= beta)
            && tt_entry.bound.allows_cutoff(tt_score, alpha, beta)
            && clock <= TRUSTED_CLOCK
        {
            if tt_score >= beta {
                self.reward_tt_move(ply, tt_move, depth);
                self.update_refuted_prior_move(ply, depth);
            }
            return tt_score;
        }
        if !is_singular_search {
            self.stack[ply].tt_pv = N::PV || tt_entry.is_some_and(|tt_entry| tt_entry.pv);
        }
        let tt_pv = self.stack[ply].tt_pv;

        // Step 4. Tablebase probe. In a PV node, a win or loss that causes no cutoff bounds the
        // value, and the search may find a mate.
        if !N::ROOT
            && !is_singular_search
            && self.shared.tablebases.cover(self.position, depth)
            && let Some((score, bound)) = self.probe_tablebases(ply)
        {
            if bound.allows_cutoff(score, alpha, beta) {
                let entry = TtEntry {
                    mv: Move::NONE,
                    score,
                    raw_eval: Score::NONE,
                    depth: depth + params::tablebase_depth_bonus(),
                    bound,
                    pv: tt_pv,
                };
                self.store(ply, entry);
                return score;
            }
            if N::PV && bound == Bound::Lower {
                best_score = score;
                alpha = alpha.max(score);
            } else if N::PV {
                max_score = score;
            }
        }

        // Step 5. Static evaluation: corrected by the histories, adjusted by the TT score.
        let (raw_eval, correction, static_eval) = if is_singular_search {
            (Score::NONE, 0, self.stack[ply].static_eval)
        } else if in_check {
            (Score::NONE, 0, Score::NONE)
        } else {
            let (raw_eval, correction) = self.raw_eval_and_correction::<N>(tt_entry, tt_pv, ply);
            (raw_eval, correction, self.corrected(raw_eval, correction))
        };
        self.stack[ply].static_eval = static_eval;
        let is_tt_score_better = !in_check
            && tt_entry.is_some_and(|entry| entry.bound.tells_more_than(tt_score, static_eval));
        let eval = if is_tt_score_better { tt_score } else { static_eval };
        let improvement = if in_check { None } else { self.improvement(ply, static_eval) };
        let improving = improvement.is_some_and(|by| by > -params::improving_margin());
        let worsening = match improvement {
            Some(by) if !improving => -by,
            _ => 0,
        };

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

        // Step 6. Hindsight: the last move's effect on the evaluation updates its
        // history, and changes the depth if it was reduced.
        let is_sampled = self.statistics.is_sampled(ply);
        let is_entered_again = ply == self.verified_ply || is_sampled;
        if ply > 0 && !is_singular_search && !in_check && !is_entered_again {
            self.update_prior_eval_difference(ply, static_eval);
            node.depth += self.hindsight(ply, depth, static_eval);
        }
        self.statistics.node::<N>(&node);

        let may_prune = !N::PV && N::SELECTIVE && !is_singular_search && !is_sampled;
        // Against a bare king scores say little about the way to mate: only ProbCut prunes.
        let has_bare_king = self.position.has_bare_king();
        if may_prune && !in_check && !has_bare_king {
            // Step 7. Razoring: the evaluation is so far below alpha that only captures can help.
            if let Some(score) = self.razor(&node, alpha) {
                return score;
            }

            // Step 8. Reverse futility pruning: the evaluation is so far above beta that a few
            // plies will hardly matter.
            if let Some(score) = self.reverse_futility(&node) {
                return score;
            }

            // Step 9. Null move pruning: if passing the turn fails high, so will a move.
            if let Some(score) = self.null_move(&node) {
                return score;
            }
        }

        // A node whose evaluation is above beta counts as improving.
        node.improving |= !is_singular_search && !in_check && static_eval >= beta;

        // Step 10. Internal iterative reduction (IIR): without a TT move the ordering is poor.
        if (N::PV || cut_node)
            && N::SELECTIVE
            && !is_sampled
            && node.depth >= params::internal_reduction_depth()
            && tt_move.is_none()
        {
            node.depth -= 1;
        }

        // Step 11. ProbCut: a capture that beats beta by far in a shallower search.
        if !is_singular_search {
            // The context is computed late, as many nodes return before.
            self.stack[ply].context = self.context(ply);
        }
        let context = self.stack[ply].context;
        if may_prune
            && !in_check
            && let Some(score) = self.probcut(&node)
        {
            return score;
        }

        // Step 12. Loop over the moves, likeliest cutoffs first (`movepick.rs`).
        let checks = self.checks(ply);
        let mut picker = MovePicker::all(self.position, checks, tt_move, self.stack[ply].killer);
        let mut move_count = 0;
        let mut searched = SearchedMoves::default();
        let may_prune_moves =
            !N::ROOT && N::SELECTIVE && !has_bare_king && self.position.has_non_pawns();

        while let Some(mv) = picker.next(self.position, self.history, &context) {
            if mv == excluded {
                continue;
            }
            if N::ROOT {
                if !self.is_open_root_move(mv) {
                    continue;
                }
                self.report.current_move(self.root_depth, mv, move_count + 1 + self.pv_index);
            }
            move_count += 1;
            let is_quiet = !mv.is_noisy();
            let piece_to = self.piece_to(mv);
            let history = if is_quiet {
                self.history.quiet(&context, (mv, piece_to))
            } else {
                self.history.noisy(self.position, mv)
            };
            let reduction = reductions::by_move_count(node.depth, move_count, is_quiet);

            // Step 13. Shallow pruning, once a move does not lose by force. The table is prefetched
            // before SEE, as memory takes longer than SEE and making the move, but not before the
            // cheaper tests, which prune many moves.
            if may_prune_moves && best_score > -Score::MAX_EVAL {
                if picker.yields_quiets() && self.late_move_pruning(&node, mv, move_count) {
                    picker.skip_quiets();
                }
                let lmr_depth = node.lmr_depth(is_quiet, history, reduction);
                let mut pruning = if is_quiet {
                    self.quiet_pruning(&node, alpha, mv, history, lmr_depth)
                } else {
                    self.noisy_pruning(&node, alpha, mv, lmr_depth)
                };
                if pruning.is_none() {
                    self.prefetch(mv);
                    pruning = self.see_pruning(&node, mv, history, lmr_depth, &picker);
                }
                if let Some(pruning) = pruning {
                    self.count_pruned_move(pruning, &node, alpha, mv);
                    continue;
                }
            } else {
                self.prefetch(mv);
            }

            // Step 14. Singular extensions: the TT move is extended if it is much better than all
            // others.
            let mut new_depth = node.depth - 1;
            let mut extension = 0;
            if !N::ROOT && mv == tt_move {
                if self.may_be_singular(&node) {
                    match self.singularity::<N>(node) {
                        Singularity::Extend(plies) => extension = plies,
                        Singularity::Cutoff(score) => return score,
                    }
                    if self.stopped {
                        return Score::DRAW;
                    }
                    // The other moves get a ply too: singular moves are found in forced lines.
                    node.depth += i32::from(extension > 0);
                } else if self.extends_at_low_depth(&node, alpha) {
                    extension = 1;
                }
            }
            new_depth += extension;
            self.stack[ply + 1].double_extensions =
                self.stack[ply].double_extensions + i32::from(extension > 1);

            let gain = if is_quiet { 0 } else { movepick::gain(self.position, mv) };
            let nodes_before = self.nodes;
            self.stack[ply].move_count = move_count as i32;
            self.make(mv, ply);

            // Step 15. Late move reductions, or extensions by as much as a ply (two in PV nodes).
            // After a fail high the re-search is a ply deeper or shallower, by how far the score
            // exceeds the best. An infinite score gives the first move of a PV node the full window
            // of step 16.
            let mut score = Score::INFINITE;
            if N::SELECTIVE
                && node.depth >= params::reduction_depth()
                && move_count > 1 + usize::from(N::ROOT)
            {
                let gain = params::reduction_gain_weight() * gain;
                let reduction = reduction
                    + self.adjustment::<N>(&node, mv, history + gain)
                    + self.adjustment_by_alpha(&node, mv, alpha);
                let most =
                    if self.may_extend(ply) { new_depth + 1 + i32::from(N::PV) } else { new_depth };
                let reduced_depth = (new_depth - reduction / PLY).clamp(1, most);
                self.stack[ply].reduction = reduction;
                score = -self.search::<N::NonPv>(-alpha - 1, -alpha, reduced_depth, true, ply + 1);
                self.stack[ply].reduction = 0;
                self.statistics.reduction(new_depth - reduced_depth, score <= alpha);
                if score > alpha {
                    let is_reduced = reduced_depth < new_depth;
                    let deeper = is_reduced
                        && score > best_score + params::deeper_margin()
                        && self.may_extend(ply);
                    let shallower = score < best_score + params::shallower_margin();
                    new_depth += i32::from(deeper) - i32::from(shallower);
                    if new_depth > reduced_depth {
                        score = -self.search::<N::NonPv>(
                            -alpha - 1,
                            -alpha,
                            new_depth,
                            !cut_node,
                            ply + 1,
                        );
                        self.statistics.research(score > alpha);
                    }
                    if is_reduced && is_quiet && score > alpha && !self.stopped {
                        self.update_after_research(ply, piece_to, new_depth);
                    }
                }
            } else if !N::PV || move_count > 1 {
                // Step 16. PVS: the first move of a PV node gets the full window, the others a null
                // window and the full one only after a fail high. At depth 0 nothing is reduced, as
                // quiescence search follows.
                let mut reduced = 0;
                if N::SELECTIVE && new_depth > 0 {
                    let reduction = reduction + self.adjustment::<N>(&node, mv, history);
                    reduced = reductions::first_move_reduction(reduction, !tt_move.is_none());
                }
                score = -self.search::<N::NonPv>(
                    -alpha - 1,
                    -alpha,
                    new_depth - reduced,
                    !cut_node,
                    ply + 1,
                );
            }
            if N::PV && score > alpha {
                score = -self.search::<N::Pv>(-beta, -alpha, new_depth, false, ply + 1);
            }

            // Step 17. A new best move, or a beta cutoff.
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                let result = (score, Bound::of(score, alpha, beta));
                let is_change = move_count > 1 && score > alpha;
                self.best_move_changes += u32::from(is_change && self.pv_index == 0);
                self.update_root_move(mv, result, move_count == 1 || is_change, nodes);
            }
            best_score = best_score.max(score);
            if score > alpha {
                best_move = mv;
                if N::PV && !N::ROOT {
                    self.pv.update(ply, mv);
                }
                if score >= beta {
                    self.stack[ply].cutoffs += 1;
                    if is_quiet {
                        self.stack[ply].killer = mv;
                    }
                    self.statistics.fail_high(move_count);
                    break;
                }
                alpha = score;
            } else {
                searched.add(mv, piece_to);
            }
        }

        // Step 18. No legal move: mate or stalemate.
        if move_count == 0 {
            return if is_singular_search {
                alpha
            } else if in_check {
                Score::mated_in(ply)
            } else {
                Score::DRAW
            };
        }

        // Step 19. The node's value. Update the histories: the best move and those before it; or,
        // if all fail low, the opponent's last move.
        best_score = best_score.min(max_score);
        if best_score >= beta && !best_score.is_decided() && !beta.is_decided() {
            // A deep result is trusted more.
            let weighted = best_score.get() * node.depth + beta.get();
            best_score = Score::centipawns(weighted / (node.depth + 1));
        }
        // Where the side can repeat a position, alpha was raised to the draw score: the node is
        // worth a draw, and no fail low.
        let is_fail_low = best_score <= original_alpha
            && min_score == -Score::INFINITE
            && ply > 0
            && !is_singular_search;
        if !best_move.is_none() {
            if !N::PV && !tt_move.is_none() {
                self.update_tt_move_history(best_move == tt_move);
            }
            // The TT move was not the best, so the histories learn more.
            let is_new = !tt_move.is_none() && best_move != tt_move;
            self.update_histories(ply, best_move, node.depth + i32::from(is_new), &searched);
        } else if is_fail_low {
            self.update_prior_move(ply, node.depth, best_score);
        }
        if is_fail_low {
            self.stack[ply].tt_pv |=
                self.stack[ply - 1].tt_pv && node.depth > params::tt_pv_depth();
        }
        // At the root some moves may have been left out.
        let is_partial = self.pv_index > 0 || !self.shared.limits.search_moves.is_empty();
        if is_singular_search || (N::ROOT && is_partial) {
            return best_score;
        }

        // Step 20. Update the correction histories.
        let bound = Bound::of(best_score, original_alpha, beta);
        self.update_corrections(&node, (best_score, bound), best_move);

        // Step 21. Store in the transposition table.
        let entry = TtEntry {
            mv: best_move,
            score: best_score,
            raw_eval,
            depth: node.depth,
            bound,
            pv: self.stack[ply].tt_pv,
        };
        self.store(ply, entry);
        // The move that repeats a position may have been pruned.
        best_score.max(min_score)
    }

    /// Returns the plies to add to the depth if the last move was reduced much: one if it looks no
    /// worse for the side that made it, minus one if it looks bad.
    fn hindsight(&self, ply: usize, depth: i32, static_eval: Score) -> i32 {
        let last = &self.stack[ply - 1];
        if last.static_eval == Score::NONE {
            return 0;
        }
        // The loss of evaluation for the side that moved.
        let cost = last.static_eval.get() + static_eval.get();
        if last.reduction >= params::hindsight_deeper() && cost <= 0 && self.may_extend(ply) {
            1
        } else if last.reduction >= params::hindsight_shallower()
            && depth >= params::hindsight_depth()
            && cost > params::hindsight_cost()
        {
            -1
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests;
