//! The arguments of searches, and of how positions are evaluated.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::files::named;
use super::numbers;
use super::terminal::print_error;
use crate::eval::{Evaluator, Network};
use crate::knowledge::syzygy::{self, Tables};
use crate::search::{Effort, MAX_DEPTH, Searcher, TranspositionTable};
use crate::text::counted;

/// The time for each position where no limit is set.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// How much to search, and by what.
#[derive(clap::Args, Clone, Debug)]
// Its group would have the name of the group of the arguments around it.
#[group(skip)]
pub struct Arguments {
    /// Milliseconds for each position; 1000 where neither nodes nor depth are
    /// given. Of several limits, the one that is reached first counts.
    #[arg(long, value_name = "MS", value_parser = numbers::move_time())]
    movetime: Option<u64>,
    /// Nodes to visit for each position.
    #[arg(long, value_parser = numbers::from::<u64>(1))]
    nodes: Option<u64>,
    /// Plies of the last iteration for each position.
    #[arg(long, value_name = "PLIES", value_parser = numbers::within::<i32>(1..=MAX_DEPTH as i128))]
    depth: Option<i32>,
    /// Megabytes of the transposition table; one table for each position that
    /// is searched at a time.
    #[arg(long, value_name = "MB", default_value_t = TranspositionTable::DEFAULT_MEGABYTES as u32, value_parser =
          numbers::within::<u32>(1..=TranspositionTable::MAX_MEGABYTES as i128))]
    hash: u32,
    /// Folders with Syzygy endgame tables, with colons between them (semicolons
    /// on Windows).
    #[arg(long, value_name = "PATH")]
    syzygy: Option<OsString>,
    #[command(flatten)]
    pub evaluator: EvaluatorArguments,
}

impl Arguments {
    /// Returns the limits of each search.
    pub fn effort(&self) -> Effort {
        let is_bounded = self.nodes.is_some() || self.depth.is_some();
        let move_time = self.movetime.map(Duration::from_millis);
        Effort {
            depth: self.depth,
            nodes: self.nodes,
            move_time: move_time.or((!is_bounded).then_some(MOVE_TIME)),
        }
    }

    /// Returns the limits in words: `1000 ms`, `depth 8`.
    pub fn effort_text(&self) -> String {
        let effort = self.effort();
        let time = effort.move_time.map(|time| format!("{} ms", time.as_millis()));
        let nodes = effort.nodes.map(|nodes| counted(nodes as usize, "node"));
        let depth = effort.depth.map(|depth| format!("depth {depth}"));
        let bounds: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
        bounds.join(", ")
    }

    /// Loads the network and the endgame tables. The errors name the arguments.
    pub fn settings(&self) -> Result<SearchSettings, String> {
        Ok(SearchSettings {
            megabytes: self.hash as usize,
            evaluator: self.evaluator.evaluator()?,
            tables: self.tables()?,
        })
    }

    /// Loads the endgame tables that were asked for. A damaged file is reported, and the others are
    /// used.
    fn tables(&self) -> Result<Option<Arc<Tables>>, String> {
        let Some(path) = &self.syzygy else {
            return Ok(None);
        };
        let directories = syzygy::directories(path);
        if directories.is_empty() {
            return Err("--syzygy names no folder; it needs one with Syzygy tables".to_string());
        }
        let (tables, problems) = Tables::load(directories);
        if tables.max_pieces() == 0 {
            let problem = problems.first().map(ToString::to_string);
            let problem = problem.unwrap_or("no WDL tables (.rtbw)".to_string());
            return Err(format!("--syzygy: {problem}"));
        }
        problems.into_iter().for_each(print_error);
        Ok(Some(Arc::new(tables)))
    }
}

/// The settings of searchers, which share network and endgame tables.
pub struct SearchSettings {
    megabytes: usize,
    evaluator: Evaluator,
    tables: Option<Arc<Tables>>,
}

impl SearchSettings {
    /// Returns a searcher with an empty table.
    pub fn searcher(&self) -> Result<Searcher, String> {
        let mut searcher = Searcher::new(self.megabytes)?;
        searcher.evaluate_by(self.evaluator.clone());
        searcher.set_tablebases(self.tables.clone());
        Ok(searcher)
    }

    /// Reports endgame tables that searches have found to be damaged.
    pub fn tell_problems(&self) {
        let problems = self.tables.as_ref().map(|tables| tables.take_problems());
        problems.into_iter().flatten().for_each(print_error);
    }
}

/// Reads a network; without a file, returns the program's own. The error names the file.
pub fn network(path: Option<&Path>) -> Result<Arc<Network>, String> {
    match path {
        Some(path) => Network::from_file(path).map(Arc::new).map_err(named(path)),
        None => Ok(Network::embedded()),
    }
}

/// How to evaluate positions: by the program's own network, by default.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub struct EvaluatorArguments {
    /// Evaluate by piece-square tables instead of a network.
    #[arg(long, conflicts_with = "eval_file")]
    classical: bool,
    /// Evaluate by the network in this file, instead of the program's own.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

impl EvaluatorArguments {
    /// Returns the network's file, if one was named.
    pub fn file(&self) -> Option<&Path> {
        self.eval_file.as_deref()
    }

    /// Returns the evaluation that was asked for. The error names the network's file.
    pub fn evaluator(&self) -> Result<Evaluator, String> {
        if self.classical {
            Ok(Evaluator::Classical)
        } else {
            network(self.file()).map(Evaluator::Network)
        }
    }
}
