//! AdamW, with limits within which the weights fit the engine's integers. Loshchilov and Hutter,
//! "Decoupled Weight Decay Regularization", 2019. <https://arxiv.org/abs/1711.05101>

use super::quantise::L1_WEIGHT;
use super::shape::TrainingShape;
use crate::eval::nnue::architecture::HIDDEN_ONE;
use crate::sync::in_parallel;

/// AdamW's decay of the mean of gradients.
const BETA1: f32 = 0.9;
/// AdamW's decay of the mean of their squares.
const BETA2: f32 = 0.999;
/// AdamW's term that prevents a division by zero.
const EPSILON: f32 = 1e-8;
/// The second moments of a layer are estimated from one in this many.
const MOMENT_STRIDE: usize = 61;

/// What one step depends on beside the weights, their gradients and moments.
#[derive(Copy, Clone, Default, PartialEq, Debug)]
pub struct AdamWStep {
    /// The number of the step, from 1.
    pub number: u64,
    /// The number of steps before the first, whose second moments are kept.
    pub earlier: u64,
    pub rate: f32,
    /// The weight decay, as a share of the rate. Biases are not decayed.
    pub decay: f32,
    /// The least root of a weight's second moment: see
    /// [`Schedule::moment_floor`](super::Schedule::moment_floor).
    pub moment_floor: f32,
}

/// The largest weights by layer, from the types in the network's file. The hidden layer's and L1's
/// have eight bits, with 127 and 129 as one. Those of the later two have sixteen bits, but must not
/// be above 4, so that the sum of their products fits 32 bits. The limit here is a little less, as
/// they are rounded, and as L2's weights of squares are 0.8 % larger in the file.
pub const LIMITS: [f32; 4] = [127.0 / HIDDEN_ONE as f32, 127.0 / L1_WEIGHT, 3.96, 3.99];

/// AdamW's moments: the decaying means of each weight's gradient and of its square.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Moments {
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
}

impl Moments {
    pub fn new(shape: TrainingShape) -> Moments {
        Moments { mean: vec![0.0; shape.len()], square: vec![0.0; shape.len()] }
    }

    /// Makes one step with the sum of the gradients, which are zero afterwards, and clips the
    /// weights to their limits. The weights are divided among as many threads as there are
    /// gradients; as no weight depends on another, the result does not depend on the threads.
    pub fn step(
        &mut self,
        shape: TrainingShape,
        weights: &mut [f32],
        gradients: &mut [&mut [f32]],
        step: AdamWStep,
    ) {
        let size = part_size(weights.len(), gradients.len());
        let floors = self.floors(shape, step);
        let gradients = gradients.iter_mut();
        let mut gradients: Vec<_> = gradients.map(|whole| whole.chunks_mut(size)).collect();
        let moments = self.mean.chunks_mut(size).zip(self.square.chunks_mut(size));
        let parts = weights.chunks_mut(size).zip(moments).enumerate();
        let parts = parts.map(|(i, (weights, (means, squares)))| Chunk {
            start: i * size,
            weights,
            means,
            squares,
            gradients: gradients.iter_mut().filter_map(|chunks| chunks.next()).collect(),
        });
        in_parallel(parts, |part| part.step(shape, step, floors));
    }

    /// Returns the least root of a second moment by layer, before the correction of its bias.
    fn floors(&self, shape: TrainingShape, step: AdamWStep) -> [f32; 4] {
        shape.layers().map(|[weights_at, _]| {
            if step.moment_floor > 0.0 {
                let some = self.square[weights_at].iter().step_by(MOMENT_STRIDE);
                let count = some.len().max(1) as f32;
                step.moment_floor * (some.sum::<f32>() / count).sqrt()
            } else {
                0.0
            }
        })
    }
}

/// Neighbouring weights, with their moments and gradients.
struct Chunk<'a> {
    /// The index of the first weight.
    start: usize,
    weights: &'a mut [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
    gradients: Vec<&'a mut [f32]>,
}

impl Chunk<'_> {
    fn step(mut self, shape: TrainingShape, step: AdamWStep, floors: [f32; 4]) {
        let count = |steps: u64| i32::try_from(steps).unwrap_or(i32::MAX);
        let mean_correction = 1.0 / (1.0 - BETA1.powi(count(step.number)));
        let square_correction = 1.0 / (1.0 - BETA2.powi(count(step.earlier + step.number)));
        let Some((first, others)) = self.gradients.split_first_mut() else {
            return;
        };
        for other in others {
            for (to, from) in first.iter_mut().zip(other.iter_mut()) {
                *to += *from;
                *from = 0.0;
            }
        }
        let (start, end) = (self.start, self.start + self.weights.len());
        let within = |index: usize| index.clamp(start, end) - start;
        let layers = shape.layers().into_iter().zip(LIMITS).zip(floors);
        for (([weights_at, biases_at], limit), floor) in layers {
            // The floor comes from the stored second moments, so it needs the same bias correction.
            let floor = floor * square_correction.sqrt();
            let decayed = (weights_at, step.decay, limit, floor);
            for (place, decay, limit, floor) in [decayed, (biases_at, 0.0, f32::INFINITY, 0.0)] {
                let place = within(place.start)..within(place.end);
                let means = self.means[place.clone()].iter_mut();
                let moments = means.zip(&mut self.squares[place.clone()]);
                let gradients = first[place.clone()].iter_mut();
                let numbers = self.weights[place].iter_mut().zip(gradients).zip(moments);
                for ((weight, gradient), (mean, square)) in numbers {
                    *mean += (1.0 - BETA1) * (*gradient - *mean);
                    *square += (1.0 - BETA2) * (*gradient * *gradient - *square);
                    let root = (*square * square_correction).sqrt();
                    let size = EPSILON + if root < floor { floor } else { root };
                    *weight -= step.rate * (decay * *weight + *mean * mean_correction / size);
                    *weight = weight.clamp(-limit, limit);
                    *gradient = 0.0;
                }
            }
        }
    }
}

/// Moves the means a share of the way to the weights, on several threads.
pub fn average(means: &mut [f32], weights: &[f32], share: f32, threads: usize) {
    let size = part_size(weights.len(), threads);
    let parts = means.chunks_mut(size).zip(weights.chunks(size));
    in_parallel(parts, |(means, weights)| {
        for (mean, weight) in means.iter_mut().zip(weights) {
            *mean += share * (weight - *mean);
        }
    });
}

fn part_size(count: usize, threads: usize) -> usize {
    count.div_ceil(threads.max(1)).max(1)
}
