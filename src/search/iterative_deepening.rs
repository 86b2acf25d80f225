//! Iterative deepening with aspiration windows and multi-PV.
//! <https://www.chessprogramming.org/Iterative_Deepening>,
//! <https://www.chessprogramming.org/Aspiration_Windows>

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::node::Root;
use super::report::Info;
use super::root_moves::RootMove;
use super::time::{Stability, is_too_late_for_line};
use super::transposition::Bound;
use super::worker::Worker;
use super::{MAX_DEPTH, mate_line, params};
use crate::board::{Color, Move};
use crate::eval::{Evaluation, Score, endgame};

/// The time before which nothing is reported within an iteration, as it changes too quickly to be
/// read.
pub const BOUNDS_AFTER: Duration = Duration::from_secs(1);

/// The time between two reports of several lines within an iteration.
const LINES_EVERY: Duration = Duration::from_secs(1);

impl<E: Evaluation> Worker<'_, E> {
    /// Deepens the search until a limit or a signal ends it, with the best root move first. There
    /// must be a root move.
    pub fn deepen(&mut self) {
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len());
        let last_depth = self.shared.limits.depth.unwrap_or(MAX_DEPTH);
        let mut stability = Stability::new(self.shared.last_score);
        let mut reported = Duration::ZERO;
        for depth in 1..=last_depth.clamp(1, MAX_DEPTH) {
            if self.skips(depth) {
                continue;
            }
            self.root_depth = depth;
            self.begin_iteration();
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                self.selective_depth = 0;
                self.aspiration_search(lines);
                // Even an unfinished line may be better than those before it.
                self.root_moves[..=pv_index].sort_by_key(RootMove::order);
                if self.stopped {
                    break;
                }
                let is_due = || self.time.elapsed() >= (reported + LINES_EVERY).max(BOUNDS_AFTER);
                if self.thread == 0 && pv_index + 1 < lines && is_due() {
                    self.report_unfinished_lines(lines);
                    reported = self.time.elapsed();
                }
            }
            self.pv_index = 0;
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            if self.thread == 0 {
                self.report_lines();
                if self.is_enough(&mut stability) {
                    break;
                }
            } else {
                self.publish_result();
            }
        }
    }

    /// Returns whether this thread skips an iteration. Helpers skip every second to fifth,
    /// beginning at different depths, so that threads search several depths at once.
    fn skips(&self, depth: i32) -> bool {
        let thread = self.thread as i32;
        thread > 0 && depth > 1 && (depth + thread / 4) % (2 + thread % 4) == 0
    }

    fn begin_iteration(&mut self) {
        // Reports have put the moves into another order.
        self.root_moves.sort_by_key(RootMove::order);
        for root_move in self.root_moves.iter_mut() {
            root_move.previous = root_move.score;
            root_move.score = -Score::INFINITE;
        }
    }

    /// Searches the root moves that are still open, for the best of them, in a window around the
    /// last value of the first.
    fn aspiration_search(&mut self, lines: usize) {
        let previous = self.root_moves[self.pv_index].previous;
        let mut width = params::aspiration_window();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if self.root_depth >= params::aspiration_depth()
            && !previous.is_decided()
            && previous != -Score::INFINITE
        {
            width += previous.get() * previous.get() / params::aspiration_score_divisor();
            (alpha, beta) = (previous - width, previous + width);
        }
        self.optimism = self.optimism_at(previous);
        let mut shallower = 0;
        loop {
            let depth = (self.root_depth - shallower).max(1);
            let score = self.search::<Root>(alpha, beta, depth, false, 0);
            self.root_moves[self.pv_index..].sort_by_key(RootMove::order);
            if self.stopped {
                return;
            }
            if score <= alpha {
                beta = Score::from_number((alpha.get() + beta.get()) / 2);
                alpha = score - width;
                shallower = 0;
            } else if score >= beta {
                alpha = alpha.max(beta - width);
                beta = score + width;
                // A fail high needs no full depth to be confirmed.
                shallower = (shallower + 1).min(params::aspiration_reduction_max());
            } else {
                return;
            }
            if self.thread == 0 && lines == 1 && self.time.elapsed() >= BOUNDS_AFTER {
                let deadline = self.time.lines_deadline(self.signals);
                self.extend_decided_line(0, deadline);
                self.report_line(0);
            }
            width += (width * params::aspiration_growth() / 100).max(1);
            if width > params::aspiration_max() {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// Returns what is added to evaluations for each side, in centipawns: positive for the side
    /// that is ahead at the root, negative for the other. There is none in self-play, whose scores
    /// are labels.
    fn optimism_at(&self, score: Score) -> [i32; 2] {
        if score.is_decided()
            || score == -Score::INFINITE
            || self.shared.limits.soft_nodes.is_some()
        {
            return [0; 2];
        }
        let centipawns = score.get();
        let ours = params::optimism() * centipawns / (centipawns.abs() + params::optimism_half());
        match self.position.side_to_move() {
            Color::White => [ours, -ours],
            Color::Black => [-ours, ours],
        }
    }

    /// Reports the best lines, as far as they have been searched.
    pub fn report_lines(&mut self) {
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len());
        if self.stopped {
            // Lines that the iteration has not come to have the order of the one before. The first
            // one may be other threads' choice.
            let is_searched = |other: &&RootMove| other.score != -Score::INFINITE;
            let searched = self.root_moves.iter().take_while(is_searched).count().max(1);
            let order = |other: &RootMove| (other.order(), Reverse(other.previous));
            self.root_moves[searched..].sort_by_key(order);
        }
        let is_known = |other: &RootMove| other.displayed_score().is_some();
        let known = self.root_moves[..lines].iter().take_while(|&m| is_known(m));
        let lines = known.count().max(1);
        let deadline = self.time.lines_deadline(self.signals);
        for pv_index in 0..lines {
            self.extend_decided_line(pv_index, deadline);
        }
        let shown = &mut self.root_moves[..lines];
        if have_comparable_mates(shown) {
            // Neither ranks nor the search's scores tell which mates are nearest.
            shown.sort_by_key(|other| Reverse(other.displayed_score()));
        } else {
            // A mate by tables is not comparable with a loss whose mate is not known.
            shown.iter_mut().for_each(|other| other.tb_mate = None);
        }
        for pv_index in 0..lines {
            self.report_line(pv_index);
        }
        self.reported_move = self.root_moves[0].mv;
    }

    /// Reports the lines within an iteration, in their order so far. Those that are still to be
    /// searched have the scores of the iteration before.
    fn report_unfinished_lines(&mut self, lines: usize) {
        // Mates by tables are found when the iteration has ended, and compare with no older ones.
        if self.root_moves[0].tb_rank.is_some() {
            return;
        }
        for pv_index in 0..lines {
            if self.root_moves[pv_index].displayed_score().is_none() {
                return;
            }
            self.report_line(pv_index);
        }
    }

    /// Returns the depth of the iteration that found a line's score.
    fn depth_of(&self, pv_index: usize) -> i32 {
        let is_searched = self.root_moves[pv_index].score != -Score::INFINITE;
        let depth = if is_searched { self.root_depth } else { 1 };
        depth.max(self.completed_depth).max(1)
    }

    /// Returns the score that is displayed for a line: the static evaluation where the search has
    /// none yet.
    pub fn displayed_score(&mut self, pv_index: usize) -> Score {
        self.root_moves[pv_index]
            .displayed_score()
            .unwrap_or_else(|| self.evaluation.evaluate(self.position))
    }

    /// Returns the bound that is displayed for a line. The score of endgame tables is exact whatever
    /// the search has found, and so is the mate at the end of a line that they extended.
    fn displayed_bound(&self, pv_index: usize) -> Bound {
        let root_move = &self.root_moves[pv_index];
        let known = root_move.tb_rank.map(|tb_rank| tb_rank.score);
        let known = root_move.tb_mate.or(known);
        match root_move.displayed_score() {
            Some(score) if known != Some(score) => root_move.value_bound(),
            _ => Bound::Exact,
        }
    }

    /// Returns whether a line is drawn: by insufficient material, by endgame tables (cursed wins and
    /// blessed losses included), or in a drawn pawn ending, where its score must be even, too, as
    /// some moves lose.
    fn is_known_draw(&self, pv_index: usize) -> bool {
        let root_move = &self.root_moves[pv_index];
        let by_tables = root_move.tb_rank.is_some_and(|tb_rank| {
            !tb_rank.score.is_decided() && root_move.displayed_score() == Some(tb_rank.score)
        });
        let is_even = root_move.displayed_score() == Some(Score::DRAW);
        by_tables
            || self.position.is_insufficient_material()
            || is_even && endgame::is_drawn(self.position)
    }

    /// Extends a won or lost line to its mate, by endgame tables or a mate search, until
    /// [`is_too_late_for_line`].
    fn extend_decided_line(&mut self, pv_index: usize, deadline: Option<Instant>) {
        let score = self.root_moves[pv_index].displayed_score();
        if let Some(score) = score
            && score.is_decided()
            && self.displayed_bound(pv_index) == Bound::Exact
        {
            let signals = self.signals;
            let is_late = || is_too_late_for_line(deadline, signals);
            let root_move = &mut self.root_moves[pv_index];
            let tablebases = &self.shared.tablebases;
            tablebases.extend_line(self.position, root_move, score, &is_late);
            // Self-play games for training need no complete lines.
            let is_shown = self.shared.limits.soft_nodes.is_none();
            let mate = root_move.displayed_score().filter(|score| score.is_mate());
            if let Some(mate) = mate.filter(|_| is_shown) {
                let plies = mate.plies_to_decision() as usize;
                mate_line::complete(self.position, &mut root_move.line, plies, &is_late);
            }
            self.time.resume();
        }
    }

    fn report_line(&mut self, pv_index: usize) {
        let (score, bound) = (self.displayed_score(pv_index), self.displayed_bound(pv_index));
        let root_move = &self.root_moves[pv_index];
        self.report.line(&Info {
            depth: self.depth_of(pv_index),
            selective_depth: root_move.selective_depth.max(1),
            multi_pv: pv_index + 1,
            score,
            bound,
            is_drawn: self.is_known_draw(pv_index),
            nodes: self.all_nodes(),
            time: self.time.elapsed(),
            hash_full: self.shared.tt.hash_full(),
            tb_hits: self.shared.tablebases.hits(),
            line: &root_move.line,
        });
    }

    fn is_enough(&mut self, stability: &mut Stability) -> bool {
        let signals = self.signals;
        let soft_nodes = self.shared.limits.soft_nodes;
        if soft_nodes.is_some_and(|limit| self.all_nodes() >= limit) {
            return true;
        }
        let best = &self.root_moves[0];
        let node_share = best.nodes * 1000 / self.nodes.max(1);
        let scale = match self.root_moves.len() {
            // A forced move needs no time on the clock.
            1 => 0,
            _ => stability.scale(
                best.mv,
                best.score,
                node_share,
                std::mem::take(&mut self.best_move_changes),
            ),
        };
        self.time.ends_before_next_iteration(signals, scale)
    }

    /// Returns whether a root move is allowed, not yet ranked in this iteration, and as good as any
    /// such move by endgame tables.
    pub fn is_open_root_move(&self, mv: Move) -> bool {
        let open = &self.root_moves[self.pv_index..];
        let best = open[0].rank();
        open.iter().any(|root_move| root_move.mv == mv && root_move.rank() == best)
    }

    /// Updates a root move after its search: score and line if it is the best so far; otherwise its
    /// score becomes minus [`Score::INFINITE`].
    pub fn update_root_move(
        &mut self,
        mv: Move,
        (score, bound): (Score, Bound),
        is_best: bool,
        nodes: u64,
    ) {
        let line = self.pv.line(1);
        let open = &mut self.root_moves[self.pv_index..];
        let Some(root_move) = open.iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        root_move.nodes += nodes;
        if is_best {
            root_move.score = score;
            root_move.bound = bound;
            root_move.tb_mate = None;
            root_move.selective_depth = self.selective_depth;
            root_move.line.clear();
            root_move.line.push(mv);
            root_move.line.extend(line.iter().copied());
        } else {
            root_move.score = -Score::INFINITE;
        }
    }
}

/// Returns whether the displayed scores of lines with mates by endgame tables are comparable. Lost
/// lines are so only if each of them ends in mate: one whose mate is not known may be mated sooner.
fn have_comparable_mates(shown: &[RootMove]) -> bool {
    let is_known = |other: &RootMove| other.tb_rank.is_some() || other.tb_mate.is_some();
    let is_lost = |score: Score| score.is_decided() && score < Score::DRAW;
    shown.iter().any(is_known)
        && (!shown[0].displayed_score().is_some_and(is_lost)
            || shown.iter().all(|other| other.displayed_score().is_some_and(Score::is_mate)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::have_comparable_mates;
    use crate::board::{Move, Position};
    use crate::eval::Score;
    use crate::search::root_moves::{TbRank, list_root_moves};
    use crate::search::{Info, Limits, Lines, Report, Searcher, Signals};

    #[test]
    fn a_loss_without_its_mate_is_no_longer_than_one_with_it() {
        let mut moves = Vec::new();
        list_root_moves(&mut moves, &Position::startpos(), &[]);
        moves.truncate(2);
        for shown in &mut moves {
            shown.score = Score::centipawns(10);
        }
        assert!(!have_comparable_mates(&moves));
        moves[1].tb_mate = Some(Score::mate_in(9));
        assert!(have_comparable_mates(&moves));
        moves[0].tb_mate = Some(Score::mated_in(40));
        moves[1].tb_mate = None;
        let score = Score::tb_loss_in(0);
        moves[1].tb_rank = Some(TbRank { rank: -1, score });
        assert!(!have_comparable_mates(&moves));
        moves[1].tb_mate = Some(Score::mated_in(20));
        assert!(have_comparable_mates(&moves));
    }

    #[test]
    fn lines_of_an_interrupted_iteration_are_in_order() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let mut searcher = Searcher::new(1).unwrap();
        for nodes in (500..6_000).step_by(97) {
            let limits = Limits { nodes: Some(nodes), multi_pv: 4, ..Limits::default() };
            let mut lines = Lines::default();
            searcher.clear();
            searcher.search(&position, &limits, &Signals::default(), &mut lines);
            let is_sorted = lines.best.is_sorted_by(|better, other| {
                better.depth != other.depth || better.score >= other.score
            });
            assert!(is_sorted, "{nodes} nodes: {:?}", lines.best);
        }
    }

    /// The last report of each line; stops the search once one has lines of two iterations.
    struct UntilWithinIteration<'a> {
        signals: &'a Signals,
        depths: [i32; 4],
        first_moves: [Move; 4],
    }

    impl Report for UntilWithinIteration<'_> {
        fn line(&mut self, info: &Info) {
            if self.signals.is_stopped() {
                return;
            }
            let at = info.multi_pv - 1;
            self.depths[at] = info.depth;
            self.first_moves[at] = info.line[0];
            if at == 3 && self.depths[0] > info.depth {
                self.signals.stop();
            }
        }
    }

    #[test]
    fn long_iterations_report_their_lines_before_their_end() {
        let signals = Signals::default();
        let limits =
            Limits { multi_pv: 4, move_time: Some(Duration::from_secs(60)), ..Limits::default() };
        let mut report = UntilWithinIteration {
            signals: &signals,
            depths: [0; 4],
            first_moves: [Move::NONE; 4],
        };
        let mut searcher = Searcher::new(4).unwrap();
        searcher.search(&Position::startpos(), &limits, &signals, &mut report);
        let [first, .., last] = report.depths;
        assert_eq!(last + 1, first);
        assert!(report.depths.is_sorted_by(|a, b| a >= b));
        let [a, b, c, d] = report.first_moves;
        assert!(a != b && a != c && a != d && b != c && b != d && c != d);
    }
}
