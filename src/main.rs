//! Arguments to one shell command, or to the UCI loop.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use ox88::shell::{ProtocolCommand, ShellCommand};
use ox88::{shell, uci};

fn main() -> ExitCode {
    init_log();
    let arguments = match shell::arguments() {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    match arguments.command {
        Some(ShellCommand::Protocol(command)) => execute(&command),
        Some(command) => command.run(),
        None => ending(uci::run(io::stdin().lock())),
    }
}

/// Executes a command of the protocol. Control-C ends a search with its answer.
fn execute(command: &ProtocolCommand) -> ExitCode {
    let lines = match command.lines() {
        Ok(lines) => lines,
        Err(error) => return ending::<String>(Err(error)),
    };
    let signals = shell::stopped_by_control_c();
    let status = ending(uci::execute(&lines, &signals));
    match signals.is_stopped() {
        true => ExitCode::from(shell::INTERRUPTED),
        false => status,
    }
}

/// The exit status of an outcome, whose error goes to standard error.
fn ending<E: Display>(outcome: Result<(), E>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            shell::print_error(error);
            ExitCode::from(shell::FAILURE)
        }
    }
}

/// Logs go to standard error: what `RUST_LOG` says, or else ours after `debug on`.
fn init_log() {
    let mut builder = env_logger::Builder::new();
    let chosen = std::env::var_os("RUST_LOG");
    match &chosen {
        Some(text) => {
            let (filters, complaint) = known_filters(&text.to_string_lossy());
            builder.parse_filters(&filters);
            if let Some(complaint) = complaint {
                shell::print_error(format_args!("RUST_LOG: {complaint}"));
            }
        }
        None => {
            builder.filter_module("ox88", log::LevelFilter::Debug);
        }
    }
    builder.init();
    if chosen.is_none() {
        log::set_max_level(log::LevelFilter::Warn);
    }
}

/// The filters that `env_logger` knows, and what is wrong with the first of the others. It prints
/// a warning for each of those, and panics where standard error is closed or full.
fn known_filters(text: &str) -> (String, Option<String>) {
    // Without its feature `regex`, the pattern is any text.
    let (filters, pattern) = text.split_once('/').unwrap_or((text, ""));
    if pattern.contains('/') {
        let complaint = format!("'{}' has more than one '/'", text.escape_debug());
        return (String::new(), Some(complaint));
    }
    let (known, others): (Vec<&str>, Vec<&str>) =
        filters.split(',').partition(|filter| is_known(filter));
    let complaint = others.first().map(|filter| {
        format!(
            "'{}' is not MODULE=LEVEL; levels are off, error, warn, info, debug and trace",
            filter.trim().escape_debug()
        )
    });
    let known = known.join(",");
    match pattern {
        "" => (known, complaint),
        _ => (format!("{known}/{pattern}"), complaint),
    }
}

/// A level, a module, or both with an equals sign between.
fn is_known(filter: &str) -> bool {
    filter.split_once('=').is_none_or(|(_, level)| {
        let level = level.trim();
        level.is_empty() || level.parse::<log::LevelFilter>().is_ok()
    })
}
