//! The tree that a player searches.

use super::Conditions;
use crate::board::{Key, Move, MoveList, Position};
use crate::eval::{Evaluation, Score};
use crate::search::Signals;

/// A position, with moves made and unmade in place. Positions that occurred in the game count as
/// draws; repetitions within the tree are searched on, so that a score does not depend on the path,
/// and a table may keep it. <https://www.chessprogramming.org/Graph_History_Interaction>
pub struct Tree<'a> {
    position: Position,
    evaluation: &'a mut dyn Evaluation,
    /// The root and the earlier positions that can still repeat.
    past: Vec<Key>,
    ply: usize,
    nodes: u64,
    most_nodes: u64,
    signals: &'a Signals,
}

impl<'a> Tree<'a> {
    /// Returns the tree below a position. Its search stops at the node limit of the conditions, and
    /// once their signals are stopped.
    pub fn new(
        position: &Position,
        evaluation: &'a mut dyn Evaluation,
        conditions: &'a Conditions,
    ) -> Tree<'a> {
        evaluation.reset(position);
        Tree {
            position: position.clone(),
            evaluation,
            past: position.recent_keys().collect(),
            ply: 0,
            nodes: 0,
            most_nodes: conditions.most_nodes.unwrap_or(u64::MAX),
            signals: &conditions.signals,
        }
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the number of plies from the root to this node.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the number of positions visited so far, without the root.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns true if the node limit is reached or the signals are stopped. Neither is undone: all
    /// scores from now on are void.
    pub fn is_stopped(&self) -> bool {
        self.nodes >= self.most_nodes || self.signals.is_stopped()
    }

    /// Returns the legal moves.
    pub fn moves(&self) -> MoveList {
        self.position.legal_moves()
    }

    /// Makes a move.
    pub fn make(&mut self, mv: Move) {
        self.evaluation.push(&self.position);
        self.position.make(mv);
        self.ply += 1;
        self.nodes += 1;
    }

    /// Unmakes the last move.
    pub fn unmake(&mut self) {
        self.position.unmake();
        self.evaluation.pop();
        self.ply -= 1;
    }

    /// Returns the score if the game is over, with mates counted from the root. It is void once the
    /// search is stopped.
    pub fn terminal_score(&self) -> Option<Score> {
        let position = &self.position;
        if self.is_stopped() {
            return Some(Score::DRAW);
        }
        if !position.has_legal_move() {
            let is_mate = position.in_check();
            return Some(if is_mate { Score::mated_in(self.ply) } else { Score::DRAW });
        }
        let is_drawn = position.is_insufficient_material()
            || position.halfmove_clock() >= Position::FIFTY_MOVES
            || self.past.contains(&position.key());
        is_drawn.then_some(Score::DRAW)
    }

    /// Returns the static evaluation for the side to move.
    pub fn evaluate(&mut self) -> Score {
        self.evaluation.evaluate(&self.position)
    }

    /// Returns true if the fifty-move rule could end a line within `depth` plies, so that scores
    /// depend on the path.
    pub fn may_run_out(&self, depth: i32) -> bool {
        self.position.halfmove_clock() + depth.max(0) as u32 >= Position::FIFTY_MOVES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Material;

    #[test]
    fn endings_are_seen() {
        let (mut material, conditions) = (Material, Conditions::default());
        let mated = Position::from_fen("k6R/8/1K6/8/8/8/8/8 b - - 0 1").unwrap();
        let tree = Tree::new(&mated, &mut material, &conditions);
        assert_eq!(tree.terminal_score(), Some(Score::mated_in(0)));
        let in_time = "k7/8/1K6/8/8/8/8/7R w - - 98 99";
        let late = "k7/8/1K6/8/8/8/8/7R w - - 99 99";
        let stalemate = "k7/8/8/2Q5/8/8/8/1K6 w - - 0 1";
        let bare = "k7/1R6/8/8/8/8/8/1K6 b - - 0 1";
        // The root is in its own past, so these are tested a ply below it.
        for (fen, text, expected) in [
            (in_time, "h1h8", Some(Score::mated_in(1))),
            (in_time, "h1h7", None),
            (late, "h1h8", Some(Score::mated_in(1))),
            (late, "h1h7", Some(Score::DRAW)),
            (stalemate, "c5b6", Some(Score::DRAW)),
            (bare, "a8b7", Some(Score::DRAW)),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut tree = Tree::new(&position, &mut material, &conditions);
            tree.make(position.parse_move(text).unwrap());
            assert_eq!(tree.terminal_score(), expected, "{text} in {fen}");
        }
    }

    #[test]
    fn what_stood_in_the_game_is_a_draw() {
        let mut position = Position::startpos();
        for text in ["e2e4", "e7e5", "g1f3", "g8f6", "f3g1"] {
            position.make(position.parse_move(text).unwrap());
        }
        let (mut material, conditions) = (Material, Conditions::default());
        let mut tree = Tree::new(&position, &mut material, &conditions);
        for (text, expected) in [("f6g8", Some(Score::DRAW)), ("b8c6", None)] {
            tree.make(position.parse_move(text).unwrap());
            assert_eq!(tree.terminal_score(), expected, "{text}");
            tree.unmake();
        }
    }
}
