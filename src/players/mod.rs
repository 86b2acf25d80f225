//! A ladder of players from random moves to the full engine. Each rung up to
//! [`Algorithm::Deepening`] adds one idea to the one below it. The last rung, [`Algorithm::Ox88`],
//! is the whole engine, whose many ideas are described at the head of [`crate::search`]. The rungs
//! from [`Algorithm::Minimax`] to [`Algorithm::Deepening`] search a fixed number of plies without
//! quiescence search, so that all find the same score and only the work differs.
//! <https://www.chessprogramming.org/Search>

mod algorithm;
mod alphabeta;
mod classical;
mod comparison;
mod contest;
mod deepening;
mod engine;
mod game;
mod greedy;
mod level;
mod minimax;
mod ordering;
mod pairs;
mod random;
mod specification;
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
pub use contest::{Contest, Played};
pub use game::{Adjudication, Game, play};
pub use level::{LEVELS, Level};
pub use pairs::{GamePairs, Sprt};
pub use specification::{NamedPlayer, Specification};
pub use tally::{Elo, Tally};

/// A player of chess.
///
/// ```
/// use ox88::board::Position;
/// use ox88::players::Specification;
/// let specification: Specification = "alphabeta:depth=3".parse().unwrap();
/// let mut player = specification.player().unwrap();
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let thought = player.think(&position, None).unwrap();
/// assert_eq!(position.san(thought.best), "Ra8#");
/// ```
pub trait Player: Send {
    /// Resets for a new game. A seed chooses among equally good moves; without one, the first is
    /// played.
    fn begin_game(&mut self, seed: Option<u64>);

    /// Returns the move to play, if any is legal; the position's history counts for repetitions.
    /// After about `most_nodes` nodes the best move so far is the answer.
    fn think(&mut self, position: &Position, most_nodes: Option<u64>) -> Option<Thought>;

    /// Sets the clocks, White's first, as they are when the next thought begins; ignored by players
    /// without a clock.
    fn set_clocks(&mut self, _clocks: [Clock; 2]) {}

    /// Sets the flags that end the next search; ignored by players that do not search.
    fn set_signals(&mut self, _signals: Arc<Signals>) {}
}

/// What a player found in a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move to play.
    pub best: Move,
    /// The score of the move for the side that plays it, if the player computes one.
    pub score: Option<Score>,
    /// The depth of the search that found the move; 0 if that was cut off, or if there was none.
    pub depth: i32,
    /// The number of positions visited below the root. The full engine counts the root, too, and
    /// counts a position as often as it searches it.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// Whether the search was not cut off.
    pub is_whole: bool,
}
