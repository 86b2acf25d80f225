//! The network of a file as a player's setting.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::eval::{Evaluator, Network};

/// A network with the name of its file.
#[derive(Clone)]
pub struct NetworkFile {
    path: PathBuf,
    network: Arc<Network>,
}

impl NetworkFile {
    /// Reads a network.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or holds something else.
    pub fn read(path: &Path) -> Result<NetworkFile, String> {
        Ok(NetworkFile { path: path.to_path_buf(), network: Arc::new(Network::from_file(path)?) })
    }

    /// Returns the name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the evaluation by the network.
    pub fn evaluator(&self) -> Evaluator {
        Evaluator::Network(Arc::clone(&self.network))
    }
}

impl PartialEq for NetworkFile {
    fn eq(&self, other: &NetworkFile) -> bool {
        self.path == other.path
    }
}

impl Eq for NetworkFile {}

impl std::fmt::Debug for NetworkFile {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("NetworkFile").field(&self.path).finish()
    }
}
