//! The file to which games are added.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use super::super::files::named;

/// Adds a game to a file, which need not exist yet. Without a game, sees whether
/// that could be done.
///
/// # Errors
/// What is wrong with the file.
pub fn append(path: &Path, pgn: &str) -> Result<(), String> {
    let add = || -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        let is_first = file.metadata()?.len() == 0;
        let separator = if is_first || pgn.is_empty() { "" } else { "\n" };
        file.write_all(format!("{separator}{pgn}").as_bytes())
    };
    add().map_err(named(path))
}
