//! The moves of the root, with what a search has found of each.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::transposition::Bound;
use crate::board::{Move, Position};
use crate::eval::{MAX_PLY, Score};

/// What endgame tables say of a root move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TbRank {
    /// The rank of the move, which is higher the better it is.
    pub rank: i32,
    pub score: Score,
}

#[derive(Clone, Default, Debug)]
pub struct RootMove {
    /// The move; the first of its line.
    pub mv: Move,
    /// The score in the current iteration; minus [`Score::INFINITE`] until the move is searched, and
    /// afterwards, too, unless the search found it to be the best so far.
    pub score: Score,
    pub tb_rank: Option<TbRank>,
    /// The bound of `score`, which is inexact while a failed window is widened, and where a search
    /// ended then.
    pub bound: Bound,
    /// The mate at the end of its line as last displayed, where endgame tables extended the line.
    pub tb_mate: Option<Score>,
    /// The `score` at the end of the last finished iteration.
    pub previous: Score,
    /// The nodes below the move in all iterations of this thread.
    pub nodes: u64,
    pub line: ArrayVec<Move, MAX_PLY>,
    /// The last line of the move that endgame tables extended to mate; empty if there was none.
    pub mate_line: ArrayVec<Move, MAX_PLY>,
    /// The length in plies of the longest line that the iteration had followed when this was its
    /// best move.
    pub selective_depth: usize,
}

impl RootMove {
    /// Returns the score of the current iteration, otherwise that of the last.
    pub fn value(&self) -> Option<Score> {
        [self.score, self.previous].into_iter().find(|&score| score != -Score::INFINITE)
    }

    pub fn value_bound(&self) -> Bound {
        if self.score == -Score::INFINITE { Bound::Exact } else { self.bound }
    }

    /// Returns the mate at the end of an extended line, or a mate of the search; otherwise the score of
    /// the endgame tables, or else that of the search.
    pub fn displayed_score(&self) -> Option<Score> {
        let by_search = self.value();
        let by_tables = self.tb_rank.map(|tb_rank| tb_rank.score);
        let mate = by_search.filter(|score| score.is_mate());
        self.tb_mate.or(mate).or(by_tables).or(by_search)
    }

    /// Returns the rank by endgame tables; without tables all moves have the same rank.
    pub fn rank(&self) -> i32 {
        self.tb_rank.map_or(0, |tb_rank| tb_rank.rank)
    }

    /// Returns a sort key by which the best moves come first.
    pub fn order(&self) -> (Reverse<i32>, Score) {
        (Reverse(self.rank()), -self.score)
    }
}

/// Lists the legal moves, or those in `only` (UCI's `searchmoves`) if any of them is legal.
pub fn list_root_moves(list: &mut Vec<RootMove>, position: &Position, only: &[Move]) {
    let legal = position.legal_moves();
    let is_any_legal = only.iter().any(|mv| legal.contains(mv));
    let wanted = |mv: &Move| !is_any_legal || only.contains(mv);
    let root_move = |mv| RootMove {
        mv,
        score: -Score::INFINITE,
        bound: Bound::Exact,
        previous: -Score::INFINITE,
        line: ArrayVec::from_iter([mv]),
        ..RootMove::default()
    };
    list.clear();
    list.extend(legal.into_iter().filter(wanted).map(root_move));
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
            let mut list = Vec::new();
            list_root_moves(&mut list, &position, &only);
            list.len()
        };
        assert_eq!(moves(&["e2e4", "d2d4"]), 2);
        assert_eq!(moves(&[]), 20);
    }
}
