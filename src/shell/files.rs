//! Files that arguments name.

use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::selfplay::Openings;

/// Puts a file's name before what is wrong with it.
pub fn named<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// The starting positions in a file, a FEN or EPD to a line.
pub fn openings(path: &Path) -> Result<Openings, String> {
    let file = File::open(path).map_err(named(path))?;
    Openings::read(BufReader::new(file)).map_err(named(path))
}

/// Whether both are one file, which exists.
pub fn is_same(path: &Path, other: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    canonical(path).is_some_and(|path| canonical(other) == Some(path))
}
