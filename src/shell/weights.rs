//! Networks and checkpoints of their runs, as input of a command.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::files::named;
use crate::eval::nnue::QuantisedNetwork;
use crate::training::{Checkpoint, Identity};

/// The greatest length of a file that is read, in bytes. A checkpoint of the widest network has
/// half of it.
const LONGEST: u64 = 256 << 20;

/// What a file of weights holds.
pub enum FileWeights {
    /// A network.
    Network(QuantisedNetwork),
    /// The checkpoint of a run, whose weights are not rounded.
    Checkpoint(Box<(Identity, Checkpoint)>),
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
}

/// Reads a network. The error names the file.
pub fn network(path: &Path) -> Result<QuantisedNetwork, String> {
    QuantisedNetwork::from_bytes(&read(path)?).map_err(named(path))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    // Checked before it is opened: opening a pipe would wait.
    let metadata = std::fs::metadata(path).map_err(named(path))?;
    if !metadata.is_file() {
        return Err(named(path)("not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(named(path))?;
    if bytes.len() as u64 > LONGEST {
        return Err(named(path)(format!("longer than {} MiB", LONGEST >> 20)));
    }
    Ok(bytes)
}
