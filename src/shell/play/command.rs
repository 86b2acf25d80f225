//! What a person can type instead of a move.

use std::path::PathBuf;

use crate::board::Square;

/// What to type, and what it does.
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
Control-C makes the engine move at once.";

/// A line, as far as it can be understood without the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// What can be typed.
    Help,
    /// The legal moves, or those from a square.
    Moves(Option<Square>),
    /// A move back.
    Undo,
    /// What to play.
    Hint,
    /// The static evaluation.
    Eval,
    /// Scores of moves from now on, or no longer.
    Score,
    /// The board once more.
    Board,
    /// The board from the other side.
    Flip,
    /// The position as FEN.
    Fen,
    /// The game as PGN, shown or added to a file.
    Pgn(Option<PathBuf>),
    /// The offer of a draw.
    Draw,
    /// Giving up.
    Resign,
    /// The next game.
    New,
    /// The end.
    Quit,
    /// A line of spaces.
    Nothing,
    /// Perhaps a move.
    Other(String),
}

impl Command {
    /// Reads a line.
    pub fn read(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word.to_lowercase().as_str() {
            "" => Command::Nothing,
            "moves" if !rest.is_empty() => match rest.to_lowercase().parse() {
                Ok(square) => return Command::Moves(Some(square)),
                Err(_) => Command::Other(line.to_string()),
            },
            "pgn" if !rest.is_empty() => return Command::Pgn(Some(rest.into())),
            "help" | "?" => Command::Help,
            "moves" => Command::Moves(None),
            "undo" => Command::Undo,
            "hint" => Command::Hint,
            "eval" => Command::Eval,
            "score" | "scores" => Command::Score,
            "board" => Command::Board,
            "flip" => Command::Flip,
            "fen" => Command::Fen,
            "pgn" => Command::Pgn(None),
            "draw" => Command::Draw,
            "resign" => Command::Resign,
            "new" => Command::New,
            "quit" | "exit" => Command::Quit,
            _ => Command::Other(line.to_string()),
        };
        // What has more words than it should is not obeyed by halves.
        match rest.is_empty() {
            true => command,
            false => Command::Other(line.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        let other = |text: &str| Command::Other(text.to_string());
        for (line, expected) in [
            ("  \t\n", Command::Nothing),
            ("HELP\n", Command::Help),
            ("moves", Command::Moves(None)),
            ("moves E2", Command::Moves("e2".parse().ok())),
            ("moves e9", other("moves e9")),
            ("pgn my game.pgn", Command::Pgn(Some("my game.pgn".into()))),
            ("exit", Command::Quit),
            ("quit now", other("quit now")),
            (" e2 e4 ", other("e2 e4")),
            ("Nf3", other("Nf3")),
        ] {
            assert_eq!(Command::read(line), expected, "{line:?}");
        }
    }
}
