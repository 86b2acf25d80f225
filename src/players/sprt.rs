//! The sequential probability ratio test of a match.

use super::tally::{Tally, moments};

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
    pub fn ratio(&self, tally: &Tally) -> f64 {
        let score = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let [lower, higher] = [self.elo0, self.elo1].map(score);
        let (mean, _) = moments(tally.pairs);
        let (_, variance) = moments(tally.pairs.map(|count| count + 1));
        let shift = 2.0 * mean - lower - higher;
        tally.pair_count() as f64 * (higher - lower) * shift / (2.0 * variance)
    }

    /// Returns the difference that is accepted, if either is.
    pub fn accepted(&self, tally: &Tally) -> Option<f64> {
        let ratio = self.ratio(tally);
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

    /// The expected values are from Python.
    #[test]
    fn the_ratio_grows_with_the_pairs() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0 };
        let tally = |pairs| Tally { pairs, ..Tally::default() };
        let ratio = sprt.ratio(&tally([10, 40, 100, 60, 15]));
        assert!((ratio - 0.85960).abs() < 1e-4, "{ratio}");
        // All alike: neither too early nor never.
        assert_eq!(sprt.accepted(&tally([0, 0, 0, 0, 10])), None);
        assert_eq!(sprt.accepted(&tally([0, 0, 0, 0, 60])), Some(5.0));
        assert_eq!(sprt.ratio(&Tally::default()), 0.0);
        assert_eq!(sprt.accepted(&tally([10, 40, 100, 60, 15])), None);
        assert_eq!(sprt.accepted(&tally([10, 400, 1000, 600, 150])), Some(5.0));
        assert_eq!(sprt.accepted(&tally([150, 600, 1000, 400, 10])), Some(0.0));
    }
}
