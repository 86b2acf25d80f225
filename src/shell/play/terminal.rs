//! The terminal: what it can show, and the lines that a person types.

use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::board::Look;
use crate::search::Signals;
use crate::shell::interrupt::Interrupt;
use crate::shell::print_line;

/// What is beyond in a line is not read.
const LONGEST_LINE: u64 = 1 << 12;

/// From one sign of thinking to the next.
const TICK: Duration = Duration::from_millis(120);

/// Where a game is shown and moves are typed.
pub struct Terminal {
    look: Look,
    /// Lines are edited where both ends are a terminal; read as they come
    /// elsewhere.
    editor: Option<DefaultEditor>,
    interrupt: Interrupt,
}

impl Terminal {
    /// The program's own input and output, to be used within these limits.
    pub fn new(ascii: bool, no_color: bool) -> Terminal {
        let is_live = io::stdin().is_terminal() && io::stdout().is_terminal();
        let interrupt = Interrupt::default();
        if is_live {
            interrupt.catch();
        }
        Terminal {
            look: look(ascii, no_color),
            editor: is_live.then(|| DefaultEditor::new().ok()).flatten(),
            interrupt,
        }
    }

    /// How to draw the board.
    pub fn look(&self) -> Look {
        self.look
    }

    /// Whether a person sits there.
    pub fn is_live(&self) -> bool {
        self.editor.is_some()
    }

    /// Shows a text of one line or more.
    pub fn say(&self, text: impl std::fmt::Display) {
        print_line(text);
    }

    /// The next line, or `None` where the person leaves or input ends. The
    /// prompt is for people only.
    pub fn read(&mut self, prompt: &str) -> Option<String> {
        let Some(editor) = &mut self.editor else {
            return read_plain();
        };
        let line = match editor.readline(prompt) {
            Ok(line) => line,
            // Meant for a player who has just answered, perhaps.
            Err(ReadlineError::Interrupted) => {
                print_line("Type 'quit' to leave.");
                return Some(String::new());
            }
            // Control-D is an error, too.
            Err(_) => return None,
        };
        if !line.trim().is_empty() {
            // Without a history it goes on.
            let _ = editor.add_history_entry(line.trim());
        }
        Some(line)
    }

    /// Does work that may take a while, and shows that a player is thinking.
    /// Control-C raises the signals that the work gets.
    pub fn while_thinking<R>(&self, who: &str, work: impl FnOnce(Arc<Signals>) -> R) -> R {
        let work = || self.interrupt.during(work);
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

fn read_plain() -> Option<String> {
    let mut input = io::stdin().lock();
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

/// What the output can show. Figures need colours: without, the same figure is
/// White's on a dark terminal and Black's on a bright one.
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
