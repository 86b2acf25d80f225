//! Commands of the protocol in the shell: `ox88 go depth 10`. `uci` executes them.

use clap::Subcommand;

use super::help::{self, Example};

/// Commands of the protocol that make sense alone.
#[derive(Subcommand, Debug)]
pub enum ProtocolCommand {
    /// Search the start position, as `go` of the protocol does.
    ///
    /// Takes the words that `go` takes in the protocol, and prints the same lines.
    /// Without a limit it searches until Control-C ends it. `ox88 analyse` has
    /// lines for people, and takes other positions.
    #[command(after_long_help = help::page(&[], GO))]
    Go {
        /// What limits the search: depth 10, movetime 1000, nodes 50000; or
        /// perft 5.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Show the start position, as `d` of the protocol does.
    ///
    /// Shows the board, the FEN and the key, as the protocol does of any position
    /// that is set up.
    #[command(name = "d", after_long_help = help::page(&[], DISPLAY))]
    Display,
    /// Show the static evaluation of the start position.
    ///
    /// Does what `eval` does in the protocol. What each piece has to do with it
    /// tells more of other positions: set one up there.
    #[command(after_long_help = help::page(&[], EVAL))]
    Eval,
    /// Show the name and the options, as `uci` of the protocol does.
    ///
    /// The lines have the names, kinds, defaults and ranges of the options that
    /// `setoption` sets.
    #[command(after_long_help = help::page(&[], UCI))]
    Uci,
}

const GO: &[Example] = &[
    ("Search ten plies deep", "ox88 go depth 10"),
    (
        "Look at two moves for a second",
        "ox88 go movetime 1000 searchmoves e2e4 d2d4",
    ),
    ("Count leaves, by the first move", "ox88 go perft 5"),
];
const DISPLAY: &[Example] = &[("See the board and its key", "ox88 d")];
const EVAL: &[Example] = &[("See what the pieces are worth", "ox88 eval")];
const UCI: &[Example] = &[("See which options there are", "ox88 uci")];

impl ProtocolCommand {
    /// The command as a line of the protocol.
    pub fn line(&self) -> String {
        match self {
            ProtocolCommand::Go { words } => format!("go {}", words.join(" ")),
            ProtocolCommand::Display => "d".to_string(),
            ProtocolCommand::Eval => "eval".to_string(),
            ProtocolCommand::Uci => "uci".to_string(),
        }
    }
}
