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

/// Control-C ends a search with its answer.
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

fn ending<E: Display>(outcome: Result<(), E>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            shell::print_error_line(format_args!("ox88: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Logs go to standard error: what `RUST_LOG` says, or else ours after `debug on`.
fn init_log() {
    let chosen = std::env::var_os("RUST_LOG").is_some();
    let mut builder = env_logger::Builder::from_default_env();
    if !chosen {
        builder.filter_module("ox88", log::LevelFilter::Debug);
    }
    builder.init();
    if !chosen {
        log::set_max_level(log::LevelFilter::Warn);
    }
}
