//! Files to read from.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::paths::{check_no_directory, named};
use crate::knowledge::epd::{self, Epd};
use crate::knowledge::openings::Openings;
use crate::shell::terminal::print_error;
use crate::sync::Retrying;
use crate::text::counted;

/// The name of standard input.
pub const STANDARD_INPUT: &str = "-";

/// The greatest number of skipped lines that are reported with their reasons.
const MOST_REASONS: usize = 10;

/// Reads the positions that games start from.
pub fn openings(path: &Path) -> Result<Openings, String> {
    positions(path, open_file(path)?, Openings::start_of).map(Openings::Book)
}

/// Reads the positions of an open file, and converts each, with the number of its line, by `make`.
/// Lines that cannot be read or converted are reported on standard error. It is an error if no
/// position is left; `path` is for messages.
pub fn positions<T>(
    path: &Path,
    file: impl BufRead,
    make: impl Fn(usize, Epd) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let (mut skipped, mut reasons) = (0, Vec::new());
    let pass_over = |reason| {
        skipped += 1;
        if skipped <= MOST_REASONS {
            reasons.push(named(path)(reason));
        }
    };
    let made = epd::read(file, make, pass_over).map_err(named(path))?;
    if made.is_empty() {
        return Err(match reasons.first() {
            Some(reason) => format!("no position could be read ({reason})"),
            None => named(path)("no positions"),
        });
    }
    reasons.iter().for_each(print_error);
    if skipped > 0 {
        let all = counted(skipped + made.len(), "position");
        print_error(format_args!("{skipped} of {all} skipped"));
    }
    Ok(made)
}

/// Refuses standard input that is named twice: it can be read only once.
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
