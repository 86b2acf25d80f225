//! Looking one ply ahead.

use super::fixed_depth::TreeSearch;
use super::tree::Tree;
use crate::eval::Score;

/// Plays the move after which the evaluation is best.
pub struct Greedy;

impl TreeSearch for Greedy {
    fn value(&mut self, tree: &mut Tree, _: i32, _: Score, _: Score) -> Score {
        tree.terminal_score().unwrap_or_else(|| tree.evaluate())
    }
}
