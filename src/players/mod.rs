//! One trait, many players: a ladder of players from random moves up to the full
//! engine, each rung one idea above the last. Here too are their games and
//! matches, and the comparison of what each idea saves.
//!
//! The rungs from [`Minimax`] to [`Deepening`] search a fixed number of plies
//! and nothing beyond, so that all of them find the same value; only the work
//! differs. Each is a [`TreeSearch`], written to be read.
//!
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
mod knowledge;
mod level;
mod minimax;
mod ordering;
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
pub use alphabeta::AlphaBeta;
pub use classical::{Classical, TreeSearch};
pub use comparison::{Comparison, LADDER, Row, Sample};
pub use contest::{Contest, Played};
pub use deepening::Deepening;
pub use engine::{Effort, EnginePlayer};
pub use game::{Ending, Game, play};
pub use greedy::Greedy;
pub use knowledge::Knowledge;
pub use level::{LEVELS, Level};
pub use minimax::Minimax;
pub use ordering::{AsTheyCome, LikeliestFirst, MoveOrder};
pub use random::RandomMover;
pub use specification::{NamedPlayer, Specification, SpecificationError};
pub use table::Tabled;
pub use tally::{Elo, Tally};
pub use tree::Tree;

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
    /// Makes ready for a new game, and forgets the last. With a seed the
    /// player may choose among equally good moves, the same ones for the same
    /// seed; without one it takes the first.
    fn begin_game(&mut self, seed: Option<u64>);

    /// The move to play in a position, whose history counts for repetitions;
    /// `None` where there is no legal move. A player who has looked at so many
    /// positions, or a few more, breaks off and plays what is best so far.
    fn think(&mut self, position: &Position, most_nodes: Option<u64>) -> Option<Thought>;

    /// Shows the player the clocks, White's first, as they stand when it begins
    /// to think about its next move. Who goes by no clock looks away.
    fn see_clocks(&mut self, _clocks: [Clock; 2]) {}

    /// Gives the flags by which another thread can make the player answer its
    /// next question at once. The rungs below the engine always think to their
    /// end.
    fn set_signals(&mut self, _signals: Arc<Signals>) {}
}

/// What a player found about a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move to play.
    pub best: Move,
    /// What it is worth to the side that plays it, where the player has an
    /// opinion.
    pub score: Option<Score>,
    /// Plies that were searched.
    pub depth: i32,
    /// Positions visited below the one asked about.
    pub nodes: u64,
    /// Time it took.
    pub time: Duration,
    /// Whether the player looked at all that it wanted to see.
    pub is_whole: bool,
}
