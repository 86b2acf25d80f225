//! Scores: centipawns for the side to move, table wins and mates.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use crate::board::Color;

/// The longest line that a search follows, in plies from its root.
pub const MAX_PLY: usize = 240;

/// The worth of a position to the side to move: centipawns, or a win or loss by mate or tables. A
/// mate `n` plies from the root is [`Score::MATE`] less `n`. A position `n` plies from the root
/// that tables know to be won is a table win less `n`; the scores of table wins are just below
/// those of mates.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(i16);

impl Score {
    /// The score of a draw, and of a position in which neither side is better.
    pub const DRAW: Score = Score(0);
    /// The score of a side to move that has mated: better than every real score.
    pub const MATE: Score = Score(32_000);
    /// A score beyond every score of a position.
    pub const INFINITE: Score = Score(32_001);
    /// No score at all: that of a static evaluation in check, for example.
    pub const NONE: Score = Score(32_002);
    /// The score of a won position of the endgame tables at the root: below every mate.
    const TB_WIN: Score = Score(Score::MATE.0 - MAX_PLY as i16 - 1);
    /// The highest score below mates and table wins.
    pub const MAX_EVAL: Score = Score(Score::TB_WIN.0 - MAX_PLY as i16 - 1);
    /// The least score of a known won [`endgame`](super::endgame): above every [`Score::estimate`].
    pub const KNOWN_WIN: Score = Score(10_000);

    /// Turns a score from this side's point of view into one from White's, or back.
    #[must_use]
    pub fn of_white(self, side: Color) -> Score {
        match side {
            Color::White => self,
            Color::Black => -self,
        }
    }

    /// Returns a score in centipawns, clamped to [`Score::MAX_EVAL`].
    pub const fn centipawns(value: i32) -> Score {
        Score::within(value, Score::MAX_EVAL.0)
    }

    /// Returns an estimate in centipawns, clamped below [`Score::KNOWN_WIN`].
    pub const fn estimate(value: i32) -> Score {
        Score::within(value, Score::KNOWN_WIN.0 - 1)
    }

    const fn within(value: i32, most: i16) -> Score {
        if value > most as i32 {
            Score(most)
        } else if value < -(most as i32) {
            Score(-most)
        } else {
            Score(value as i16)
        }
    }

    /// Returns the score with this number, as [`Score::get`] returns it, clamped to [`Score::MATE`]
    /// for either side.
    pub const fn from_number(number: i32) -> Score {
        Score::within(number, Score::MATE.0)
    }

    /// Returns the score of a side to move that mates `plies` plies after the root.
    pub const fn mate_in(plies: usize) -> Score {
        Score(Score::MATE.0 - plies as i16)
    }

    /// Returns the score of a side to move that is mated `plies` plies after the root.
    pub const fn mated_in(plies: usize) -> Score {
        Score(plies as i16 - Score::MATE.0)
    }

    /// Returns a table win for the side to move, `plies` plies after the root.
    pub const fn tb_win_in(plies: usize) -> Score {
        Score(Score::TB_WIN.0 - plies as i16)
    }

    /// Returns a table loss for the side to move, `plies` plies after the root.
    pub const fn tb_loss_in(plies: usize) -> Score {
        Score(plies as i16 - Score::TB_WIN.0)
    }

    /// Returns the score as a number; centipawns where it is not decided.
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    pub(crate) const fn from_bits(bits: u16) -> Score {
        Score(bits as i16)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0 as u16
    }

    /// Returns whether it is a mate, for either side.
    pub const fn is_mate(self) -> bool {
        self.is_from(Score::TB_WIN.0 + 1)
    }

    /// Returns whether it is a mate or from endgame tables, for either side.
    pub const fn is_decided(self) -> bool {
        self.is_from(Score::MAX_EVAL.0 + 1)
    }

    /// Returns whether it is a known win or loss: of a known ending, of endgame tables, or a mate.
    pub const fn is_known_win_or_loss(self) -> bool {
        self.is_from(Score::KNOWN_WIN.0)
    }

    /// Returns whether its magnitude is from `least` to that of a mate on the board.
    const fn is_from(self, least: i16) -> bool {
        // There is no branch on the sign, which cannot be predicted.
        let width = (Score::MATE.0 - least) as u16;
        let won = self.0.wrapping_sub(least) as u16 <= width;
        let lost = self.0.wrapping_add(Score::MATE.0) as u16 <= width;
        won | lost
    }

    /// Returns the number of plies to the mate or the table win, for either side; 0 for other
    /// scores.
    pub const fn plies_to_decision(self) -> u32 {
        if self.is_mate() {
            (Score::MATE.0 - self.0.abs()) as u32
        } else if self.is_decided() {
            (Score::TB_WIN.0 - self.0.abs()) as u32
        } else {
            0
        }
    }

    /// Returns the number of moves (not plies) to the mate, negative when the side to move is
    /// mated.
    ///
    /// ```
    /// use ox88::eval::Score;
    /// assert_eq!(Score::mate_in(3).moves_to_mate(), Some(2));
    /// assert_eq!(Score::mated_in(4).moves_to_mate(), Some(-2));
    /// assert_eq!((-Score::mate_in(3)).moves_to_mate(), Some(-2));
    /// assert_eq!(Score::centipawns(30).moves_to_mate(), None);
    /// ```
    pub const fn moves_to_mate(self) -> Option<i32> {
        if !self.is_mate() {
            return None;
        }
        // A lost score may be an odd number of plies away, seen from the other side.
        let moves = self.plies_to_decision().div_ceil(2) as i32;
        Some(if self.0 > 0 { moves } else { -moves })
    }

    /// Returns the score as people write it: pawns with sign, `+M3` (mate in three), `mate`, `-TB`
    /// (table loss), `winning`.
    ///
    /// ```
    /// use ox88::eval::Score;
    /// assert_eq!(Score::centipawns(-35).in_pawns(), "-0.35");
    /// assert_eq!(Score::mate_in(5).in_pawns(), "+M3");
    /// assert_eq!(Score::mated_in(4).in_pawns(), "-M2");
    /// assert_eq!(Score::mated_in(0).in_pawns(), "mate");
    /// assert_eq!(Score::centipawns(-10_572).in_pawns(), "losing");
    /// ```
    pub fn in_pawns(self) -> String {
        let sign = if self > Score::DRAW { '+' } else { '-' };
        match self.moves_to_mate() {
            Some(0) => "mate".to_string(),
            Some(moves) => format!("{sign}M{}", moves.abs()),
            None if self.is_decided() => format!("{sign}TB"),
            None if self.is_known_win_or_loss() => match sign {
                '+' => "winning".to_string(),
                _ => "losing".to_string(),
            },
            None => format!("{:+.2}", f64::from(self.get()) / 100.0),
        }
    }

    /// Returns the score as the transposition table stores it: a mate score or table win counts its
    /// plies from the position, which is `ply` plies below the root, and not from the root.
    pub const fn to_tt(self, ply: usize) -> Score {
        self.raised_by(ply as i16)
    }

    /// Returns a score of the transposition table with its plies counted from the root again, which
    /// undoes [`Score::to_tt`].
    pub const fn from_tt(self, ply: usize) -> Score {
        self.raised_by(-(ply as i16))
    }

    /// Returns a mate score or table win with a magnitude greater by this; other scores unchanged.
    const fn raised_by(self, plies: i16) -> Score {
        if !self.is_decided() {
            self
        } else if self.0 > 0 {
            Score(self.0 + plies)
        } else {
            Score(self.0 - plies)
        }
    }
}

/// The default is no score at all.
impl Default for Score {
    fn default() -> Score {
        Score::NONE
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// The result saturates.
impl Add<i32> for Score {
    type Output = Score;

    fn add(self, centipawns: i32) -> Score {
        let limit = Score::INFINITE.get();
        Score((self.get() + centipawns).clamp(-limit, limit) as i16)
    }
}

/// The result saturates.
impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, centipawns: i32) -> Score {
        self + -centipawns
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.moves_to_mate() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_survive_the_table() {
        for ply in [0, 1, 7, 100] {
            for plies in ply..=MAX_PLY {
                for score in [Score::mate_in(plies), Score::mated_in(plies)] {
                    assert!(score.is_mate());
                    assert_eq!(score.to_tt(ply).from_tt(ply), score);
                }
            }
        }
        assert_eq!(Score::centipawns(1_000_000), Score::MAX_EVAL);
        assert!(!Score::MAX_EVAL.is_decided() && !Score::NONE.is_decided());
    }

    #[test]
    fn wins_from_tables_lie_between_evaluations_and_mates() {
        assert!(Score::mate_in(MAX_PLY) > Score::tb_win_in(0));
        assert!(Score::tb_win_in(MAX_PLY) > Score::MAX_EVAL);
        for ply in [0, 1, 7, 100] {
            for plies in ply..=MAX_PLY {
                let win = Score::tb_win_in(plies);
                assert_eq!(-win, Score::tb_loss_in(plies));
                for score in [win, -win] {
                    assert!(score.is_decided() && !score.is_mate());
                    assert_eq!(score.moves_to_mate(), None);
                    assert!(score.in_pawns().ends_with("TB"));
                    assert!(!score.to_tt(ply).is_mate());
                    assert_eq!(score.to_tt(ply).from_tt(ply), score);
                }
            }
        }
    }
}
