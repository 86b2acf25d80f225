//! Parsing of the command line by clap, and the dispatch of each subcommand to its file.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use super::protocol::ProtocolCommand;
use super::terminal::{FAILURE, end_without_output, ending, print_error};
use super::{
    analyse, average, bench, book, compare, completions, data, datagen, genfens, help, man,
    matches, perft, play, suite, train,
};
use super::{complaint, processor, text};
use crate::disk::remove_unfinished;

/// A UCI chess engine on a 0x88 mailbox board.
///
/// Without a command it speaks UCI, the protocol of chess programs, on standard
/// input and output; type `help` there for a few words to try. `go`, `d`, `eval`
/// and `uci` of the protocol are also commands.
#[derive(Parser, Debug)]
#[command(name = "ox88", version, long_version = processor::long_version(),
          about, long_about, max_term_width = text::WIDTH,
          after_long_help = help::page(&[("Environment", ENVIRONMENT)], EXAMPLES),
          mut_subcommands = complaint::with_negative_numbers)]
pub struct Arguments {
    /// What to do instead of speaking UCI.
    #[command(subcommand)]
    pub command: Option<ShellCommand>,
}

const ENVIRONMENT: &str = "\
RUST_LOG  what is logged on standard error: error, warn, info, debug or trace";

const EXAMPLES: &str = "\
Ask for a move, after ten seconds of thought:
  printf 'position startpos\\ngo movetime 10000\\n' | ox88
Play a game in the terminal:
  ox88 play --level club
Find the mistakes of a game:
  ox88 analyse game.pgn
Show the options of a command:
  ox88 perft --help";

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum ShellCommand {
    /// Count the leaves of the move tree.
    ///
    /// Counts the sequences of so many legal moves from a position: the usual
    /// test of a move generator, and a measure of its speed. The last line is
    /// the count.
    Perft(perft::Arguments),
    /// Search a fixed set of positions; the node count is the engine's
    /// signature.
    ///
    /// Searches each position to the same depth, with one thread and an empty
    /// table, and prints its nodes; the last line has their sum and the speed.
    /// The sum is the same on every machine. It changes with search and evaluation:
    /// also in a build with another network (feature `evalfile`), and in one that
    /// searches some pruned nodes for statistics (feature `stats`).
    Bench(bench::Arguments),
    /// Find the best lines of positions, or the mistakes of games.
    ///
    /// Tells the score and the best lines of a position, or of each position of
    /// a file. Of a game it tells the score before and after each move, what
    /// would have been better than the bad ones, and how well each side played.
    #[command(alias = "analyze")]
    Analyse(analyse::Arguments),
    /// Solve a test suite.
    ///
    /// Searches the positions of a file, several at a time. Prints how many are
    /// solved, how long that took, and which are not. Control-C prints the result
    /// so far.
    Suite(suite::Arguments),
    /// Play a game of chess in the terminal.
    ///
    /// You play White against the level 'intermediate', by default.
    /// Moves are typed as e2e4, Nf3 or O-O; `help` tells what else can be typed.
    Play(play::Arguments),
    /// Let two players play each other.
    ///
    /// Every start is played twice, with colours reversed. Prints wins, draws
    /// and losses of the first player, and the Elo difference with its error
    /// where the games tell one.
    /// The same seed gives the same games on any number of threads, unless a
    /// player goes by time.
    Match(matches::Arguments),
    /// Compare what each idea of tree search saves.
    ///
    /// All players of the ladder from minimax up search the same positions to
    /// the same depths. The players from minimax to deepening find the same scores,
    /// and only their work differs; ox88 is the whole engine. Prints the nodes and
    /// the time that each player needs.
    Compare(compare::Arguments),
    /// Play games against itself, to train a network on.
    ///
    /// Each game begins with random moves and ends when its result is clear. It
    /// depends on the settings, the seed and its number alone, so that files of
    /// several machines with several seeds can be joined end to end. On a
    /// terminal, a line shows the progress.
    Datagen(datagen::Arguments),
    /// Print openings for the data generation of OpenBench.
    ///
    /// Each is a line 'info string genfens FEN': an opening with some random moves,
    /// whose score is even enough. They are the starts of the games that
    /// `ox88 datagen` plays with the same seed, openings and settings (its
    /// --quick-nodes, where given, are the --nodes here).
    Genfens(genfens::Arguments),
    /// Show, check, filter and rescore files of self-play games.
    ///
    /// The files are those of `ox88 datagen`, in viriformat. The samples for
    /// `ox88 train` are drawn from them.
    #[command(subcommand)]
    Data(data::Arguments),
    /// Train a network on samples of self-play games.
    ///
    /// Reads the training samples that `ox88 data filter` draws from games, and
    /// writes a network that `EvalFile` and --eval-file take. A run depends on
    /// the samples, the settings, the seed and the number of threads alone; one
    /// that was stopped goes on as if it had not been.
    Train(train::Arguments),
    /// Average networks of the same shape.
    ///
    /// Each number of the new network is the mean of those of the others, which
    /// must have grown from the same weights: a network that was trained on new
    /// games alone forgets a little of what older games taught it, and the mean
    /// keeps both.
    Average(average::Arguments),
    /// Make opening books, and look into them.
    ///
    /// Books are files in the Polyglot format (.bin), which other programs can
    /// use too.
    #[command(subcommand)]
    Book(book::Arguments),
    /// A command of the protocol.
    #[command(flatten)]
    Protocol(ProtocolCommand),
    /// Print completions for a shell.
    ///
    /// With them the shell completes commands, options, and the names of players,
    /// levels, evaluations and shells. The folders in the examples must exist.
    Completions(completions::Arguments),
    /// Print manual pages.
    ///
    /// They have the text of `--help`, in the format of man.
    Man(man::Arguments),
}

impl ShellCommand {
    /// Runs the command; one of the protocol by `execute`, since this module does not know `uci`.
    /// An error is one line on standard error and exit status 2.
    pub fn run(self, execute: impl FnOnce(&ProtocolCommand) -> ExitCode) -> ExitCode {
        let result = match self {
            ShellCommand::Perft(arguments) => perft::run(&arguments),
            ShellCommand::Bench(arguments) => bench::run(&arguments),
            ShellCommand::Analyse(arguments) => analyse::run(&arguments),
            ShellCommand::Suite(arguments) => suite::run(&arguments),
            ShellCommand::Play(arguments) => play::run(&arguments),
            ShellCommand::Match(arguments) => matches::run(&arguments),
            ShellCommand::Compare(arguments) => compare::run(&arguments),
            ShellCommand::Datagen(arguments) => datagen::run(&arguments),
            ShellCommand::Genfens(arguments) => genfens::run(&arguments),
            ShellCommand::Data(arguments) => data::run(&arguments),
            ShellCommand::Train(arguments) => train::run(&arguments),
            ShellCommand::Average(arguments) => average::run(&arguments),
            ShellCommand::Book(arguments) => book::run(&arguments),
            ShellCommand::Protocol(command) => return execute(&command),
            ShellCommand::Completions(arguments) => completions::run(&arguments),
            ShellCommand::Man(arguments) => man::run(&arguments),
        };
        // A thread that has not ended may still have unfinished files.
        drop(remove_unfinished());
        ending(result)
    }
}

/// Reads the command line. An error is one line on standard error and exit status 2.
pub fn arguments() -> Result<Arguments, ExitCode> {
    Arguments::try_parse_from(words()).map_err(|error| {
        if !error.use_stderr() {
            // Help and version are not errors.
            error.print().unwrap_or_else(|error| end_without_output(&error));
            return ExitCode::SUCCESS;
        }
        let (command, name) = command();
        let complaint = complaint::in_one_line(&error, &command);
        print_error(format_args!("{complaint} (try '{name} --help')"));
        ExitCode::from(FAILURE)
    })
}

/// Returns the words of the command line. `help --help` is `help`.
fn words() -> Vec<OsString> {
    let mut words = genfens::split(std::env::args_os().collect());
    if words.get(1).is_some_and(|word| word == "help") {
        words.retain(|word| word != "--help" && word != "-h");
    }
    words
}

/// Returns the subcommand in the command line, as far as there is one, and its words.
fn command() -> (clap::Command, String) {
    let mut command = Arguments::command();
    let mut name = "ox88".to_string();
    for word in words().into_iter().skip(1) {
        let Some(found) = command.find_subcommand(&word) else {
            break;
        };
        command = found.clone();
        name = format!("{name} {}", command.get_name());
    }
    (command, name)
}
