//! AdamW, with limits within which the weights fit the engine's integers. Loshchilov and Hutter,
//! "Decoupled Weight Decay Regularization", 2019. <https://arxiv.org/abs/1711.05101>

use std::ops::Range;

use super::quantise::L1_WEIGHT;
use super::shape::Shape;
use crate::eval::nnue::architecture::HIDDEN_ONE;

/// AdamW's decay of the mean of gradients.
const BETA1: f32 = 0.9;
/// AdamW's decay of the mean of their squares.
const BETA2: f32 = 0.999;
/// AdamW's term that prevents a division by zero.
const EPSILON: f32 = 1e-8;

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Step {
    /// From 1.
    pub number: u64,
    pub rate: f32,
    /// The weight decay, as a share of the rate. Biases are not decayed.
    pub decay: f32,
}

/// The largest weights by layer, from the types in the network's file: the hidden layer's and L1's
/// have eight bits, with 127 and 129 as one, those of the later two sixteen, but the sum of their
/// products must fit 32.
pub fn limits(shape: Shape) -> [(Range<usize>, f32); 4] {
    [
        (shape.features(), 127.0 / HIDDEN_ONE as f32),
        (shape.l1(), 127.0 / L1_WEIGHT),
        (shape.l2(), 3.96),
        (shape.l3(), 3.99),
    ]
}

#[derive(Clone, PartialEq, Debug)]
pub struct Moments {
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
}

impl Moments {
    pub fn new(shape: Shape) -> Moments {
        Moments {
            mean: vec![0.0; shape.len()],
            square: vec![0.0; shape.len()],
        }
    }

    /// One step along the sum of the gradients, which are zero afterwards.
    pub fn step(
        &mut self,
        shape: Shape,
        weights: &mut [f32],
        gradients: &mut [&mut [f32]],
        step: Step,
    ) {
        let count = step.number as i32;
        let mean_share = 1.0 / (1.0 - BETA1.powi(count));
        let square_share = 1.0 / (1.0 - BETA2.powi(count));
        let Some((first, others)) = gradients.split_first_mut() else {
            return;
        };
        for other in others {
            for (to, from) in first.iter_mut().zip(other.iter_mut()) {
                *to += *from;
                *from = 0.0;
            }
        }
        for [weights_at, biases_at] in shape.layers() {
            for (place, decay) in [(weights_at, step.decay), (biases_at, 0.0)] {
                let means = self.mean[place.clone()].iter_mut();
                let moments = means.zip(&mut self.square[place.clone()]);
                let gradients = first[place.clone()].iter_mut();
                let numbers = weights[place].iter_mut().zip(gradients).zip(moments);
                for ((weight, gradient), (mean, square)) in numbers {
                    *mean += (1.0 - BETA1) * (*gradient - *mean);
                    *square += (1.0 - BETA2) * (*gradient * *gradient - *square);
                    let size = (*square * square_share).sqrt() + EPSILON;
                    *weight -= step.rate * (decay * *weight + *mean * mean_share / size);
                    *gradient = 0.0;
                }
            }
        }
    }
}

pub fn clip(shape: Shape, weights: &mut [f32]) {
    for (place, limit) in limits(shape) {
        for weight in &mut weights[place] {
            *weight = weight.clamp(-limit, limit);
        }
    }
}
