//! The score of a match and the Elo difference. Two games in turn are a pair, from one start, in
//! which both players have White once. The games of a pair depend on each other, so that errors are
//! computed from the results of pairs (the pentanomial model), where there are enough of them.

use std::fmt;

use crate::board::{Color, GameResult};

/// Results from one player's point of view.
///
/// ```
/// use ox88::board::{Color, GameResult};
/// use ox88::players::Tally;
/// let mut tally = Tally::default();
/// tally.count(GameResult::WhiteWins, Color::White);
/// tally.count(GameResult::Draw, Color::Black);
/// assert_eq!((tally.wins, tally.draws, tally.losses), (1, 1, 0));
/// assert_eq!(tally.score(), 0.75);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// The number of games won.
    pub wins: u64,
    /// The number of games drawn.
    pub draws: u64,
    /// The number of games lost.
    pub losses: u64,
    /// The number of pairs by their points, in halves.
    pub(super) pairs: [u64; 5],
    /// The points of the first game of a pair whose second is not over, in halves.
    pub(super) half: Option<usize>,
}

/// An Elo difference with its 95 % interval. Where one player won all games, the difference is
/// infinite, and so is the bound on that side.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Elo {
    /// The estimate.
    pub difference: f64,
    /// The lower bound.
    pub least: f64,
    /// The upper bound.
    pub most: f64,
}

/// The probability of a score outside of the interval.
const OUTSIDE: f64 = 0.05;
/// The standard deviations on either side of the mean that make up the interval.
const DEVIATIONS: f64 = 1.96;

/// The least number of pairs from which an error is computed: the spread of fewer is too uncertain.
const LEAST_PAIRS: u64 = 10;

impl Tally {
    /// Counts the next game of a match, in which the player had this side.
    pub fn count(&mut self, result: GameResult, side: Color) {
        let points = usize::from(result.half_points(side));
        match points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        match self.half.take() {
            Some(half) => self.pairs[half + points] += 1,
            None => self.half = Some(points),
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points per game, 0 to 1; 0.5 without games.
    pub fn score(&self) -> f64 {
        let points = self.wins as f64 + 0.5 * self.draws as f64;
        match self.games() {
            0 => 0.5,
            games => points / games as f64,
        }
    }

    /// Returns the number of whole pairs.
    pub(super) fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the Elo difference. Returns `None` without games; where all were drawn, as that says
    /// nothing of the error; and where the interval has no bound on either side.
    /// <https://www.chessprogramming.org/Match_Statistics>
    pub fn elo(&self) -> Option<Elo> {
        self.elo_of_pairs().or_else(|| self.elo_of_games())
    }

    /// Returns the Elo difference by the results of pairs; `None` if there are too few, or if they
    /// are too much alike.
    fn elo_of_pairs(&self) -> Option<Elo> {
        let number = self.pair_count();
        let (mean, variance) = moments(self.pairs);
        let error = DEVIATIONS * (variance / number.max(1) as f64).sqrt();
        let is_known = number >= LEAST_PAIRS && variance > 0.0;
        let is_bounded = mean - error > 0.0 && mean + error < 1.0;
        (is_known && is_bounded).then(|| Elo::within(mean, mean - error, mean + error))
    }

    /// Returns the Elo difference as if the games were independent of each other.
    fn elo_of_games(&self) -> Option<Elo> {
        let games = self.games() as f64;
        let (score, variance) = moments([self.losses, self.draws, self.wins]);
        let error = DEVIATIONS * (variance / games).sqrt();
        // The score at which winning all games is as rare as a score outside of the interval.
        let rare = OUTSIDE.powf(1.0 / games);
        let (least, most) = match score {
            1.0 => (rare, 1.0),
            0.0 => (0.0, 1.0 - rare),
            _ => (score - error, score + error),
        };
        let is_bounded = least > 0.0 || most < 1.0;
        (games > 0.0 && self.draws < self.games() && is_bounded)
            .then(|| Elo::within(score, least, most))
    }
}

/// Returns the mean score of results, from 0 to 1, and its variance. The results are counted by
/// their points, the fewest points first.
pub(super) fn moments<const N: usize>(counts: [u64; N]) -> (f64, f64) {
    let number = counts.iter().sum::<u64>().max(1) as f64;
    let scored = || counts.iter().enumerate().map(|(i, &n)| (i as f64 / (N - 1) as f64, n as f64));
    let mean = scored().map(|(score, count)| count * score).sum::<f64>() / number;
    let squares = scored().map(|(score, count)| count * (score - mean).powi(2));
    (mean, squares.sum::<f64>() / number)
}

impl Elo {
    /// Returns the Elo difference at which a score, 0 to 1, is expected, with the differences at the
    /// bounds of the score.
    fn within(score: f64, least: f64, most: f64) -> Elo {
        let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10();
        Elo { difference: elo(score), least: elo(least), most: elo(most) }
    }
}

/// Writes the difference as `+35 ± 20`, or as `at least +183` where only one bound is known.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        // Not `-0`.
        let number = |value: f64| format!("{:+.0}", value.round() + 0.0);
        if self.difference.is_finite() {
            f.write_str(&number(self.difference))?;
        }
        let gap = if self.difference.is_finite() { ", " } else { "" };
        match (self.least.is_finite(), self.most.is_finite()) {
            (true, true) => write!(f, " ± {:.0}", (self.most - self.least) / 2.0),
            (true, false) => write!(f, "{gap}at least {}", number(self.least)),
            (false, true) => write!(f, "{gap}at most {}", number(self.most)),
            (false, false) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(wins: u64, draws: u64, losses: u64) -> String {
        let tally = Tally { wins, draws, losses, ..Tally::default() };
        tally.elo().map_or("none".to_string(), |elo| elo.to_string())
    }

    /// Expected values from Python.
    #[test]
    fn the_difference_and_its_error() {
        assert_eq!(elo(0, 0, 0), "none");
        assert_eq!(elo(0, 1, 0), "none");
        assert_eq!(elo(0, 50, 0), "none");
        assert_eq!(elo(1, 0, 1), "none");
        assert_eq!(elo(10, 0, 0), "at least +183");
        assert_eq!(elo(0, 0, 10), "at most -183");
        assert_eq!(elo(9, 0, 1), "+382, at least +159");
        assert_eq!(elo(5, 10, 5), "+0 ± 111");
        assert_eq!(elo(66, 80, 54), "+21 ± 37");
        assert_eq!(elo(75, 0, 25), "+191 ± 81");
    }

    #[test]
    fn sides_are_told_apart() {
        let mut tally = Tally::default();
        for color in Color::ALL {
            for result in GameResult::ALL {
                tally.count(result, color);
            }
        }
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 2, 2));
        assert_eq!(tally.score(), 0.5);
    }

    #[test]
    fn two_games_in_turn_are_a_pair() {
        let mut found = Tally::default();
        let (win, draw) = (GameResult::WhiteWins, GameResult::Draw);
        for (result, side) in [
            (win, Color::White),
            (win, Color::Black),
            (draw, Color::White),
            (draw, Color::Black),
            (win, Color::White),
            (draw, Color::Black),
            (win, Color::White),
        ] {
            found.count(result, side);
        }
        assert_eq!(found.pairs, [0, 0, 2, 1, 0]);
        assert_eq!(found.pair_count(), 3);
    }

    /// The expected values are from Python.
    #[test]
    fn the_error_is_that_of_pairs() {
        let elo = |pairs| {
            let tally = Tally { pairs, ..Tally::default() };
            tally.elo_of_pairs().map(|elo| elo.to_string())
        };
        assert_eq!(elo([0; 5]), None);
        assert_eq!(elo([0, 0, 50, 0, 0]), None);
        assert_eq!(elo([1, 2, 3, 2, 1]), None);
        assert_eq!(elo([10, 40, 100, 60, 15]).as_deref(), Some("+23 ± 21"));
    }
}
