//! Iterative deepening with aspiration windows, for one or several best lines.
//!
//! <https://www.chessprogramming.org/Iterative_Deepening>,
//! <https://www.chessprogramming.org/Aspiration_Windows>

use std::time::Duration;

use super::MAX_DEPTH;
use super::alphabeta::Root;
use super::params;
use super::report::{Bound, Info, Report};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

/// Results that are only bounds are reported after this time: before it they
/// come and go too quickly to be read.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);

/// How long a search that must not answer yet sleeps between two looks at its
/// signals.
const NAP: Duration = Duration::from_millis(1);

impl<E: Evaluation> Worker<'_, E> {
    /// Searches deeper and deeper until a limit or a signal ends it. The best
    /// move is then the first of the root moves, of which there must be one.
    pub fn deepen(&mut self, report: &mut dyn Report) {
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len());
        let mut reported = Move::NONE;
        let mut depth = 0;
        while depth < self.last_depth() {
            depth += 1;
            self.begin_iteration();
            for rank in 0..lines {
                self.root_from = rank;
                self.selective_depth = 0;
                self.aspirate(depth, lines, report);
                if self.stopped {
                    break;
                }
                self.root_moves[..=rank].sort_by_key(|root_move| -root_move.score);
            }
            self.root_from = 0;
            if self.stopped {
                break;
            }
            self.report_lines(depth, lines, report);
            reported = self.root_moves[0].mv;
            if self.is_settled() || self.budget.ends_before_next_iteration(self.shared.signals) {
                break;
            }
        }
        self.await_leave_to_answer();
        // Broken off: the last line tells the move, which may be a better one
        // than reported so far, and all the nodes.
        if self.root_moves[0].mv != reported {
            self.report_lines(depth, lines, report);
        } else if self.stopped {
            self.report_lines(depth - 1, lines, report);
        }
    }

    fn last_depth(&self) -> i32 {
        let limits = self.shared.limits;
        let mate_depth = limits
            .mate
            .map(|moves| moves.saturating_mul(2).saturating_sub(1));
        let depth = limits.depth.unwrap_or(MAX_DEPTH);
        let mate_depth = mate_depth.map_or(MAX_DEPTH, |plies| plies.min(MAX_DEPTH as u32) as i32);
        depth.min(mate_depth).clamp(1, MAX_DEPTH)
    }

    fn begin_iteration(&mut self) {
        for root_move in &mut self.root_moves {
            root_move.previous = root_move.score;
            root_move.score = -Score::INFINITE;
        }
    }

    /// One iteration for the best of the root moves that are still open: a
    /// narrow window around the last value, widened on the side where it fails.
    fn aspirate(&mut self, depth: i32, lines: usize, report: &mut dyn Report) {
        let previous = self.root_moves[self.root_from].previous;
        let mut width = params::ASPIRATION_WINDOW;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let narrow = depth >= params::ASPIRATION_DEPTH && self.shared.limits.mate.is_none();
        if narrow && !previous.is_mate() && previous != -Score::INFINITE {
            (alpha, beta) = (previous - width, previous + width);
        }
        loop {
            let score = self.search::<Root>(alpha, beta, depth, 0, report);
            self.root_moves[self.root_from..].sort_by_key(|root_move| -root_move.score);
            if self.stopped {
                return;
            }
            let bound = Bound::of(score, alpha, beta);
            match bound {
                Bound::Exact => return,
                Bound::Upper => {
                    beta = Score::centipawns((alpha.get() + beta.get()) / 2);
                    alpha = score - width;
                }
                Bound::Lower => beta = score + width,
            }
            if lines == 1 && self.budget.elapsed() >= BOUNDS_AFTER {
                self.report_line(depth, 0, bound, report);
            }
            width *= 2;
            if width > 1000 {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    fn report_lines(&self, depth: i32, lines: usize, report: &mut dyn Report) {
        for rank in 0..lines {
            self.report_line(depth, rank, Bound::Exact, report);
        }
    }

    fn report_line(&self, depth: i32, rank: usize, bound: Bound, report: &mut dyn Report) {
        let root_move = &self.root_moves[rank];
        // A move that this iteration did not come to is still worth what the
        // last one found; without any, the static value has to do.
        let score = [root_move.score, root_move.previous]
            .into_iter()
            .find(|&score| score != -Score::INFINITE)
            .unwrap_or_else(|| self.evaluation.evaluate(&self.position));
        report.line(&Info {
            depth,
            selective_depth: root_move.selective_depth.max(1),
            multi_pv: rank + 1,
            score,
            bound,
            nodes: self.nodes,
            time: self.budget.elapsed(),
            hash_full: self.shared.table.hash_full(),
            table_hits: 0,
            line: &root_move.line,
        });
    }

    /// Whether another iteration could not change the answer to what was asked.
    fn is_settled(&mut self) -> bool {
        let score = self.root_moves[0].score;
        if let (Some(wanted), Some(found)) = (self.shared.limits.mate, score.moves_to_mate()) {
            return found > 0 && found as u32 <= wanted;
        }
        // On the clock, a forced move needs no thought.
        self.budget.soft().is_some()
            && self.root_moves.len() == 1
            && !self.budget.is_pondering(self.shared.signals)
    }

    /// Waits where the answer may not be given before a signal.
    pub fn await_leave_to_answer(&mut self) {
        let signals = self.shared.signals;
        while !signals.is_stopped()
            && (self.shared.limits.infinite || self.budget.is_pondering(signals))
        {
            std::thread::sleep(NAP);
        }
    }
}
