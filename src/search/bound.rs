//! What a score says that may be only a bound on the value: a search within a
//! window learns no more of what lies outside.
//!
//! <https://www.chessprogramming.org/Node_Types>

use super::transposition::TtEntry;
use crate::eval::Score;

/// What a score says about the true value.
///
/// ```
/// use ox88::eval::Score;
/// use ox88::search::Bound;
/// let [alpha, beta] = [10, 20].map(Score::centipawns);
/// let bound = |value| Bound::of(Score::centipawns(value), alpha, beta);
/// assert_eq!(bound(5), Bound::Upper);
/// assert_eq!(bound(15), Bound::Exact);
/// assert_eq!(bound(20), Bound::Lower);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// What a fail-soft result says about the value, given the window.
    #[inline]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether a score of which this is known answers a search with this
    /// window.
    #[inline]
    pub fn answers(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }

    /// Whether a score of which this is known tells more than an estimate of
    /// the value.
    #[inline]
    pub fn tells_more_than(self, eval: Score, score: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        }
    }
}

impl TtEntry {
    /// The entry's score, if it answers a search with this window.
    pub fn cutoff(&self, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
        let score = self.score.from_table(ply);
        self.bound.answers(score, alpha, beta).then_some(score)
    }

    /// The entry's score where it tells more than the static evaluation.
    pub fn better_eval(&self, eval: Score, ply: usize) -> Option<Score> {
        let score = self.score.from_table(ply);
        self.bound.tells_more_than(eval, score).then_some(score)
    }
}
