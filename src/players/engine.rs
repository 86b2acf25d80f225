//! The top of the ladder: the full engine.

use rand::prelude::*;

use super::{Conditions, Player, Thought};
use crate::board::Position;
use crate::eval::{Evaluator, Score};
use crate::search::{Effort, Limits, Lines, NoMemory, Searcher, Skill, TranspositionTable};

/// The full engine, on one thread.
pub struct EnginePlayer {
    searcher: Searcher,
    effort: Effort,
    skill: Option<Skill>,
    random: StdRng,
}

impl EnginePlayer {
    /// Returns a player with an empty table, whose strength may be limited.
    ///
    /// # Errors
    /// Fails if there is no memory for its table.
    pub fn new(
        evaluator: Evaluator,
        effort: Effort,
        skill: Option<Skill>,
    ) -> Result<EnginePlayer, NoMemory> {
        let mut searcher = Searcher::new(TranspositionTable::DEFAULT_MEGABYTES)?;
        searcher.evaluate_by(evaluator);
        Ok(EnginePlayer { searcher, effort, skill, random: StdRng::seed_from_u64(0) })
    }
}

impl Player for EnginePlayer {
    fn begin_game(&mut self, seed: Option<u64>) {
        self.searcher.clear();
        self.random = StdRng::seed_from_u64(seed.unwrap_or(0));
    }

    fn think(&mut self, position: &Position, conditions: &Conditions) -> Option<Thought> {
        let nodes = [self.effort.nodes, conditions.most_nodes].into_iter().flatten().min();
        let limits = Limits { nodes, clocks: conditions.clocks, ..self.effort.limits() };
        let start = limits.start;
        // The strength is limited here and not by the searcher, whose choice of a worse move would
        // differ every time.
        let limits = match self.skill {
            Some(skill) => limits.with_skill(skill),
            None => limits,
        };
        let mut lines = Lines::default();
        let answer = self.searcher.search(position, &limits, &conditions.signals, &mut lines);
        let values: Vec<Score> = lines.best.iter().map(|line| line.score).collect();
        let place = self.skill.map_or(0, |skill| skill.choose(&values, &mut self.random));
        let line = lines.best.get(place)?;
        Some(Thought {
            best: line.first(),
            score: Some(line.score),
            depth: line.depth,
            nodes: answer.nodes,
            time: start.elapsed(),
        })
    }
}
