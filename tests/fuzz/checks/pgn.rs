//! Files of games.

use std::io::ErrorKind;

use ox88::board::Position;
use ox88::knowledge::pgn::{Games, PgnGame};
use ox88::knowledge::polyglot::{Book, Builder};

pub fn check(bytes: &[u8]) {
    let mut builder = Builder::default();
    let mut starts = Vec::new();
    for game in Games::new(bytes) {
        let game = match game {
            Ok(game) => game,
            // Another encoding, or a packed file.
            Err(error) => return assert_eq!(error.kind(), ErrorKind::InvalidData),
        };
        if let Ok(game) = game {
            assert_written(&game);
            builder.add_game(&game, 20);
            starts.push(game.start);
        }
    }
    let book = Book::from_entries(builder.entries(1));
    for start in starts {
        for book_move in book.moves(&start) {
            assert!(start.legal_moves().contains(&book_move.mv));
        }
    }
}

fn assert_written(game: &PgnGame) {
    let mut position: Position = game.start.clone();
    for &mv in &game.moves {
        let may_pass = !position.in_check() && position.has_legal_move();
        let is_legal = if mv.is_none() { may_pass } else { position.legal_moves().contains(&mv) };
        assert!(is_legal, "{position:?}");
        position.make_or_pass(mv);
    }
    let text = game.to_string();
    let games: Vec<_> = Games::new(text.as_bytes()).map(Result::unwrap).collect();
    match &games[..] {
        [Ok(read)] => {
            assert!(read.start == game.start, "{text}");
            assert_eq!(read.moves, game.moves, "{text}");
            assert_eq!(read.to_string(), text);
        }
        others => panic!("{others:?}: {text}"),
    }
}
