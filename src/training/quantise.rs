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
    each(shape, &mut network, |_, place, one| (weights[place] * one).round() as i32);
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

/// Returns the 8-bit integer nearest to a number.
fn narrowed(number: i32) -> i8 {
    number.clamp(i8::MIN.into(), i8::MAX.into()) as i8
}

/// Returns the 16-bit integer nearest to a number.
fn shortened(number: i32) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Replaces each integer by the result of `show`, which gets the integer, the index of its weight,
/// and the number that stands for 1.0.
fn each(
    shape: TrainingShape,
    network: &mut QuantisedNetwork,
    mut show: impl FnMut(i32, usize, f32) -> i32,
) {
    for input in 0..INPUTS {
        for unit in 0..shape.hidden {
            let place = shape.tile(unit / TILE).start + input * TILE + unit % TILE;
            let integer = &mut network.hidden_weights[input * shape.hidden + unit];
            *integer = narrowed(show((*integer).into(), place, HIDDEN));
        }
    }
    for (integer, place) in network.hidden_bias.iter_mut().zip(shape.feature_bias()) {
        *integer = shortened(show((*integer).into(), place, HIDDEN));
    }
    for (bucket, stack) in network.stacks.iter_mut().enumerate().take(BUCKETS) {
        each_of_stack(shape, bucket, stack, &mut show);
    }
}

fn each_of_stack(
    shape: TrainingShape,
    bucket: usize,
    stack: &mut QuantisedStack,
    show: &mut impl FnMut(i32, usize, f32) -> i32,
) {
    let inputs = shape.l1_inputs();
    for (i, integer) in stack.l1_weights.iter_mut().enumerate() {
        let (unit, input) = (i / inputs, i % inputs);
        let place = shape.l1().start + (bucket * inputs + input) * L1 + unit;
        *integer = narrowed(show((*integer).into(), place, L1_WEIGHT));
    }
    let start = shape.l1_bias().start + bucket * L1;
    for (integer, place) in stack.l1_bias.iter_mut().zip(start..) {
        *integer = show(*integer, place, NARROW);
    }
    let start = shape.l2().start + bucket * stack.l2_weights.len();
    for (i, integer) in stack.l2_weights.iter_mut().enumerate() {
        let is_square = i / L2 >= L1;
        let one = if is_square { WEIGHT * NARROW / SQUARE } else { WEIGHT };
        *integer = shortened(show((*integer).into(), start + i, one));
    }
    let start = shape.l2_bias().start + bucket * L2;
    for (integer, place) in stack.l2_bias.iter_mut().zip(start..) {
        *integer = show(*integer, place, NARROW * WEIGHT);
    }
    let start = shape.l3().start + bucket * L2;
    for (integer, place) in stack.l3_weights.iter_mut().zip(start..) {
        *integer = shortened(show((*integer).into(), place, WEIGHT));
    }
    let place = shape.l3_bias().start + bucket;
    stack.l3_bias = show(stack.l3_bias, place, NARROW * WEIGHT);
}
