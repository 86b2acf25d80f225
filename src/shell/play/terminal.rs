//! The terminal: its capabilities and input lines.

use std::cell::RefCell;
use std::io::{self, BufRead, ErrorKind, IsTerminal, Read};
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::{DefaultEditor, ExternalPrinter};

use crate::search::Signals;
use crate::shell::interrupt::Interrupt;
use crate::shell::screen::{Colors, Screen};
#[cfg(unix)]
use crate::shell::terminal::note_settings;
use crate::shell::terminal::{has_lost_reader, print_line};
use crate::shell::text::{laid_out_within, width};
use crate::sync::Retrying;

/// The greatest number of bytes of a line that are read; the rest is dropped.
const LONGEST_LINE: u64 = 1 << 12;

/// The time between frames of the "thinking" animation.
const TICK: Duration = Duration::from_millis(120);

/// The source of lines: a terminal with line editing, or else plain input.
pub struct Input {
    editor: Option<DefaultEditor>,
}

impl Input {
    /// Reads a line that the user types; `None` at the end of input. The prompt is shown only at a
    /// terminal.
    ///
    /// # Errors
    /// Where standard input cannot be read.
    pub fn read(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if has_lost_reader() {
            return Ok(None);
        }
        let Some(editor) = &mut self.editor else {
            return read_plain(&mut Retrying(io::stdin().lock()));
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
            // The window has changed its size while the editor waited for the rest of a key.
            Err(ReadlineError::Signal(_)) => return Ok(Some(String::new())),
            // Control-D is the end, too.
            Err(ReadlineError::Eof) => return Ok(None),
            Err(error) => return Err(io::Error::other(error.to_string())),
        };
        // A missing history is no error.
        let _ = editor.add_history_entry(line.trim());
        Ok(Some(line))
    }

    /// Returns an empty text to print above the next line; `None` without line editing.
    pub fn above_line(&mut self) -> Option<AboveLine> {
        let printer = self.editor.as_mut()?.create_external_printer().ok()?;
        Some(AboveLine { printer: Box::new(printer), text: String::new() })
    }
}

/// The text that is printed above a line while it is edited.
pub struct AboveLine {
    printer: Box<dyn ExternalPrinter + Send>,
    text: String,
}

/// The terminal, or a pipe in its place.
pub struct Terminal {
    /// What the board can be drawn with.
    pub screen: Screen,
    /// The text for [`Terminal::print_above_line`], while another thread reads a line.
    pub above_line: RefCell<Option<AboveLine>>,
    /// Whether a user sits at a terminal.
    pub is_live: bool,
    /// What signals do.
    pub interrupt: Interrupt,
}

impl Terminal {
    /// Prepares the terminal and its input; what its board shows depends on the two options.
    pub fn new(ascii: bool, no_color: bool) -> (Terminal, Input) {
        let is_live = io::stdin().is_terminal() && io::stdout().is_terminal();
        let interrupt = Interrupt::default();
        interrupt.catch();
        let mut screen = Screen::of_stdout();
        screen.has_chess_symbols &= !ascii;
        if no_color {
            screen.colors = Colors::None;
        }
        #[cfg(unix)]
        if is_live {
            note_settings();
        }
        let mut editor = is_live.then(|| DefaultEditor::new().ok()).flatten();
        if let Some(editor) = &mut editor {
            // Otherwise several lines that are pasted would be one.
            editor.enable_bracketed_paste(false);
        }
        let is_live = editor.is_some();
        (Terminal { screen, above_line: RefCell::default(), is_live, interrupt }, Input { editor })
    }

    /// Prints a text and ends the line. While another thread reads a line at a terminal,
    /// [`Terminal::print_above_line`] prints it.
    pub fn say(&self, text: impl std::fmt::Display) {
        let mut text = text.to_string();
        if self.is_live {
            text = wrapped(width(), &text);
        }
        match &mut *self.above_line.borrow_mut() {
            Some(above) => above.text += &format!("{text}\n"),
            None => print_line(text),
        }
    }

    /// Prints the text so far above the line that is edited. It is printed at once, since a second
    /// text could wait forever for the end of the editing.
    pub fn print_above_line(&self) {
        if let Some(mut above) = self.above_line.take()
            && above.printer.print(above.text.clone()).is_err()
        {
            print_line(above.text.trim_end());
        }
    }

    /// Runs work with a "thinking" animation. Where a user waits for it, Control-C stops the work
    /// through its signals.
    pub fn while_thinking<R>(
        &self,
        who: &str,
        is_awaited: bool,
        work: impl FnOnce(Arc<Signals>) -> R,
    ) -> R {
        let work = || {
            if is_awaited && self.is_live {
                self.interrupt.during(work).0
            } else {
                work(Arc::default())
            }
        };
        if !self.is_live || !io::stderr().is_terminal() {
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

/// Wraps each line of a text that is too long.
fn wrapped(width: usize, text: &str) -> String {
    let lines = text.split('\n').map(|line| wrapped_line(width, line));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a line, wrapped at words where it is too long. A line with colours, which is of the board,
/// stays as it is, and so do a FEN and a tag of PGN, which are to be copied.
fn wrapped_line(width: usize, line: &str) -> String {
    let is_whole =
        line.contains('\u{1b}') || line.matches('/').count() == 7 || line.starts_with('[');
    if is_whole || line.chars().count() <= width {
        return line.to_string();
    }
    let words = line.trim_start();
    let indent = &line[..line.len() - words.len()];
    laid_out_within(width, indent, words.split(' '))
}

/// Reads a line of an input that is no terminal.
fn read_plain(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut line = input.by_ref().take(LONGEST_LINE);
    if line.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        // An error in skipping the rest comes again at the next call.
        let _ = input.skip_until(b'\n');
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// An input that cannot be read, like a folder.
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
        assert_eq!(read_plain(&mut input).unwrap_err().kind(), ErrorKind::IsADirectory);
        let mut input = "e2e4".as_bytes();
        assert_eq!(read_plain(&mut input).unwrap().unwrap(), "e2e4");
        assert!(read_plain(&mut input).unwrap().is_none());
    }

    /// A terminal, which gives a piece at a time; Control-D gives an empty one.
    struct Pieces(Vec<&'static str>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.pop().unwrap_or_default().as_bytes().read(buffer)
        }
    }

    /// As in `ox88 play | tee log`, where the line is not edited.
    #[test]
    fn a_line_that_control_d_ends_takes_no_other_with_it() {
        let mut input = BufReader::new(Pieces(vec!["e5\n", "", "e4"]));
        for line in ["e4", "e5\n"] {
            assert_eq!(read_plain(&mut input).unwrap().unwrap(), line);
        }
    }

    #[test]
    fn long_sentences_are_wrapped_at_words() {
        let sentence = "  a sentence of some length";
        assert_eq!(wrapped(80, sentence), sentence);
        assert_eq!(wrapped(16, sentence), "  a sentence of\n  some length");
        let board = "\n a b c \n";
        assert_eq!(wrapped(16, board), board);
        for whole in [crate::board::START_FEN, "[White \"a name of some length\"]"] {
            assert_eq!(wrapped(16, whole), whole);
        }
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
