//! Pairs of games from one start, in which both players have White once. The games of a pair depend
//! on each other, so that errors are computed from the results of pairs (the pentanomial model)
//! instead of single games.

use super::tally::{DEVIATIONS, Elo, moments};
use crate::board::{Color, GameResult};

/// The least number of pairs from which an error is computed: the spread of fewer is too uncertain.
const LEAST_PAIRS: u64 = 10;

/// The results of pairs from the first player's point of view.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct GamePairs {
    /// The number of pairs by their points, in halves.
    counts: [u64; 5],
    /// The points of the first game of a pair whose second is not over, in halves.
    half: Option<usize>,
}

impl GamePairs {
    /// Counts the next game of a match, in which the first player had this side.
    pub fn count(&mut self, result: GameResult, side: Color) {
        let points = usize::from(result.half_points(side));
        match self.half.take() {
            Some(half) => self.counts[half + points] += 1,
            None => self.half = Some(points),
        }
    }

    /// Returns the number of whole pairs.
    pub fn number(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the Elo difference with its 95 % interval; `None` if there are too few pairs, or if
    /// they are too much alike.
    pub fn elo(&self) -> Option<Elo> {
        let number = self.number();
        let (mean, variance) = moments(self.counts);
        let error = DEVIATIONS * (variance / number.max(1) as f64).sqrt();
        let is_known = number >= LEAST_PAIRS && variance > 0.0;
        let is_bounded = mean - error > 0.0 && mean + error < 1.0;
        (is_known && is_bounded).then(|| Elo::within(mean, mean - error, mean + error))
    }
}

/// A sequential probability ratio test of two Elo differences, with a probability of 5 % for either
/// error. <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// The lower difference.
    pub elo0: f64,
    /// The higher one.
    pub elo1: f64,
}

impl Sprt {
    /// The logarithm of the likelihood ratio at which the higher difference is accepted; at its
    /// negative the lower one is. It is the logarithm of 0.95 / 0.05.
    pub const BOUND: f64 = 2.944_438_979_166_440_3;

    /// Returns the logarithm of the likelihood ratio (LLR) of the two differences. The variance is
    /// that of the pairs and one more of each result, as a few pairs may be all alike.
    pub fn ratio(&self, pairs: &GamePairs) -> f64 {
        let score = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let [lower, higher] = [self.elo0, self.elo1].map(score);
        let (mean, _) = moments(pairs.counts);
        let (_, variance) = moments(pairs.counts.map(|count| count + 1));
        let shift = 2.0 * mean - lower - higher;
        pairs.number() as f64 * (higher - lower) * shift / (2.0 * variance)
    }

    /// Returns the difference that is accepted, if either is.
    pub fn accepted(&self, pairs: &GamePairs) -> Option<f64> {
        let ratio = self.ratio(pairs);
        if ratio >= Sprt::BOUND {
            Some(self.elo1)
        } else {
            (ratio <= -Sprt::BOUND).then_some(self.elo0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(counts: [u64; 5]) -> GamePairs {
        GamePairs { counts, half: None }
    }

    #[test]
    fn two_games_in_turn_are_a_pair() {
        let mut found = GamePairs::default();
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
        assert_eq!(found.counts, [0, 0, 2, 1, 0]);
        assert_eq!(found.number(), 3);
    }

    /// The expected values are from Python.
    #[test]
    fn the_difference_its_error_and_the_ratio() {
        let elo = |counts| pairs(counts).elo().map(|elo| elo.to_string());
        assert_eq!(elo([0; 5]), None);
        assert_eq!(elo([0, 0, 50, 0, 0]), None);
        assert_eq!(elo([1, 2, 3, 2, 1]), None);
        assert_eq!(elo([10, 40, 100, 60, 15]).as_deref(), Some("+23 ± 21"));
        let sprt = Sprt { elo0: 0.0, elo1: 5.0 };
        let ratio = sprt.ratio(&pairs([10, 40, 100, 60, 15]));
        assert!((ratio - 0.85960).abs() < 1e-4, "{ratio}");
        // All alike: neither too early nor never.
        assert_eq!(sprt.accepted(&pairs([0, 0, 0, 0, 10])), None);
        assert_eq!(sprt.accepted(&pairs([0, 0, 0, 0, 60])), Some(5.0));
        assert_eq!(sprt.ratio(&GamePairs::default()), 0.0);
        assert_eq!(sprt.accepted(&pairs([10, 40, 100, 60, 15])), None);
        assert_eq!(sprt.accepted(&pairs([10, 400, 1000, 600, 150])), Some(5.0));
        assert_eq!(sprt.accepted(&pairs([150, 600, 1000, 400, 10])), Some(0.0));
    }
}
