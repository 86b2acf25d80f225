//! Fits the four numbers of a network's [`Calibration`] to the results of games, by logistic
//! regression (Newton's method). <https://en.wikipedia.org/wiki/Logistic_regression>

use super::gradient::{Workspace, in_parts, sigmoid};
use super::quantise::weights_of;
use super::run::{ScaledError, least_error_over_scales};
use super::shape::TrainingShape;
use crate::eval::nnue::calibration::{FULL, ONE, TERMS};
use crate::eval::nnue::{Calibration, QuantisedNetwork};
use crate::selfplay::TrainingSample;

/// The regression has two weights for each term: its least weight, and what a full board adds.
const WEIGHTS: usize = 2 * TERMS;
/// The ridge pulls each weight towards zero, as this many results would.
const RIDGE: f64 = 10.0;
/// The number of steps of Newton's method.
const STEPS: usize = 8;
/// Outputs nearer to zero than this, in logistic units, keep their size on average.
const UNDECIDED: f64 = 1.0;

/// A sample in the form that the regression needs.
#[derive(Copy, Clone)]
struct Observation {
    output: f32,
    result: f32,
    pieces: u8,
}

/// A calibration, and what it is worth on samples that it was not fitted to.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Fit {
    /// The numbers for the network's file.
    pub calibration: Calibration,
    /// The mean squared error of results with the calibration that the network had, under the best
    /// scale.
    pub error_before: ScaledError,
    /// The mean squared error of results with the new calibration, its numbers rounded, under the
    /// best scale.
    pub error_after: ScaledError,
}

/// Fits a network's calibration to the results of `samples`, and tries it on `others`. Values keep
/// their size on average. Returns `None` if the trainer does not take the network's shape, or if
/// either set of samples is empty.
pub fn calibrated(
    network: &QuantisedNetwork,
    samples: &[TrainingSample],
    others: &[TrainingSample],
    threads: usize,
) -> Option<Fit> {
    let shape = TrainingShape::new(network.shape.hidden)?;
    let weights = weights_of(shape, network)?;
    let workspaces = (0..threads.max(1)).map(|_| Workspace::new(shape));
    let mut workspaces: Vec<Workspace> = workspaces.collect();
    let mut observed = |samples: &[TrainingSample]| observed(&weights, samples, &mut workspaces);
    let (samples, others) = (observed(samples), observed(others));
    if samples.is_empty() || others.is_empty() {
        return None;
    }
    let fitted = rescaled(fitted(&samples), &samples);
    let number = |weight: f64| (weight * f64::from(ONE)).round() as i16;
    let terms =
        std::array::from_fn(|term| [number(fitted[2 * term]), number(fitted[2 * term + 1])]);
    let calibration = Calibration(terms);
    Some(Fit {
        calibration,
        error_before: error(&weights_in(network.calibration), &others),
        error_after: error(&weights_in(calibration), &others),
    })
}

/// Returns the weights of the regression that a calibration's numbers stand for.
fn weights_in(calibration: Calibration) -> [f64; WEIGHTS] {
    let numbers = calibration.0.as_flattened();
    std::array::from_fn(|i| f64::from(numbers[i]) / f64::from(ONE))
}

fn observed(
    weights: &[f32],
    samples: &[TrainingSample],
    workspaces: &mut [Workspace],
) -> Vec<Observation> {
    let parts = in_parts(workspaces, samples, |workspace, part| {
        let mut observations = Vec::with_capacity(part.len());
        workspace.evaluate(weights, part, |sample, values| {
            observations.push(Observation {
                output: values.output,
                result: sample.result(),
                pieces: sample.piece_count() as u8,
            });
        });
        observations
    });
    parts.concat()
}

impl Observation {
    fn inputs(&self) -> [f64; WEIGHTS] {
        let one = f64::from(ONE);
        let inputs = Calibration::inputs((self.output * ONE as f32) as i32);
        let share = f64::from(self.pieces) / FULL as f64;
        std::array::from_fn(|i| {
            let input = inputs[i / 2] as f64 / one;
            if i % 2 == 0 { input } else { input * share }
        })
    }

    fn calibrated(&self, weights: &[f64; WEIGHTS]) -> f64 {
        self.with_inputs(weights, &self.inputs())
    }

    /// Returns the calibrated output from these inputs of the regression.
    fn with_inputs(&self, weights: &[f64; WEIGHTS], inputs: &[f64; WEIGHTS]) -> f64 {
        let terms = weights.iter().zip(inputs);
        let sum: f64 = terms.map(|(weight, input)| weight * input).sum();
        f64::from(self.output) + sum
    }
}

/// Returns the expected result of a value in logistic units. The precision of `f32` is enough for
/// results of games.
fn expected(value: f64) -> f64 {
    sigmoid(value as f32).into()
}

fn fitted(observations: &[Observation]) -> [f64; WEIGHTS] {
    let mut weights = [0.0; WEIGHTS];
    for _ in 0..STEPS {
        let mut slope: [f64; WEIGHTS] = weights.map(|weight| -RIDGE * weight);
        let mut curvature = [[0.0; WEIGHTS]; WEIGHTS];
        for (i, row) in curvature.iter_mut().enumerate() {
            row[i] = RIDGE;
        }
        for observation in observations {
            let inputs = observation.inputs();
            let expected = expected(observation.with_inputs(&weights, &inputs));
            let error = f64::from(observation.result) - expected;
            let weight = expected * (1.0 - expected);
            for (i, row) in curvature.iter_mut().enumerate() {
                slope[i] += error * inputs[i];
                for (sum, other) in row.iter_mut().zip(inputs) {
                    *sum += weight * inputs[i] * other;
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solved(curvature, slope)) {
            *weight += step;
        }
    }
    weights
}

/// Scales all weights, so that undecided values keep the average size of the outputs, on which the
/// margins of the search depend.
fn rescaled(weights: [f64; WEIGHTS], observations: &[Observation]) -> [f64; WEIGHTS] {
    let (mut before, mut after) = (0.0, 0.0);
    for observation in observations {
        let output = f64::from(observation.output);
        if output.abs() < UNDECIDED {
            before += output.abs();
            after += observation.calibrated(&weights).abs();
        }
    }
    let factor = if after > 0.0 { before / after } else { 1.0 };
    let mut scaled = weights.map(|weight| factor * weight);
    scaled[0] += factor - 1.0;
    scaled
}

/// Returns the mean squared error of results, under the best scale.
fn error(weights: &[f64; WEIGHTS], observations: &[Observation]) -> ScaledError {
    let values = observations.iter().map(|observation| observation.calibrated(weights));
    let values: Vec<f64> = values.collect();
    least_error_over_scales(|unit| {
        let pairs = values.iter().zip(observations);
        let squares = pairs.map(|(value, observation)| {
            (expected(value * unit) - f64::from(observation.result)).powi(2)
        });
        squares.sum::<f64>() / observations.len() as f64
    })
}

/// Solves a system whose matrix is positive definite, by Gaussian elimination.
fn solved(mut matrix: [[f64; WEIGHTS]; WEIGHTS], mut right: [f64; WEIGHTS]) -> [f64; WEIGHTS] {
    for i in 0..WEIGHTS {
        let (pivot, value) = (matrix[i], right[i]);
        for j in i + 1..WEIGHTS {
            let factor = matrix[j][i] / pivot[i];
            for (number, above) in matrix[j].iter_mut().zip(pivot) {
                *number -= factor * above;
            }
            right[j] -= factor * value;
        }
    }
    for i in (0..WEIGHTS).rev() {
        let known: f64 = (i + 1..WEIGHTS).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use rand::prelude::*;

    use super::*;

    /// The fit to results that were drawn with known weights gives the values of these weights.
    #[test]
    fn it_finds_the_law_of_results() {
        let law = [0.3, -0.2, -0.4, 0.5];
        let mut random = StdRng::seed_from_u64(88);
        let observations = (0..200_000).map(|_| {
            let mut observation = Observation {
                output: random.random_range(-3.0..3.0),
                result: 0.0,
                pieces: random.random_range(3..=32),
            };
            let expected = expected(observation.calibrated(&law));
            observation.result = f32::from(u8::from(random.random_bool(expected)));
            observation
        });
        let observations: Vec<_> = observations.collect();
        let found = fitted(&observations);
        // Values are compared, as other weights may give nearly the same values.
        for observation in &observations[..1000] {
            let [by_law, by_fit] = [&law, &found].map(|weights| observation.calibrated(weights));
            assert!((by_law - by_fit).abs() < 0.06, "{by_fit}, not {by_law}");
        }
        let [with, without] = [found, [0.0; WEIGHTS]].map(|weights| error(&weights, &observations));
        assert!(with.error < without.error, "{with:?} {without:?}");
        let scaled = rescaled(found, &observations);
        let size = |weights| {
            let undecided = observations
                .iter()
                .filter(|observation| f64::from(observation.output.abs()) < UNDECIDED);
            let sizes = undecided.map(|observation| observation.calibrated(weights).abs());
            sizes.sum::<f64>()
        };
        let (before, after) = (size(&[0.0; WEIGHTS]), size(&scaled));
        assert!((after / before - 1.0).abs() < 1e-3, "{after}, not {before}");
    }
}
