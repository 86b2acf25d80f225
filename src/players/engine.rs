//! The top of the ladder: the full engine.

use std::time::{Duration, Instant};

use rand::prelude::*;

use super::{Player, Thought};
use crate::board::{Move, Position};
use crate::eval::{Evaluator, Score};
use crate::search::{Handicap, Info, Limits, Report, Searcher, Signals, TableError};

/// The table's size in megabytes.
const MEGABYTES: usize = 16;

/// How much the engine thinks about a move; whichever bound comes first.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Plies of the last iteration.
    pub depth: Option<i32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Time for a move. Only without it are games the same again.
    pub move_time: Option<Duration>,
    /// To play no better than this.
    pub handicap: Option<Handicap>,
}

/// The full engine, on one thread.
pub struct Engine {
    searcher: Searcher,
    effort: Effort,
    random: StdRng,
}

impl Engine {
    /// # Errors
    /// Where there is no memory for its table.
    pub fn new(evaluator: Evaluator, effort: Effort) -> Result<Engine, TableError> {
        let mut searcher = Searcher::new(MEGABYTES)?;
        searcher.evaluate_by(evaluator);
        Ok(Engine {
            searcher,
            effort,
            random: StdRng::seed_from_u64(0),
        })
    }
}

impl Player for Engine {
    fn begin_game(&mut self, seed: Option<u64>) {
        self.searcher.clear();
        self.random = StdRng::seed_from_u64(seed.unwrap_or(0));
    }

    fn think(&mut self, position: &Position, most_nodes: Option<u64>) -> Option<Thought> {
        let nodes = [self.effort.nodes, most_nodes].into_iter().flatten().min();
        let limits = Limits {
            start: Instant::now(),
            depth: self.effort.depth,
            nodes,
            move_time: self.effort.move_time,
            // Time here is not a clock's: nothing is lost on the way.
            move_overhead: Duration::ZERO,
            ..Limits::default()
        };
        let start = limits.start;
        // The searcher's own choice of a worse move differs every time.
        let limits = match self.effort.handicap {
            Some(handicap) => handicap.limits(&limits),
            None => limits,
        };
        let mut lines = Lines::default();
        let signals = Signals::default();
        let answer = self
            .searcher
            .search(position, &limits, &signals, &mut lines);
        if answer.best.is_none() {
            return None;
        }
        let (best, score) = match self.effort.handicap {
            Some(handicap) => lines.choose(handicap, &mut self.random),
            None => None,
        }
        .unwrap_or((answer.best, answer.score));
        Some(Thought {
            best,
            score: Some(score),
            depth: lines.depth,
            nodes: answer.nodes,
            time: start.elapsed(),
            is_whole: most_nodes.is_none_or(|most| answer.nodes < most),
        })
    }
}

/// The best lines as last reported.
#[derive(Default)]
struct Lines {
    /// First moves with their values, the best first.
    best: Vec<(Move, Score)>,
    /// Of the last report.
    depth: i32,
}

impl Lines {
    fn choose(&self, handicap: Handicap, random: &mut StdRng) -> Option<(Move, Score)> {
        let values: Vec<Score> = self.best.iter().map(|line| line.1).collect();
        self.best.get(handicap.choose(&values, random)).copied()
    }
}

impl Report for Lines {
    fn line(&mut self, info: &Info) {
        let Some(&mv) = info.line.first() else { return };
        self.best.truncate(info.multi_pv.saturating_sub(1));
        self.best.push((mv, info.score));
        self.depth = info.depth;
    }

    fn current_move(&mut self, _: i32, _: Move, _: usize) {}
}
