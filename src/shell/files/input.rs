//! Files to read from.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::paths::{check_no_directory, named};
use crate::knowledge::epd::{self, Epd};
use crate::knowledge::openings::Openings;
use crate::shell::terminal::print_error;
use crate::sync::Retrying;
use crate::text::{counted, shown};

/// The name of standard input.
pub const STANDARD_INPUT: &str = "-";

/// The greatest number of skipped games or positions that are reported with their reasons, and the
/// greatest number of doubts that are reported.
const MOST_REASONS: usize = 10;

/// Reads the positions that games start from.
pub fn openings(path: &Path) -> Result<Openings, String> {
    let make = |_, epd| Openings::start_of(&epd);
    only_positions(path, open_file(path)?, make).map(Openings::Book)
}

/// Reads the positions of an open file as [`positions`] does, and reports the lines that are skipped
/// on standard error. It is an error if no position is left.
pub fn only_positions<T>(
    path: &Path,
    file: impl BufRead,
    make: impl Fn(usize, Epd) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let mut counts = ReadCounts::new("position", None);
    let made = positions(path, file, make, &mut counts)?;
    counts.tell()?;
    Ok(made)
}

/// Reads the positions of an open file, and converts each, with the number of its line, by `make`.
/// Lines that cannot be read or converted are counted as skipped; `path` is for messages.
pub fn positions<T>(
    path: &Path,
    file: impl BufRead,
    make: impl Fn(usize, Epd) -> Result<T, String>,
    counts: &mut ReadCounts,
) -> Result<Vec<T>, String> {
    let made = epd::read(file, make, |reason| counts.skip(named(path)(reason)));
    let made = made.map_err(named(path))?;
    counts.read += made.len() as u64;
    if made.is_empty() {
        counts.notes.push(named(path)("no positions"));
    }
    Ok(made)
}

/// How many games or positions were read and skipped, and the messages about them.
pub struct ReadCounts {
    /// What is read: `game` or `position`.
    noun: &'static str,
    /// How many were read.
    pub read: u64,
    skipped: u64,
    /// The file that the skipped games are copied to unchanged.
    pub copied_to: Option<PathBuf>,
    /// How many doubts were added to the notes.
    doubts: usize,
    /// The messages that are not printed yet, in the order of what was read: why something was
    /// skipped, which files have nothing, and what is doubtful.
    pub notes: Vec<String>,
}

impl ReadCounts {
    /// Begins to count; what is skipped is copied to this file.
    pub fn new(noun: &'static str, copied_to: Option<&Path>) -> ReadCounts {
        let copied_to = copied_to.map(Path::to_path_buf);
        ReadCounts { noun, read: 0, skipped: 0, copied_to, doubts: 0, notes: Vec::new() }
    }

    /// Adds messages on what is doubtful, to be printed at the end.
    pub fn add_doubts(&mut self, doubts: impl Iterator<Item = String>) {
        for doubt in doubts.take(MOST_REASONS - self.doubts) {
            self.doubts += 1;
            self.notes.push(doubt);
        }
    }

    /// Counts what is skipped for this reason.
    pub fn skip(&mut self, reason: String) {
        self.skipped += 1;
        if self.skipped <= MOST_REASONS as u64 {
            self.notes.push(reason);
        }
    }

    /// Prints the messages so far on standard error. It is only for a run that has read something:
    /// otherwise the failure is a single line.
    pub fn tell_notes(&mut self) {
        self.notes.drain(..).for_each(print_error);
    }

    /// Reports what is skipped or doubtful on standard error. An error if nothing could be read.
    pub fn tell(&mut self) -> Result<(), String> {
        let noun = self.noun;
        if self.read == 0 {
            return Err(match (self.notes.first(), self.skipped) {
                (None, _) => format!("no {noun}s"),
                (Some(note), 0) => note.clone(),
                (Some(note), _) => format!("no {noun} could be read ({note})"),
            });
        }
        self.tell_notes();
        if self.skipped > 0 {
            let all = counted((self.read + self.skipped) as usize, noun);
            let copied = self.copied_to.as_deref().map_or(String::new(), |path| {
                format!("; {} has the skipped ones unchanged", shown(path))
            });
            print_error(format_args!("{} of {all} skipped{copied}", self.skipped));
        }
        Ok(())
    }
}

/// Refuses standard input that is named twice: it can be read only once.
pub fn check_named_once<P: AsRef<Path>>(inputs: impl IntoIterator<Item = P>) -> Result<(), String> {
    let is_standard = |path: &P| path.as_ref() == Path::new(STANDARD_INPUT);
    if inputs.into_iter().filter(is_standard).count() > 1 {
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
