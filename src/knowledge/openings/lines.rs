//! The file of opening lines.

use super::Opening;
use crate::board::{Move, MoveError, Position};

/// A line of moves from the initial position, and the name of one of its positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningLine {
    /// The name of the first moves.
    pub opening: Opening,
    /// Number of the moves to the named position.
    pub named: usize,
    /// Weight in the book; zero where the line only gives a name.
    pub weight: u16,
    /// All moves of the line.
    pub moves: Vec<Move>,
}

/// Why a text is not a file of opening lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A line does not have the form that the file describes.
    #[error("'{0}' is not an opening line")]
    Form(String),
    /// A move cannot be played.
    #[error("{0}: {1}")]
    Move(String, MoveError),
}

impl OpeningLine {
    /// Reads a line of the form that the file describes.
    fn read(text: &'static str) -> Result<OpeningLine, LineError> {
        let form = || LineError::Form(text.to_string());
        let mut parts = text.split(" | ");
        let (title, named) = parts.next().zip(parts.next()).ok_or_else(form)?;
        let (eco, rest) = title.split_once(' ').ok_or_else(form)?;
        let (weight, name) = rest.split_once(' ').ok_or_else(form)?;
        let weight = weight.parse().map_err(|_| form())?;
        let named = named.split(' ');
        let rest = parts.next().into_iter().flat_map(|moves| moves.split(' '));
        let mut line = OpeningLine {
            opening: Opening { eco, name },
            named: named.clone().count(),
            weight,
            moves: Vec::new(),
        };
        let mut position = Position::startpos();
        for san in named.chain(rest) {
            let mv = position
                .parse_san(san)
                .map_err(|error| LineError::Move(text.to_string(), error))?;
            position.make(mv);
            line.moves.push(mv);
        }
        match parts.next() {
            None => Ok(line),
            Some(_) => Err(form()),
        }
    }

    /// Returns the position that the name of the line belongs to.
    pub fn named_position(&self) -> Position {
        let mut position = Position::startpos();
        for &mv in self.moves.iter().take(self.named) {
            position.make(mv);
        }
        position
    }
}

/// Reads a file of lines, without comments and empty lines.
pub(super) fn read(text: &'static str) -> Result<Vec<OpeningLine>, LineError> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(OpeningLine::read)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let text = "# comment\n\nC44 12 King's Knight Opening | e4 e5 Nf3 | Nc6 d4\n";
        let lines = read(text).unwrap();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].opening.to_string(), "C44 King's Knight Opening");
        assert_eq!((lines[0].named, lines[0].moves.len()), (3, 5));
        assert_eq!(lines[0].weight, 12);
    }

    #[test]
    fn wrong_lines_are_errors() {
        for text in [
            "C44",
            "C44 12 | e4",
            "C44 many King's | e4",
            "C44 70000 King's | e4",
            "C44 1 King's | e4 | e5 | Nf3",
        ] {
            assert!(matches!(read(text), Err(LineError::Form(_))), "{text}");
        }
        for text in ["C44 1 King's | e4 e4", "C44 1 King's | e4 | joho"] {
            assert!(matches!(read(text), Err(LineError::Move(..))), "{text}");
        }
    }
}
