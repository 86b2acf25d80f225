//! A training run from its settings to its results, with what is measured and kept on the way.

use std::time::Instant;

use super::checkpoint::{Checkpoint, NOT_FINITE, RunSettings};
use super::dataset::Stream;
use super::gradient::{Target, Workspace, in_parts, sigmoid};
use super::quantise::{quantised, weights_of};
use super::run::{Losses, ScaledError, TrainingState, least_error_over_scales};
use super::units::{DeadUnits, dead_units, twin_cosine};
use crate::selfplay::TrainingSample;

/// The number of parts of a run; after each of them the network and a checkpoint are kept.
const PARTS: u64 = 100;
/// A part has at least this many steps: writing and judging take time too.
const PART_STEPS: u64 = 50;
/// Networks with different scales are judged under this one, in centipawns of a logistic unit.
const JUDGE_SCALE: f32 = 170.0;
/// The report on dead units looks at no more than this many samples.
const SAMPLES_OF_REPORT: usize = 100_000;

/// Receives the progress of a run, and keeps its results.
pub trait TrainingReport {
    /// Is called after each step; the run goes on if it returns true.
    fn step(&mut self, state: &TrainingState) -> bool;

    /// Is called after each part with the losses since the last call.
    fn part(&mut self, losses: &Losses, judged: Option<ScaledError>);

    /// Keeps the files of the network and of the checkpoint, after each part and where the run was
    /// stopped.
    ///
    /// # Errors
    /// Fails with a message if there are none, because the run has diverged, or if they cannot be
    /// written.
    fn keep(&mut self, files: Result<[Vec<u8>; 2], String>) -> Result<(), String>;
}

/// A run, and the samples by which it is measured.
pub struct Training {
    /// The settings and data of the run.
    pub settings: RunSettings,
    /// The progress of the run.
    pub checkpoint: Checkpoint,
    /// The samples that it is trained on, from the next batch on.
    pub samples: Stream,
    /// Samples that are not trained on.
    pub held_out: Vec<TrainingSample>,
    /// Samples with scores of deeper searches, if the network is judged by them.
    pub judge: Option<Vec<TrainingSample>>,
}

/// What is known of a network at its end, with its weights rounded as in its file.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingResults {
    /// The mean loss of the held-out samples, if there are any.
    pub held_out: Option<f64>,
    /// The judge's error, if there is a judge.
    pub judged: Option<ScaledError>,
    /// The dead units of each bucket.
    pub layers: Vec<DeadUnits>,
    /// How alike the units of the hidden layer are: see [`twin_cosine`].
    pub twin_cosine: f32,
}

impl Training {
    /// Trains to the end, or until the report stops the run; returns true at the end.
    ///
    /// # Errors
    /// Fails if samples cannot be read, the run diverges, or something cannot be kept.
    pub fn train(&mut self, report: &mut impl TrainingReport) -> Result<bool, String> {
        let steps = self.settings.schedule.steps();
        let part = steps.div_ceil(PARTS).max(PART_STEPS);
        let (start, before) = (Instant::now(), self.checkpoint.seconds);
        let mut workspaces = self.workspaces();
        let mut batch = vec![bytemuck::Zeroable::zeroed(); self.settings.schedule.batch];
        while self.checkpoint.state.steps < steps {
            self.samples.fill(&mut batch)?;
            let state = &mut self.checkpoint.state;
            state.step(&self.settings, &mut workspaces, &batch);
            let is_whole = state.steps == steps || state.steps.is_multiple_of(part);
            let goes_on = report.step(state);
            if goes_on && !is_whole {
                continue;
            }
            self.checkpoint.seconds = before + start.elapsed().as_secs_f64();
            if is_whole {
                let (losses, judged) = self.count_losses();
                report.part(&losses, judged);
            }
            report.keep(self.files())?;
            if !goes_on && self.checkpoint.state.steps < steps {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the memory of each thread.
    fn workspaces(&self) -> Vec<Workspace> {
        (0..self.settings.threads).map(|_| Workspace::new(self.settings.shape)).collect()
    }

    /// Computes and keeps the losses since the last time.
    fn count_losses(&mut self) -> (Losses, Option<ScaledError>) {
        let samples = self.checkpoint.state.steps * self.settings.schedule.batch as u64;
        let trained = self.checkpoint.state.take_loss();
        let weights = self.checkpoint.state.best();
        let held_out = self.held_out_loss(weights);
        let judged = self.judged(weights);
        let losses =
            Losses { samples, trained, held_out, judged: judged.map(|judged| judged.error) };
        self.checkpoint.losses.push(losses);
        (losses, judged)
    }

    /// Returns each output in logistic units, with its target.
    fn outputs(
        &self,
        weights: &[f32],
        samples: &[TrainingSample],
        target: Target,
    ) -> Vec<(f32, f32)> {
        let parts = in_parts(&mut self.workspaces(), samples, |workspace, part| {
            let mut outputs = Vec::with_capacity(part.len());
            workspace.evaluate(weights, part, |sample, values| {
                outputs.push((values.output, target.of(sample)));
            });
            outputs
        });
        parts.concat()
    }

    fn held_out_loss(&self, weights: &[f32]) -> Option<f64> {
        (!self.held_out.is_empty()).then(|| self.loss(weights, &self.held_out))
    }

    /// Returns the mean loss on samples, of which there must be some.
    pub fn loss(&self, weights: &[f32], samples: &[TrainingSample]) -> f64 {
        // The networks of a run are compared by the target at its end.
        let schedule = &self.settings.schedule;
        let target = schedule.target(schedule.steps());
        let outputs = self.outputs(weights, samples, target);
        let loss = |(output, wanted): &(f32, f32)| {
            f64::from((sigmoid(*output) - wanted).abs().powf(target.power))
        };
        outputs.iter().map(loss).sum::<f64>() / outputs.len() as f64
    }

    /// Returns the root mean square difference in expected score from deeper searches, if there is a
    /// judge, under the network's best scale, which need not match that of the search.
    fn judged(&self, weights: &[f32]) -> Option<ScaledError> {
        let judge = self.judge.as_ref()?;
        let target = Target { scale: JUDGE_SCALE, result_share: 0.0, power: 2.0 };
        let outputs = self.outputs(weights, judge, target);
        // From units of the network to those of the target, so that the factors that are tried
        // fit networks of any scale.
        let in_target_units = f32::from(self.settings.schedule.scale) / JUDGE_SCALE;
        let best = least_error_over_scales(|factor| {
            let unit = factor as f32 * in_target_units;
            let squares = outputs
                .iter()
                .map(|&(output, wanted)| f64::from((sigmoid(output * unit) - wanted).powi(2)));
            squares.sum::<f64>() / outputs.len().max(1) as f64
        });
        Some(ScaledError { error: best.error.sqrt(), ..best })
    }

    /// Returns the files of the network and of the checkpoint: both or none, so that a run that has
    /// diverged leaves those of the part before.
    fn files(&self) -> Result<[Vec<u8>; 2], String> {
        Ok([self.network()?, self.checkpoint.to_bytes(&self.settings)?])
    }

    /// Returns the file of the network.
    ///
    /// # Errors
    /// Fails if the run has diverged: only then are numbers too large.
    pub fn network(&self) -> Result<Vec<u8>, String> {
        let state = &self.checkpoint.state;
        if !state.is_finite() {
            return Err(NOT_FINITE.to_string());
        }
        let RunSettings { shape, schedule, .. } = &self.settings;
        let network = quantised(*shape, state.best(), schedule.scale);
        network.to_bytes().map_err(|error| {
            format!("{error}: the run has diverged; a lower learning rate may help")
        })
    }

    /// Judges the network with its weights rounded as in its file.
    pub fn results(&self) -> TrainingResults {
        let RunSettings { shape, schedule, .. } = self.settings;
        let best = self.checkpoint.state.best();
        let network = quantised(shape, best, schedule.scale);
        let weights = weights_of(shape, &network).unwrap_or_default();
        // Taken evenly, so that they are from all files, whose samples lie one after another.
        let step = self.held_out.len().div_ceil(SAMPLES_OF_REPORT).max(1);
        let some: Vec<TrainingSample> = self.held_out.iter().step_by(step).copied().collect();
        TrainingResults {
            held_out: self.held_out_loss(&weights),
            judged: self.judged(&weights),
            layers: dead_units(shape, &weights, &some).to_vec(),
            twin_cosine: twin_cosine(shape, &weights),
        }
    }
}
