//! How bad a move is, by the points that it gives away.

use std::fmt;

/// A bad move, by the loss of expected points (1 for a win) under [`crate::eval::WinModel`]: a lost
/// pawn costs much in an even position and nothing in a won one. The steps are twice those of
/// <https://lichess.org/page/accuracy>, as our curve is fitted to self-play, where an advantage is
/// converted about twice as surely. At the start of a game they are 48, 96 and 150 centipawns.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// Gives away a tenth of a point.
    Inaccuracy,
    /// Gives away a fifth of a point.
    Mistake,
    /// Gives away three tenths of a point.
    Blunder,
}

impl Grade {
    /// All of them.
    pub const ALL: [Grade; 3] = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The least loss of points that has this grade.
    pub const fn least(self) -> f64 {
        match self {
            Grade::Inaccuracy => 0.1,
            Grade::Mistake => 0.2,
            Grade::Blunder => 0.3,
        }
    }

    /// The grade of a move that gives away so many points, if it is that bad.
    ///
    /// ```
    /// use ox88::analysis::Grade;
    /// assert_eq!(Grade::of(0.25), Some(Grade::Mistake));
    /// assert_eq!(Grade::of(0.05), None);
    /// ```
    pub fn of(lost: f64) -> Option<Grade> {
        let mut grades = Grade::ALL.into_iter().rev();
        grades.find(|grade| lost >= grade.least())
    }

    /// The mark after such a move: `?!`, `?` or `??`.
    pub const fn mark(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }

    /// The mark as a Numeric Annotation Glyph of PGN.
    pub const fn nag(self) -> u8 {
        match self {
            Grade::Inaccuracy => 6,
            Grade::Mistake => 2,
            Grade::Blunder => 4,
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::{Score, WinModel};

    #[test]
    fn grades_get_worse() {
        for (lost, expected) in [
            (0.0, None),
            (0.0999, None),
            (0.1, Some(Grade::Inaccuracy)),
            (0.2, Some(Grade::Mistake)),
            (0.2999, Some(Grade::Mistake)),
            (0.3, Some(Grade::Blunder)),
            (1.0, Some(Grade::Blunder)),
        ] {
            assert_eq!(Grade::of(lost), expected, "{lost}");
        }
    }

    /// The numbers in the documentation of [`Grade`].
    #[test]
    fn the_steps_in_centipawns_are_as_told() {
        let model = WinModel::of(&Position::startpos());
        let points = |score| model.chances(Score::centipawns(score)).expectation();
        let lost = |score: i32| points(0) - points(-score);
        let least = Grade::ALL.map(|grade| (0..999).find(|&score| lost(score) >= grade.least()));
        assert_eq!(least, [Some(48), Some(96), Some(150)]);
    }
}
