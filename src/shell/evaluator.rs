//! The arguments that choose how positions are evaluated.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::files::named;
use crate::eval::{Evaluator, Network};

/// Reads a network; without a file, returns the program's own. The error names the file.
pub fn network(path: Option<&Path>) -> Result<Arc<Network>, String> {
    match path {
        Some(path) => Network::from_file(path).map(Arc::new).map_err(named(path)),
        None => Ok(Network::embedded()),
    }
}

/// How to evaluate positions: by the program's own network, by default.
#[derive(clap::Args, Clone, Debug)]
// Without a name of its own, clap would take its group for that of the arguments around it.
#[group(skip)]
pub struct Arguments {
    /// Evaluate by piece-square tables instead of a network.
    #[arg(long, conflicts_with = "eval_file")]
    classical: bool,
    /// Evaluate by the network in this file, instead of the program's own.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

impl Arguments {
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
