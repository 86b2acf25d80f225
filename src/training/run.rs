//! The state of a training run and its steps, on several threads.

use std::fmt;

use rand::prelude::*;

use super::checkpoint::RunSettings;
use super::gradient::{Transposed, Workspace, in_parts};
use super::optimizer::{AdamWStep, Moments, average};
use super::shape::{L2, L2_INPUTS, TrainingShape};
use crate::selfplay::TrainingSample;

/// The state of a run: what it changes, and what is needed to resume it, apart from settings and
/// data.
#[derive(Clone, Default, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct TrainingState {
    /// The number of steps made.
    pub steps: u64,
    /// The number of steps of earlier runs, with whose second moments this one began.
    #[serde(default)]
    pub earlier_steps: u64,
    /// All weights and biases in the layout of [`TrainingShape`].
    #[serde(skip)]
    pub weights: Vec<f32>,
    /// The moments of the gradients, which the optimizer keeps.
    #[serde(skip)]
    pub moments: Moments,
    /// The mean of the weights over the last steps.
    #[serde(skip)]
    pub average: Vec<f32>,
    /// The number of steps in the average; 0 until it begins.
    pub averaged: u64,
    /// The sum of the mean losses of the batches since the last [`TrainingState::take_loss`].
    #[serde(rename = "error")]
    pub loss: f64,
    /// The number of these batches.
    #[serde(rename = "error_steps")]
    pub loss_steps: u64,
}

impl TrainingState {
    /// Begins with random weights, which are the same for the same seed.
    pub fn new(shape: TrainingShape, seed: u64) -> TrainingState {
        let mut random = StdRng::seed_from_u64(seed);
        let mut weights = vec![0.0; shape.len()];
        let mut fill = |place: std::ops::Range<usize>, size: f32| {
            for weight in &mut weights[place] {
                *weight = random.random_range(-size..size);
            }
        };
        fill(shape.features(), 0.1);
        // A variance of 1 / inputs, for L1 three times that: its activations are small at first,
        // and wide weights prevent dead units.
        fill(shape.l1(), 3.0 / (shape.l1_inputs() as f32).sqrt());
        fill(shape.l1_bias(), 0.1);
        fill(shape.l2(), (3.0 / L2_INPUTS as f32).sqrt());
        fill(shape.l3(), (3.0 / L2 as f32).sqrt());
        weights[shape.feature_bias()].fill(0.1);
        weights[shape.l2_bias()].fill(0.1);
        TrainingState {
            moments: Moments::new(shape),
            average: weights.clone(),
            weights,
            ..TrainingState::default()
        }
    }

    /// Returns the weights to use: the average once there is one.
    pub fn best(&self) -> &[f32] {
        if self.averaged > 0 { &self.average } else { &self.weights }
    }

    /// Returns true if all weights are finite numbers. Some weights of a run that diverges are not.
    pub fn is_finite(&self) -> bool {
        let mut weights = self.weights.iter().chain(&self.average);
        weights.all(|weight| weight.is_finite())
    }

    /// Makes one step of training on a batch.
    pub fn step(
        &mut self,
        settings: &RunSettings,
        workspaces: &mut [Workspace],
        batch: &[TrainingSample],
    ) {
        let RunSettings { shape, schedule, .. } = settings;
        let target = schedule.target(self.steps);
        let share = 1.0 / batch.len() as f32;
        let weights = &self.weights;
        let transposed = Transposed::of(*shape, weights);
        let losses = in_parts(workspaces, batch, |workspace, part| {
            workspace.add_gradient(weights, &transposed, part, &target, share)
        });
        self.loss += losses.iter().sum::<f64>() / batch.len() as f64;
        self.loss_steps += 1;
        let step = AdamWStep {
            number: self.steps + 1,
            earlier: self.earlier_steps,
            rate: schedule.rate(self.steps),
            decay: schedule.decay,
            moment_floor: schedule.moment_floor,
        };
        let gradients = workspaces.iter_mut().map(|workspace| &mut workspace.gradient[..]);
        let mut gradients: Vec<&mut [f32]> = gradients.collect();
        self.moments.step(*shape, &mut self.weights, &mut gradients, step);
        self.steps += 1;
        if schedule.is_averaged(self.steps) {
            self.averaged += 1;
            let share = 1.0 / self.averaged as f32;
            average(&mut self.average, &self.weights, share, workspaces.len());
        }
    }

    /// Returns the mean loss of the samples since the last call.
    pub fn take_loss(&mut self) -> f64 {
        let mean = self.loss / self.loss_steps.max(1) as f64;
        (self.loss, self.loss_steps) = (0.0, 0);
        mean
    }
}

/// The losses of a network.
#[derive(Copy, Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Losses {
    /// The number of samples seen.
    pub samples: u64,
    /// The mean loss of the training samples since the last time.
    pub trained: f64,
    /// The mean loss of the held-out samples, if there are any.
    pub held_out: Option<f64>,
    /// The root mean square of the difference in expected score from the judge's scores.
    pub judged: Option<f64>,
}

/// The least error of outputs under the scales that are tried.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ScaledError {
    /// The error.
    pub error: f64,
    /// Whether the best scale is the least or the largest that is tried, so that a scale beyond it
    /// may be better.
    pub is_at_bound: bool,
}

impl fmt::Display for ScaledError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let at_bound = " (its best scale is at the bound of those tried)";
        write!(f, "{:.5}{}", self.error, if self.is_at_bound { at_bound } else { "" })
    }
}

/// Returns the least error of outputs that are multiplied by one of fifty factors, from 0.6 to
/// 1.58.
pub fn least_error_over_scales(error: impl FnMut(f64) -> f64) -> ScaledError {
    let units = (0..50).map(|i| 0.6 + 0.02 * f64::from(i));
    let errors: Vec<f64> = units.map(error).collect();
    let least = |errors: &[f64]| errors.iter().copied().fold(f64::INFINITY, f64::min);
    let error = least(&errors);
    ScaledError { error, is_at_bound: error < least(&errors[1..errors.len() - 1]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_best_scale_at_a_bound_is_noticed() {
        let inside = least_error_over_scales(|factor| (factor - 1.0).powi(2));
        assert!(inside.error < 1e-9 && !inside.is_at_bound, "{inside:?}");
        let least = least_error_over_scales(|factor| factor);
        assert!(least.error < 0.61 && least.is_at_bound, "{least:?}");
        let largest = least_error_over_scales(|factor| -factor);
        assert!(largest.error < -1.57 && largest.is_at_bound, "{largest:?}");
        // All are as good.
        assert!(!least_error_over_scales(|_| 0.5).is_at_bound);
    }
}
