//! The built-in openings. <https://www.chessprogramming.org/Encyclopaedia_of_Chess_Openings>

mod lines;
mod starts;

pub use lines::OpeningLine;
pub use starts::Openings;
pub(crate) use starts::game_seed;

use std::collections::HashMap;
use std::sync::LazyLock;

use super::polyglot::{Book, BookKey, Builder, EntryMove};
use crate::board::{Key, Position};

/// The number of the last move that is played from a book, unless another is asked for.
pub const BOOK_MOVES: u32 = 20;

/// An opening, or a variation of one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings, A00 to E99.
    pub eco: &'static str,
    /// The name of the opening, from the general to the special.
    pub name: &'static str,
}

/// Writes code and name: `C65 Ruy Lopez: Berlin Defense`.
impl std::fmt::Display for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// The lines of the embedded files.
static LINES: LazyLock<Vec<OpeningLine>> = LazyLock::new(|| {
    let lines = lines::read(include_str!("names.txt"), include_str!("book.txt"));
    lines.unwrap_or_else(|| unreachable!("the embedded openings have another form"))
});

/// The openings by their positions.
static NAMES: LazyLock<HashMap<Key, Opening>> =
    LazyLock::new(|| LINES.iter().filter_map(|line| Some((line.key, line.opening?))).collect());

/// The lines with weight as a book.
static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let mut builder = Builder::default();
    for line in LINES.iter().filter(|line| line.weight > 0) {
        let mut position = Position::startpos();
        for &mv in &line.moves {
            builder.add_move(BookKey::of(&position), EntryMove::of(mv), line.weight.into());
            position.make(mv);
        }
    }
    Book::from_entries(builder.entries(1))
});

/// Returns all lines: first those that have a name, then those of the book.
pub fn lines() -> &'static [OpeningLine] {
    &LINES
}

/// Returns the book of all lines that have a weight.
pub fn book() -> &'static Book {
    &BOOK
}

/// Returns the opening named at this very position, whatever the move order.
pub fn name_at(position: &Position) -> Option<Opening> {
    NAMES.get(&position.key()).copied()
}

/// Returns the opening of a position: that of the last named position of its game.
///
/// ```
/// use ox88::board::Position;
/// use ox88::knowledge::openings;
/// let mut position = Position::startpos();
/// for name in ["d4", "e6", "e4", "d5", "Nc3", "h5"] {
///     position.make(position.parse_san(name).unwrap());
/// }
/// let opening = openings::name_of(&position).unwrap();
/// assert_eq!(opening.to_string(), "C10 French Defense: Paulsen Variation");
/// assert_eq!(openings::name_at(&position), None);
/// ```
pub fn name_of(position: &Position) -> Option<Opening> {
    let mut position = position.clone();
    loop {
        if let Some(opening) = name_at(&position) {
            return Some(opening);
        }
        if position.plies_made() == 0 {
            return None;
        }
        position.unmake();
    }
}
