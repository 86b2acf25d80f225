//! The opening book of a session: the options `OwnBook`, `BookFile`, `BookDepth` and `BookSeed`.

use rand::prelude::*;

use super::options::Options;
use crate::board::{Move, Position};
use crate::knowledge::openings;
use crate::knowledge::polyglot::Book;
use crate::search::Limits;

pub struct OwnBook {
    /// The book in use; `None` stands for the embedded one.
    book: Option<Book>,
    random: StdRng,
}

impl OwnBook {
    pub fn new() -> OwnBook {
        OwnBook { book: None, random: rand::make_rng() }
    }

    pub fn replace(&mut self, book: Option<Book>) {
        self.book = book;
    }

    /// Sets the seed of the choices among book moves, which are the same in every session with this
    /// seed; 0 stands for a random seed.
    pub fn seed(&mut self, seed: u64) {
        self.random = match seed {
            0 => rand::make_rng(),
            _ => StdRng::seed_from_u64(seed),
        };
    }

    /// Returns a move of the book as the answer to `go`, if the options ask for one and the book
    /// has one.
    pub fn answer(
        &mut self,
        position: &Position,
        limits: &Limits,
        options: &Options,
    ) -> Option<Move> {
        let is_asked = options.own_book
            && plays_a_game(limits)
            && position.fullmove_number() <= options.book_depth;
        if !is_asked {
            return None;
        }
        self.book.as_ref().unwrap_or_else(|| openings::book()).choose(position, &mut self.random)
    }
}

/// Loads the embedded openings, so that their first use costs no time of a search. Their names are
/// shown with the moves of any book.
pub fn load_openings() {
    openings::book();
    openings::name_at(&Position::startpos());
}

fn plays_a_game(limits: &Limits) -> bool {
    !limits.infinite
        && !limits.ponder
        && limits.mate.is_none()
        && limits.search_moves.is_empty()
        && limits.multi_pv == 1
}
