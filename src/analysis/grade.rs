//! How bad a move is, by the points that it gives away.

use std::fmt;

/// The curve by which scores become expected points.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Curve {
    /// The [`WinModel`](crate::eval::WinModel), which is fitted to the engine's own games and
    /// depends on the material.
    SelfPlay,
    /// Lichess' curve, which is fitted to games of people: <https://lichess.org/page/accuracy>.
    Lichess,
}

/// What makes a move bad: the points, 1 for a win, that it gives away by a curve.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Grading {
    /// The curve by which scores become expected points.
    pub curve: Curve,
    /// The least losses of an inaccuracy, a mistake and a blunder.
    pub steps: [f64; 3],
}

impl Grading {
    /// The usual steps. They are twice those of Lichess, as an advantage is converted about twice as
    /// surely in self-play. At the start of a game they are 48, 93 and 140 centipawns.
    pub const USUAL: Grading = Grading { curve: Curve::SelfPlay, steps: [0.1, 0.2, 0.3] };

    /// Lichess' curve and steps.
    pub const LICHESS: Grading = Grading { curve: Curve::Lichess, steps: [0.05, 0.1, 0.15] };

    /// Returns the grade of a move that gives away so many points, if it is that bad.
    ///
    /// ```
    /// use ox88::analysis::{Grade, Grading};
    /// assert_eq!(Grading::USUAL.grade(0.25), Some(Grade::Mistake));
    /// assert_eq!(Grading::LICHESS.grade(0.25), Some(Grade::Blunder));
    /// assert_eq!(Grading::USUAL.grade(0.05), None);
    /// ```
    pub fn grade(&self, points_lost: f64) -> Option<Grade> {
        let mut grades = Grade::ALL.into_iter().zip(self.steps).rev();
        let found = grades.find(|(_, least)| points_lost >= *least);
        found.map(|(grade, _)| grade)
    }
}

/// How bad a bad move is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// The move gives away little.
    Inaccuracy,
    /// The move gives away much.
    Mistake,
    /// The move may cost the game.
    Blunder,
}

impl Grade {
    /// All grades, the least bad first.
    pub const ALL: [Grade; 3] = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// Returns the mark after such a move: `?!`, `?` or `??`.
    pub const fn mark(self) -> &'static str {
        self.signs().0
    }

    /// Returns the mark as a Numeric Annotation Glyph of PGN.
    pub const fn nag(self) -> u8 {
        self.signs().1
    }

    /// Returns the mark, its number and the name.
    const fn signs(self) -> (&'static str, u8, &'static str) {
        match self {
            Grade::Inaccuracy => ("?!", 6, "inaccuracy"),
            Grade::Mistake => ("?", 2, "mistake"),
            Grade::Blunder => ("??", 4, "blunder"),
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.signs().2)
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
            assert_eq!(Grading::USUAL.grade(lost), expected, "{lost}");
        }
    }

    /// The numbers in the documentation of [`Grading::USUAL`].
    #[test]
    fn the_steps_in_centipawns_are_as_told() {
        let model = WinModel::of(&Position::startpos());
        let points = |score| model.chances(Score::centipawns(score)).expectation();
        let lost = |score: i32| points(0) - points(-score);
        let least = Grading::USUAL.steps.map(|step| (0..999).find(|&score| lost(score) >= step));
        assert_eq!(least, [Some(48), Some(93), Some(140)]);
    }
}
