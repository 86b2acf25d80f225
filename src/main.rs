//! The program, which runs one shell command, or the UCI loop if its arguments name none.

use std::io;
use std::process::ExitCode;

use ox88::shell::{EditedInput, ProtocolCommand};
use ox88::{shell, uci};

fn main() -> ExitCode {
    let is_log_chosen = init_log();
    let arguments = match shell::arguments() {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    match arguments.command {
        Some(command) => command.run(execute),
        None => shell::ending(match EditedInput::at_terminal() {
            Some(input) => uci::run(input, is_log_chosen),
            None => uci::run(io::stdin().lock(), is_log_chosen),
        }),
    }
}

/// Executes a command of the protocol. Control-C ends a search with its answer.
fn execute(command: &ProtocolCommand) -> ExitCode {
    let (position, lines) = match command.read() {
        Ok(found) => found,
        Err(error) => return shell::ending(Err(error)),
    };
    let signals = shell::stopped_by_control_c();
    let status = shell::ending(uci::execute(position, &lines, &signals));
    if signals.is_stopped() { ExitCode::from(shell::INTERRUPTED) } else { status }
}

/// Sends logs to standard error: those that `RUST_LOG` selects or, without it, Ox88's warnings, and
/// its other messages after `debug on`. Returns whether `RUST_LOG` selects them.
fn init_log() -> bool {
    let mut builder = env_logger::Builder::new();
    let chosen = chosen_filters();
    match &chosen {
        Some(filters) => builder.parse_filters(filters),
        None => builder.filter_module("ox88", log::LevelFilter::Debug),
    };
    if let Some(log) = uci::DroppingLog::unless_terminal() {
        builder.target(env_logger::Target::Pipe(Box::new(log)));
    }
    builder.init();
    if chosen.is_none() {
        log::set_max_level(log::LevelFilter::Warn);
    }
    chosen.is_some()
}

/// Returns the filters in `RUST_LOG`, if it has any and they are valid. `env_logger` would print
/// what is wrong with them, and panic where standard error is closed or full.
fn chosen_filters() -> Option<String> {
    let filters = std::env::var_os("RUST_LOG")?;
    let filters = filters.to_string_lossy().into_owned();
    if filters.trim().is_empty() {
        return None;
    }
    match env_filter::Builder::new().try_parse(&filters) {
        Ok(_) => Some(filters),
        Err(error) => {
            shell::print_error(format_args!("RUST_LOG: {error}"));
            None
        }
    }
}
