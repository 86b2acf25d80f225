//! The files of opening lines.

use super::Opening;
use crate::board::{Key, Move, Position};

/// A line of moves from the initial position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningLine {
    /// All moves of the line.
    pub moves: Vec<Move>,
    /// The key of the position after the moves.
    pub key: Key,
    /// The opening that this position belongs to; `None` for a line of the book.
    pub opening: Option<Opening>,
    /// The weight in the book; zero for a line that only gives a name.
    pub weight: u16,
}

/// The moves of a line, and the position after them.
struct Replay {
    position: Position,
    moves: Vec<Move>,
}

impl Replay {
    fn new() -> Replay {
        Replay { position: Position::startpos(), moves: Vec::new() }
    }

    /// Plays moves after the first `plies` of the line before; `None` where one is not legal.
    fn play(&mut self, plies: usize, moves: &str) -> Option<()> {
        while self.moves.len() > plies {
            self.moves.pop();
            self.position.unmake();
        }
        for san in moves.split(' ') {
            let mv = self.position.parse_san(san).ok()?;
            self.position.make(mv);
            self.moves.push(mv);
        }
        Some(())
    }

    fn line(&self, opening: Option<Opening>, weight: u16) -> OpeningLine {
        OpeningLine { moves: self.moves.clone(), key: self.position.key(), opening, weight }
    }
}

/// Returns the lines of a file without comments and empty lines.
fn lines_of(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Reads the lines of two files: that of names, which is packed as its head says, and that of the
/// book, with a weight and moves to a line. Returns `None` if one of them has another form.
pub(super) fn read(names: &'static str, book: &'static str) -> Option<Vec<OpeningLine>> {
    let mut lines = Vec::new();
    let mut replay = Replay::new();
    let mut opening = Opening { eco: "", name: "" };
    for line in lines_of(names) {
        let [moves, eco, name] = line.split('|').collect::<Vec<_>>().try_into().ok()?;
        let (plies, moves) = moves.split_once(' ')?;
        replay.play(plies.parse().ok()?, moves)?;
        let (bytes, rest) = name.split_once(' ')?;
        let name = opening.name.get(..bytes.parse().ok()?)?.to_string() + rest;
        let eco = if eco.is_empty() { opening.eco } else { eco };
        // The names are read once, and kept to the end of the process.
        opening = Opening { eco, name: name.leak() };
        lines.push(replay.line(Some(opening), 0));
    }
    for line in lines_of(book) {
        let (weight, moves) = line.split_once(' ')?;
        replay.play(0, moves)?;
        lines.push(replay.line(None, weight.parse().ok()?));
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let text = "# comment\n\n0 e4 e5|C20|0 King's Pawn Game\n2 Nf3|C40|7 Knight Opening\n\
                    3 d5||21 : Elephant Gambit\n0 d4|D00|0 Queen's Pawn Game\n";
        let names: Vec<String> = read(text, "")
            .unwrap()
            .iter()
            .map(|line| format!("{} {}", line.moves.len(), line.opening.unwrap()))
            .collect();
        assert_eq!(
            names,
            [
                "2 C20 King's Pawn Game",
                "3 C40 King's Knight Opening",
                "4 C40 King's Knight Opening: Elephant Gambit",
                "1 D00 Queen's Pawn Game"
            ]
        );
        let book = read("", "# comment\n\n12 e4 e5 Nf3\n3 d4\n").unwrap();
        let lines: Vec<_> = book.iter().map(|line| (line.weight, line.moves.len())).collect();
        assert_eq!(lines, [(12, 3), (3, 1)]);
    }

    #[test]
    fn wrong_lines_are_none() {
        for text in ["e4", "0 e4", "0 e4|C20", "e4|C20|0 x", "0 e5|C20|0 x", "0 e4|C20|1 x"] {
            assert!(read(text, "").is_none(), "{text}");
        }
        for text in ["12", "e4", "70000 e4", "12 e4 e4"] {
            assert!(read("", text).is_none(), "{text}");
        }
    }
}
