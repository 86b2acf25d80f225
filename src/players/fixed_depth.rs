//! The players that search a tree to a fixed depth.

use std::time::Instant;

use rand::prelude::*;

use super::tree::Tree;
use super::{Conditions, Player, Thought};
use crate::board::{Move, Position};
use crate::eval::{Evaluation, Score};

/// A way to search a tree to a fixed depth.
pub trait TreeSearch: Send {
    /// Returns the score for the side to move, `depth` plies deep. Outside the window from `alpha`
    /// to `beta` it is only a bound (fail-soft).
    fn value(&mut self, tree: &mut Tree, depth: i32, alpha: Score, beta: Score) -> Score;

    /// Begins the search of another root: forgets what is of no use there, and sorts its moves.
    fn begin(&mut self, _: &Position, _: &mut [Move]) {}

    /// Searches the root moves in this order, and returns the first of the best. For each move
    /// after the first it is enough to show that it is no better than the best so far.
    fn best(&mut self, tree: &mut Tree, depth: i32, moves: &mut [Move]) -> BestMove {
        let mut best = BestMove { mv: Move::NONE, score: -Score::INFINITE, depth: 0 };
        for &mv in moves.iter() {
            tree.make(mv);
            let score = -self.value(tree, depth - 1, -Score::INFINITE, -best.score);
            tree.unmake();
            // A score is void when the search was stopped; but some move must be played.
            if best.mv.is_none() || score > best.score && !tree.is_stopped() {
                best = BestMove { mv, score, ..best };
            }
        }
        if !tree.is_stopped() {
            best.depth = depth;
        }
        best
    }
}

/// The move that a search has found at the root.
#[derive(Copy, Clone, Debug)]
pub struct BestMove {
    pub mv: Move,
    pub score: Score,
    /// The depth of the search that found it; 0 if no search was finished.
    pub depth: i32,
}

/// A player with this search and this evaluation.
pub struct FixedDepth<S> {
    search: S,
    evaluation: Box<dyn Evaluation + Send>,
    depth: i32,
    random: Option<StdRng>,
}

impl<S> FixedDepth<S> {
    /// Returns a player that looks `depth` plies ahead, at least one.
    pub fn new(search: S, evaluation: Box<dyn Evaluation + Send>, depth: i32) -> FixedDepth<S> {
        FixedDepth { search, evaluation, depth: depth.max(1), random: None }
    }
}

impl<S: TreeSearch> Player for FixedDepth<S> {
    fn begin_game(&mut self, seed: Option<u64>) {
        self.random = seed.map(StdRng::seed_from_u64);
    }

    fn think(&mut self, position: &Position, conditions: &Conditions) -> Option<Thought> {
        let start = Instant::now();
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        // Only the first of equally good moves is played, so a random order chooses among them.
        if let Some(random) = &mut self.random {
            moves.shuffle(random);
        }
        self.search.begin(position, &mut moves);
        let mut tree = Tree::new(position, self.evaluation.as_mut(), conditions);
        let best = self.search.best(&mut tree, self.depth, &mut moves);
        Some(Thought {
            best: best.mv,
            score: Some(best.score),
            depth: best.depth,
            nodes: tree.nodes(),
            time: start.elapsed(),
        })
    }
}
