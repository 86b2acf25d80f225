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

use crate::board::{Move, Position};
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

/// The verdict of a search for a mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateVerdict {
    /// The shortest mate.
    Mate {
        /// The number of the attacker's moves until mate, from 1.
        moves: u32,
        /// The line of the shortest mate against the longest defence: `2 * moves - 1` plies, or
        /// fewer (at least one) if the search was stopped after the proof.
        line: Vec<Move>,
    },
    /// There is no mate within the moves asked for.
    NoMate,
    /// The search was stopped before it had a verdict.
    Stopped,
}

/// The size of the table for a search that was asked for, in megabytes.
const HASH: usize = 16;

/// The answer of [`find_mate`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateAnswer {
    /// The verdict.
    pub verdict: MateVerdict,
    /// The number of moves made.
    pub nodes: u64,
}

/// Finds the shortest mate that the side to move can force within `most_moves` moves (at
/// most half of [`MAX_PLY`]), beginning with one of `root_moves`, which must be legal.
///
/// ```
/// use ox88::board::Position;
/// use ox88::search::{MateVerdict, find_mate};
/// let position = Position::from_fen("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1").unwrap();
/// let answer = find_mate(&position, &position.legal_moves(), 3, &mut |_| false);
/// let MateVerdict::Mate { moves, line } = answer.verdict else { panic!() };
/// assert_eq!((moves, line.len()), (2, 3));
/// ```
pub fn find_mate(
    position: &Position,
    root_moves: &[Move],
    most_moves: u32,
    watch: &mut dyn Watch,
) -> MateAnswer {
    let mut search = MateSearch::new(position, watch, HASH);
    let verdict = search.run(root_moves, most_moves.min(MOST_MOVES) as u8);
    MateAnswer { verdict: verdict.unwrap_or(MateVerdict::Stopped), nodes: search.nodes }
}
