//! Lines of files that are passed over.

use std::fmt::Display;
use std::path::Path;

use super::paths::named;
use crate::shell::terminal::print_error;
use crate::text::counted;

/// The lines of a file of positions that cannot be read.
pub struct Skipped<'a> {
    path: &'a Path,
    count: usize,
    /// Why the first lines that were skipped cannot be read.
    reasons: Vec<String>,
}

impl Skipped<'_> {
    /// The most lines whose reasons are reported.
    const MOST_REASONS: usize = 10;

    pub fn new(path: &Path) -> Skipped<'_> {
        Skipped { path, count: 0, reasons: Vec::new() }
    }

    /// Adds a line that cannot be read.
    pub fn add(&mut self, error: impl Display) {
        self.count += 1;
        if self.count <= Skipped::MOST_REASONS {
            self.reasons.push(named(self.path)(error));
        }
    }

    /// Reports the skipped lines on standard error, beside the number of lines that were read. It
    /// is an error if no line was read.
    pub fn tell(self, read: usize) -> Result<(), String> {
        if read == 0 {
            return Err(match self.reasons.first() {
                Some(reason) => format!("no position could be read ({reason})"),
                None => named(self.path)("no positions"),
            });
        }
        self.reasons.iter().for_each(print_error);
        if self.count > 0 {
            print_error(format_args!(
                "{} of {} skipped",
                self.count,
                counted(self.count + read, "position")
            ));
        }
        Ok(())
    }
}
