//! A ladder of players from random moves to the full engine. Each rung up to
//! [`Algorithm::Deepening`] adds one idea to the one below it. The last rung, [`Algorithm::Ox88`],
//! is the whole engine, whose many ideas are described at the head of [`crate::search`]. The rungs
//! from [`Algorithm::Minimax`] to [`Algorithm::Deepening`] search a fixed number of plies without
//! quiescence search, so that all find the same score and only the work differs.
//! <https://www.chessprogramming.org/Search>
//!
//! To learn how an engine searches, read `minimax.rs`, `alphabeta.rs`, `ordering.rs`, `table.rs`
//! and `deepening.rs`, in this order: each has one idea. `tree.rs` is the position in which they
//! make moves, and `fixed_depth.rs` searches the root moves.
//!
//! `random.rs` and `engine.rs` are the two ends of the ladder. `specification.rs` reads players
//! from text, and `level.rs` names some of them. `game.rs` plays one game and `matches.rs` many,
//! which `tally.rs` and `sprt.rs` evaluate. `comparison.rs` counts what each rung saves.

mod algorithm;
mod alphabeta;
mod comparison;
mod deepening;
mod engine;
mod fixed_depth;
mod game;
mod level;
mod matches;
mod minimax;
mod ordering;
mod random;
mod specification;
mod sprt;
mod table;
mod tally;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::Arc;
use std::time::Duration;

use crate::board::{Move, Position};
use crate::eval::Score;
use crate::search::{Clock, Signals};

pub use algorithm::Algorithm;
pub use comparison::{Comparison, LADDER, RungResult};
pub use game::{Adjudication, play};
pub use level::{LEVELS, Level};
pub use matches::{Match, Played};
pub use specification::Specification;
pub use sprt::Sprt;
pub use tally::{Elo, Tally};

/// A player of chess.
///
/// ```
/// use ox88::board::Position;
/// use ox88::players::{Conditions, Specification};
/// let specification: Specification = "alphabeta:depth=3".parse().unwrap();
/// let mut player = specification.player().unwrap();
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let thought = player.think(&position, &Conditions::default()).unwrap();
/// assert_eq!(position.san(thought.best), "Ra8#");
/// ```
pub trait Player: Send {
    /// Resets for a new game. A seed chooses among equally good moves; without one, the first is
    /// played.
    fn begin_game(&mut self, seed: Option<u64>);

    /// Returns the move to play, if any is legal; the position's history counts for repetitions.
    fn think(&mut self, position: &Position, conditions: &Conditions) -> Option<Thought>;
}

/// The conditions under which a player thinks about a move.
#[derive(Clone, Default, Debug)]
pub struct Conditions {
    /// The clocks, White's first, as they are when the player begins to think. Only the full engine
    /// looks at them.
    pub clocks: [Clock; 2],
    /// The flags that end a search; players that do not search ignore them.
    pub signals: Arc<Signals>,
    /// The number of nodes after which, or soon after which, the best move so far is the answer.
    pub most_nodes: Option<u64>,
}

/// What a player found in a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move to play.
    pub best: Move,
    /// The score of the move for the side that plays it, if the player computes one.
    pub score: Option<Score>,
    /// The depth of the search that found the move; 0 if no search was finished, or if there was
    /// none.
    pub depth: i32,
    /// The number of positions visited below the root. The full engine counts the root, too, and
    /// counts a position as often as it searches it.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}
