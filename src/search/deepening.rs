//! Iterative deepening with aspiration windows, for one or several best lines.
//!
//! <https://www.chessprogramming.org/Iterative_Deepening>,
//! <https://www.chessprogramming.org/Aspiration_Windows>

use std::time::Duration;

use super::MAX_DEPTH;
use super::bound::Bound;
use super::node::Root;
use super::params;
use super::report::Info;
use super::root::RootMove;
use super::time::Stability;
use super::worker::Worker;
use crate::eval::{Evaluation, Score};

/// Results that are only bounds are reported after this time: before it they
/// come and go too quickly to be read.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);

impl<E: Evaluation> Worker<'_, E> {
    /// Searches deeper and deeper until a limit or a signal ends it. The best
    /// move is then the first of the root moves, of which there must be one.
    pub fn deepen(&mut self) {
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len());
        let last_depth = self.shared.limits.depth.unwrap_or(MAX_DEPTH);
        let mut stability = Stability::default();
        for depth in 1..=last_depth.clamp(1, MAX_DEPTH) {
            if self.leaves_out(depth) {
                continue;
            }
            self.depth = depth;
            self.begin_iteration();
            for rank in 0..lines {
                self.root_from = rank;
                self.selective_depth = 0;
                self.aspirate(lines);
                if self.stopped {
                    break;
                }
                self.root_moves[..=rank].sort_by_key(RootMove::order);
            }
            self.root_from = 0;
            if self.stopped {
                break;
            }
            self.finished = depth;
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

    /// Helpers leave out some iterations, each others, so that together they
    /// look at several depths.
    fn leaves_out(&self, depth: i32) -> bool {
        let thread = self.thread as i32;
        thread > 0 && depth > 1 && (depth + thread) % (2 + thread % 4) == 0
    }

    fn begin_iteration(&mut self) {
        for root_move in &mut self.root_moves {
            root_move.previous = root_move.score;
            root_move.score = -Score::INFINITE;
        }
    }

    /// One iteration for the best of the root moves that are still open: a
    /// narrow window around the last value, widened on the side where it fails.
    fn aspirate(&mut self, lines: usize) {
        let previous = self.root_moves[self.root_from].previous;
        let mut width = params::aspiration_window();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if self.depth >= 4 && !previous.is_decided() && previous != -Score::INFINITE {
            width += previous.get() * previous.get() / params::aspiration_score_divisor();
            (alpha, beta) = (previous - width, previous + width);
        }
        let mut shallower = 0;
        loop {
            let depth = (self.depth - shallower).max(1);
            let score = self.search::<Root>(alpha, beta, depth, false, 0);
            self.root_moves[self.root_from..].sort_by_key(RootMove::order);
            if self.stopped {
                return;
            }
            let bound = Bound::of(score, alpha, beta);
            match bound {
                Bound::Exact => return,
                Bound::Upper => {
                    beta = Score::centipawns((alpha.get() + beta.get()) / 2);
                    alpha = score - width;
                    shallower = 0;
                }
                Bound::Lower => {
                    beta = score + width;
                    // What is too good needs no full depth to be seen again.
                    shallower = (shallower + 1).min(3);
                }
            }
            if lines == 1 && self.time.elapsed() >= BOUNDS_AFTER {
                self.report_line(0, self.depth, bound);
            }
            width += width * params::aspiration_growth() / 100;
            if width > 1000 {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// Reports the best lines as they are after the last finished iteration.
    pub fn report_lines(&mut self) {
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len());
        for rank in 0..lines {
            self.report_line(rank, self.finished.max(1), Bound::Exact);
        }
        self.reported = self.root_moves[0].mv;
    }

    /// What is told of the worth of one of the best moves: where the search has
    /// come to none, that of the position as it stands.
    pub fn displayed_score(&mut self, rank: usize) -> Score {
        self.root_moves[rank]
            .displayed_score()
            .unwrap_or_else(|| self.evaluation.evaluate(&self.position))
    }

    fn report_line(&mut self, rank: usize, depth: i32, bound: Bound) {
        let score = self.displayed_score(rank);
        let root_move = &self.root_moves[rank];
        let bound = match root_move.tb_rank {
            Some(tb_rank) if tb_rank.score == score => Bound::Exact,
            _ => bound,
        };
        self.report.line(&Info {
            depth,
            selective_depth: root_move.selective_depth.max(1),
            multi_pv: rank + 1,
            score,
            bound,
            nodes: self.all_nodes(),
            time: self.time.elapsed(),
            hash_full: self.shared.table.hash_full(),
            table_hits: self.shared.tablebases.hits(),
            line: &root_move.line,
        });
    }

    /// Whether another iteration could not change the answer to what was asked,
    /// or not enough for its time.
    fn is_enough(&mut self, stability: &mut Stability) -> bool {
        let signals = self.shared.signals;
        let soft_nodes = self.shared.limits.soft_nodes;
        if soft_nodes.is_some_and(|limit| self.all_nodes() >= limit) {
            return true;
        }
        let best = &self.root_moves[0];
        let nodes = best.nodes * 1000 / self.nodes.max(1);
        let share = stability.share(best.mv, best.score, nodes);
        // On the clock, a forced move needs no thought.
        let is_forced = self.time.soft().is_some()
            && self.root_moves.len() == 1
            && !self.time.is_pondering(signals);
        is_forced || self.time.ends_before_next_iteration(signals, share)
    }
}
