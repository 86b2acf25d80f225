//! The learning rate and the target in the course of a run.

use super::gradient::Target;

/// The settings of a run, without its data and the network's shape.
#[derive(Copy, Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Schedule {
    /// The number of samples in all. The last batch is whole too, so that a few more may be seen.
    pub samples: u64,
    /// The number of samples of a step.
    pub batch: usize,
    /// The learning rate after warming up.
    pub rate: f32,
    /// The learning rate at the end of the cosine.
    pub final_rate: f32,
    /// The number of steps in which the rate rises from zero, at most a tenth of the run.
    pub warm_up: u64,
    /// The weight decay, as a share of the rate.
    pub decay: f32,
    /// Centipawns of one logistic unit.
    pub scale: u16,
    /// The result's share of the target at the start.
    pub result_share: f32,
    /// The result's share of the target at the end, to which it changes linearly.
    pub final_result_share: f32,
    /// The loss is the difference in expected score to this power.
    pub power: f32,
    /// The share of the run at its end over which the weights are averaged.
    pub averaged: f32,
    /// The least root of a weight's second moment, as a share of the root mean square of those of
    /// its layer. Without it, one rare event moves a weight by up to 31.6 times the learning rate.
    #[serde(default)]
    pub moment_floor: f32,
}

impl Schedule {
    /// Returns the number of steps.
    pub fn steps(&self) -> u64 {
        self.samples.div_ceil(self.batch as u64)
    }

    /// Returns the learning rate of a step, counted from 0.
    pub fn rate(&self, step: u64) -> f32 {
        // At most a tenth of all steps, so that a short run reaches the full rate too.
        let warm_up = self.warm_up.min(self.steps() / 10);
        if step < warm_up {
            return self.rate * (step + 1) as f32 / warm_up as f32;
        }
        let after = (step - warm_up) as f32;
        let all = (self.steps().saturating_sub(warm_up)).max(1) as f32;
        let height = 0.5 + 0.5 * (std::f32::consts::PI * (after / all).min(1.0)).cos();
        self.final_rate + (self.rate - self.final_rate) * height
    }

    /// Returns the target at a step.
    pub fn target(&self, step: u64) -> Target {
        let done = step as f32 / self.steps().max(1) as f32;
        Target {
            scale: f32::from(self.scale),
            result_share: self.result_share + done * (self.final_result_share - self.result_share),
            power: self.power,
        }
    }

    /// Returns true if the weights after this many steps belong to the average.
    pub fn is_averaged(&self, steps: u64) -> bool {
        steps as f32 > self.steps() as f32 * (1.0 - self.averaged)
    }
}
