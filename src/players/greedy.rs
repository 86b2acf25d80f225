//! Looking one ply ahead: the move after which the position looks best.

use super::classical::TreeSearch;
use super::tree::Tree;
use crate::eval::{Evaluation, Score};

/// Evaluates the positions after each move, and asks for no reply.
pub struct Greedy;

impl TreeSearch for Greedy {
    fn value<E: Evaluation>(&mut self, tree: &mut Tree<E>, _: i32, _: Score, _: Score) -> Score {
        tree.verdict().unwrap_or_else(|| tree.evaluate())
    }
}
