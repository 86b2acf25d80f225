//! Commands that can be typed instead of a move.

use std::path::PathBuf;

use crate::board::Square;

/// The help text.
pub const HELP: &str = "\
A move is typed as e2e4, Nf3, exd5, O-O or e8=Q; or e2 shows where the piece
there can go, and the next square moves it.
  moves, moves e2  the legal moves, or those of one piece
  undo             take back your last move, and the answer to it
  hint             a good move
  eval             what each piece is worth here
  score            show, or no longer show, the scores of the players
  board, flip      show the board, or from the other side
  fen              the position as text
  pgn, pgn FILE    show the game, or add it to a file
  draw, resign     offer a draw, or give up
  new              another game
  quit             leave
Control-C makes your opponent move at once; in a game without a human it
ends the program.";

/// A line, parsed without the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// Show the help.
    Help,
    /// Show the legal moves, or those from a square.
    Moves(Option<Square>),
    /// Take a move back.
    Undo,
    /// Suggest a move.
    Hint,
    /// Show the static evaluation.
    Eval,
    /// Switch the scores of moves on or off.
    Score,
    /// Show the board.
    Board,
    /// Turn the board.
    Flip,
    /// Show the FEN.
    Fen,
    /// Show the game as PGN, or add it to a file.
    Pgn(Option<PathBuf>),
    /// Offer a draw.
    Draw,
    /// Resign.
    Resign,
    /// Start a new game.
    New,
    /// Quit.
    Quit,
    /// An empty line.
    Nothing,
    /// No command; perhaps a move.
    Other(String),
}

impl PlayCommand {
    /// Reads a line.
    pub fn read(line: &str) -> PlayCommand {
        // Some editors and shells begin a text with a byte order mark.
        let line = line.trim_start_matches('\u{feff}').trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word.to_lowercase().as_str() {
            "" => PlayCommand::Nothing,
            "moves" if !rest.is_empty() => match rest.to_lowercase().parse() {
                Ok(square) => return PlayCommand::Moves(Some(square)),
                Err(_) => PlayCommand::Other(line.to_string()),
            },
            "pgn" if !rest.is_empty() => match unquoted(rest) {
                "" => PlayCommand::Other(line.to_string()),
                name => return PlayCommand::Pgn(Some(name.into())),
            },
            "help" | "?" => PlayCommand::Help,
            "moves" => PlayCommand::Moves(None),
            "undo" => PlayCommand::Undo,
            "hint" => PlayCommand::Hint,
            "eval" => PlayCommand::Eval,
            "score" | "scores" => PlayCommand::Score,
            "board" => PlayCommand::Board,
            "flip" => PlayCommand::Flip,
            "fen" => PlayCommand::Fen,
            "pgn" => PlayCommand::Pgn(None),
            "draw" => PlayCommand::Draw,
            "resign" => PlayCommand::Resign,
            "new" => PlayCommand::New,
            "quit" | "exit" => PlayCommand::Quit,
            _ => PlayCommand::Other(line.to_string()),
        };
        // A command with too many words is none.
        if rest.is_empty() {
            command
        } else {
            PlayCommand::Other(line.to_string())
        }
    }
}

/// The name of a file without a pair of quotation marks, which a shell would take off.
fn unquoted(name: &str) -> &str {
    let inner = |mark: char| name.strip_prefix(mark)?.strip_suffix(mark);
    ['"', '\''].into_iter().find_map(inner).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        let other = |text: &str| PlayCommand::Other(text.to_string());
        for (line, expected) in [
            ("  \t\n", PlayCommand::Nothing),
            ("HELP\n", PlayCommand::Help),
            ("moves", PlayCommand::Moves(None)),
            ("moves E2", PlayCommand::Moves("e2".parse().ok())),
            ("moves e9", other("moves e9")),
            (
                "pgn my game.pgn",
                PlayCommand::Pgn(Some("my game.pgn".into())),
            ),
            (
                "pgn \"my game.pgn\"",
                PlayCommand::Pgn(Some("my game.pgn".into())),
            ),
            ("pgn '\"a\"'", PlayCommand::Pgn(Some("\"a\"".into()))),
            ("pgn \"a", PlayCommand::Pgn(Some("\"a".into()))),
            ("pgn \"\"", other("pgn \"\"")),
            ("exit", PlayCommand::Quit),
            ("quit now", other("quit now")),
            (" e2 e4 ", other("e2 e4")),
            ("\u{feff}e2e4\r\n", other("e2e4")),
            ("\u{feff}quit", PlayCommand::Quit),
            ("Nf3", other("Nf3")),
        ] {
            assert_eq!(PlayCommand::read(line), expected, "{line:?}");
        }
    }
}
