//! Lines that a person edits at a terminal, as an input for the protocol.

use std::collections::VecDeque;
use std::io::{self, BufReader, IsTerminal, Read};

use rustyline::DefaultEditor;
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;

use super::interrupt::{INTERRUPTED, end_on_signal};
use super::terminal::end;
#[cfg(unix)]
use super::terminal::note_settings;

/// An input of lines that are typed in a line editor with a history.
pub struct EditedInput {
    editor: DefaultEditor,
    /// What is left of the last line, with its end.
    line: VecDeque<u8>,
}

impl EditedInput {
    /// Returns an editor for lines that are typed; `None` unless standard input and output are a
    /// terminal. From then on, a signal ends the program and leaves the terminal as it was.
    pub fn at_terminal() -> Option<BufReader<EditedInput>> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let mut editor = is_terminal.then(|| DefaultEditor::new().ok()).flatten()?;
        #[cfg(unix)]
        note_settings();
        end_on_signal();
        // A program at the other end of the terminal would find their codes before our answers.
        editor.enable_bracketed_paste(false);
        editor.enable_synchronized_output(false);
        Some(BufReader::new(EditedInput { editor, line: VecDeque::new() }))
    }
}

impl Read for EditedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            let line = match self.editor.readline("") {
                Ok(line) => {
                    // A missing history is no error.
                    let _ = self.editor.add_history_entry(line.trim());
                    line + "\n"
                }
                // Control-D.
                Err(ReadlineError::Eof) => String::new(),
                // Control-C, which ends the program where no editor reads it.
                Err(ReadlineError::Interrupted) => end(INTERRUPTED),
                // The window has changed its size while the editor waited for the rest of a key.
                Err(ReadlineError::Signal(_)) => "\n".to_string(),
                // What was typed is no text, and is lost.
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    "\n".to_string()
                }
                Err(ReadlineError::Io(error)) => return Err(error),
                Err(error) => return Err(io::Error::other(error.to_string())),
            };
            self.line = line.into_bytes().into();
        }
        self.line.read(buffer)
    }
}
