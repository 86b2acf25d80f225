//! Dead units of a network, and units that are twins of each other.

use wide::f32x16;

use super::gradient::{LANES, Workspace, bucket_of, vectors};
use super::shape::{BUCKETS, INPUTS, L1, L2, L2_INPUTS, TILE, TrainingShape};
use crate::selfplay::TrainingSample;

/// The dead units of one bucket's layers: those whose values hardly differ among samples.
#[derive(Copy, Clone, Default, PartialEq, Debug)]
pub struct DeadUnits {
    /// The number of samples that were evaluated.
    pub samples: usize,
    /// The number of dead units, of the [`L1`] of L1.
    pub dead_l1: usize,
    /// The number of dead units, of the [`L2`] of L2.
    pub dead_l2: usize,
    /// The standard deviation of the output, in logistic units.
    pub spread: f64,
}

impl DeadUnits {
    /// Below this standard deviation a unit counts as dead.
    const LEAST: f64 = 0.005;

    /// Returns true if more than a quarter of the units of a layer are dead.
    pub fn are_many(&self) -> bool {
        self.samples > 0 && (4 * self.dead_l1 > L1 || 4 * self.dead_l2 > L2)
    }
}

/// A running standard deviation.
#[derive(Copy, Clone, Default)]
struct UnitSpread {
    sum: f64,
    squares: f64,
}

impl UnitSpread {
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

/// Returns the dead units of each bucket on these samples.
pub fn dead_units(
    shape: TrainingShape,
    weights: &[f32],
    samples: &[TrainingSample],
) -> [DeadUnits; BUCKETS] {
    let mut counts = [0; BUCKETS];
    let mut l2_inputs = [[UnitSpread::default(); L2_INPUTS]; BUCKETS];
    let mut l3_inputs = [[UnitSpread::default(); L2]; BUCKETS];
    let mut outputs = [UnitSpread::default(); BUCKETS];
    Workspace::new(shape).evaluate(weights, samples, |sample, stack_values| {
        let bucket = bucket_of(sample);
        counts[bucket] += 1;
        let values: [f32; L2_INPUTS] = bytemuck::cast(stack_values.l2_inputs);
        for (spread, value) in l2_inputs[bucket].iter_mut().zip(values) {
            spread.count(value);
        }
        let values: [f32; L2] = bytemuck::cast(stack_values.l3_inputs);
        for (spread, value) in l3_inputs[bucket].iter_mut().zip(values) {
            spread.count(value);
        }
        outputs[bucket].count(stack_values.output);
    });
    std::array::from_fn(|bucket| {
        let samples = counts[bucket];
        let is_dead = |spread: UnitSpread| spread.deviation(samples) <= DeadUnits::LEAST;
        let (clipped, squared) = l2_inputs[bucket].split_at(L1);
        let l1 = clipped.iter().zip(squared);
        DeadUnits {
            samples,
            dead_l1: l1.filter(|(a, b)| is_dead(**a) && is_dead(**b)).count(),
            dead_l2: l3_inputs[bucket].iter().filter(|unit| is_dead(**unit)).count(),
            spread: outputs[bucket].deviation(samples),
        }
    })
}

/// Returns the median over the hidden units of the largest cosine between the input weights of a
/// unit and those of another. Near 1 most units have a twin, as after [`widened`](super::widened):
/// they compute nearly the same, and the network uses half of its width.
pub fn twin_cosine(shape: TrainingShape, weights: &[f32]) -> f32 {
    let units: Vec<Vec<f32>> = (0..shape.hidden)
        .map(|unit| {
            let tile = &weights[shape.tile(unit / TILE)];
            let column: Vec<f32> = tile.iter().skip(unit % TILE).step_by(TILE).copied().collect();
            let length = dot(&column, &column).sqrt().max(f32::MIN_POSITIVE);
            column.iter().map(|weight| weight / length).collect()
        })
        .collect();
    let mut largest = vec![-1f32; units.len()];
    for (i, unit) in units.iter().enumerate() {
        for (j, other) in units.iter().enumerate().skip(i + 1) {
            let cosine = dot(unit, other);
            largest[i] = largest[i].max(cosine);
            largest[j] = largest[j].max(cosine);
        }
    }
    largest.sort_unstable_by(f32::total_cmp);
    largest.get(largest.len() / 2).copied().unwrap_or_default()
}

// `dot` takes whole vectors.
const _: () = assert!(INPUTS.is_multiple_of(LANES));

fn dot(a: &[f32], b: &[f32]) -> f32 {
    let pairs = vectors(a).iter().zip(vectors(b));
    pairs
        .fold(f32x16::ZERO, |sum, (&a, &b)| f32x16::new(a).mul_add(f32x16::new(b), sum))
        .reduce_add()
}
