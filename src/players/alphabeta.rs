//! Alpha-beta: minimax that leaves a position once the other side is known to avoid it. `alpha` is
//! the score that the side to move is sure of elsewhere, `beta` the score to which the other side
//! can limit it. With the best move first, about the square root of minimax's nodes is enough.
//! Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975).
//! <https://www.chessprogramming.org/Alpha-Beta>

use super::fixed_depth::TreeSearch;
use super::ordering::MvvLvaKillers;
use super::tree::Tree;
use crate::board::{Move, Position};
use crate::eval::Score;

/// Alpha-beta, with or without a move ordering.
pub struct AlphaBeta {
    /// The move ordering; without one, moves stay in the order of the move generator.
    pub order: Option<MvvLvaKillers>,
}

impl TreeSearch for AlphaBeta {
    fn value(&mut self, tree: &mut Tree, depth: i32, mut alpha: Score, beta: Score) -> Score {
        if let Some(score) = tree.terminal_score() {
            return score;
        }
        if depth == 0 {
            return tree.evaluate();
        }
        let ply = tree.ply();
        let mut moves = tree.moves();
        if let Some(order) = &self.order {
            order.sort(tree.position(), &mut moves, ply);
        }
        let mut best = -Score::INFINITE;
        for mv in moves {
            tree.make(mv);
            // For the other side, the bounds change places and signs.
            let score = -self.value(tree, depth - 1, -beta, -alpha);
            tree.unmake();
            best = best.max(score);
            alpha = alpha.max(score);
            // A cutoff: the other side avoids this position, so its other moves do not matter.
            if alpha >= beta {
                if let Some(order) = &mut self.order {
                    order.note_cutoff(mv, ply);
                }
                break;
            }
        }
        best
    }

    fn begin(&mut self, root: &Position, moves: &mut [Move]) {
        if let Some(order) = &mut self.order {
            *order = MvvLvaKillers::default();
            order.sort(root, moves, 0);
        }
    }
}
