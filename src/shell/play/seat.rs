//! Who plays a side: a human, or a player with a book.

use std::str::FromStr;

use rand::prelude::*;

use crate::board::{Move, Position};
use crate::knowledge::openings::{self, BOOK_MOVES};
use crate::knowledge::polyglot::Book;
use crate::players::{Algorithm, Conditions, Level, Player, Specification, Thought};
use crate::shell::player_names::{self, CompletedParser};
use crate::text::harmless;

/// The name of a human, as an argument and in PGN.
pub const HUMAN: &str = "human";

/// Who plays a side, as an argument names it.
#[derive(Clone, Debug)]
pub enum Participant {
    /// A human at the terminal.
    Person,
    /// A player or a level of the ladder.
    Machine(Specification),
}

impl Participant {
    /// Returns the parser of arguments that name a participant.
    pub fn parser() -> CompletedParser<Participant> {
        // The names that need no settings.
        let names = || [vec![HUMAN], player_names::names()].concat();
        CompletedParser { read: Participant::from_str, names }
    }
}

/// Reads `human` in any case, or what [`Specification`] reads.
impl FromStr for Participant {
    type Err = String;

    fn from_str(text: &str) -> Result<Participant, String> {
        if text.eq_ignore_ascii_case(HUMAN) {
            return Ok(Participant::Person);
        }
        text.parse().map(Participant::Machine).map_err(|error| {
            let name = text.split(':').next().unwrap_or(text);
            if player_names::names().contains(&name) {
                error
            } else {
                format!("{error}; '{HUMAN}' is a human at the terminal")
            }
        })
    }
}

/// A participant who is ready to play.
pub struct Seat {
    /// The name of the participant in PGN.
    pub name: String,
    /// The player with its book; `None` for a human.
    pub machine: Option<Machine>,
}

impl Seat {
    /// Returns the name that the terminal shows: a level comes with its strength.
    pub fn title(&self) -> String {
        match Level::named(&self.name) {
            Some(level) if !self.is_person() => format!("{} ({} Elo)", self.name, level.about()),
            _ => harmless(&self.name),
        }
    }

    pub fn is_person(&self) -> bool {
        self.machine.is_none()
    }
}

/// A player with its book.
pub struct Machine {
    player: Box<dyn Player>,
    /// The seed in the player's specification, if it has one.
    seed: Option<u64>,
    /// Only the full engine has a book.
    book: Option<&'static Book>,
    /// Chooses among book moves.
    random: StdRng,
}

/// The move that a machine plays.
#[derive(Copy, Clone, Debug)]
pub struct MachineMove {
    pub mv: Move,
    /// `None` for a book move.
    pub thought: Option<Thought>,
}

impl Machine {
    /// Creates the player.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn new(specification: &Specification, has_book: bool) -> Result<Machine, String> {
        let reads = has_book && specification.algorithm == Algorithm::Ox88;
        Ok(Machine {
            player: specification.player()?,
            seed: specification.seed,
            book: reads.then(openings::book),
            random: StdRng::seed_from_u64(0),
        })
    }

    /// Resets for a new game. The seed is used where the specification has none.
    pub fn begin_game(&mut self, seed: u64) {
        let seed = self.seed.unwrap_or(seed);
        self.player.begin_game(Some(seed));
        self.random = StdRng::seed_from_u64(seed);
    }

    /// Returns the move to play; `None` without a legal one.
    pub fn choose(&mut self, position: &Position, conditions: &Conditions) -> Option<MachineMove> {
        if let Some(mv) = self.book_move(position) {
            return Some(MachineMove { mv, thought: None });
        }
        let thought = self.player.think(position, conditions)?;
        Some(MachineMove { mv: thought.best, thought: Some(thought) })
    }

    fn book_move(&mut self, position: &Position) -> Option<Move> {
        let book = self.book.filter(|_| position.fullmove_number() <= BOOK_MOVES)?;
        book.choose(position, &mut self.random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_human_with_the_name_of_a_level_has_no_elo() {
        let seat = Seat { name: "club".to_string(), machine: None };
        assert_eq!(seat.title(), "club");
    }
}
