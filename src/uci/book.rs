//! The opening book as a client uses it.

use rand::prelude::*;

use super::options::Options;
use super::output;
use crate::board::{Move, Position};
use crate::knowledge::openings;
use crate::knowledge::polyglot::{Book, choose};
use crate::search::Limits;

pub struct OwnBook {
    /// The program's own where there is none.
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
            Ok(mut moves) => {
                moves.retain(|found| !repeats(position, found.mv));
                choose(&moves, &mut self.random).map(|found| found.mv)
            }
            Err(error) => {
                output::send_note(format_args!("BookFile: {error}"));
                // An empty one in its place: the message comes once, and the program's own book was
                // not asked for.
                *book = Book::from_entries(Vec::new());
                None
            }
        }
    }
}

/// Returns true if a move leads back to an earlier position of the game. A book knows no game, and
/// would go on to a draw.
fn repeats(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.make(mv);
    after.repetitions() > 0
}

/// Reads the built-in openings: their first use would read them on the clock of a search. Their
/// names are shown with the moves of any book.
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
