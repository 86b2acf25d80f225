//! The top of the ladder: the full engine.

use std::sync::Arc;
use std::time::Duration;

use rand::prelude::*;

use super::{Player, Thought};
use crate::board::{Move, Position};
use crate::eval::{Evaluator, Score};
use crate::search::{
    Clock, Limits, Lines, Searcher, Signals, Skill, TableError, TranspositionTable,
};

/// The limits of a move; the first that is reached ends the search.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// The depth of the last iteration, in plies.
    pub depth: Option<i32>,
    /// The number of positions to visit.
    pub nodes: Option<u64>,
    /// Time for a move. Games are repeatable only without it.
    pub move_time: Option<Duration>,
    /// A strength limit, which only players have: it is none of [`Effort::limits`].
    pub skill: Option<Skill>,
}

impl Effort {
    /// The longest time for a move that arguments and specifications take, in milliseconds: a day.
    pub const MAX_MILLISECONDS: u64 = 86_400_000;

    /// Returns the limits of a search that begins now, on one thread, without the strength limit.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            // This time is no clock's: nothing is lost on the way.
            move_overhead: Duration::ZERO,
            ..Limits::default()
        }
    }
}

/// The full engine, on one thread.
pub struct EnginePlayer {
    searcher: Searcher,
    effort: Effort,
    clocks: [Clock; 2],
    signals: Arc<Signals>,
    random: StdRng,
}

impl EnginePlayer {
    /// Returns a player with an empty table.
    ///
    /// # Errors
    /// Fails if there is no memory for its table.
    pub fn new(evaluator: Evaluator, effort: Effort) -> Result<EnginePlayer, TableError> {
        let mut searcher = Searcher::new(TranspositionTable::DEFAULT_MEGABYTES)?;
        searcher.evaluate_by(evaluator);
        Ok(EnginePlayer {
            searcher,
            effort,
            clocks: Default::default(),
            signals: Default::default(),
            random: StdRng::seed_from_u64(0),
        })
    }
}

impl Player for EnginePlayer {
    fn begin_game(&mut self, seed: Option<u64>) {
        self.searcher.clear();
        self.random = StdRng::seed_from_u64(seed.unwrap_or(0));
        self.clocks = Default::default();
    }

    fn set_clocks(&mut self, clocks: [Clock; 2]) {
        self.clocks = clocks;
    }

    fn set_signals(&mut self, signals: Arc<Signals>) {
        self.signals = signals;
    }

    fn think(&mut self, position: &Position, most_nodes: Option<u64>) -> Option<Thought> {
        let nodes = [self.effort.nodes, most_nodes].into_iter().flatten().min();
        let limits = Limits {
            nodes,
            clocks: self.clocks,
            ..self.effort.limits()
        };
        let start = limits.start;
        // Not a limit of the searcher: its choice of a worse move would differ every time.
        let limits = match self.effort.skill {
            Some(skill) => skill.limits(&limits),
            None => limits,
        };
        let mut lines = Lines::default();
        let signals = std::mem::take(&mut self.signals);
        let answer = self
            .searcher
            .search(position, &limits, &signals, &mut lines);
        if answer.best.is_none() {
            return None;
        }
        let skill = self.effort.skill;
        let chosen = skill.and_then(|skill| choose(&lines, skill, &mut self.random));
        let (best, score) = chosen.unwrap_or((answer.best, answer.score));
        Some(Thought {
            best,
            score: Some(score),
            depth: lines.best.last().map_or(0, |line| line.depth),
            nodes: answer.nodes,
            time: start.elapsed(),
            is_whole: !signals.is_stopped() && most_nodes.is_none_or(|most| answer.nodes < most),
        })
    }
}

/// Returns the move that a player of this strength makes, and its score.
fn choose(lines: &Lines, skill: Skill, random: &mut StdRng) -> Option<(Move, Score)> {
    let values: Vec<Score> = lines.best.iter().map(|line| line.score).collect();
    let line = lines.best.get(skill.choose(&values, random))?;
    Some((line.first(), line.score))
}
