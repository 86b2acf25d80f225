//! Commands of the protocol in the shell: `ox88 go depth 10`. `uci` executes them.

use std::ffi::OsString;

use clap::{Args, Subcommand};

use super::{help, subject};
use crate::board::Position;
use crate::text::Quoted;

/// Commands of the protocol that make sense alone.
#[derive(Subcommand, Debug)]
pub enum ProtocolCommand {
    /// Search a position, as `go` of the protocol does.
    ///
    /// Takes the words that `go` takes in the protocol, behind the options, and
    /// prints the same lines. Without a limit it searches until Control-C asks for
    /// the answer. `ox88 analyse` has lines for people.
    #[command(after_long_help = help::page(&[], GO))]
    Go {
        /// The position and the options.
        #[command(flatten)]
        setup: ProtocolSetup,
        /// What limits the search: depth 10, movetime 1000, nodes 50000; or
        /// perft 5.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Show a position, as `d` of the protocol does.
    ///
    /// Shows the board, the FEN, the keys, and which pieces give check.
    #[command(name = "d", after_long_help = help::page(&[], DISPLAY))]
    Display(PositionArguments),
    /// Show the static evaluation of a position, as `eval` of the protocol does.
    ///
    /// Shows the value of the position and, but for known endings, what each piece
    /// contributes to it.
    #[command(after_long_help = help::page(&[], EVAL))]
    Eval(PositionArguments),
    /// Show the name and the options, as `uci` of the protocol does.
    ///
    /// The lines have the names, kinds, defaults and ranges of the options that
    /// `setoption` sets.
    #[command(after_long_help = help::page(&[], UCI))]
    Uci,
}

/// The arguments of `ox88 d` and `ox88 eval`.
#[derive(Args, Debug)]
pub struct PositionArguments {
    /// The position in one or several words, as --fen takes it.
    #[arg(conflicts_with = "fen")]
    position: Vec<OsString>,
    #[command(flatten)]
    setup: ProtocolSetup,
}

/// The position and the options of a command.
#[derive(Args, Debug)]
#[group(skip)]
pub struct ProtocolSetup {
    /// The position: a FEN, with castling letters of standard chess, X-FEN or
    /// Shredder-FEN; startpos, or either with moves behind it; or a file of
    /// positions or games. Without it, the start position.
    #[arg(long, value_name = "POSITION")]
    fen: Option<OsString>,
    /// Set an option of the protocol, as `ox88 uci` shows them; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

const GO: &str = "\
Search ten plies deep:
  ox88 go depth 10
The three best lines, on two threads:
  ox88 go --option MultiPV=3 --option Threads=2 movetime 5000
Look at two moves for a second:
  ox88 go movetime 1000 searchmoves e2e4 d2d4
Search another position:
  ox88 go --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" depth 12
Count leaves, by the first move:
  ox88 go perft 5";
const DISPLAY: &str = "\
See the board and its key:
  ox88 d
See what moves lead to:
  ox88 d startpos moves e2e4 c5
See another position:
  ox88 d --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"";
const EVAL: &str = "\
See what the pieces are worth:
  ox88 eval
The same in another position:
  ox88 eval --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"";
const UCI: &str = "\
See which options there are:
  ox88 uci";

impl ProtocolCommand {
    /// Returns the position, and the lines of the protocol that set the options and execute the
    /// command.
    ///
    /// # Errors
    /// Where --fen is no position, --option has no name and value, or one of them or a position is
    /// among the words of `go`.
    pub fn read(&self) -> Result<(Position, Vec<String>), String> {
        if let ProtocolCommand::Go { words, .. } = self {
            for (option, value) in [("--fen", "FEN"), ("--option", "NAME=VALUE")] {
                let is_option = |word: &String| {
                    let rest = word.strip_prefix(option);
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
                };
                if words.iter().any(is_option) {
                    return Err(format!(
                        "{option} belongs before the words: go {option} {value} depth 10"
                    ));
                }
            }
            if words.iter().any(|word| ["startpos", "fen", "moves"].contains(&word.as_str())) {
                let wanted = "go --fen \"startpos moves e2e4\" depth 10";
                return Err(format!("a position belongs before the words, in quotes: {wanted}"));
            }
        }
        let ((position, mut lines), command) = match self {
            ProtocolCommand::Go { setup, words } => {
                (setup.read(&[])?, format!("go {}", words.join(" ")))
            }
            ProtocolCommand::Display(PositionArguments { position, setup }) => {
                (setup.read(position)?, "d".to_string())
            }
            ProtocolCommand::Eval(PositionArguments { position, setup }) => {
                (setup.read(position)?, "eval".to_string())
            }
            ProtocolCommand::Uci => ((Position::startpos(), Vec::new()), "uci".to_string()),
        };
        lines.push(command);
        Ok((position, lines))
    }
}

impl ProtocolSetup {
    /// Returns the position, which `words` name where --fen does not, and the lines of the protocol
    /// that set the options.
    fn read(&self, words: &[OsString]) -> Result<(Position, Vec<String>), String> {
        let position = subject::chosen(self.fen.as_ref(), words)?;
        let position = position.unwrap_or_else(Position::startpos);
        let mut lines = Vec::new();
        if position.is_chess960() {
            // Castling could be written like a king's step.
            lines.push("setoption name UCI_Chess960 value true".to_string());
        }
        for option in &self.options {
            let (name, value) = match option.split_once('=') {
                Some((name, value)) if !name.trim().is_empty() => (name.trim(), value),
                _ => {
                    return Err(format!("--option expects NAME=VALUE, not {}", Quoted(option)));
                }
            };
            lines.push(format!("setoption name {name} value {value}"));
        }
        Ok((position, lines))
    }
}
