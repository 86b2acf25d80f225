//! The opening book as a client uses it: when a `go` is answered from it, and
//! by which move.

use rand::prelude::*;

use super::options::Options;
use super::output;
use crate::board::{Move, Position};
use crate::knowledge::openings;
use crate::knowledge::polyglot::{Book, choose};
use crate::search::Limits;

/// A book, and the chance that chooses among its moves.
pub struct OwnBook {
    /// The program's own where there is none.
    book: Option<Book>,
    random: StdRng,
}

impl OwnBook {
    /// The program's own book.
    pub fn new() -> OwnBook {
        OwnBook {
            book: None,
            random: rand::make_rng(),
        }
    }

    /// Takes another book, or again the program's own.
    pub fn replace(&mut self, book: Option<Book>) {
        self.book = book;
    }

    /// From now on the same choices in every session with this seed; with zero,
    /// others each time.
    pub fn seed(&mut self, seed: u64) {
        self.random = match seed {
            0 => rand::make_rng(),
            _ => StdRng::seed_from_u64(seed),
        };
    }

    /// The move to answer with, if the book may answer and has one.
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
        let book = self.book.get_or_insert_with(openings::book);
        match book.moves(position) {
            Ok(moves) => choose(&moves, &mut self.random).map(|book_move| book_move.mv),
            Err(error) => {
                output::send_note(format_args!("BookFile: {error}"));
                None
            }
        }
    }
}

/// Whether a search is to find a move in a game, and not to tell something
/// about a position.
fn plays_a_game(limits: &Limits) -> bool {
    !limits.infinite
        && !limits.ponder
        && limits.mate.is_none()
        && limits.search_moves.is_empty()
        && limits.multi_pv == 1
}
