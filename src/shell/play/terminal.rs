//! The terminal: its capabilities and input lines.

use std::io::{self, BufRead, ErrorKind, IsTerminal, Read};
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::board::Look;
use crate::search::Signals;
use crate::shell::interrupt::Interrupt;
use crate::shell::terminal::{has_lost_reader, print_line};
use crate::sync::Patient;

/// In bytes; the rest of a line is dropped.
const LONGEST_LINE: u64 = 1 << 12;

/// Between frames of the "thinking" animation.
const TICK: Duration = Duration::from_millis(120);

/// The terminal, or a pipe in its place.
pub struct Terminal {
    look: Look,
    /// Line editing if input and output are a terminal; else plain reading.
    editor: Option<DefaultEditor>,
    interrupt: Interrupt,
}

impl Terminal {
    pub fn new(ascii: bool, no_color: bool) -> Terminal {
        let is_live = io::stdin().is_terminal() && io::stdout().is_terminal();
        let interrupt = Interrupt::default();
        interrupt.catch();
        Terminal {
            look: look(ascii, no_color),
            editor: is_live.then(|| DefaultEditor::new().ok()).flatten(),
            interrupt,
        }
    }

    /// How the board is drawn.
    pub fn look(&self) -> Look {
        self.look
    }

    /// Whether a user sits at a terminal.
    pub fn is_live(&self) -> bool {
        self.editor.is_some()
    }

    /// What Control-C does.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    pub fn say(&self, text: impl std::fmt::Display) {
        print_line(text);
    }

    /// A line that the user types; `None` at the end of input. The prompt is shown only at a
    /// terminal.
    ///
    /// # Errors
    /// Where standard input cannot be read.
    pub fn read(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if has_lost_reader() {
            return Ok(None);
        }
        let Some(editor) = &mut self.editor else {
            return read_plain(&mut Patient(io::stdin().lock()));
        };
        let line = match editor.readline(prompt) {
            Ok(line) => line,
            // Control-C may come just after the player has answered.
            Err(ReadlineError::Interrupted) => {
                print_line("Type 'quit' to leave.");
                return Ok(Some(String::new()));
            }
            // What was typed before is lost with it.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                print_line("That is not text (UTF-8); type the line again.");
                return Ok(Some(String::new()));
            }
            // Control-D, too.
            Err(ReadlineError::Eof) => return Ok(None),
            Err(error) => return Err(io::Error::other(error.to_string())),
        };
        if !line.trim().is_empty() {
            // A missing history is no error.
            let _ = editor.add_history_entry(line.trim());
        }
        Ok(Some(line))
    }

    /// Runs work with a "thinking" animation. Where a user waits for it, Control-C raises the
    /// signals that the work gets.
    pub fn while_thinking<R>(
        &self,
        who: &str,
        is_awaited: bool,
        work: impl FnOnce(Arc<Signals>) -> R,
    ) -> R {
        let work = || {
            if is_awaited && self.is_live() {
                self.interrupt.during(work).0
            } else {
                work(Arc::default())
            }
        };
        if !self.is_live() || !io::stderr().is_terminal() {
            return work();
        }
        let style = ProgressStyle::with_template("{msg} is thinking {spinner}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner())
            .tick_strings(&[".", "..", "...", ""]);
        let sign = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
            .with_style(style)
            .with_message(who.to_string());
        sign.enable_steady_tick(TICK);
        let result = work();
        sign.finish_and_clear();
        result
    }
}

/// A line of an input that is no terminal.
fn read_plain(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut line = input.by_ref().take(LONGEST_LINE);
    match line.read_until(b'\n', &mut bytes)? {
        0 => return Ok(None),
        _ if bytes.ends_with(b"\n") => {}
        // The last line, or one that is too long. The next call tells what is wrong behind it.
        _ => {
            let _ = input.skip_until(b'\n');
        }
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// How a board can be drawn here. Figures need colours: else White's on a dark terminal look like
/// Black's on a bright one.
fn look(ascii: bool, no_color: bool) -> Look {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    // <https://no-color.org>
    let is_plain = no_color
        || !variable("NO_COLOR").is_empty()
        || variable("TERM") == "dumb"
        || !io::stdout().is_terminal();
    // The first that is set decides.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    let locale = locale.iter().find(|name| !name.is_empty());
    let is_utf8 = cfg!(windows)
        || locale.is_some_and(|name| {
            let name = name.to_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        });
    match (is_plain, ascii || !is_utf8) {
        (true, _) => Look::Plain,
        (false, true) => Look::ColoredLetters,
        (false, false) => Look::ColoredFigures,
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// A folder, for example.
    struct Unreadable;

    impl Read for Unreadable {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::IsADirectory.into())
        }
    }

    #[test]
    fn an_error_is_not_the_end_of_the_input() {
        let mut input = BufReader::new("e2e4\ne7".as_bytes().chain(Unreadable));
        assert_eq!(read_plain(&mut input).unwrap().unwrap(), "e2e4\n");
        assert_eq!(
            read_plain(&mut input).unwrap_err().kind(),
            ErrorKind::IsADirectory
        );
        let mut input = "e2e4".as_bytes();
        assert_eq!(read_plain(&mut input).unwrap().unwrap(), "e2e4");
        assert!(read_plain(&mut input).unwrap().is_none());
    }

    #[test]
    fn the_rest_of_a_long_line_is_dropped() {
        let text = format!("{}\nquit", "x".repeat(LONGEST_LINE as usize + 1));
        let mut input = text.as_bytes();
        let line = read_plain(&mut input).unwrap().unwrap();
        assert_eq!(line.len() as u64, LONGEST_LINE);
        assert_eq!(read_plain(&mut input).unwrap().unwrap(), "quit");
    }
}
