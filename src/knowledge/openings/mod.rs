//! The built-in openings. <https://www.chessprogramming.org/Encyclopaedia_of_Chess_Openings>

mod lines;
mod starts;

pub use lines::OpeningLine;
pub use starts::Openings;
pub(crate) use starts::game_seed;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::polyglot::{Book, BookEntry, Builder, EntryMove};
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

impl Opening {
    /// Returns the PGN tags that name the opening, with their values.
    pub fn tags(self) -> [(&'static str, &'static str); 2] {
        [("ECO", self.eco), ("Opening", self.name)]
    }
}

/// Writes code and name: `C65 Ruy Lopez: Berlin Defense`.
impl std::fmt::Display for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// The lines of the embedded files.
static LINES: LazyLock<Vec<OpeningLine>> = LazyLock::new(|| {
    let names = lines::read_names(include_str!("names.txt"));
    let book = lines::read_book(include_str!("book.txt"));
    match names.zip(book) {
        Some((names, book)) => [names, book].concat(),
        None => unreachable!("the embedded openings have another form"),
    }
});

/// The openings by their positions.
static NAMES: LazyLock<HashMap<Key, Opening>> =
    LazyLock::new(|| LINES.iter().filter_map(|line| Some((line.key, line.opening?))).collect());

/// The lines with weight as the entries of a book.
static ENTRIES: LazyLock<Arc<[BookEntry]>> = LazyLock::new(|| {
    let mut builder = Builder::default();
    for line in LINES.iter().filter(|line| line.weight > 0) {
        let mut position = Position::startpos();
        for &mv in &line.moves {
            builder.add_move(&position, EntryMove::of(mv), line.weight.into());
            position.make(mv);
        }
    }
    builder.entries(1).into()
});

/// Returns all lines: first those that have a name, then those of the book.
pub fn lines() -> &'static [OpeningLine] {
    &LINES
}

/// Returns the book of all lines that have a weight.
pub fn book() -> Book {
    Book::from_sorted(Arc::clone(&ENTRIES))
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
