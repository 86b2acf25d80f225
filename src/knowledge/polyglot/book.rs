//! Probing Polyglot opening books.

use std::io::{self, BufReader, Read};
use std::path::Path;

use rand::distr::weighted::WeightedIndex;
use rand::prelude::*;

use super::entry::BookEntry;
use super::key::BookKey;
use crate::board::{Move, Position};
use crate::disk::open_regular;

/// The greatest number of entries for a position: none has more legal moves.
const MOST_MOVES: usize = 256;

/// The size of the largest file that is read, in bytes: a book is in memory as a whole. Books of
/// millions of games are smaller.
const MOST_BYTES: u64 = 1 << 30;

/// A move that a book has for a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, which is legal in the position.
    pub mv: Move,
    /// The weight of the move, relative to those of the position's other moves; 0 disables it.
    pub weight: u16,
}

/// A book, which is in memory as a whole: an entry takes 16 bytes, as in the file.
#[derive(Debug)]
pub struct Book {
    /// The entries, sorted by their keys.
    entries: Vec<BookEntry>,
}

impl Book {
    /// Reads the file of a book.
    ///
    /// # Errors
    /// Where the file cannot be read, is no book, or does not fit into memory.
    pub fn open(path: &Path) -> io::Result<Book> {
        let no_book =
            |reason: String| Err(io::Error::other(format!("not a Polyglot book: {reason}")));
        let file = open_regular(path)?;
        let bytes = file.metadata()?.len();
        if bytes % BookEntry::BYTES as u64 != 0 {
            return no_book(format!("{bytes} bytes are not a whole number of entries of 16"));
        }
        if bytes == 0 {
            return no_book("the file is empty".to_string());
        }
        if bytes > MOST_BYTES {
            return Err(io::Error::other(format!(
                "a book may have {MOST_BYTES} bytes, not {bytes}"
            )));
        }
        let count = bytes as usize / BookEntry::BYTES;
        let mut entries: Vec<BookEntry> = Vec::new();
        entries.try_reserve_exact(count)?;
        let mut file = BufReader::new(file);
        for number in 1..=count {
            let mut bytes = [0; BookEntry::BYTES];
            file.read_exact(&mut bytes)?;
            let entry = BookEntry::from_bytes(bytes);
            if entries.last().is_some_and(|last| entry.key < last.key) {
                return no_book(format!("entry {number} is out of order"));
            }
            entries.push(entry);
        }
        Ok(Book { entries })
    }

    /// Returns a book of these entries, in any order.
    pub fn from_entries(mut entries: Vec<BookEntry>) -> Book {
        entries.sort_by_key(|entry| entry.key);
        Book { entries }
    }

    /// Returns the entries, sorted by their keys.
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// Returns the legal moves of the book for a position, in its order; illegal entries are
    /// ignored.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::knowledge::openings;
    /// let start = Position::startpos();
    /// let e4 = start.parse_san("e4").unwrap();
    /// assert!(openings::book().moves(&start).iter().any(|book_move| book_move.mv == e4));
    /// ```
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let key = BookKey::of(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let entries = self.entries[first..].iter().take_while(|entry| entry.key == key);
        let legal = |entry: &BookEntry| {
            let mv = entry.mv.legal_in(position)?;
            Some(BookMove { mv, weight: entry.weight })
        };
        entries.take(MOST_MOVES).filter_map(legal).collect()
    }

    /// Returns a move of the book for a position of a game, drawn as [`choose`] does. Moves that
    /// repeat an earlier position of the game are left out: a book has no game history, so its
    /// moves could lead to a draw by repetition.
    pub fn choose(&self, position: &Position, random: &mut impl Rng) -> Option<Move> {
        let mut moves = self.moves(position);
        moves.retain(|found| {
            let mut after = position.clone();
            after.make(found.mv);
            after.repetitions() == 0
        });
        choose(&moves, random).map(|found| found.mv)
    }
}

/// Draws a move in proportion to its weight. A move of weight zero is disabled and never drawn.
pub fn choose(moves: &[BookMove], random: &mut impl Rng) -> Option<BookMove> {
    let weights = moves.iter().map(|book_move| u32::from(book_move.weight));
    // Fails where no move has a weight.
    let chances = WeightedIndex::new(weights).ok()?;
    moves.get(chances.sample(random)).copied()
}

#[cfg(test)]
mod tests {
    use super::super::EntryMove;
    use super::*;

    fn entry(position: &Position, name: &str, weight: u16) -> BookEntry {
        BookEntry {
            key: BookKey::of(position),
            mv: EntryMove::of(position.parse_san(name).unwrap()),
            weight,
        }
    }

    #[test]
    fn moves_are_found_and_illegal_ones_ignored() {
        let start = Position::startpos();
        let illegal = BookEntry { mv: EntryMove(0o0407), ..entry(&start, "e4", 9) };
        let others = [0, 1, u64::MAX].map(|key| BookEntry { key: BookKey(key), ..illegal });
        let mut entries = vec![entry(&start, "e4", 3), illegal, entry(&start, "Nf3", 0)];
        entries.extend(others);
        let book = Book::from_entries(entries);
        let moves = book.moves(&start);
        let names: Vec<(String, u16)> =
            moves.iter().map(|found| (start.san(found.mv), found.weight)).collect();
        assert_eq!(names, [("e4".to_string(), 3), ("Nf3".to_string(), 0)]);
        let elsewhere = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert!(book.moves(&elsewhere).is_empty());
        assert!(Book::from_entries(Vec::new()).moves(&start).is_empty());
    }

    #[test]
    fn earlier_positions_of_the_game_are_not_repeated() {
        let mut position = Position::startpos();
        for name in ["Nf3", "Nf6", "Ng1"] {
            position.make(position.parse_san(name).unwrap());
        }
        let entries = [("Ng8", 9), ("d5", 1)].map(|(name, weight)| entry(&position, name, weight));
        let mut random = StdRng::seed_from_u64(88);
        let mut chosen = |entries: &[BookEntry]| {
            let book = Book::from_entries(entries.to_vec());
            book.choose(&position, &mut random).map(|mv| position.san(mv))
        };
        for _ in 0..20 {
            assert_eq!(chosen(&entries).as_deref(), Some("d5"));
        }
        assert_eq!(chosen(&entries[..1]), None);
        assert_eq!(chosen(&[entries[0], BookEntry { weight: 0, ..entries[1] }]), None);
    }

    #[test]
    fn weights_choose_the_move() {
        let start = Position::startpos();
        let book_move =
            |name: &str, weight| BookMove { mv: start.parse_san(name).unwrap(), weight };
        let mut random = StdRng::seed_from_u64(88);
        let mut counts = |moves: &[BookMove]| {
            let mut counts = vec![0; moves.len()];
            for _ in 0..8000 {
                let chosen = choose(moves, &mut random).unwrap();
                counts[moves.iter().position(|other| *other == chosen).unwrap()] += 1;
            }
            counts
        };
        let drawn = counts(&[book_move("e4", 3), book_move("d4", 1), book_move("a3", 0)]);
        assert!((5800..6200).contains(&drawn[0]), "{drawn:?}");
        assert_eq!(drawn[2], 0);
        assert_eq!(choose(&[book_move("e4", 0), book_move("d4", 0)], &mut random), None);
        assert_eq!(choose(&[], &mut random), None);
    }
}
