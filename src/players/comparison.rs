//! What each rung of the ladder saves, on the same positions at the same depth.

use std::time::Duration;

use super::algorithm::Algorithm;
use super::specification::Specification;
use super::{Conditions, Thought};
use crate::board::Position;
use crate::eval::EvaluationKind;
use crate::search::NoMemory;

/// The rungs that search a tree. Each has one idea more than the one before; only the last, the
/// full engine, has many more.
pub const LADDER: [Algorithm; 6] = *Algorithm::ALL.last_chunk().unwrap();

/// The positions and the depth at which the rungs are compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The positions to search, each with a legal move.
    pub positions: Vec<Position>,
    /// The depth of the deepest searches, in plies; lesser depths come before.
    pub depth: i32,
    /// How positions are evaluated. The full engine evaluates by tables instead of by material
    /// alone.
    pub evaluation: EvaluationKind,
    /// A rung is given up after this many nodes of one search.
    pub most_nodes: u64,
}

/// The work of a rung at one depth.
#[derive(Clone, PartialEq, Debug)]
pub struct RungResult {
    /// The rung.
    pub algorithm: Algorithm,
    /// The depth in plies.
    pub depth: i32,
    /// The searches of the rung, in the order of [`Comparison::positions`].
    pub searches: Vec<Thought>,
    /// The share of nodes saved against the rung before, if any; negative where it searched more.
    pub saved: Option<f64>,
}

impl RungResult {
    /// Returns the number of positions visited in all searches.
    pub fn nodes(&self) -> u64 {
        self.searches.iter().map(|search| search.nodes).sum()
    }

    /// Returns the time of all searches.
    pub fn time(&self) -> Duration {
        self.searches.iter().map(|search| search.time).sum()
    }

    /// Returns the effective branching factor: that of the uniform tree of this depth which has as
    /// many leaves as a search visited positions, on average.
    /// <https://www.chessprogramming.org/Branching_Factor>
    pub fn branching_factor(&self) -> f64 {
        let mean = self.nodes() as f64 / self.searches.len().max(1) as f64;
        mean.powf(1.0 / f64::from(self.depth.max(1)))
    }
}

impl Comparison {
    /// Searches depth by depth, from 1 on, and returns a row for each depth and each rung that is
    /// not given up. `watch` is called before each search.
    ///
    /// # Errors
    /// Fails if there is no memory for a rung's table.
    pub fn run(&self, mut watch: impl FnMut(Algorithm, i32)) -> Result<Vec<RungResult>, NoMemory> {
        let mut rows: Vec<RungResult> = Vec::new();
        let mut given_up = Vec::new();
        for depth in 1..=self.depth {
            let mut nodes_before = None;
            for algorithm in LADDER {
                // A rung behind one that is given up has no `saved`: it has more than one idea
                // beyond the last rung that was searched.
                let before: Option<u64> = nodes_before.take();
                if given_up.contains(&algorithm) {
                    continue;
                }
                let Some(searches) = self.searches(algorithm, depth, &mut watch)? else {
                    given_up.push(algorithm);
                    continue;
                };
                let mut row = RungResult { algorithm, depth, searches, saved: None };
                let nodes = row.nodes();
                row.saved = before.map(|before| 1.0 - nodes as f64 / before.max(1) as f64);
                nodes_before = Some(nodes);
                rows.push(row);
            }
        }
        Ok(rows)
    }

    /// Returns the searches of a rung at one depth; `None` where one of them was given up.
    fn searches(
        &self,
        algorithm: Algorithm,
        depth: i32,
        watch: &mut impl FnMut(Algorithm, i32),
    ) -> Result<Option<Vec<Thought>>, NoMemory> {
        let mut player = Specification::new(algorithm, self.evaluation, depth).player()?;
        let conditions = Conditions { most_nodes: Some(self.most_nodes), ..Conditions::default() };
        let searches = self.positions.iter().map(|position| {
            watch(algorithm, depth);
            player.begin_game(None);
            let thought = player.think(position, &conditions)?;
            (thought.nodes < self.most_nodes).then_some(thought)
        });
        Ok(searches.collect())
    }
}
