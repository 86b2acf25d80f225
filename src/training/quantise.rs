//! Rounds the weights of training to the engine's integers, and turns them back.

use std::fmt;

use super::shape::{BUCKETS, INPUTS, L1, L2, TILE, TrainingShape};
use crate::eval::nnue::architecture::{
    HIDDEN_ONE, NARROW_ONE, PRODUCT_SHIFT, SQUARE_SHIFT, WEIGHT_SHIFT,
};
use crate::eval::nnue::{self, QuantisedNetwork, QuantisedStack};

/// The number that stands for 1.0 in the accumulator.
const HIDDEN: f32 = HIDDEN_ONE as f32;
/// The number that stands for 1.0 in L1's inputs.
const ACTIVATION: f32 = HIDDEN * HIDDEN / (1 << PRODUCT_SHIFT) as f32;
/// The number that stands for 1.0 in the values of L1 and L2, where the engine clips them.
const NARROW: f32 = NARROW_ONE as f32;
/// The number that stands for 1.0 in the squares of L1's values.
const SQUARE: f32 = NARROW * NARROW / (1 << SQUARE_SHIFT) as f32;
/// The number that stands for 1.0 in the weights after L1.
const WEIGHT: f32 = (1 << WEIGHT_SHIFT) as f32;

/// The number that stands for 1.0 in L1's weights, so that its sums are clipped at 1.0.
pub const L1_WEIGHT: f32 = NARROW / ACTIVATION;

/// Rounds weights, which must be finite, to integers, with `scale` centipawns to a logistic unit.
pub fn quantised(shape: TrainingShape, weights: &[f32], scale: u16) -> QuantisedNetwork {
    // A weight that is no number would become 0.
    debug_assert!(weights.iter().all(|weight| weight.is_finite()));
    let mut network = QuantisedNetwork::zero(file_shape(shape), scale);
    each(shape, &mut network, |_, place, one| (weights[place] * one).round().into());
    network
}

/// Returns the weights that a network's integers stand for; `None` if its shape differs.
pub fn weights_of(shape: TrainingShape, network: &QuantisedNetwork) -> Option<Vec<f32>> {
    if network.shape != file_shape(shape) {
        return None;
    }
    let mut weights = vec![0.0; shape.len()];
    each(shape, &mut network.clone(), |integer, place, one| {
        weights[place] = integer as f32 / one;
        integer
    });
    Some(weights)
}

impl fmt::Display for TrainingShape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        file_shape(*self).fmt(f)
    }
}

fn file_shape(shape: TrainingShape) -> nnue::Shape {
    nnue::Shape { hidden: shape.hidden, activation: shape.activation, ..nnue::Shape::PROGRAM }
}

/// Replaces each integer by the result of `show`, which gets the integer, the index of its weight,
/// and the number that stands for 1.0. A result beyond the range of the integer becomes the nearest
/// one that is within.
fn each(
    shape: TrainingShape,
    network: &mut QuantisedNetwork,
    mut show: impl FnMut(f64, usize, f32) -> f64,
) {
    for input in 0..INPUTS {
        for unit in 0..shape.hidden {
            let place = shape.tile(unit / TILE).start + input * TILE + unit % TILE;
            let integer = &mut network.hidden_weights[input * shape.hidden + unit];
            *integer = show(f64::from(*integer), place, HIDDEN) as i8;
        }
    }
    for (integer, place) in network.hidden_bias.iter_mut().zip(shape.feature_bias()) {
        *integer = show(f64::from(*integer), place, HIDDEN) as i16;
    }
    for (bucket, stack) in network.stacks.iter_mut().enumerate().take(BUCKETS) {
        each_of_stack(shape, bucket, stack, &mut show);
    }
}

fn each_of_stack(
    shape: TrainingShape,
    bucket: usize,
    stack: &mut QuantisedStack,
    show: &mut impl FnMut(f64, usize, f32) -> f64,
) {
    let inputs = shape.l1_inputs();
    for (i, integer) in stack.l1_weights.iter_mut().enumerate() {
        let (unit, input) = (i / inputs, i % inputs);
        let place = shape.l1().start + (bucket * inputs + input) * L1 + unit;
        *integer = show(f64::from(*integer), place, L1_WEIGHT) as i8;
    }
    let start = shape.l1_bias().start + bucket * L1;
    for (integer, place) in stack.l1_bias.iter_mut().zip(start..) {
        *integer = show(f64::from(*integer), place, NARROW) as i32;
    }
    let start = shape.l2().start + bucket * stack.l2_weights.len();
    for (i, integer) in stack.l2_weights.iter_mut().enumerate() {
        let is_square = i / L2 >= L1;
        let one = if is_square { WEIGHT * NARROW / SQUARE } else { WEIGHT };
        *integer = show(f64::from(*integer), start + i, one) as i16;
    }
    let start = shape.l2_bias().start + bucket * L2;
    for (integer, place) in stack.l2_bias.iter_mut().zip(start..) {
        *integer = show(f64::from(*integer), place, NARROW * WEIGHT) as i32;
    }
    let start = shape.l3().start + bucket * L2;
    for (integer, place) in stack.l3_weights.iter_mut().zip(start..) {
        *integer = show(f64::from(*integer), place, WEIGHT) as i16;
    }
    let place = shape.l3_bias().start + bucket;
    stack.l3_bias = show(f64::from(stack.l3_bias), place, NARROW * WEIGHT) as i32;
}
