//! Minimax: each side plays the move that is best for it. In this form, negamax, all scores are
//! from the side to move. So a move is worth the negative of the score of the position after it,
//! and one function serves both sides. Von Neumann, "Zur Theorie der Gesellschaftsspiele" (1928);
//! Shannon, "Programming a Computer for Playing Chess" (1950).
//! <https://www.chessprogramming.org/Negamax>

use super::fixed_depth::TreeSearch;
use super::tree::Tree;
use crate::eval::Score;

/// Searches every line, whatever the window.
pub struct Minimax;

impl TreeSearch for Minimax {
    fn value(&mut self, tree: &mut Tree, depth: i32, _: Score, _: Score) -> Score {
        if let Some(score) = tree.terminal_score() {
            return score;
        }
        if depth == 0 {
            return tree.evaluate();
        }
        let mut best = -Score::INFINITE;
        for mv in tree.moves() {
            tree.make(mv);
            let score = -self.value(tree, depth - 1, -Score::INFINITE, Score::INFINITE);
            tree.unmake();
            best = best.max(score);
        }
        best
    }
}
