//! The board printed for a person.

use std::fmt;

use super::position::Position;
use super::square::Square;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const RULE: &str = "  +---+---+---+---+---+---+---+---+";
        writeln!(f, "{RULE}")?;
        for rank in (0..8).rev() {
            write!(f, "{} |", rank + 1)?;
            for file in 0..8 {
                let piece = self.piece_on(Square::at(file, rank)).piece();
                write!(f, " {} |", piece.map_or(' ', |piece| piece.letter()))?;
            }
            writeln!(f, "\n{RULE}")?;
        }
        writeln!(f, "    a   b   c   d   e   f   g   h\n")?;
        writeln!(f, "Fen: {}", self.fen())?;
        write!(f, "Key: {:016X}", self.key().0)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}
