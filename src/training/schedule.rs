//! What changes in the course of a run: the learning rate, and the result's share of
//! the target.

use super::gradient::Target;

/// How a run goes, but for its data and the network's shape.
#[derive(Copy, Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Schedule {
    /// Samples seen in all, whole batches.
    pub samples: u64,
    /// Samples of a step.
    pub batch: usize,
    /// The learning rate after warming up.
    pub rate: f32,
    /// The learning rate at the end, where a cosine leads.
    pub final_rate: f32,
    /// Steps in which the rate rises from zero.
    pub warm_up: u64,
    /// The share of the rate by which weights shrink at each step.
    pub decay: f32,
    /// Centipawns of one logistic unit.
    pub scale: u16,
    /// The result's share of the target at the start.
    pub result_share: f32,
    /// The result's share at the end; it changes evenly.
    pub final_result_share: f32,
    /// The error is the difference in expected score to this power.
    pub power: f32,
    /// The share of the run at its end over which the weights are averaged.
    pub averaged: f32,
}

impl Schedule {
    /// How many steps there are.
    pub fn steps(&self) -> u64 {
        self.samples.div_ceil(self.batch as u64)
    }

    /// The learning rate of a step, counted from 0.
    pub fn rate(&self, step: u64) -> f32 {
        if step < self.warm_up {
            return self.rate * (step + 1) as f32 / self.warm_up as f32;
        }
        let after = (step - self.warm_up) as f32;
        let all = (self.steps().saturating_sub(self.warm_up)).max(1) as f32;
        let height = 0.5 + 0.5 * (std::f32::consts::PI * (after / all).min(1.0)).cos();
        self.final_rate + (self.rate - self.final_rate) * height
    }

    /// What is to be learnt at a step.
    pub fn target(&self, step: u64) -> Target {
        let done = step as f32 / self.steps().max(1) as f32;
        Target {
            scale: f32::from(self.scale),
            result_share: self.result_share + done * (self.final_result_share - self.result_share),
            power: self.power,
        }
    }

    /// What is learnt at the end: by this all networks of a run are compared.
    pub fn final_target(&self) -> Target {
        self.target(self.steps())
    }

    /// Whether the weights after this many steps belong to the average.
    pub fn is_averaged(&self, steps: u64) -> bool {
        steps as f32 > self.steps() as f32 * (1.0 - self.averaged)
    }
}
