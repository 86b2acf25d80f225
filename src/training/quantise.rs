//! Rounds the weights of training to the engine's integers, and turns them back.

use std::fmt;
use std::ops::Range;

use super::shape::{BUCKETS, INPUTS, L1, L2, TILE, TrainingShape};
use crate::eval::nnue::architecture::{
    HIDDEN_ONE, HIDDEN_SHIFT, NARROW_ONE, SQUARE_SHIFT, WEIGHT_SHIFT,
};
use crate::eval::nnue::{self, QuantisedNetwork};

/// The number that stands for 1.0 in the accumulator.
const HIDDEN: f32 = HIDDEN_ONE as f32;
/// The number that stands for 1.0 in L1's inputs.
const ACTIVATION: f32 = HIDDEN * HIDDEN / (1 << HIDDEN_SHIFT) as f32;
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
    let mut places = places(shape);
    network.replace_integers(|zero| {
        places.next().map_or(zero, |(place, one)| (weights[place] * one).round().into())
    });
    network
}

/// Returns the weights that a network's integers stand for; `None` if its shape differs.
pub fn weights_of(shape: TrainingShape, network: &QuantisedNetwork) -> Option<Vec<f32>> {
    if network.shape != file_shape(shape) {
        return None;
    }
    let mut weights = vec![0.0; shape.len()];
    let mut places = places(shape);
    network.clone().replace_integers(|integer| {
        if let Some((place, one)) = places.next() {
            weights[place] = integer as f32 / one;
        }
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
    nnue::Shape { hidden: shape.hidden, ..nnue::Shape::PROGRAM }
}

/// Returns the index of the weight for each integer of a network, in the order of its file, and the
/// number that stands for 1.0.
fn places(shape: TrainingShape) -> impl Iterator<Item = (usize, f32)> {
    let hidden_weights = (0..INPUTS * shape.hidden).map(move |i| {
        let (input, unit) = (i / shape.hidden, i % shape.hidden);
        (shape.tile(unit / TILE).start + input * TILE + unit % TILE, HIDDEN)
    });
    let hidden_bias = shape.feature_bias().map(|place| (place, HIDDEN));
    let stacks = (0..BUCKETS).flat_map(move |bucket| stack_places(shape, bucket));
    hidden_weights.chain(hidden_bias).chain(stacks)
}

fn stack_places(shape: TrainingShape, bucket: usize) -> impl Iterator<Item = (usize, f32)> {
    let part = |layer: Range<usize>| {
        let size = layer.len() / BUCKETS;
        let start = layer.start + bucket * size;
        start..start + size
    };
    let (inputs, l1) = (shape.l1_inputs(), part(shape.l1()));
    // A file has L1's weights by unit, then by input.
    let l1_weights =
        (0..l1.len()).map(move |i| (l1.start + i % inputs * L1 + i / inputs, L1_WEIGHT));
    let l1_bias = part(shape.l1_bias()).map(|place| (place, NARROW));
    let l2_weights = part(shape.l2()).enumerate().map(|(i, place)| {
        let is_square = i / L2 >= L1;
        (place, if is_square { WEIGHT * NARROW / SQUARE } else { WEIGHT })
    });
    let l2_bias = part(shape.l2_bias()).map(|place| (place, NARROW * WEIGHT));
    let l3_weights = part(shape.l3()).map(|place| (place, WEIGHT));
    let l3_bias = part(shape.l3_bias()).map(|place| (place, NARROW * WEIGHT));
    l1_weights.chain(l1_bias).chain(l2_weights).chain(l2_bias).chain(l3_weights).chain(l3_bias)
}
