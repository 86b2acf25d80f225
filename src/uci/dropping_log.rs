//! A writer for the log, which drops lines instead of waiting for standard error.

use std::io::{self, IsTerminal, Write};

use super::streams::{AT_ONCE, takes_more};

/// Writes to standard error. On Unix, messages that it cannot take at once are dropped: clients
/// need not read it, and no game may wait for them.
#[derive(Default)]
pub struct DroppingLog {
    /// Whether the last byte written was within a line.
    is_within_line: bool,
    /// Whether the rest of the last line was dropped.
    is_line_cut: bool,
}

impl DroppingLog {
    /// Returns a log that drops lines which cannot be written at once; `None` where standard error
    /// is a terminal, which a person reads.
    pub fn unless_terminal() -> Option<DroppingLog> {
        (!io::stderr().is_terminal()).then(DroppingLog::default)
    }
}

impl Write for DroppingLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !takes_more(&io::stderr()) {
            self.is_line_cut |= self.is_within_line;
            return Ok(bytes.len());
        }
        if std::mem::take(&mut self.is_line_cut) {
            io::stderr().write_all(b"\n")?;
        }
        let bytes = &bytes[..bytes.len().min(AT_ONCE)];
        let count = io::stderr().write(bytes)?;
        self.is_within_line = bytes[..count].last() != Some(&b'\n');
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
