//! The moves of the position that was asked about, and what is known of each.

use std::cmp::Reverse;

use super::worker::Worker;
use crate::board::{Move, Position};
use crate::eval::{Evaluation, Score};

/// What endgame tables say of a root move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TbRank {
    /// For comparing: the higher, the better.
    pub rank: i32,
    /// What it is worth.
    pub score: Score,
}

/// One root move.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value in the iteration under way: only of a move that was best when
    /// it was searched; otherwise minus [`Score::INFINITE`].
    pub score: Score,
    /// What endgame tables say of it.
    pub tb_rank: Option<TbRank>,
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

    /// What is told of its worth: what endgame tables know, unless the search
    /// has found a mate.
    pub fn displayed_score(&self) -> Option<Score> {
        let value = self.value();
        match self.tb_rank {
            Some(tb_rank) if !value.is_some_and(Score::is_mate) => Some(tb_rank.score),
            _ => value,
        }
    }

    /// Its rank by endgame tables; the same for all without them.
    pub fn rank(&self) -> i32 {
        self.tb_rank.map_or(0, |tb_rank| tb_rank.rank)
    }

    /// What root moves are sorted by, the best first.
    pub fn order(&self) -> (Reverse<i32>, Score) {
        (Reverse(self.rank()), -self.score)
    }
}

/// The legal moves of a position, or those of `only` among them if there are any.
pub fn root_moves(position: &Position, only: &[Move]) -> Vec<RootMove> {
    let legal = position.legal_moves();
    let is_any_legal = only.iter().any(|mv| legal.contains(mv));
    let wanted = |mv: &Move| !is_any_legal || only.contains(mv);
    let root_move = |mv| RootMove {
        mv,
        score: -Score::INFINITE,
        tb_rank: None,
        previous: -Score::INFINITE,
        nodes: 0,
        line: vec![mv],
        selective_depth: 0,
    };
    legal.into_iter().filter(wanted).map(root_move).collect()
}

impl<E: Evaluation> Worker<'_, E> {
    /// Whether a root move is wanted, not yet ranked in this iteration, and by
    /// the endgame tables as good as any such move.
    pub fn is_open_root_move(&self, mv: Move) -> bool {
        let open = &self.root_moves[self.root_from..];
        let best = open[0].rank();
        open.iter()
            .any(|root_move| root_move.mv == mv && root_move.rank() == best)
    }

    /// Keeps what was found of a root move: a value and a line if it is better
    /// than those before it, else only that it is not.
    pub fn note_root_move(&mut self, mv: Move, score: Score, is_best: bool, nodes: u64) {
        let line = &self.stack[1].line;
        let open = &mut self.root_moves[self.root_from..];
        let Some(root_move) = open.iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        root_move.nodes += nodes;
        if is_best {
            root_move.score = score;
            root_move.selective_depth = self.selective_depth;
            root_move.line.clear();
            root_move.line.push(mv);
            root_move.line.extend(line);
        } else {
            root_move.score = -Score::INFINITE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_are_not_legal_restrict_nothing() {
        let position = Position::startpos();
        let moves = |texts: &[&str]| {
            let parse = |text: &&str| Position::startpos().parse_move(text).unwrap();
            let mut only: Vec<Move> = texts.iter().map(parse).collect();
            only.push(Move::NONE);
            root_moves(&position, &only).len()
        };
        assert_eq!(moves(&["e2e4", "d2d4"]), 2);
        assert_eq!(moves(&[]), 20);
    }
}
