//! The top of the ladder: the full engine.

use rand::prelude::*;

use super::{Conditions, Player, Thought};
use crate::board::{Move, Position};
use crate::eval::{Evaluator, Score};
use crate::search::{Effort, Limits, Lines, Searcher, Skill, TranspositionTable};

/// The full engine, on one thread.
pub struct EnginePlayer {
    searcher: Searcher,
    effort: Effort,
    random: StdRng,
}

impl EnginePlayer {
    /// Returns a player with an empty table.
    ///
    /// # Errors
    /// Fails if there is no memory for its table.
    pub fn new(evaluator: Evaluator, effort: Effort) -> Result<EnginePlayer, String> {
        let mut searcher = Searcher::new(TranspositionTable::DEFAULT_MEGABYTES)?;
        searcher.evaluate_by(evaluator);
        Ok(EnginePlayer { searcher, effort, random: StdRng::seed_from_u64(0) })
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
        let limits = match self.effort.skill {
            Some(skill) => limits.with_skill(skill),
            None => limits,
        };
        let mut lines = Lines::default();
        let answer = self.searcher.search(position, &limits, &conditions.signals, &mut lines);
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
        })
    }
}

/// Returns the move that a player of this strength makes, and its score.
fn choose(lines: &Lines, skill: Skill, random: &mut StdRng) -> Option<(Move, Score)> {
    let values: Vec<Score> = lines.best.iter().map(|line| line.score).collect();
    let line = lines.best.get(skill.choose(&values, random))?;
    Some((line.first(), line.score))
}
