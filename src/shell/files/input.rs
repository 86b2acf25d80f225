//! Files to read from.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::paths::{check_no_directory, named};
use super::skipped::Skipped;
use crate::knowledge::epd::{self, Epd};
use crate::knowledge::openings::Openings;
use crate::sync::Retrying;

/// The name of standard input.
pub const STANDARD_INPUT: &str = "-";

/// Reads the positions that games start from.
pub fn openings(path: &Path) -> Result<Openings, String> {
    let file = File::open(path).map_err(named(path))?;
    let mut skipped = Skipped::new(path);
    let openings = Openings::read(BufReader::new(file), |error| skipped.add(error));
    let openings = openings.map_err(named(path))?;
    let count = match &openings {
        Openings::Book(positions) => positions.len(),
        _ => 0,
    };
    skipped.tell(count)?;
    Ok(openings)
}

/// Reads a file of positions, with the numbers of their lines; at least one.
pub fn positions(path: &Path) -> Result<Vec<(usize, Epd)>, String> {
    positions_in(path, open(path)?)
}

/// Reads positions as [`positions`] does from a file that is open; `path` is for messages.
pub fn positions_in(path: &Path, file: impl BufRead) -> Result<Vec<(usize, Epd)>, String> {
    let mut skipped = Skipped::new(path);
    let numbered = |number, epd| Ok((number, epd));
    let positions = epd::read(file, numbered, |error| skipped.add(error));
    let positions = positions.map_err(named(path))?;
    skipped.tell(positions.len())?;
    Ok(positions)
}

/// Refuses standard input that is named twice: it can be read but once.
pub fn check_named_once<P: AsRef<Path>>(inputs: impl IntoIterator<Item = P>) -> Result<(), String> {
    let inputs = inputs.into_iter();
    let is_standard = |path: &P| path.as_ref() == Path::new(STANDARD_INPUT);
    if inputs.filter(is_standard).count() > 1 {
        Err(format!("standard input ({STANDARD_INPUT}) is named twice"))
    } else {
        Ok(())
    }
}

/// Returns a file to read from; `-` is standard input.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    if path == Path::new(STANDARD_INPUT) {
        return Ok(Box::new(Retrying(io::stdin().lock())));
    }
    Ok(Box::new(open_file(path)?))
}

/// Opens a file to read from, which is not standard input.
pub fn open_file(path: &Path) -> Result<BufReader<File>, String> {
    check_no_directory(path)?;
    File::open(path).map(BufReader::new).map_err(named(path))
}
