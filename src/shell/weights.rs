//! Networks and checkpoints of their runs, as input of a command.

use std::path::Path;

use super::files::named;
use crate::disk::read_regular;
use crate::eval::nnue::QuantisedNetwork;
use crate::training::{Checkpoint, RunSettings};

/// The greatest length of a file that is read, in MiB. A checkpoint of the widest network has
/// less than half of it.
const LONGEST: u64 = 512;

/// What a file of weights holds.
pub enum FileWeights {
    /// A network.
    Network(QuantisedNetwork),
    /// The checkpoint of a run, whose weights are not rounded.
    Checkpoint(Box<(RunSettings, Checkpoint)>),
}

impl FileWeights {
    /// Reads a network or a checkpoint. The error names the file.
    pub fn read(path: &Path) -> Result<FileWeights, String> {
        let bytes = read(path)?;
        if Checkpoint::is_one(&bytes) {
            let checkpoint = Checkpoint::from_bytes(&bytes).map_err(named(path))?;
            Ok(FileWeights::Checkpoint(Box::new(checkpoint)))
        } else {
            let network = QuantisedNetwork::from_bytes(&bytes).map_err(named(path))?;
            Ok(FileWeights::Network(network))
        }
    }

    /// Returns the shape of the network, in words.
    pub fn shape(&self) -> String {
        match self {
            FileWeights::Network(network) => network.shape.to_string(),
            FileWeights::Checkpoint(found) => found.0.shape.to_string(),
        }
    }
}

/// Reads the bytes of a network or a checkpoint. The error names the file.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    read_regular(path, LONGEST).map_err(named(path))
}
