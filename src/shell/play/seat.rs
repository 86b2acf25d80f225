//! Who plays a side: a human, or a player with a book.

use std::str::FromStr;
use std::sync::Arc;

use rand::prelude::*;

use crate::board::{Move, Position};
use crate::knowledge::openings::{self, BOOK_MOVES};
use crate::knowledge::polyglot::{Book, choose};
use crate::players::{Algorithm, Level, NamedPlayer, Player, Thought};
use crate::search::{Clock, Signals};
use crate::shell::completed::CompletedParser;
use crate::shell::ladder;
use crate::text::harmless;

/// The name of a human, as an argument and in PGN.
const HUMAN: &str = "human";

/// Who plays a side, as an argument names it.
#[derive(Clone, Debug)]
pub enum Participant {
    /// A human at the terminal.
    Person,
    /// A player or a level of the ladder.
    Machine(NamedPlayer),
}

impl Participant {
    /// Returns the parser of arguments that name a participant.
    pub fn parser() -> CompletedParser<Participant> {
        CompletedParser { read: Participant::from_str, names }
    }
}

/// Returns the names that need no settings.
fn names() -> Vec<&'static str> {
    let mut names = vec![HUMAN];
    names.extend(ladder::names());
    names
}

/// Reads `human` in any case, or what [`NamedPlayer`] reads.
impl FromStr for Participant {
    type Err = String;

    fn from_str(text: &str) -> Result<Participant, String> {
        if text.eq_ignore_ascii_case(HUMAN) {
            return Ok(Participant::Person);
        }
        text.parse().map(Participant::Machine).map_err(|error| {
            let name = text.split(':').next().unwrap_or(text);
            if ladder::names().contains(&name) {
                error
            } else {
                format!("{error}; '{HUMAN}' is a human at the terminal")
            }
        })
    }
}

/// A participant who is ready to play.
pub enum Seat {
    /// A human of this name.
    Person(String),
    /// A player with its book.
    Machine(Box<Machine>),
}

impl Seat {
    /// Prepares a participant; a human may have a name.
    ///
    /// # Errors
    /// Where there is no memory for a player.
    pub fn new(
        participant: Participant,
        name: Option<String>,
        has_book: bool,
    ) -> Result<Seat, String> {
        Ok(match participant {
            Participant::Person => Seat::Person(name.unwrap_or(HUMAN.to_string())),
            Participant::Machine(player) => {
                Seat::Machine(Box::new(Machine::new(player, has_book)?))
            }
        })
    }

    /// Returns the name of the participant in PGN.
    pub fn name(&self) -> String {
        match self {
            Seat::Person(name) => name.clone(),
            Seat::Machine(machine) => machine.name.clone(),
        }
    }

    /// Returns the name that the terminal shows: a level comes with its strength.
    pub fn title(&self) -> String {
        let name = self.name();
        match Level::named(&name) {
            Some(level) => format!("{name} ({} Elo)", level.about()),
            None => harmless(&name),
        }
    }

    pub fn is_person(&self) -> bool {
        matches!(self, Seat::Person(_))
    }
}

/// A player with its book.
pub struct Machine {
    name: String,
    player: Box<dyn Player>,
    /// The seed in the player's specification, if it has one.
    seed: Option<u64>,
    /// Only the full engine has a book.
    book: Option<Book>,
    /// Chooses among book moves.
    random: StdRng,
}

/// The move that a machine plays.
#[derive(Copy, Clone, Debug)]
pub struct Choice {
    pub mv: Move,
    /// `None` for a book move.
    pub thought: Option<Thought>,
}

impl Machine {
    pub fn new(player: NamedPlayer, has_book: bool) -> Result<Machine, String> {
        let NamedPlayer { name, specification } = player;
        let reads = has_book && specification.algorithm == Algorithm::Ox88;
        Ok(Machine {
            name,
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

    /// Returns the move to play; `None` without a legal one. The signals end the search.
    pub fn choose(
        &mut self,
        position: &Position,
        clocks: Option<[Clock; 2]>,
        signals: Arc<Signals>,
    ) -> Option<Choice> {
        if let Some(mv) = self.book_move(position) {
            return Some(Choice { mv, thought: None });
        }
        if let Some(clocks) = clocks {
            self.player.set_clocks(clocks);
        }
        self.player.set_signals(signals);
        let thought = self.player.think(position, None)?;
        Some(Choice { mv: thought.best, thought: Some(thought) })
    }

    fn book_move(&mut self, position: &Position) -> Option<Move> {
        let book = self.book.as_mut()?;
        if position.fullmove_number() > BOOK_MOVES {
            return None;
        }
        // The embedded book is in memory and can always be read.
        let moves = book.moves(position).ok()?;
        choose(&moves, &mut self.random).map(|found| found.mv)
    }
}
