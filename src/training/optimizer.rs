//! AdamW, with limits within which the weights fit the engine's integers. Loshchilov and Hutter,
//! "Decoupled Weight Decay Regularization", 2019. <https://arxiv.org/abs/1711.05101>

use std::ops::Range;

use super::quantise::L1_WEIGHT;
use super::shape::Shape;
use crate::eval::nnue::architecture::HIDDEN_ONE;

/// Beta 1.
const KEPT_MEAN: f32 = 0.9;
/// Beta 2.
const KEPT_SQUARE: f32 = 0.999;
/// Epsilon: prevents a division by zero.
const TINY: f32 = 1e-8;

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Step {
    /// From 1.
    pub number: u64,
    pub rate: f32,
    /// The weight decay, as a share of the rate.
    pub decay: f32,
}

/// The largest weights by layer, from the types in the network's file: the hidden layer's and the
/// first narrow layer's have eight bits, with 127 and 129 as one, those of the later two sixteen,
/// but the sum of their products must fit 32.
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
    pub fn step(&mut self, weights: &mut [f32], gradients: &mut [&mut [f32]], step: Step) {
        let count = step.number as i32;
        let mean_share = 1.0 / (1.0 - KEPT_MEAN.powi(count));
        let square_share = 1.0 / (1.0 - KEPT_SQUARE.powi(count));
        let Some((first, others)) = gradients.split_first_mut() else {
            return;
        };
        for other in others {
            for (to, from) in first.iter_mut().zip(other.iter_mut()) {
                *to += *from;
                *from = 0.0;
            }
        }
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, gradient), (mean, square)) in
            weights.iter_mut().zip(first.iter_mut()).zip(moments)
        {
            *mean += (1.0 - KEPT_MEAN) * (*gradient - *mean);
            *square += (1.0 - KEPT_SQUARE) * (*gradient * *gradient - *square);
            let size = (*square * square_share).sqrt() + TINY;
            *weight -= step.rate * (step.decay * *weight + *mean * mean_share / size);
            *gradient = 0.0;
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
