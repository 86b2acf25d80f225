//! Accuracy and average centipawn loss, as Lichess defines them, so that both can be compared with
//! what people know from there. <https://lichess.org/page/accuracy>

use crate::eval::Score;

/// The greatest score, in centipawns: scores beyond it count as this, and so do mates.
const MOST_CENTIPAWNS: i32 = 1000;

/// The slope of Lichess' curve from centipawns to a share of the points.
const SLOPE: f64 = 0.003_682_08;

/// The plies over which the volatility of a game is measured: a tenth of it, within these limits.
const WINDOW: (usize, usize) = (2, 8);

/// The weight of a move is the standard deviation of the share of the points around it, in per
/// cent, within these limits.
const WEIGHT: (f64, f64) = (0.5, 12.0);

/// Returns the centipawns of a score, limited to ten pawns for either side.
pub fn centipawns(score: Score) -> i32 {
    score.get().clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS)
}

/// Returns the share of the points, 0 to 1, that games of people on Lichess have from a score.
pub fn expectation(score: Score) -> f64 {
    1.0 / (1.0 + (-SLOPE * f64::from(centipawns(score))).exp())
}

/// Returns the accuracy of a move, 0 to 100, by the share of the points before and after it for the
/// side that plays it. Lichess adds a point to its published equation, as no analysis is perfect.
pub fn of_move(before: f64, after: f64) -> f64 {
    let lost = 100.0 * (before - after).max(0.0);
    (103.1668 * (-0.04354 * lost).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// Returns the accuracy of a side over a game, 0 to 100: the mean of two means of its moves'
/// accuracies, one weighted by the volatility of the game around the move, the other harmonic.
/// `shares` are White's shares of the points at the start and after each move; `moves` are the
/// accuracies of the side's own moves, and `None` for all others.
pub fn of_side(moves: &[Option<f64>], shares: &[f64]) -> Option<f64> {
    let weighted = moves.iter().zip(weights(shares));
    let own: Vec<(f64, f64)> =
        weighted.filter_map(|(accuracy, weight)| Some(((*accuracy)?, weight))).collect();
    if own.is_empty() {
        return None;
    }
    let total: f64 = own.iter().map(|(_, weight)| weight).sum();
    let weighted: f64 = own.iter().map(|(accuracy, weight)| accuracy * weight).sum();
    // As on Lichess, an accuracy below 1 counts as 1, so that no move decides alone.
    let reciprocals: f64 = own.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    let harmonic = own.len() as f64 / reciprocals;
    Some((weighted / total + harmonic) / 2.0)
}

/// Returns the weight of each move by the volatility around it.
fn weights(shares: &[f64]) -> Vec<f64> {
    let moves = shares.len().saturating_sub(1);
    let length = (moves / 10).clamp(WINDOW.0, WINDOW.1).min(shares.len());
    let deviation = |window: &[f64]| {
        let mean = window.iter().sum::<f64>() / window.len() as f64;
        let squares = window.iter().map(|share| (share - mean).powi(2));
        let variance = squares.sum::<f64>() / window.len() as f64;
        (100.0 * variance.sqrt()).clamp(WEIGHT.0, WEIGHT.1)
    };
    // The first moves share the first window.
    let place = |index: usize| (index + 2).saturating_sub(length);
    (0..moves).map(|index| deviation(&shares[place(index)..][..length])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the two equations on Lichess' page, computed by hand, with the point that Lichess
    /// adds to the second.
    #[test]
    fn the_equations_are_those_of_lichess() {
        for (score, share) in [(0, 0.5), (100, 0.591_017), (-300, 0.248_890), (5000, 0.975_447)] {
            let found = expectation(Score::centipawns(score));
            assert!((found - share).abs() < 1e-4, "{score}: {found}");
        }
        assert_eq!(expectation(Score::mate_in(3)), expectation(Score::centipawns(1000)));
        for (lost, accuracy) in
            [(0.0, 100.0), (0.05, 80.82), (0.1, 64.58), (0.3, 25.78), (1.0, 0.0)]
        {
            let found = of_move(0.9, 0.9 - lost);
            assert!((found - accuracy).abs() < 0.02, "{lost}: {found}");
        }
        assert_eq!(of_move(0.4, 0.6), of_move(0.5, 0.5));
    }

    #[test]
    fn a_side_is_as_accurate_as_its_moves() {
        let shares = [0.5, 0.5, 0.7, 0.7, 0.9];
        for accuracy in [100.0, 50.0] {
            let moves = [Some(accuracy), None, Some(accuracy), None];
            let found = of_side(&moves, &shares).unwrap();
            assert!((found - accuracy).abs() < 1e-9, "{found}");
        }
        assert_eq!(of_side(&[None], &shares[..2]), None);
        // Where the game was decided, a bad move weighs more than the good ones, and more than in
        // the mean.
        let moves = [Some(100.0), None, Some(10.0)];
        let found = of_side(&moves, &[0.5, 0.5, 0.5, 0.1]).unwrap();
        assert!(found < 55.0 && found > 10.0, "{found}");
        let worst = of_side(&[Some(0.0)], &[1.0, 0.0]).unwrap();
        assert!(worst.is_finite() && worst < 1.0, "{worst}");
        // A single blunder is not half of the accuracy: the means are 97.5 and 28.78.
        let mut moves = [Some(100.0); 40];
        moves[20] = Some(0.0);
        let found = of_side(&moves, &[0.5; 41]).unwrap();
        assert!((found - 63.14).abs() < 0.01, "{found}");
    }

    #[test]
    fn each_move_has_a_weight() {
        for moves in [0, 1, 2, 5, 19, 30, 200] {
            let shares = vec![0.5; moves + 1];
            assert_eq!(weights(&shares), vec![WEIGHT.0; moves]);
        }
        assert!(weights(&[]).is_empty());
    }
}
