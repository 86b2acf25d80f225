//! A training run on several threads, with checkpoints from which it is resumed.

use std::thread;

use rand::prelude::*;

use super::dataset::{DataError, Stream};
use super::gradient::{Target, Transposed, Workspace, bucket_of, sigmoid};
use super::optimizer::{Moments, Step, clip};
use super::schedule::Schedule;
use super::shape::{BUCKETS, L1, L2, L2_INPUTS, Shape};
use crate::selfplay::TrainingSample;

/// In centipawns: networks with different scales are judged under this one.
const JUDGE_SCALE: f32 = 170.0;

/// All that a run changes and needs, with its settings and data, to be resumed.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Steps made.
    pub steps: u64,
    /// All weights and biases in the layout of [`Shape`].
    pub weights: Vec<f32>,
    /// What the optimizer keeps.
    pub moments: Moments,
    /// The mean of the weights over the last steps.
    pub average: Vec<f32>,
    /// Steps in the average: none before the end of the run.
    pub averaged: u64,
    /// The sum of the mean losses of the batches since the last checkpoint.
    pub error: f64,
    /// The number of these batches.
    pub error_steps: u64,
}

impl State {
    /// Random weights, the same for the same seed.
    pub fn new(shape: Shape, seed: u64) -> State {
        let mut random = StdRng::seed_from_u64(seed);
        let mut weights = vec![0.0; shape.len()];
        let mut fill = |place: std::ops::Range<usize>, size: f32| {
            for weight in &mut weights[place] {
                *weight = random.random_range(-size..size);
            }
        };
        fill(shape.features(), 0.1);
        // The activations are small at first: wide weights prevent dead units.
        fill(shape.l1(), 3.0 / (shape.l1_inputs() as f32).sqrt());
        fill(shape.l1_bias(), 0.1);
        fill(shape.l2(), (3.0 / L2_INPUTS as f32).sqrt());
        fill(shape.l3(), (3.0 / L2 as f32).sqrt());
        weights[shape.feature_bias()].fill(0.1);
        weights[shape.l2_bias()].fill(0.1);
        clip(shape, &mut weights);
        State {
            steps: 0,
            moments: Moments::new(shape),
            average: weights.clone(),
            averaged: 0,
            error: 0.0,
            error_steps: 0,
            weights,
        }
    }

    /// The weights to use: the average once there is one.
    pub fn best(&self) -> &[f32] {
        if self.averaged > 0 {
            &self.average
        } else {
            &self.weights
        }
    }

    /// The mean loss of the samples since the last call.
    pub fn take_error(&mut self) -> f64 {
        let mean = self.error / self.error_steps.max(1) as f64;
        (self.error, self.error_steps) = (0.0, 0);
        mean
    }
}

/// The losses of a network.
#[derive(Copy, Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Losses {
    /// Samples seen.
    pub samples: u64,
    /// The mean loss of the training samples since the last time.
    pub trained: f64,
    /// The mean loss of the held-out samples.
    pub held_out: f64,
    /// Root mean square of the difference in expected score from the judge's scores.
    pub judged: Option<f64>,
}

/// A run with its settings and data.
pub struct Run {
    /// Sizes of the network.
    pub shape: Shape,
    /// Its learning rates and targets.
    pub schedule: Schedule,
    /// What it is trained on, from the state's next batch on.
    pub samples: Stream,
    /// Memory for each thread.
    pub workspaces: Vec<Workspace>,
}

impl Run {
    /// Trains until so many steps are made or `goes_on`, asked after each, returns false.
    ///
    /// # Errors
    /// Where the data cannot be read.
    pub fn train(
        &mut self,
        state: &mut State,
        until: u64,
        mut goes_on: impl FnMut(&State) -> bool,
    ) -> Result<(), DataError> {
        let mut batch = vec![bytemuck::Zeroable::zeroed(); self.schedule.batch];
        while state.steps < until {
            self.samples.fill(&mut batch)?;
            state.error += self.step(state, &batch);
            state.error_steps += 1;
            if !goes_on(state) {
                break;
            }
        }
        Ok(())
    }

    /// Returns the mean loss before the step.
    fn step(&mut self, state: &mut State, batch: &[TrainingSample]) -> f64 {
        let target = self.schedule.target(state.steps);
        let share = 1.0 / batch.len() as f32;
        let (shape, weights) = (self.shape, &state.weights);
        let transposed = Transposed::of(shape, weights);
        let part = batch.len().div_ceil(self.workspaces.len());
        let errors: Vec<f64> = thread::scope(|scope| {
            let transposed = &transposed;
            let work = self.workspaces.iter_mut().zip(batch.chunks(part));
            let work = work.map(|(workspace, part)| {
                scope.spawn(move || {
                    workspace.add_gradient(weights, transposed, part, &target, share)
                })
            });
            let threads: Vec<_> = work.collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or(f64::NAN))
                .collect()
        });
        let step = Step {
            number: state.steps + 1,
            rate: self.schedule.rate(state.steps),
            decay: self.schedule.decay,
        };
        let gradients = self.workspaces.iter_mut();
        let mut gradients: Vec<&mut [f32]> = gradients.map(|w| &mut w.gradient[..]).collect();
        state.moments.step(&mut state.weights, &mut gradients, step);
        clip(shape, &mut state.weights);
        state.steps += 1;
        if self.schedule.is_averaged(state.steps) {
            state.averaged += 1;
            let share = 1.0 / state.averaged as f32;
            for (mean, weight) in state.average.iter_mut().zip(&state.weights) {
                *mean += share * (weight - *mean);
            }
        }
        errors.iter().sum::<f64>() / batch.len() as f64
    }

    /// Each output in logistic units, with its target.
    fn outputs(
        &mut self,
        weights: &[f32],
        samples: &[TrainingSample],
        target: Target,
    ) -> Vec<(f32, f32)> {
        let part = samples.len().div_ceil(self.workspaces.len()).max(1);
        thread::scope(|scope| {
            let work = self.workspaces.iter_mut().zip(samples.chunks(part));
            let work = work.map(|(workspace, part)| {
                scope.spawn(move || {
                    let mut outputs = Vec::with_capacity(part.len());
                    workspace.evaluate(weights, part, |sample, narrow| {
                        outputs.push((narrow.output, target.of(sample)));
                    });
                    outputs
                })
            });
            let threads: Vec<_> = work.collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_default())
                .collect()
        })
    }

    /// The mean loss on samples.
    pub fn error(&mut self, weights: &[f32], samples: &[TrainingSample]) -> f64 {
        let target = self.schedule.final_target();
        let outputs = self.outputs(weights, samples, target);
        let error = |(output, wanted): &(f32, f32)| {
            f64::from((sigmoid(*output) - wanted).abs().powf(target.power))
        };
        outputs.iter().map(error).sum::<f64>() / outputs.len().max(1) as f64
    }

    /// The root mean square difference in expected score from deeper searches, under the network's
    /// best scale, which need not match that of the search.
    pub fn judge(&mut self, weights: &[f32], samples: &[TrainingSample]) -> f64 {
        let target = Target {
            scale: JUDGE_SCALE,
            result_share: 0.0,
            power: 2.0,
        };
        let outputs = self.outputs(weights, samples, target);
        let error = |unit: f32| {
            let squares = outputs
                .iter()
                .map(|&(output, wanted)| f64::from((sigmoid(output * unit) - wanted).powi(2)));
            squares.sum::<f64>() / outputs.len().max(1) as f64
        };
        let units = (0..50).map(|i| 0.6 + 0.02 * i as f32);
        units.map(error).fold(f64::INFINITY, f64::min).sqrt()
    }
}

/// How alive the narrow layers of one bucket are.
#[derive(Copy, Clone, Default, PartialEq, Debug, serde::Serialize)]
pub struct Liveliness {
    /// Samples looked at.
    pub samples: usize,
    /// Units of the first narrow layer, of [`L1`], whose values differ among samples.
    pub l1: usize,
    /// The same for the second, of [`L2`].
    pub l2: usize,
    /// The standard deviation of the output, in logistic units.
    pub spread: f64,
}

impl Liveliness {
    /// Below this standard deviation a unit counts as dead.
    const LEAST: f64 = 0.005;

    /// Whether more than a quarter of the units of a layer are dead.
    pub fn is_dying(&self) -> bool {
        self.samples > 0 && (4 * self.l1 < 3 * L1 || 4 * self.l2 < 3 * L2)
    }
}

/// A running standard deviation.
#[derive(Copy, Clone, Default)]
struct Spread {
    sum: f64,
    squares: f64,
}

impl Spread {
    fn count(&mut self, value: f32) {
        let value = f64::from(value);
        self.sum += value;
        self.squares += value * value;
    }

    fn deviation(self, count: usize) -> f64 {
        let count = count.max(1) as f64;
        let mean = self.sum / count;
        (self.squares / count - mean * mean).max(0.0).sqrt()
    }
}

/// The liveliness of each bucket on these samples.
pub fn liveliness(
    shape: Shape,
    weights: &[f32],
    samples: &[TrainingSample],
) -> [Liveliness; BUCKETS] {
    let mut counts = [0; BUCKETS];
    let mut l2_inputs = [[Spread::default(); L2_INPUTS]; BUCKETS];
    let mut l3_inputs = [[Spread::default(); L2]; BUCKETS];
    let mut outputs = [Spread::default(); BUCKETS];
    Workspace::new(shape).evaluate(weights, samples, |sample, narrow| {
        let bucket = bucket_of(sample);
        counts[bucket] += 1;
        let values: [f32; L2_INPUTS] = bytemuck::cast(narrow.l2_inputs);
        for (spread, value) in l2_inputs[bucket].iter_mut().zip(values) {
            spread.count(value);
        }
        let values: [f32; L2] = bytemuck::cast(narrow.l3_inputs);
        for (spread, value) in l3_inputs[bucket].iter_mut().zip(values) {
            spread.count(value);
        }
        outputs[bucket].count(narrow.output);
    });
    std::array::from_fn(|bucket| {
        let samples = counts[bucket];
        let lives = |spread: Spread| spread.deviation(samples) > Liveliness::LEAST;
        let (clipped, squared) = l2_inputs[bucket].split_at(L1);
        let l1 = clipped.iter().zip(squared);
        Liveliness {
            samples,
            l1: l1.filter(|(a, b)| lives(**a) || lives(**b)).count(),
            l2: l3_inputs[bucket]
                .iter()
                .filter(|unit| lives(**unit))
                .count(),
            spread: outputs[bucket].deviation(samples),
        }
    })
}
