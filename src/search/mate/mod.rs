//! The proof of the shortest mate, by an exhaustive search for `go mate`.
//!
//! The question is only whether there is a mate in a given number of moves. An AND/OR tree is
//! searched depth first for mates in 1, 2, 3, … moves, so that the first mate found is the
//! shortest. <https://www.chessprogramming.org/Mate_Search>,
//! <https://www.chessprogramming.org/And-Or_Tree>
//!
//! # Draws
//!
//! A hash table answers for a position, whatever moves led to it. Draws do not contradict that:
//! - *Repetition within the line* is ignored. With moves of a shortest mate the
//!   attacker's distance to mate shrinks with each move, so no position occurs twice; and
//!   forbidding repetitions never creates a mate. Only the root may come again, if not
//!   all its moves are allowed; that is no draw unless it had stood before.
//! - *Positions that stood twice before the root, or once and at it,* are draws: a fixed
//!   set, the same along all lines.
//! - *The fifty-move rule* cannot apply while clock and moves left are few enough
//!   together. Otherwise the clock is part of the key.
//! - *Insufficient material* depends on the position alone.

mod moves;
mod search;
mod table;
#[cfg(test)]
mod tests;

pub use self::search::{MateSearch, POLL_INTERVAL};

use crate::board::Move;
use crate::eval::MAX_PLY;

/// The longest mate that can be asked for, in moves; its line must fit in [`MAX_PLY`] plies.
pub const MOST_MOVES: u32 = MAX_PLY as u32 / 2;

/// Follows a search for a mate, and may stop it.
pub trait Watch {
    /// Returns whether the search must stop now. It is called at the start and at every 64th node.
    fn should_stop(&mut self, nodes: u64) -> bool;
    /// Is called when the search has shown that there is no mate within this number of moves.
    fn refuted(&mut self, _moves: u32, _nodes: u64) {}
}

impl<F: FnMut(u64) -> bool> Watch for F {
    fn should_stop(&mut self, nodes: u64) -> bool {
        self(nodes)
    }
}

/// The shortest mate that the side to move can force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate {
    /// The number of the attacker's moves until mate, from 1.
    pub moves: u32,
    /// The line of the mate against the longest defence: `2 * moves - 1` plies, or fewer (at least
    /// one) if the search was stopped after the proof.
    pub line: Vec<Move>,
}
