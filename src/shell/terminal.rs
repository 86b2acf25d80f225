//! Standard output, standard error, and the end of the program.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

use crate::disk::remove_unfinished;
use crate::sync::Retrying;
#[cfg(unix)]
use crate::sync::locked;
use crate::text::{harmless, without_system_number};

/// The exit status of wrong arguments and of failures.
pub const FAILURE: u8 = 2;

/// Writes an error to standard error, as one line with the program's name before it. Numbers of the
/// system are left out, and control characters, which may be part of the name of a file.
pub fn print_error(error: impl Display) {
    let error = harmless(&without_system_number(&error.to_string()));
    print_error_line(format_args!("ox88: {error}"));
}

/// Reports work on fewer threads than were asked for, as the system has no more threads or memory.
pub fn print_too_few_threads(started: usize, wanted: usize) {
    print_error(format_args!("only {started} of {wanted} threads could be started"));
}

/// Writes a line to standard error. A log that is full or closed ends no run, so errors are
/// ignored.
pub fn print_error_line(line: impl Display) {
    let line = format!("{line}\n");
    let _ = Retrying(io::stderr().lock()).write_all(line.as_bytes());
}

/// Tells whether the run goes on where standard output cannot be written.
static OUTLIVES_READER: AtomicBool = AtomicBool::new(false);

/// Whether standard output could not be written in a run that goes on without it.
static HAS_LOST_READER: AtomicBool = AtomicBool::new(false);

/// Whether standard output has failed for another reason than that its reader has left.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Lets the run go on, since its results are in files, after the reader of standard output has left,
/// and where a disk is full. In the latter case the run still counts as failed.
pub fn outlive_reader() {
    OUTLIVES_READER.store(true, Ordering::Relaxed);
}

/// Returns true if the run goes on though standard output could not be written.
pub fn has_lost_reader() -> bool {
    HAS_LOST_READER.load(Ordering::Relaxed)
}

/// Writes a line to standard output. If that fails, the program ends, unless the run outlives its
/// reader.
pub fn print_line(line: impl Display) {
    let written = writeln!(Retrying(io::stdout().lock()), "{line}");
    written.unwrap_or_else(|error| end_without_output(&error));
}

/// Writes a text to standard output, as [`print_line`] writes a line.
pub fn print_text(text: &[u8]) {
    let mut output = Retrying(io::stdout().lock());
    let written = output.write_all(text).and_then(|()| output.flush());
    written.unwrap_or_else(|error| end_without_output(&error));
}

/// Ends the program after an error of standard output: quietly for a broken pipe, as from `head`. A
/// run that outlives its reader goes on; an error is told once.
pub fn end_without_output(error: &io::Error) {
    let is_failure = error.kind() != io::ErrorKind::BrokenPipe;
    if is_failure && !HAS_FAILED.swap(true, Ordering::Relaxed) {
        print_error(format_args!("standard output: {error}"));
    }
    if !OUTLIVES_READER.load(Ordering::Relaxed) {
        end(if is_failure { FAILURE } else { 0 });
    }
    HAS_LOST_READER.store(true, Ordering::Relaxed);
}

/// Returns the exit status of an outcome, whose error goes to standard error. A run that could not
/// write to standard output has failed, too.
pub fn ending(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) if !HAS_FAILED.load(Ordering::Relaxed) => ExitCode::SUCCESS,
        Ok(()) => ExitCode::from(FAILURE),
        Err(error) => {
            print_error(error);
            ExitCode::from(FAILURE)
        }
    }
}

/// The settings of the terminal before a line editor changes them.
#[cfg(unix)]
static SETTINGS: Mutex<Option<Termios>> = Mutex::new(None);

/// Notes the settings of the terminal. [`end`] restores them, as a signal may come while a line is
/// edited.
#[cfg(unix)]
pub fn note_settings() {
    *locked(&SETTINGS) = tcgetattr(io::stdin()).ok();
}

/// Ends the program with this exit status, removes its unfinished files, and restores the settings
/// of the terminal.
pub fn end(status: u8) -> ! {
    let _unfinished = remove_unfinished();
    #[cfg(unix)]
    if let Some(settings) = &*locked(&SETTINGS) {
        // A terminal that is gone has no settings.
        let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, settings);
    }
    std::process::exit(status.into());
}
