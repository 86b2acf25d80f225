//! Opening books.

use std::fs;

use ox88::board::Position;
use ox88::knowledge::polyglot::{Book, BookEntry, BookKey, choose};
use rand::prelude::*;

/// Positions with both castlings, promotions and en passant.
const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/1P6/8/2pP4/8/8/6p1/R3K2R w KQkq c6 0 1",
    "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

/// Checks the bytes as a book's file, and as entries of known positions.
pub fn check(bytes: &[u8]) {
    let positions = FENS.map(|fen| Position::from_fen(fen).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    fs::write(&path, bytes).unwrap();
    match Book::open(&path) {
        Ok(book) => {
            assert_eq!(book.entries().len(), bytes.len() / BookEntry::BYTES);
            probe(&book, &positions);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }

    let (chunks, _) = bytes.as_chunks::<{ BookEntry::BYTES }>();
    let entries = chunks.iter().map(|&chunk| {
        let entry = BookEntry::from_bytes(chunk);
        // All but the learning data of other programs.
        assert_eq!(entry.to_bytes()[..12], chunk[..12]);
        let position = &positions[usize::from(chunk[0]) % positions.len()];
        BookEntry { key: BookKey::of(position), ..entry }
    });
    probe(&Book::from_entries(entries.collect()), &positions);
}

fn probe(book: &Book, positions: &[Position]) {
    let mut random = StdRng::seed_from_u64(88);
    for position in positions {
        let found = book.moves(position);
        let moves = position.legal_moves();
        assert!(found.iter().all(|found| moves.contains(&found.mv)));
        if let Some(chosen) = choose(&found, &mut random) {
            assert!(found.contains(&chosen) && chosen.weight > 0);
        }
    }
}
