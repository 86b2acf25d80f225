//! Iterative deepening: a search to depth 1, then to depth 2, and so on. The shallow searches cost
//! little, and their best moves, which are in the table, improve the move order of the deeper ones.
//! Slate and Atkin, "Chess 4.5: The Northwestern University Chess Program" (1977).
//! <https://www.chessprogramming.org/Iterative_Deepening>
//!
//! Only the full engine is above this rung: read on at the head of [`crate::search`].

use super::fixed_depth::{BestMove, TreeSearch};
use super::table::{TableSearch, move_to_front};
use super::tree::Tree;
use crate::board::{Move, Position};
use crate::eval::Score;

/// Iterative deepening over [`TableSearch`].
pub struct Deepening(pub TableSearch);

impl TreeSearch for Deepening {
    fn value(&mut self, tree: &mut Tree, depth: i32, alpha: Score, beta: Score) -> Score {
        self.0.value(tree, depth, alpha, beta)
    }

    fn begin(&mut self, root: &Position, moves: &mut [Move]) {
        self.0.begin(root, moves);
    }

    fn best(&mut self, tree: &mut Tree, depth: i32, moves: &mut [Move]) -> BestMove {
        let mut best = self.0.best(tree, 1, moves);
        for depth in 2..=depth {
            if tree.is_stopped() {
                break;
            }
            move_to_front(moves, best.mv);
            let deeper = self.0.best(tree, depth, moves);
            // The first move is the best so far. An iteration that was stopped counts only if it
            // found a better one.
            if !tree.is_stopped() || deeper.mv != best.mv {
                best = BestMove { depth, ..deeper };
            }
        }
        best
    }
}
