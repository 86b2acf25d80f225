//! The moves of the position that was asked about, and what is known of each.

use crate::board::{Move, Position};
use crate::eval::Score;

/// One root move.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value in the iteration under way: only of a move that was best when
    /// it was searched; otherwise minus [`Score::INFINITE`].
    pub score: Score,
    /// Its value in the last iteration that was finished.
    pub previous: Score,
    /// Positions visited below it in this search.
    pub nodes: u64,
    /// The line that it begins.
    pub line: Vec<Move>,
    /// Plies of the longest line followed for its value.
    pub selective_depth: usize,
}

impl RootMove {
    /// What it is worth: a move that the iteration under way has not come to
    /// is still worth what the last one found.
    pub fn value(&self) -> Option<Score> {
        [self.score, self.previous]
            .into_iter()
            .find(|&score| score != -Score::INFINITE)
    }
}

/// The legal moves of a position, or those of `only` among them.
pub fn root_moves(position: &Position, only: &[Move]) -> Vec<RootMove> {
    let wanted = |mv: &Move| only.is_empty() || only.contains(mv);
    let root_move = |mv| RootMove {
        mv,
        score: -Score::INFINITE,
        previous: -Score::INFINITE,
        nodes: 0,
        line: vec![mv],
        selective_depth: 0,
    };
    position
        .legal_moves()
        .into_iter()
        .filter(wanted)
        .map(root_move)
        .collect()
}
