//! The shell's face: one file a subcommand. Without one, the program speaks
//! UCI.

#![expect(clippy::print_stderr, reason = "what went wrong, and how far it is")]

mod analyse;
mod bench;
mod book;
mod compare;
mod contest;
mod data;
mod datagen;
mod evaluator;
mod files;
mod perft;
mod play;
mod plot;
mod progress;
mod score_plot;
mod searching;
mod suite;
mod text;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A UCI chess engine on a 0x88 mailbox board.
///
/// Without a command it speaks UCI on standard input and output; type `help`
/// there for a few words to try.
#[derive(Parser, Debug)]
#[command(name = "ox88", version, about, long_about)]
pub struct Arguments {
    /// What to do instead of speaking UCI.
    #[command(subcommand)]
    pub command: Option<ShellCommand>,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum ShellCommand {
    /// Count the leaves of the move tree.
    Perft(perft::Arguments),
    /// Search a fixed set of positions; the node count is the engine's
    /// signature.
    Bench(bench::Arguments),
    /// Find the best lines of positions, or the mistakes of games.
    Analyse(analyse::Arguments),
    /// Solve a test suite.
    Suite(suite::Arguments),
    /// Play a game of chess in the terminal.
    Play(play::Arguments),
    /// Let two players play each other.
    Match(contest::Arguments),
    /// Compare what each idea of tree search saves.
    Compare(compare::Arguments),
    /// Play games against itself, to train a network on.
    Datagen(datagen::Arguments),
    /// Show, check and filter files of such games.
    Data(data::Arguments),
    /// Make opening books, and look into them.
    Book(book::Arguments),
}

impl ShellCommand {
    /// Runs the command. A failure is one line on standard error and exit
    /// status 2.
    pub fn run(self) -> ExitCode {
        let result = match self {
            ShellCommand::Perft(arguments) => perft::run(&arguments),
            ShellCommand::Bench(arguments) => bench::run(&arguments),
            ShellCommand::Analyse(arguments) => analyse::run(&arguments),
            ShellCommand::Suite(arguments) => suite::run(&arguments),
            ShellCommand::Play(arguments) => play::run(&arguments),
            ShellCommand::Match(arguments) => contest::run(&arguments),
            ShellCommand::Compare(arguments) => compare::run(&arguments),
            ShellCommand::Datagen(arguments) => datagen::run(&arguments),
            ShellCommand::Data(arguments) => data::run(&arguments),
            ShellCommand::Book(arguments) => book::run(&arguments),
        };
        match result {
            Ok(()) => ExitCode::SUCCESS,
            Err(reason) => {
                eprintln!("ox88: {reason}");
                ExitCode::from(2)
            }
        }
    }
}

/// Reads the command line. A wrong one is one line on standard error and exit
/// status 2.
pub fn arguments() -> Result<Arguments, ExitCode> {
    Arguments::try_parse().map_err(|error| {
        if !error.use_stderr() {
            // Help and version are what was asked for.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        let text = error.render().to_string();
        let line = text.lines().next().unwrap_or("wrong arguments");
        eprintln!(
            "ox88: {} (try 'ox88 --help')",
            line.trim_start_matches("error: ")
        );
        ExitCode::from(2)
    })
}

/// Writes a line to standard output. A reader that has left, like `head` once
/// it has seen enough, ends the program quietly.
fn print_line(line: impl std::fmt::Display) {
    use std::io::Write;
    if writeln!(std::io::stdout().lock(), "{line}").is_err() {
        std::process::exit(0);
    }
}
