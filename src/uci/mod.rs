//! The UCI protocol. <https://www.chessprogramming.org/UCI>
//!
//! `input.rs` reads lines, `command.rs` parses them, `session.rs` executes them, and `output.rs`
//! writes the answers. Searches, perft and the benchmark run one after another on a thread of their
//! own (`engine.rs`, `engine_thread.rs`), so that lines are read meanwhile. `options.rs` declares
//! the options. Only this module uses vampirc-uci.

mod book;
mod command;
mod counts;
mod debug_log;
mod dropping_log;
mod engine;
mod engine_thread;
mod input;
mod open_searches;
mod options;
mod output;
mod session;
mod streams;

pub use command::{Command, Go};
pub use dropping_log::DroppingLog;
pub use options::{OptionName, Options, Setting};

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::time::Instant;

use crate::board::Position;
use crate::search::Signals;
use engine::QUIT_TIMEOUT;
use input::{InputLines, ends_soon};
use session::{Session, program_name};

/// Executes lines until `quit` or the end of input. At the end of input, a count (perft, bench) and
/// a search with a limit run to their end while the output has a reader. A count does so too where
/// the input ends right after `quit`, as in a script. On a terminal, a greeting is shown, and
/// unknown commands are reported. `is_log_chosen` tells that `RUST_LOG` chooses what is logged, so
/// that `debug` is refused.
///
/// # Errors
/// Where there is no memory for the hash table, or no thread to search on; and where the input
/// cannot be read, which counts as its end.
pub fn run(input: impl BufRead, is_log_chosen: bool) -> Result<(), String> {
    let mut session = Session::start()?;
    session.is_log_chosen = is_log_chosen;
    let has_person = io::stdin().is_terminal() && io::stdout().is_terminal();
    if has_person {
        output::reply(format_args!(
            "{}, a UCI chess engine: type 'help' or 'quit'",
            program_name()
        ));
    }
    let mut lines = InputLines::of(input);
    let ending = loop {
        let line = match lines.next() {
            Ok(Some(Ok(line))) => line,
            Ok(Some(Err(error))) => {
                // Only a `position` may be so long.
                session.is_position_refused = true;
                output::reply_note(error);
                continue;
            }
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        };
        let arrival = Instant::now();
        debug_log::log(debug_log::READ, line.trim_end());
        let command = Command::parse(&line);
        if command == Command::Quit {
            quit(session, lines, has_person);
            return Ok(());
        }
        if has_person
            && command == Command::Nothing
            && let Some(note) = command::unknown(&line)
        {
            output::reply_note(note);
        }
        if let Err(reason) = session.execute(command, arrival) {
            output::reply_note(reason);
        }
    };
    session.stop_unbounded_search();
    session.engine.finish();
    output::finish(None);
    ending.map_err(|error| format!("standard input: {error}"))
}

/// Ends a session at `quit`. A count runs to its end if the input of a script ends there.
fn quit(session: Session, lines: InputLines<impl BufRead>, has_person: bool) {
    let is_counting = session.engine.is_counting() && !has_person;
    if !is_counting && !output::any_waiting() {
        session.engine.leave();
        return output::finish(Some(QUIT_TIMEOUT));
    }
    // Unlocks the input, which another thread reads now.
    drop(lines);
    let is_script = ends_soon();
    if is_script && is_counting {
        session.engine.stop_search();
        session.engine.finish();
    } else {
        session.engine.leave();
    }
    output::finish((!is_script).then_some(QUIT_TIMEOUT));
}

/// Executes lines in this position as if they were all of the input; but an infinite search goes on
/// until the signals stop it or its output has no reader.
///
/// # Errors
/// Where the engine cannot start, or at the first command that makes no sense or fails.
pub fn execute(position: Position, lines: &[String], signals: &Arc<Signals>) -> Result<(), String> {
    let mut session = Session::start()?;
    session.position = position;
    session.engine.stop_by(signals);
    session.engine.send(|thread| thread.keeps_failure = true);
    let outcome = lines.iter().try_for_each(|line| {
        debug_log::log(debug_log::READ, line);
        let command = Command::parse(line);
        let is_option = matches!(command, Command::SetOption { .. });
        session.execute_if_sound(command, Instant::now())?;
        // The time of a `go` counts from its line: there is no `readyok` to wait for before.
        if is_option { session.engine.wait_for_jobs() } else { Ok(()) }
    });
    session.engine.finish();
    output::finish(None);
    outcome
}
