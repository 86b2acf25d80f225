//! Proving the shortest mate: an exhaustive search for `go mate`.
//!
//! Alpha-beta over scores proves a mate too, but spends its time on telling
//! positions apart that all are no mate. Here the only question is "mate in so
//! many moves, or not?": an AND/OR tree, in which a move of the attacker has to
//! hold against every reply, and one reply refutes it. It is searched depth
//! first for mates in 1, 2, 3, … moves, so that the first mate found is the
//! shortest.
//! <https://www.chessprogramming.org/Mate_Search>,
//! <https://www.chessprogramming.org/And-Or_Tree>
//!
//! # Draws
//!
//! Whoever must say of a *position* whether it is mate in `n` may remember it
//! in a table; draws by repetition seem to make that a question of the way that
//! led there. They do not:
//!
//! - *Repetition within the line* is ignored. Let the attacker always play a
//!   move of the shortest mate. Then the moves left to mate grow fewer with
//!   each of his moves, whatever the reply, so no position comes twice: a mate
//!   that exists can be had without repeating. And forbidding repetitions never
//!   makes a mate where there was none. Only the root's position may come
//!   again, if the caller allows not all of its moves; as it has then stood
//!   twice, that is no draw either, unless it had stood before the root.
//! - *Positions that stood twice before the root, or once and at it,* are draws
//!   when they come again. That is a fixed set, the same along all lines.
//! - *The fifty-move rule* cannot be met while clock and moves left are few
//!   enough together. Where they are not, the clock becomes part of the key.
//!   (A repetition comes with a higher clock, which makes no mate shorter, so
//!   that what is said above holds as well.)
//! - *Insufficient material* is a matter of the position alone.

mod moves;
mod search;
mod table;
#[cfg(test)]
mod tests;

use self::search::MateSearch;
use crate::board::{Move, Position};
use crate::eval::MAX_PLY;

/// The most moves within which a mate can be asked for; the line must fit in
/// [`MAX_PLY`] plies.
pub const MOST_MOVES: u32 = MAX_PLY as u32 / 2;

/// Told how a search goes on, and asked whether it may.
pub trait Watch {
    /// Whether to stop now, after so many nodes. Asked at the start and then
    /// about every thousand nodes.
    fn should_stop(&mut self, nodes: u64) -> bool;
    /// There is no mate within so many moves; to find that out took so many
    /// nodes.
    fn refuted(&mut self, _moves: u32, _nodes: u64) {}
}

impl<F: FnMut(u64) -> bool> Watch for F {
    fn should_stop(&mut self, nodes: u64) -> bool {
        self(nodes)
    }
}

/// What a search for a mate found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateVerdict {
    /// There is a mate, and none is shorter.
    Mate {
        /// Moves of the attacker until mate, from 1.
        moves: u32,
        /// The line: shortest mate, longest defence, `2 * moves - 1` plies. Only
        /// if the watch stopped the search when the mate was proven, but its
        /// line not yet at hand, is it shorter; it has one move at least.
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
    /// What was found out.
    pub verdict: MateVerdict,
    /// Moves made.
    pub nodes: u64,
}

/// Looks for the shortest mate that the side to move can force in at most
/// `most_moves` moves (at most half of [`MAX_PLY`]), beginning with one of
/// `root_moves`, which must be legal.
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
