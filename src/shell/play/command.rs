//! Commands that can be typed instead of a move.

use std::path::PathBuf;

use crate::board::Square;

/// The help text.
pub const HELP: &str = "\
A move is typed as e2e4, Nf3, exd5, O-O or e8=Q; or e2 shows where the piece
there can go, and the next square moves it.
  moves, moves e2  the legal moves, or those of one piece
  undo, undo 2     take back your last move, or two, with the answers;
                   'u' and 'takeback' are the same
  hint             a good move
  eval             what each piece is worth here
  score            show, or no longer show, the scores of the players
  board, flip      show the board, or from the other side; without colours,
                   [ ] are the squares of the last move, ( ) a king in check
  clock            the time that both sides have left; also 'time'
  fen              the position as text
  pgn              show the game
  save FILE        add the game to a file, or bring it up to date there; also
                   'pgn FILE'; 'save' alone takes the file of --pgn
  draw, resign     offer a draw, or give up
  new              another game
  quit             leave; also 'q'
Control-C makes your opponent move at once; in a game without a human it
ends the program.";

/// A line, parsed without the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// Show the help.
    Help,
    /// Show the legal moves, or those from a square.
    Moves(Option<Square>),
    /// Take so many moves back.
    Undo(usize),
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
    /// Show the clocks.
    Clock,
    /// Show the FEN.
    Fen,
    /// Show the game as PGN.
    Pgn,
    /// Add the game to a file, by default that of --pgn.
    Save(Option<PathBuf>),
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
        // A command with too many words is none.
        let command = PlayCommand::known(&word.to_lowercase(), rest.trim());
        command.unwrap_or_else(|| PlayCommand::Other(line.to_string()))
    }

    /// Returns the command of a word and what stands behind it.
    fn known(word: &str, rest: &str) -> Option<PlayCommand> {
        Some(match (word, rest) {
            ("", _) => PlayCommand::Nothing,
            ("help" | "?", "") => PlayCommand::Help,
            ("moves", "") => PlayCommand::Moves(None),
            ("moves", square) => PlayCommand::Moves(Some(square.to_lowercase().parse().ok()?)),
            ("undo" | "u" | "takeback", "") => PlayCommand::Undo(1),
            ("undo" | "u" | "takeback", count) => {
                PlayCommand::Undo(count.parse().ok().filter(|&count| count > 0)?)
            }
            ("hint", "") => PlayCommand::Hint,
            ("eval", "") => PlayCommand::Eval,
            ("score" | "scores", "") => PlayCommand::Score,
            ("board", "") => PlayCommand::Board,
            ("flip", "") => PlayCommand::Flip,
            ("clock" | "clocks" | "time", "") => PlayCommand::Clock,
            ("fen", "") => PlayCommand::Fen,
            ("pgn", "") => PlayCommand::Pgn,
            ("save", "") => PlayCommand::Save(None),
            ("pgn" | "save", name) => {
                let name = Some(unquoted(name)).filter(|name| !name.is_empty())?;
                PlayCommand::Save(Some(name.into()))
            }
            ("draw", "") => PlayCommand::Draw,
            ("resign", "") => PlayCommand::Resign,
            ("new", "") => PlayCommand::New,
            ("quit" | "exit" | "q", "") => PlayCommand::Quit,
            _ => return None,
        })
    }
}

/// Returns the name of a file without a pair of quotation marks, which a shell would take off.
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
            ("pgn my game.pgn", PlayCommand::Save(Some("my game.pgn".into()))),
            ("pgn \"my game.pgn\"", PlayCommand::Save(Some("my game.pgn".into()))),
            ("pgn '\"a\"'", PlayCommand::Save(Some("\"a\"".into()))),
            ("pgn \"a", PlayCommand::Save(Some("\"a".into()))),
            ("pgn \"\"", other("pgn \"\"")),
            ("save a.pgn", PlayCommand::Save(Some("a.pgn".into()))),
            ("save", PlayCommand::Save(None)),
            ("pgn", PlayCommand::Pgn),
            ("undo", PlayCommand::Undo(1)),
            ("u", PlayCommand::Undo(1)),
            ("takeback 3", PlayCommand::Undo(3)),
            ("undo 0", other("undo 0")),
            ("undo -1", other("undo -1")),
            ("undo e4", other("undo e4")),
            ("Clock", PlayCommand::Clock),
            ("time", PlayCommand::Clock),
            ("Q", PlayCommand::Quit),
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
