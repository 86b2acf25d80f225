//! Probing Polyglot opening books.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use rand::distr::weighted::WeightedIndex;
use rand::prelude::*;

use super::entry::BookEntry;
use super::key::BookKey;
use crate::board::{Move, Position};
use crate::disk::open_regular;

/// Files of up to this many entries are checked entirely, larger ones by samples.
const READ_THROUGH: u64 = 1 << 20;
/// How many entries of a larger file are checked.
const SAMPLES: u64 = 1 << 10;

/// The greatest number of entries for a position: none has more legal moves.
const MOST_MOVES: usize = 256;

/// A move that a book has for a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, which is legal in the position.
    pub mv: Move,
    /// The weight of the move, relative to those of the position's other moves.
    pub weight: u16,
}

/// A book in memory, or in a file that is read on each probe, so that it takes no memory.
#[derive(Debug)]
pub struct Book {
    source: Source,
    entries: u64,
}

/// Where the entries of a book are.
#[derive(Debug)]
enum Source {
    File(File),
    Memory(Arc<[BookEntry]>),
}

impl Book {
    /// Opens the file of a book.
    ///
    /// # Errors
    /// Where the file cannot be read, or is no book.
    pub fn open(path: &Path) -> io::Result<Book> {
        let no_book = |reason: &str| io::Error::other(format!("not a Polyglot book: {reason}"));
        let file = open_regular(path)?;
        let bytes = file.metadata()?.len();
        let entry_bytes = BookEntry::BYTES as u64;
        if bytes % entry_bytes != 0 {
            return Err(no_book(&format!("{bytes} bytes are not a whole number of entries of 16")));
        }
        if bytes == 0 {
            return Err(no_book("the file is empty"));
        }
        let mut book = Book { source: Source::File(file), entries: bytes / entry_bytes };
        book.check_order()?;
        Ok(book)
    }

    /// Returns a book of these entries, in any order.
    pub fn from_entries(mut entries: Vec<BookEntry>) -> Book {
        entries.sort_by_key(|entry| entry.key);
        Book::from_sorted(entries.into())
    }

    /// Returns a book of these entries, which are sorted by their keys.
    pub(in crate::knowledge) fn from_sorted(entries: Arc<[BookEntry]>) -> Book {
        Book { entries: entries.len() as u64, source: Source::Memory(entries) }
    }

    /// Returns the number of entries.
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// Returns whether the book has no entry.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Returns the legal moves of the book for a position, in its order; illegal entries are
    /// ignored.
    ///
    /// # Errors
    /// Where the file can no longer be read.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::knowledge::openings;
    /// let mut book = openings::book();
    /// let start = Position::startpos();
    /// let e4 = start.parse_san("e4").unwrap();
    /// assert!(book.moves(&start).unwrap().iter().any(|book_move| book_move.mv == e4));
    /// ```
    pub fn moves(&mut self, position: &Position) -> io::Result<Vec<BookMove>> {
        let key = BookKey::of(position);
        let mut moves = Vec::new();
        let first = self.first_of(key)?;
        for index in (first..self.entries).take(MOST_MOVES) {
            let entry = self.entry(index)?;
            if entry.key != key {
                break;
            }
            let weight = entry.weight;
            moves.extend(entry.mv.legal_in(position).map(|mv| BookMove { mv, weight }));
        }
        Ok(moves)
    }

    /// Returns a move of the book for a position of a game, drawn as [`choose`] does. Moves that
    /// repeat an earlier position of the game are left out: a book has no game history, so its
    /// moves could lead to a draw by repetition.
    ///
    /// # Errors
    /// Where the file can no longer be read.
    pub fn choose(
        &mut self,
        position: &Position,
        random: &mut impl Rng,
    ) -> io::Result<Option<Move>> {
        let mut moves = self.moves(position)?;
        moves.retain(|found| {
            let mut after = position.clone();
            after.make(found.mv);
            after.repetitions() == 0
        });
        Ok(choose(&moves, random).map(|found| found.mv))
    }

    /// Returns the index of the first entry with this key or a higher one.
    fn first_of(&mut self, key: BookKey) -> io::Result<u64> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn entry(&mut self, index: u64) -> io::Result<BookEntry> {
        match &mut self.source {
            Source::File(file) => {
                file.seek(SeekFrom::Start(index * BookEntry::BYTES as u64))?;
                read_entry(file)
            }
            Source::Memory(entries) => entries
                .get(index as usize)
                .copied()
                .ok_or_else(|| io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Checks that keys do not decrease.
    fn check_order(&mut self) -> io::Result<()> {
        let mut last = BookKey(0);
        let mut in_order = |index, key| {
            let is_in_order = key >= last;
            last = key;
            is_in_order.then_some(()).ok_or_else(|| {
                let entry = index + 1;
                io::Error::other(format!("not a Polyglot book: entry {entry} is out of order"))
            })
        };
        let entries = self.entries;
        match &mut self.source {
            Source::File(file) if entries <= READ_THROUGH => {
                let mut file = BufReader::new(file);
                (0..entries).try_for_each(|index| in_order(index, read_entry(&mut file)?.key))
            }
            _ => (0..SAMPLES)
                .map(|sample| entries / SAMPLES * sample)
                .try_for_each(|index| in_order(index, self.entry(index)?.key)),
        }
    }
}

fn read_entry(file: &mut impl Read) -> io::Result<BookEntry> {
    let mut bytes = [0; BookEntry::BYTES];
    file.read_exact(&mut bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            io::Error::new(error.kind(), "the file is shorter than it was")
        }
        _ => error,
    })?;
    Ok(BookEntry::from_bytes(bytes))
}

/// Draws a move in proportion to its weight; weight zero only where there are no others.
pub fn choose(moves: &[BookMove], random: &mut impl Rng) -> Option<BookMove> {
    match WeightedIndex::new(moves.iter().map(|book_move| u32::from(book_move.weight))) {
        Ok(chances) => moves.get(chances.sample(random)).copied(),
        Err(_) => moves.choose(random).copied(),
    }
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
        let mut book = Book::from_entries(entries);
        let moves = book.moves(&start).unwrap();
        let names: Vec<(String, u16)> =
            moves.iter().map(|found| (start.san(found.mv), found.weight)).collect();
        assert_eq!(names, [("e4".to_string(), 3), ("Nf3".to_string(), 0)]);
        let elsewhere = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert!(book.moves(&elsewhere).unwrap().is_empty());
        assert!(Book::from_entries(Vec::new()).moves(&start).unwrap().is_empty());
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
            let mut book = Book::from_entries(entries.to_vec());
            book.choose(&position, &mut random).unwrap().map(|mv| position.san(mv))
        };
        for _ in 0..20 {
            assert_eq!(chosen(&entries).as_deref(), Some("d5"));
        }
        assert_eq!(chosen(&entries[..1]), None);
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
        let drawn = counts(&[book_move("e4", 0), book_move("d4", 0)]);
        assert!((3800..4200).contains(&drawn[0]), "{drawn:?}");
        assert_eq!(choose(&[], &mut random), None);
    }
}
