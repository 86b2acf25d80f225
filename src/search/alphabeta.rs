//! Alpha-beta in its negamax form, as principal variation search.
//!
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975); Marsland and
//! Campbell, "Parallel Search of Strongly Ordered Game Trees" (1982).
//! <https://www.chessprogramming.org/Principal_Variation_Search>

use arrayvec::ArrayVec;

use super::extensions::Singularity;
use super::history::Visit;
use super::ordering::{self, Picker};
use super::params;
use super::reductions::{PLY, reduction};
use super::report::Bound;
use super::transposition::Entry;
use super::worker::Worker;
use crate::board::{Move, Position};
use crate::eval::{Evaluation, MAX_PLY, Score, endgame};

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
    /// that need no look at the moves, or by what is known of king and pawn.
    /// Mate on the hundredth ply is still mate.
    pub(super) fn is_drawn(&self, ply: usize) -> bool {
        if self.halfmove_clock() >= 100 && (!self.in_check() || self.has_legal_move()) {
            return true;
        }
        self.is_repetition(ply) || self.is_insufficient_material() || endgame::is_drawn(self)
    }
}

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
            if score >= beta && !table_move.is_none() && !table_move.is_noisy() {
                let (context, visit) = (self.context(ply), self.visit_of(table_move));
                self.history
                    .add_quiet(&context, (table_move, visit), bonus(depth));
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
            let answers = match bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if answers {
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
        let raw = match entry {
            _ if in_check || !is_whole => Score::NONE,
            Some(entry) if entry.eval != Score::NONE => entry.eval,
            _ => self.evaluation.evaluate(&self.position),
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

        // Against a bare king only the mate is left to be found. Values say
        // little of what leads to it: nothing is pruned by them.
        let is_hunt = self.position.is_bare(us) || self.position.is_bare(!us);
        if !N::PV && !in_check && is_whole && !is_hunt {
            // Step 7. Razoring: so far below alpha that only captures can help.
            let hopeless = params::razor_base() + params::razor_depth() * depth * depth;
            if estimate < alpha - hopeless && !alpha.is_decided() {
                let score = self.quiescence::<NonPv>(alpha, alpha + 1, ply);
                if score <= alpha && !score.is_decided() {
                    return score;
                }
            }

            // Step 8. Reverse futility: so far above beta that a few plies will
            // hardly bring it down.
            let margin = params::reverse_futility_margin() * depth
                - params::reverse_futility_improving() * i32::from(improving);
            if depth <= params::reverse_futility_depth()
                && estimate - margin.max(20) >= beta
                && !estimate.is_decided()
                && !beta.is_decided()
            {
                return Score::centipawns((estimate.get() + 2 * beta.get()) / 3);
            }

            // Step 9. Null move: if passing the turn is still too good for the
            // opponent, so is a move. Not without pieces, where moving may hurt
            // (zugzwang), and not twice in a row.
            if cut_node
                && estimate >= beta
                && eval + params::null_move_depth() * depth >= beta + params::null_move_base()
                && ply >= self.null_move_from
                && !beta.is_decided()
                && self.position.has_pieces(us)
                && !self.position.last_move().is_none()
            {
                let score = self.null_move(beta, depth, estimate, ply);
                if self.stopped {
                    return Score::DRAW;
                }
                if score >= beta {
                    return score;
                }
            }
        }

        // Step 10. Internal iterative reduction: without a move from the table
        // the ordering is poor; the next iteration will have one.
        if (N::PV || cut_node) && is_whole && depth >= 4 && table_move.is_none() {
            depth -= 1;
        }

        // Step 11. ProbCut: a capture that beats beta by far in a shallower
        // search will beat it in a full one.
        let probcut_beta =
            beta + params::probcut_margin() - params::probcut_improving() * i32::from(improving);
        if !N::PV
            && !in_check
            && is_whole
            && depth >= 5
            && !beta.is_decided()
            && (table_score == Score::NONE || table_score >= probcut_beta)
        {
            let score = self.probcut(probcut_beta, depth, cut_node, eval, raw, table_move, ply);
            if self.stopped {
                return Score::DRAW;
            }
            if score >= probcut_beta {
                return if score.is_decided() {
                    score
                } else {
                    score - (probcut_beta.get() - beta.get())
                };
            }
        }

        // Step 12. The moves, best first.
        let mut picker = Picker::all(&self.position, checks, table_move, self.stack[ply].killer);
        self.stack[ply + 1].killer = Move::NONE;
        let mut best = floor;
        let mut best_move = Move::NONE;
        let mut number = 0;
        let mut quiets_tried: ArrayVec<(Move, Visit), 32> = ArrayVec::new();
        let mut noisy_tried: ArrayVec<Move, 32> = ArrayVec::new();

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
            let mut reduced = reduction(depth, number, is_quiet);

            // Step 13. Shallow pruning, once there is a move that does not lose
            // by force.
            if !N::ROOT && !is_hunt && best > -Score::MAX_EVAL && self.position.has_pieces(us) {
                let late = (params::late_move_base() + depth * depth) / (2 - i32::from(improving));
                if number as i32 > late && !self.position.gives_check(mv) {
                    picker.skip_quiets();
                }
                let left = (depth - 1 - reduced / PLY).max(0);
                if is_quiet {
                    if history < -params::history_pruning() * depth {
                        continue;
                    }
                    // A move that does not make up for what is missing.
                    let hope = params::futility_base()
                        + params::futility_margin() * left
                        + history / params::futility_history_divisor();
                    if !in_check
                        && left < params::futility_depth()
                        && eval + hope <= alpha
                        && !self.position.gives_check(mv)
                    {
                        continue;
                    }
                    if !self
                        .position
                        .see_at_least(mv, -params::see_pruning_quiet() * left * left)
                    {
                        continue;
                    }
                } else {
                    let hope = params::noisy_futility_base()
                        + params::noisy_futility_margin() * left
                        + ordering::gain(&self.position, mv)
                        + history / 64;
                    if !in_check
                        && left < 7
                        && eval + hope <= alpha
                        && !self.position.gives_check(mv)
                    {
                        continue;
                    }
                    let allowed = params::see_pruning_noisy() * depth + history / 64;
                    if !self.position.see_at_least(mv, -allowed.max(0))
                        && !self.position.gives_check(mv)
                    {
                        continue;
                    }
                }
            }

            // Step 14. Extensions: a move that alone keeps the value is
            // searched deeper.
            let mut extension = 0;
            if !N::ROOT
                && is_whole
                && mv == table_move
                && depth >= params::singular_depth() + i32::from(on_pv)
                && ply < 2 * self.depth as usize
                && let Some(entry) = entry
                && entry.bound != Bound::Upper
                && entry.depth >= depth - 3
                && !table_score.is_decided()
            {
                match self.singularity::<N>(table_score, beta, depth, cut_node, mv, ply) {
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
            let gives_check = self.stack[ply + 1].checks.in_check();
            let new_depth = depth - 1 + extension;

            // Step 15. Late moves are searched less deeply; if one surprises,
            // it is searched again in full.
            let mut score = Score::INFINITE;
            let mut unresolved = !N::PV || number > 1;
            if depth >= 2 && number > 1 + usize::from(N::ROOT) {
                let adjust = |condition, by: i32| if condition { by } else { 0 };
                reduced += adjust(!improving, params::reduction_worsening());
                reduced += adjust(cut_node, params::reduction_cut_node());
                reduced -= adjust(on_pv, params::reduction_pv());
                reduced -= adjust(N::PV, params::reduction_pv());
                reduced += adjust(
                    table_move.is_noisy() && is_quiet,
                    params::reduction_noisy_table_move(),
                );
                reduced -= adjust(gives_check, params::reduction_check());
                reduced += adjust(self.stack[ply + 1].cutoffs > 3, params::reduction_cutoffs());
                reduced -= history * PLY / params::reduction_history_divisor();
                let reduced_depth = (new_depth - reduced / PLY).clamp(1, new_depth.max(1));
                self.stack[ply].reduction = reduced;
                score = -self.search::<NonPv>(-alpha - 1, -alpha, reduced_depth, true, ply + 1);
                self.stack[ply].reduction = 0;
                unresolved = score > alpha && reduced_depth < new_depth;
                if unresolved {
                    let deeper = score > best + params::deeper_margin();
                    let shallower = score < best + new_depth;
                    let again = new_depth + i32::from(deeper) - i32::from(shallower);
                    unresolved = again > reduced_depth;
                    if unresolved {
                        score =
                            -self.search::<NonPv>(-alpha - 1, -alpha, again, !cut_node, ply + 1);
                        unresolved = false;
                    }
                    if is_quiet && !self.stopped {
                        let bonus = if score > alpha {
                            bonus(depth)
                        } else {
                            -malus(depth)
                        };
                        self.history.add_continuation(&context, visit, bonus);
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
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    if N::PV && !N::ROOT {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        self.stack[ply].cutoffs += 1;
                        if is_quiet {
                            self.stack[ply].killer = mv;
                        }
                        break;
                    }
                    alpha = score;
                }
            }
            if mv != best_move {
                // Beyond the first 32 nothing is learned from one more.
                if is_quiet {
                    let _ = quiets_tried.try_push((mv, visit));
                } else {
                    let _ = noisy_tried.try_push(mv);
                }
            }
        }

        // Step 18. No legal move: mate or stalemate.
        if number == 0 {
            return match is_whole {
                false => alpha,
                true if in_check => Score::mated_in(ply),
                true => Score::DRAW,
            };
        }

        // Step 19. Learn: of a good move, and of those tried before it; or of
        // the opponent's last move, which none refutes.
        best = best.min(ceiling);
        if best >= beta && !best.is_decided() && !beta.is_decided() {
            // A deep result is trusted more.
            best = Score::centipawns((best.get() * depth + beta.get()) / (depth + 1));
        }
        if !best_move.is_none() {
            self.learn_move(ply, best_move, depth, &quiets_tried, &noisy_tried);
        } else if ply > 0 {
            self.credit_last_move(ply, depth);
        }
        if best <= start && ply > 0 {
            self.stack[ply].on_pv |= self.stack[ply - 1].on_pv && depth > 3;
        }
        if !is_whole || (N::ROOT && self.root_from > 0) {
            return best;
        }

        // Step 20. Learn how far off the static evaluation was, where the
        // result shows it and no capture explains it. What is known is no
        // estimate.
        let bound = Bound::of(best, start, beta);
        let shows = match bound {
            Bound::Exact => true,
            Bound::Lower => best > eval,
            Bound::Upper => best < eval,
        };
        if !in_check && !best_move.is_noisy() && shows && !best.is_known() && !eval.is_known() {
            let features = self.features(ply);
            self.corrections
                .learn(&features, best.get() - eval.get(), depth);
        }

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

    /// Whether the static evaluation is better than at the last own move out
    /// of check.
    fn is_improving(&self, ply: usize, eval: Score) -> bool {
        let earlier = |back: usize| {
            let before = self.stack[ply.checked_sub(back)?].eval;
            (before != Score::NONE).then_some(before)
        };
        earlier(2)
            .or_else(|| earlier(4))
            .is_some_and(|before| eval > before)
    }

    /// Passes the turn and searches less deeply; from some depth on verifies
    /// the result without passing. Gives a value to return, or less than beta.
    fn null_move(&mut self, beta: Score, depth: i32, estimate: Score, ply: usize) -> Score {
        let surplus = (estimate.get() - beta.get()) / params::null_move_eval_divisor();
        let shorter = params::null_move_reduction() + depth / 3 + surplus.min(3);
        self.make_null(ply);
        let score = -self.search::<NonPv>(-beta, -beta + 1, depth - shorter, false, ply + 1);
        self.unmake();
        if self.stopped || score < beta {
            return score.min(beta - 1);
        }
        // A mate behind a passed turn proves nothing.
        let score = if score.is_decided() { beta } else { score };
        if depth < params::null_move_verification_depth() || self.null_move_from > 0 {
            return score;
        }
        self.null_move_from = ply + 3 * (depth - shorter).max(0) as usize / 4;
        let verified = self.search::<NonPv>(beta - 1, beta, depth - shorter, false, ply);
        self.null_move_from = 0;
        if verified >= beta { score } else { beta - 1 }
    }

    /// Looks for a capture that reaches `target` in a much shallower search.
    /// Gives a value to build on, or less than the target.
    #[allow(clippy::too_many_arguments, reason = "all that the node knows")]
    fn probcut(
        &mut self,
        target: Score,
        depth: i32,
        cut_node: bool,
        eval: Score,
        raw: Score,
        table_move: Move,
        ply: usize,
    ) -> Score {
        let checks = self.stack[ply].checks;
        let context = self.stack[ply].context;
        let missing = target.get() - eval.get();
        let mut picker = Picker::noisy(&self.position, checks, table_move, missing);
        while let Some(mv) = picker.next(&self.position, self.history, &context) {
            if picker.is_losing() {
                break;
            }
            self.make(mv, ply);
            let mut score = -self.quiescence::<NonPv>(-target, -target + 1, ply + 1);
            if score >= target && depth > 4 {
                score = -self.search::<NonPv>(-target, -target + 1, depth - 4, !cut_node, ply + 1);
            }
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            if score >= target {
                self.store(
                    ply,
                    Entry {
                        mv,
                        score,
                        eval: raw,
                        depth: depth - 3,
                        bound: Bound::Lower,
                        pv: self.stack[ply].on_pv,
                    },
                );
                return score;
            }
        }
        target - 1
    }

    #[inline(always)]
    fn visit_of(&self, mv: Move) -> Visit {
        Visit::new(self.position.man_at(mv.from()), mv.to())
    }

    /// A quiet move that made the opponent's evaluation worse did well.
    fn judge_last_move(&mut self, ply: usize, eval: Score) {
        let last = &self.stack[ply - 1];
        if last.mv.is_none() || last.mv.is_noisy() || last.eval == Score::NONE {
            return;
        }
        let bonus = (-6 * (last.eval.get() + eval.get())).clamp(-900, 900);
        let context = last.context;
        self.history.add_butterfly(&context, last.mv, bonus);
    }

    /// Plies to add to the depth, given how the last move was reduced: one more
    /// if it was reduced much and looks no worse than before for the side that
    /// made it, one less if it looks bad.
    fn hindsight(&self, ply: usize, depth: i32, eval: Score) -> i32 {
        let last = &self.stack[ply - 1];
        if last.eval == Score::NONE {
            return 0;
        }
        // What the move has cost the side that made it.
        let cost = last.eval.get() + eval.get();
        if last.reduction >= 3 * PLY && cost <= 0 {
            1
        } else if last.reduction >= 2 * PLY && depth >= 2 && cost > params::hindsight_cost() {
            -1
        } else {
            0
        }
    }

    /// Credits the best move, and debits those tried before it: quiet ones
    /// only where a quiet move was better.
    fn learn_move(
        &mut self,
        ply: usize,
        best: Move,
        depth: i32,
        quiets: &[(Move, Visit)],
        noisy: &[Move],
    ) {
        let context = self.stack[ply].context;
        let (bonus, malus) = (bonus(depth), malus(depth));
        if best.is_noisy() {
            self.history.add_noisy(&self.position, best, bonus);
        } else {
            let visit = self.visit_of(best);
            self.history.add_quiet(&context, (best, visit), bonus);
            for &quiet in quiets {
                self.history.add_quiet(&context, quiet, -malus);
            }
        }
        for &mv in noisy {
            self.history.add_noisy(&self.position, mv, -malus);
        }
    }

    /// Nothing refutes the opponent's last move: it was a good one.
    fn credit_last_move(&mut self, ply: usize, depth: i32) {
        let last = &self.stack[ply - 1];
        if last.mv.is_none() || last.mv.is_noisy() {
            return;
        }
        let (context, mv, visit) = (last.context, last.mv, last.visit);
        self.history
            .add_quiet(&context, (mv, visit), bonus(depth) / 2);
    }

    /// Whether a root move is wanted, not yet ranked in this iteration, and by
    /// the endgame tables as good as any such move.
    fn is_open_root_move(&self, mv: Move) -> bool {
        let open = &self.root_moves[self.root_from..];
        let best = open[0].rank();
        open.iter()
            .any(|root_move| root_move.mv == mv && root_move.rank() == best)
    }

    /// Keeps what was found of a root move: a value and a line if it is better
    /// than those before it, else only that it is not.
    fn note_root_move(&mut self, mv: Move, score: Score, is_best: bool, nodes: u64) {
        let line = &self.stack[1].line;
        let open = &mut self.root_moves[self.root_from..];
        let Some(root_move) = open.iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        root_move.nodes += nodes;
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

/// Credit for a move that was best at this depth.
fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_bonus_base())
        .min(params::history_bonus_max())
}

/// Debit for a move that was not.
fn malus(depth: i32) -> i32 {
    (params::history_malus() * depth).min(params::history_malus_max())
}
