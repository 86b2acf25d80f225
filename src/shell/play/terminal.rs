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
use crate::shell::print_line;
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

    pub fn say(&self, text: impl std::fmt::Display) {
        print_line(text);
    }

    /// A line that the user types; `None` at the end of input. The prompt is shown only at a
    /// terminal.
    pub fn read(&mut self, prompt: &str) -> Option<String> {
        let Some(editor) = &mut self.editor else {
            return read_plain();
        };
        let line = match editor.readline(prompt) {
            Ok(line) => line,
            // Control-C may come just after the player has answered.
            Err(ReadlineError::Interrupted) => {
                print_line("Type 'quit' to leave.");
                return Some(String::new());
            }
            // What was typed before is lost with it.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                print_line("That is not text (UTF-8); type the line again.");
                return Some(String::new());
            }
            // Includes Control-D.
            Err(_) => return None,
        };
        if !line.trim().is_empty() {
            // A missing history is no error.
            let _ = editor.add_history_entry(line.trim());
        }
        Some(line)
    }

    /// Runs work with a "thinking" animation. Where a user waits for it, Control-C raises the
    /// signals that the work gets.
    pub fn while_thinking<R>(
        &self,
        who: &str,
        is_awaited: bool,
        work: impl FnOnce(Arc<Signals>) -> R,
    ) -> R {
        let work = || match is_awaited && self.is_live() {
            true => self.interrupt.during(work),
            false => work(Arc::default()),
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

/// A line of standard input that is no terminal.
fn read_plain() -> Option<String> {
    let mut input = Patient(io::stdin().lock());
    let mut bytes = Vec::new();
    match (&mut input)
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut bytes)
    {
        Ok(0) | Err(_) => return None,
        Ok(_) if bytes.ends_with(b"\n") => {}
        // The last line, or one that is too long.
        Ok(_) => {
            let _ = input.skip_until(b'\n');
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
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
