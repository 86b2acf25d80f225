//! The tree that a player searches: the position, its evaluation, and when a
//! line has come to its end.

use crate::board::{Key, Move, MoveList, Position};
use crate::eval::{Evaluation, Score};

/// A position with the moves that lead on from it, made and unmade in place.
///
/// A position that has stood in the game before is a draw here, since it could
/// be repeated again. What comes twice within the tree itself is searched on:
/// so what a position is worth does not depend on the way that led to it, and a
/// table may keep it.
/// <https://www.chessprogramming.org/Graph_History_Interaction>
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::Material;
/// use ox88::players::Tree;
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let mut material = Material::default();
/// let mut tree = Tree::new(&position, &mut material, 100);
/// tree.make(position.parse_move("a1a8").unwrap());
/// assert!(tree.verdict().unwrap().is_mate());
/// tree.unmake();
/// assert_eq!((tree.ply(), tree.nodes()), (0, 1));
/// ```
pub struct Tree<'a, E> {
    position: Position,
    evaluation: &'a mut E,
    /// Keys of the root and of all before it that could come back.
    past: Vec<Key>,
    ply: usize,
    nodes: u64,
    most_nodes: u64,
}

impl<'a, E: Evaluation> Tree<'a, E> {
    /// The tree below a position, of which so many nodes may be visited.
    pub fn new(position: &Position, evaluation: &'a mut E, most_nodes: u64) -> Tree<'a, E> {
        evaluation.reset(position);
        Tree {
            position: position.clone(),
            evaluation,
            past: position.recent_keys().collect(),
            ply: 0,
            nodes: 0,
            most_nodes,
        }
    }

    /// The position that is looked at now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plies from the root to here.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Positions visited so far, the root not among them.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether no more nodes may be visited: every value from now on is void.
    pub fn is_cut_off(&self) -> bool {
        self.nodes >= self.most_nodes
    }

    /// The legal moves.
    pub fn moves(&self) -> MoveList {
        self.position.legal_moves()
    }

    /// Goes on to the position after a move.
    pub fn make(&mut self, mv: Move) {
        self.evaluation.push();
        self.position.make_observed(mv, self.evaluation);
        self.ply += 1;
        self.nodes += 1;
    }

    /// Goes back to the position before the last move.
    pub fn unmake(&mut self) {
        self.position.unmake();
        self.evaluation.pop();
        self.ply -= 1;
    }

    /// What the game has come to, for the side to move, where it is over here:
    /// a mate is the worse the nearer it is to the root. Something void where
    /// no more nodes may be visited, so that the search comes to its end.
    pub fn verdict(&self) -> Option<Score> {
        let position = &self.position;
        if self.is_cut_off() {
            Some(Score::DRAW)
        } else if !position.has_legal_move() && position.in_check() {
            Some(Score::mated_in(self.ply))
        } else {
            let is_drawn = !position.has_legal_move()
                || position.is_insufficient_material()
                || position.halfmove_clock() >= FIFTY_MOVES
                || self.past.contains(&position.key());
            is_drawn.then_some(Score::DRAW)
        }
    }

    /// The static value for the side to move.
    pub fn evaluate(&mut self) -> Score {
        self.evaluation.evaluate(&self.position)
    }

    /// Whether the fifty-move rule could end a line within so many plies: then
    /// what the position is worth depends on the way that led to it.
    pub fn may_run_out(&self, depth: i32) -> bool {
        self.position.halfmove_clock() + depth.max(0) as u32 >= FIFTY_MOVES
    }
}

/// Plies without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u32 = 100;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Material;

    #[test]
    fn endings_are_seen() {
        let verdict = |fen: &str| {
            let mut material = Material::default();
            Tree::new(&Position::from_fen(fen).unwrap(), &mut material, 1).verdict()
        };
        // A root is in its own past: so these are looked at a ply below it.
        let after = |fen: &str, text: &str| {
            let position = Position::from_fen(fen).unwrap();
            let mv = position.parse_move(text).unwrap();
            let mut material = Material::default();
            let mut tree = Tree::new(&position, &mut material, 9);
            tree.make(mv);
            tree.verdict()
        };
        assert_eq!(
            verdict("k6R/8/1K6/8/8/8/8/8 b - - 0 1"),
            Some(Score::mated_in(0))
        );
        let rook = "k7/8/1K6/8/8/8/8/7R w - - 98 99";
        assert_eq!(after(rook, "h1h8"), Some(Score::mated_in(1)));
        assert_eq!(after(rook, "h1h7"), None);
        // Mate on the hundredth ply is still mate.
        let late = "k7/8/1K6/8/8/8/8/7R w - - 99 99";
        assert_eq!(after(late, "h1h8"), Some(Score::mated_in(1)));
        assert_eq!(after(late, "h1h7"), Some(Score::DRAW));
        let stalemate = "k7/8/8/2Q5/8/8/8/1K6 w - - 0 1";
        assert_eq!(after(stalemate, "c5b6"), Some(Score::DRAW));
        let bare = "k7/1R6/8/8/8/8/8/1K6 b - - 0 1";
        assert_eq!(after(bare, "a8b7"), Some(Score::DRAW));
    }

    #[test]
    fn what_stood_in_the_game_is_a_draw() {
        let mut position = Position::startpos();
        for text in ["e2e4", "e7e5", "g1f3", "g8f6", "f3g1"] {
            position.make(position.parse_move(text).unwrap());
        }
        let mut material = Material::default();
        let mut tree = Tree::new(&position, &mut material, 9);
        for (text, expected) in [("f6g8", Some(Score::DRAW)), ("b8c6", None)] {
            tree.make(position.parse_move(text).unwrap());
            assert_eq!(tree.verdict(), expected, "{text}");
            tree.unmake();
        }
    }
}
