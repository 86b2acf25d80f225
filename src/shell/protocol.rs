//! Commands of the protocol in the shell: `ox88 go depth 10`. `uci` executes them.

use clap::{Args, Subcommand};

use super::fen;
use super::help::{self, Example};

/// Commands of the protocol that make sense alone.
#[derive(Subcommand, Debug)]
pub enum ProtocolCommand {
    /// Search a position, as `go` of the protocol does.
    ///
    /// Takes the words that `go` takes in the protocol, behind the options, and
    /// prints the same lines. Without a limit it searches until Control-C asks for
    /// the answer. `ox88 analyse` has lines for people.
    #[command(after_long_help = help::page(&[], GO))]
    Go(GoArguments),
    /// Show a position, as `d` of the protocol does.
    ///
    /// Shows the board, the FEN and the key.
    #[command(name = "d", after_long_help = help::page(&[], DISPLAY))]
    Display(StartPosition),
    /// Show the static evaluation of a position, as `eval` of the protocol does.
    ///
    /// Shows the value of the position and, but for known endings, what each piece
    /// contributes to it.
    #[command(after_long_help = help::page(&[], EVAL))]
    Eval(StartPosition),
    /// Show the name and the options, as `uci` of the protocol does.
    ///
    /// The lines have the names, kinds, defaults and ranges of the options that
    /// `setoption` sets.
    #[command(after_long_help = help::page(&[], UCI))]
    Uci,
}

/// The arguments of `ox88 go`.
#[derive(Args, Debug)]
pub struct GoArguments {
    #[command(flatten)]
    start: StartPosition,
    /// What limits the search: depth 10, movetime 1000, nodes 50000; or
    /// perft 5.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// The position of a command.
#[derive(Args, Debug)]
#[group(skip)]
pub struct StartPosition {
    /// The position; castling letters of standard chess, X-FEN or Shredder-FEN.
    /// Without it, the start position.
    #[arg(long)]
    fen: Option<String>,
}

const GO: &[Example] = &[
    ("Search ten plies deep", "ox88 go depth 10"),
    (
        "Look at two moves for a second",
        "ox88 go movetime 1000 searchmoves e2e4 d2d4",
    ),
    (
        "Search another position",
        r#"ox88 go --fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" depth 12"#,
    ),
    ("Count leaves, by the first move", "ox88 go perft 5"),
];
const DISPLAY: &[Example] = &[
    ("See the board and its key", "ox88 d"),
    (
        "See another position",
        r#"ox88 d --fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1""#,
    ),
];
const EVAL: &[Example] = &[
    ("See what the pieces are worth", "ox88 eval"),
    (
        "The same in another position",
        r#"ox88 eval --fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1""#,
    ),
];
const UCI: &[Example] = &[("See which options there are", "ox88 uci")];

impl ProtocolCommand {
    /// The lines of the protocol that set up the position and execute the command.
    ///
    /// # Errors
    /// Where --fen is no position, or among the words of `go`.
    pub fn lines(&self) -> Result<Vec<String>, String> {
        let is_fen = |word: &String| word == "--fen" || word.starts_with("--fen=");
        if let ProtocolCommand::Go(GoArguments { words, .. }) = self
            && words.iter().any(is_fen)
        {
            return Err("--fen belongs before the words: go --fen FEN depth 10".to_string());
        }
        let mut lines = match self {
            ProtocolCommand::Go(GoArguments { start, .. })
            | ProtocolCommand::Display(start)
            | ProtocolCommand::Eval(start) => start.lines()?,
            ProtocolCommand::Uci => Vec::new(),
        };
        lines.push(self.line());
        Ok(lines)
    }

    /// The command as a line of the protocol.
    pub(super) fn line(&self) -> String {
        match self {
            ProtocolCommand::Go(arguments) => format!("go {}", arguments.words.join(" ")),
            ProtocolCommand::Display(_) => "d".to_string(),
            ProtocolCommand::Eval(_) => "eval".to_string(),
            ProtocolCommand::Uci => "uci".to_string(),
        }
    }
}

impl StartPosition {
    /// The lines of the protocol that set it up.
    fn lines(&self) -> Result<Vec<String>, String> {
        let Some(fen) = &self.fen else {
            return Ok(Vec::new());
        };
        let position = fen::position("--fen", fen)?;
        let mut lines = Vec::new();
        if position.is_chess960() {
            // Castling could be written like a king's step.
            lines.push("setoption name UCI_Chess960 value true".to_string());
        }
        lines.push(format!("position fen {}", position.fen()));
        Ok(lines)
    }
}
