//! Proving the shortest mate, for `go mate`: an AND/OR tree, searched depth first for mates in 1,
//! 2, … moves. <https://www.chessprogramming.org/Mate_Search>,
//! <https://www.chessprogramming.org/And-Or_Tree>
//!
//! Draws do not contradict a hash table that ignores the moves leading to a position:
//! - *Repetition within the line* is ignored: in a shortest mate the distance shrinks with each
//!   move, and forbidding repetitions never creates a mate. The root may recur if not all its moves
//!   are allowed; that is no draw unless it had stood before.
//! - *Positions that stood twice before the root, or once and at it,* are draws on all lines.
//! - *The fifty-move rule:* where clock and moves left are enough for it, the clock is in the key.
//! - *Insufficient material* depends on the position alone.

mod moves;
mod search;
mod table;
#[cfg(test)]
mod tests;

use self::search::MateSearch;
use crate::board::{Move, Position};
use crate::eval::MAX_PLY;

/// The longest mate that can be asked for, in moves; its line must fit in [`MAX_PLY`] plies.
pub const MOST_MOVES: u32 = MAX_PLY as u32 / 2;

/// Follows a search for a mate, and may stop it.
pub trait Watch {
    /// Whether to stop now; called at the start and about every thousand nodes.
    fn should_stop(&mut self, nodes: u64) -> bool;
    /// There is no mate within so many moves.
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
        /// Moves of the attacker until mate, from 1.
        moves: u32,
        /// Longest defence: `2 * moves - 1` plies, or, if stopped after the proof, 1 or more.
        line: Vec<Move>,
    },
    /// There is no mate within the moves asked for.
    NoMate,
    /// Stopped before the answer was found.
    Stopped,
}

/// The answer of [`find_mate`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateAnswer {
    /// The verdict.
    pub verdict: MateVerdict,
    /// Moves made.
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
    let mut search = MateSearch::new(position, watch);
    let verdict = search.run(root_moves, most_moves.min(MOST_MOVES) as u8);
    MateAnswer {
        verdict: verdict.unwrap_or(MateVerdict::Stopped),
        nodes: search.nodes,
    }
}
