//! The file of the option `Debug Log File`: the lines of a session, with their times.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::sync::Mutex;
use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};

use crate::sync::locked;
use crate::text::without_system_number;

/// The mark before lines that were read.
pub const READ: &str = ">>";

/// The mark before lines that were written.
pub const WRITTEN: &str = "<<";

/// The file that is open now. There is one for the program, as there is one standard input and one
/// standard output.
static FILE: Mutex<Option<LogFile>> = Mutex::new(None);

struct LogFile {
    file: File,
    /// Whether lines are missing, which is told once.
    has_failed: bool,
}

/// Appends later lines to this file, instead of the file before; to none if the path is empty.
///
/// # Errors
/// Where it cannot be opened; nothing has changed then.
pub fn set_file(path: &str) -> io::Result<()> {
    if path.is_empty() {
        *locked(&FILE) = None;
        return Ok(());
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // The session must not wait for the reader of a named pipe.
        options.custom_flags(nix::libc::O_NONBLOCK);
    }
    let file = options.open(path)?;
    *locked(&FILE) = Some(LogFile { file, has_failed: false });
    Ok(())
}

/// Logs a text of one or more lines, with [`READ`] or [`WRITTEN`] before each.
pub fn log(mark: &str, text: &str) {
    log::debug!("{mark} {text}");
    if let Some(LogFile { file, has_failed }) = &mut *locked(&FILE) {
        // The text is written at once and in one call, so that nothing is lost when the program is
        // killed, and the lines of two programs do not mix. A game goes on where the disk is full.
        if let Err(error) = file.write_all(stamped(SystemTime::now(), mark, text).as_bytes())
            && !std::mem::replace(has_failed, true)
        {
            // A message of the protocol would have to be logged, too.
            let reason = without_system_number(&error.to_string());
            log::warn!("Debug Log File: lines are missing: {reason}");
        }
    }
}

/// Returns the text with the time and the direction before each line.
fn stamped(time: SystemTime, mark: &str, text: &str) -> String {
    let time = DateTime::<Utc>::from(time).to_rfc3339_opts(SecondsFormat::Micros, true);
    let mut lines = String::new();
    for line in text.split('\n') {
        let _ = writeln!(lines, "{time} {mark} {line}");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn each_line_has_its_time_and_direction() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_micros(1_000_500_000_012);
        let expected = "1970-01-12T13:55:00.000012Z << id name Ox88\n\
                        1970-01-12T13:55:00.000012Z << uciok\n";
        assert_eq!(stamped(time, WRITTEN, "id name Ox88\nuciok"), expected);
        let expected = "1970-01-12T13:55:00.000012Z >> \n";
        assert_eq!(stamped(time, READ, ""), expected);
    }
}
