//! The forward and backward pass with the loss, a chunk of samples at a time. The feature
//! transformer is computed by tiles, whose rows stay in the second-level cache where it has room
//! for them ([`TILE`]). Its gradient is gathered by input, not scattered by sample, so no row is
//! written twice a chunk.

use std::ops::Range;

use wide::f32x16;

use super::shape::{INPUTS, L1, L2, L2_INPUTS, TILE, TrainingShape};
use crate::board::{Color, attacked_squares};
use crate::eval::nnue::architecture::output_bucket;
use crate::eval::nnue::features::{Occupant, View};
use crate::selfplay::TrainingSample;
use crate::sync::in_parallel;

/// The number of samples that go through each layer at a time.
const CHUNK: usize = 512;
/// The number of samples that L1 takes at a time.
const L1_SAMPLES: usize = 4;

/// The number of values in a vector.
pub const LANES: usize = 16;
type Tile = [f32x16; TILE / LANES];
type L1Values = f32x16;
const _: () = assert!(L1 == LANES);
type L2Inputs = [f32x16; L2_INPUTS / LANES];
type L2Values = [f32x16; L2 / LANES];

/// The target of a sample, and its loss function.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Target {
    /// Centipawns of one logistic unit.
    pub scale: f32,
    /// The share of the game's result in the target; the score has the rest.
    pub result_share: f32,
    /// The loss is the difference in expected score to this power.
    pub power: f32,
}

impl Target {
    /// Returns the expected score, 0 to 1, that the network is to learn for the sample.
    pub fn of(&self, sample: &TrainingSample) -> f32 {
        let expected = sigmoid(f32::from(sample.score()) / self.scale);
        expected + self.result_share * (sample.result() - expected)
    }
}

/// Returns the feature indices of each piece, in the view of the side to move and in the other's.
#[inline(always)]
fn inputs(sample: &TrainingSample) -> impl Iterator<Item = [u16; 2]> {
    let [own, other] = sample.kings();
    let views = [View::new(Color::White, own), View::new(Color::Black, other)];
    let attacked = attacked_squares(sample.pieces());
    sample.pieces().map(move |(piece, square)| {
        let occupant = Occupant::new(piece, square, &attacked);
        views.map(|view| view.input(occupant, square) as u16)
    })
}

/// Returns the output bucket of the sample's position.
pub fn bucket_of(sample: &TrainingSample) -> usize {
    output_bucket(sample.piece_count())
}

/// Returns the expected score, 0 to 1, of a value in logistic units.
pub fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The buffers of one thread for a chunk, and its sum of gradients.
pub struct Workspace {
    shape: TrainingShape,
    /// The sum of the gradients, in the layout of the weights.
    pub gradient: Vec<f32>,
    /// The clipped accumulators and then their gradient, by tile, view and sample.
    clipped: Vec<Tile>,
    /// L1's inputs and then their gradient, by tile and sample.
    activations: Vec<Tile>,
    /// L1's sums and then their gradient, by sample.
    l1: Vec<L1Values>,
    /// The inputs of each view of each sample.
    inputs: Vec<u16>,
    /// The index in `inputs` at which each view begins.
    input_starts: Vec<u32>,
    /// The views that have an input, by input.
    views: Vec<u16>,
    /// The index in `views` at which those of each input begin.
    view_starts: Vec<u32>,
}

/// The weights of L1 and L2 by unit, for the backward pass.
pub struct Transposed {
    /// L1's weights by bucket, tile of inputs, and unit.
    l1: Vec<[Tile; L1]>,
    /// L2's weights by bucket and unit.
    l2: Vec<[L2Inputs; L2]>,
}

impl Transposed {
    pub fn of(shape: TrainingShape, weights: &[f32]) -> Transposed {
        let l1 = weights[shape.l1()]
            .chunks_exact(TILE * L1)
            .map(|tile| by_unit::<TILE, L1>(tile).map(bytemuck::cast));
        let l2 = weights[shape.l2()]
            .chunks_exact(L2_INPUTS * L2)
            .map(|layer| by_unit::<L2_INPUTS, L2>(layer).map(bytemuck::cast));
        Transposed { l1: l1.collect(), l2: l2.collect() }
    }
}

/// Returns the weights of a layer by unit, from those by input.
fn by_unit<const INPUTS: usize, const UNITS: usize>(layer: &[f32]) -> [[f32; INPUTS]; UNITS] {
    let layer = layer.as_chunks::<UNITS>().0;
    std::array::from_fn(|unit| std::array::from_fn(|input| layer[input][unit]))
}

#[inline(always)]
pub fn vectors(numbers: &[f32]) -> &[[f32; LANES]] {
    numbers.as_chunks().0
}

#[inline(always)]
fn vectors_mut(numbers: &mut [f32]) -> &mut [[f32; LANES]] {
    numbers.as_chunks_mut().0
}

/// Adds the sum of tiles to a row of the gradient.
#[inline(always)]
fn add_sum<'a>(tiles: impl Iterator<Item = &'a Tile>, to: &mut [f32]) {
    let mut sum = Tile::default();
    for tile in tiles {
        for (sum, values) in sum.iter_mut().zip(tile) {
            *sum += *values;
        }
    }
    for (to, sum) in vectors_mut(to).iter_mut().zip(sum) {
        *to = (f32x16::new(*to) + sum).to_array();
    }
}

/// Returns the derivative of clipping: 1 within the bounds, else 0.
#[inline(always)]
fn passes(value: f32x16, low: f32, high: f32) -> f32x16 {
    let inside = value.simd_gt(f32x16::splat(low)) & value.simd_lt(f32x16::splat(high));
    inside & f32x16::ONE
}

#[inline(always)]
fn clip(value: f32x16) -> f32x16 {
    value.fast_max(f32x16::ZERO).fast_min(f32x16::ONE)
}

impl Workspace {
    /// Returns a workspace for a network of this shape, with a gradient of zero.
    pub fn new(shape: TrainingShape) -> Workspace {
        Workspace {
            shape,
            gradient: vec![0.0; shape.len()],
            clipped: vec![Tile::default(); shape.tiles() * 2 * CHUNK],
            activations: vec![Tile::default(); 2 * shape.tiles() * CHUNK],
            l1: vec![L1Values::ZERO; CHUNK],
            inputs: Vec::with_capacity(64 * CHUNK),
            input_starts: Vec::with_capacity(2 * CHUNK + 1),
            views: Vec::new(),
            view_starts: Vec::new(),
        }
    }

    /// Adds the gradient of the loss of each sample, multiplied by `share` and the sample's weight.
    /// Returns the sum of the losses, without weights.
    pub fn add_gradient(
        &mut self,
        weights: &[f32],
        transposed: &Transposed,
        samples: &[TrainingSample],
        target: &Target,
        share: f32,
    ) -> f64 {
        let mut loss = 0.0;
        for chunk in sorted_by_bucket(samples).chunks(CHUNK) {
            self.forward(weights, chunk);
            loss += self.stacks_backward(weights, transposed, chunk, target, share);
            self.l1_backward(transposed, chunk);
            self.accumulators_backward(chunk.len());
        }
        loss
    }

    /// Evaluates samples, and passes each with its values to `each`, sorted by bucket.
    pub fn evaluate(
        &mut self,
        weights: &[f32],
        samples: &[TrainingSample],
        mut each: impl FnMut(&TrainingSample, &StackValues),
    ) {
        for chunk in sorted_by_bucket(samples).chunks(CHUNK) {
            self.forward(weights, chunk);
            for (sample, sums) in chunk.iter().zip(&self.l1) {
                let stack = StackWeights::of(self.shape, weights, bucket_of(sample));
                each(sample, &stack.forward(*sums));
            }
        }
    }

    /// Computes the sums of L1.
    fn forward(&mut self, weights: &[f32], chunk: &[TrainingSample]) {
        self.note_inputs(chunk);
        self.accumulate(weights, chunk.len());
        self.activate(chunk.len());
        self.l1_forward(weights, chunk);
    }

    /// Fills `inputs` and `input_starts`.
    fn note_inputs(&mut self, chunk: &[TrainingSample]) {
        self.inputs.clear();
        self.input_starts.clear();
        // The views of the side to move come first for all samples, then those of the other side.
        let mut other_inputs = Vec::with_capacity(32 * CHUNK);
        let mut other_starts = Vec::with_capacity(CHUNK);
        for sample in chunk {
            self.input_starts.push(self.inputs.len() as u32);
            other_starts.push(other_inputs.len() as u32);
            for [own, other] in inputs(sample) {
                self.inputs.push(own);
                other_inputs.push(other);
            }
        }
        let shift = self.inputs.len() as u32;
        self.input_starts.extend(other_starts.iter().map(|start| start + shift));
        self.inputs.extend_from_slice(&other_inputs);
        self.input_starts.push(self.inputs.len() as u32);
    }

    fn accumulate(&mut self, weights: &[f32], count: usize) {
        let bias = weights[self.shape.feature_bias()].chunks_exact(TILE);
        for (tile, bias) in bias.enumerate() {
            let rows: &[[f32; TILE]] = weights[self.shape.tile(tile)].as_chunks().0;
            let bias: Tile = std::array::from_fn(|v| f32x16::new(vectors(bias)[v]));
            let values = &mut self.clipped[tile * 2 * CHUNK..][..2 * count];
            for (value, ends) in values.iter_mut().zip(self.input_starts.windows(2)) {
                let mut sum = bias;
                for &input in &self.inputs[ends[0] as usize..ends[1] as usize] {
                    let row = vectors(&rows[usize::from(input)]);
                    for (sum, &row) in sum.iter_mut().zip(row) {
                        *sum += f32x16::new(row);
                    }
                }
                *value = sum.map(clip);
            }
        }
    }

    /// Returns the place in `clipped` of the values from which a tile of L1's inputs is computed.
    fn source(shape: TrainingShape, l1_tile: usize, count: usize) -> Range<usize> {
        let (view, tile) = (l1_tile / shape.tiles(), l1_tile % shape.tiles());
        let start = tile * 2 * CHUNK + view * count;
        start..start + count
    }

    fn activate(&mut self, count: usize) {
        let shape = self.shape;
        for l1_tile in 0..2 * shape.tiles() {
            let clipped = &self.clipped[Workspace::source(shape, l1_tile, count)];
            let to = &mut self.activations[l1_tile * CHUNK..][..count];
            for (to, values) in to.iter_mut().zip(clipped) {
                *to = values.map(|value| value * value);
            }
        }
    }

    fn l1_forward(&mut self, weights: &[f32], chunk: &[TrainingSample]) {
        let tiles = 2 * self.shape.tiles();
        let biases = vectors(&weights[self.shape.l1_bias()]);
        // The weights of L1 by bucket and input.
        let weights = vectors(&weights[self.shape.l1()]);
        for (bucket, run) in runs(chunk) {
            self.l1[run.clone()].fill(f32x16::new(biases[bucket]));
            for tile in 0..tiles {
                let weights = &weights[(bucket * tiles + tile) * TILE..][..TILE];
                let values = &self.activations[tile * CHUNK..][run.clone()];
                let (groups, rest) = values.as_chunks::<L1_SAMPLES>();
                let (group_sums, rest_sums) = self.l1[run.clone()].as_chunks_mut::<L1_SAMPLES>();
                for (values, sums) in groups.iter().zip(group_sums) {
                    dot_products(values, weights, sums);
                }
                for (values, sums) in rest.iter().zip(rest_sums) {
                    dot_products(&[*values], weights, std::array::from_mut(sums));
                }
            }
        }
    }

    /// Replaces the sums of L1 in `l1` by their gradient, and adds the gradients of the later
    /// layers. Returns the sum of the losses.
    fn stacks_backward(
        &mut self,
        weights: &[f32],
        transposed: &Transposed,
        chunk: &[TrainingSample],
        target: &Target,
        share: f32,
    ) -> f64 {
        let mut loss = 0.0;
        for (bucket, run) in runs(chunk) {
            let stack = StackWeights::of(self.shape, weights, bucket);
            let mut change = StackGradient::default();
            for (sample, sums) in chunk[run.clone()].iter().zip(&mut self.l1[run]) {
                let values = stack.forward(*sums);
                let predicted = sigmoid(values.output);
                let difference = predicted - target.of(sample);
                let size = difference.abs();
                let power = size.powf(target.power - 1.0);
                loss += f64::from(power * size);
                let slope = share
                    * sample.weight()
                    * target.power
                    * power.copysign(difference)
                    * predicted
                    * (1.0 - predicted);
                *sums = stack.backward(&transposed.l2[bucket], &values, *sums, slope, &mut change);
            }
            change.add_to(self.shape, bucket, &mut self.gradient);
        }
        loss
    }

    fn l1_backward(&mut self, transposed: &Transposed, chunk: &[TrainingSample]) {
        let tiles = 2 * self.shape.tiles();
        let changes = vectors_mut(&mut self.gradient[self.shape.l1()]);
        for (bucket, run) in runs(chunk) {
            let slopes = &self.l1[run.clone()];
            for tile in 0..tiles {
                let number = bucket * tiles + tile;
                let change = &mut changes[number * TILE..][..TILE];
                let values = &mut self.activations[tile * CHUNK..][run.clone()];
                let (groups, rest) = values.as_chunks::<L1_SAMPLES>();
                let (group_slopes, rest_slopes) = slopes.as_chunks::<L1_SAMPLES>();
                for (values, slopes) in groups.iter().zip(group_slopes) {
                    add_products(values, slopes, change);
                }
                for (values, slopes) in rest.iter().zip(rest_slopes) {
                    add_products(&[*values], &[*slopes], change);
                }
                let weights = &transposed.l1[number];
                for (value, slopes) in values.iter_mut().zip(slopes) {
                    *value = dot_products_backward(weights, slopes);
                }
            }
        }
    }

    fn accumulators_backward(&mut self, count: usize) {
        self.activations_backward(count);
        self.note_views();
        let shape = self.shape;
        for tile in 0..shape.tiles() {
            let slopes = &self.clipped[tile * 2 * CHUNK..][..2 * count];
            let change: &mut [[f32; TILE]] = self.gradient[shape.tile(tile)].as_chunks_mut().0;
            for (change, ends) in change.iter_mut().zip(self.view_starts.windows(2)) {
                let views = &self.views[ends[0] as usize..ends[1] as usize];
                // Otherwise zeros would be added to a row that may have left the cache.
                if !views.is_empty() {
                    add_sum(views.iter().map(|&view| &slopes[usize::from(view)]), change);
                }
            }
            let bias = &mut self.gradient[shape.feature_bias()][tile * TILE..][..TILE];
            add_sum(slopes.iter(), bias);
        }
    }

    /// Replaces the clipped accumulators by their gradient.
    fn activations_backward(&mut self, count: usize) {
        let shape = self.shape;
        for l1_tile in 0..2 * shape.tiles() {
            let slopes = &self.activations[l1_tile * CHUNK..][..count];
            let clipped = &mut self.clipped[Workspace::source(shape, l1_tile, count)];
            for (value, slope) in clipped.as_flattened_mut().iter_mut().zip(slopes.as_flattened()) {
                *value = *value * *slope * 2.0 * passes(*value, 0.0, 1.0);
            }
        }
    }

    /// Fills `views` and `view_starts`: the inputs of each view turned into each input's views.
    fn note_views(&mut self) {
        let mut starts = [0u32; INPUTS + 1];
        for &input in &self.inputs {
            starts[usize::from(input) + 1] += 1;
        }
        for i in 0..INPUTS {
            starts[i + 1] += starts[i];
        }
        self.view_starts.clear();
        self.view_starts.extend_from_slice(&starts);
        self.views.clear();
        self.views.resize(self.inputs.len(), 0);
        for (view, ends) in self.input_starts.windows(2).enumerate() {
            for &input in &self.inputs[ends[0] as usize..ends[1] as usize] {
                let place = &mut starts[usize::from(input)];
                self.views[*place as usize] = view as u16;
                *place += 1;
            }
        }
    }
}

/// Divides samples among threads, one for each workspace; returns the results of `work`, in order.
pub fn in_parts<T: Send>(
    workspaces: &mut [Workspace],
    samples: &[TrainingSample],
    work: impl Fn(&mut Workspace, &[TrainingSample]) -> T + Sync,
) -> Vec<T> {
    let part = samples.len().div_ceil(workspaces.len().max(1)).max(1);
    let parts = workspaces.iter_mut().zip(samples.chunks(part));
    in_parallel(parts, |(workspace, part)| work(workspace, part))
}

/// Returns the samples sorted by bucket, so that neighbours share the weights of a stack.
fn sorted_by_bucket(samples: &[TrainingSample]) -> Vec<TrainingSample> {
    let mut sorted = samples.to_vec();
    sorted.sort_by_key(bucket_of);
    sorted
}

/// Returns the runs of neighbours with the same output bucket: the bucket, and their places in the
/// chunk.
fn runs(chunk: &[TrainingSample]) -> impl Iterator<Item = (usize, Range<usize>)> {
    let mut end = 0;
    chunk.chunk_by(|a, b| bucket_of(a) == bucket_of(b)).map(move |run| {
        let start = end;
        end += run.len();
        (bucket_of(&run[0]), start..end)
    })
}

/// Adds the dot products of activations and L1's weights to its sums.
#[inline(always)]
fn dot_products<const N: usize>(
    values: &[Tile; N],
    weights: &[[f32; L1]],
    sums: &mut [L1Values; N],
) {
    let values: [&[f32; TILE]; N] = std::array::from_fn(|n| bytemuck::cast_ref(&values[n]));
    let mut local = *sums;
    for (i, &row) in weights.iter().enumerate() {
        let row = f32x16::new(row);
        for n in 0..N {
            local[n] = row.mul_add(f32x16::splat(values[n][i % TILE]), local[n]);
        }
    }
    *sums = local;
}

#[inline(always)]
fn add_products<const N: usize>(values: &[Tile; N], slopes: &[L1Values; N], to: &mut [[f32; L1]]) {
    let values: [&[f32; TILE]; N] = std::array::from_fn(|n| bytemuck::cast_ref(&values[n]));
    for (i, to) in to.iter_mut().enumerate() {
        let mut row = f32x16::new(*to);
        for n in 0..N {
            row = slopes[n].mul_add(f32x16::splat(values[n][i % TILE]), row);
        }
        *to = row.to_array();
    }
}

/// Returns the gradient of a tile of activations.
#[inline(always)]
fn dot_products_backward(weights: &[Tile; L1], slopes: &L1Values) -> Tile {
    let mut sum = Tile::default();
    for (row, &slope) in weights.iter().zip(slopes.as_array()) {
        for (sum, weight) in sum.iter_mut().zip(row) {
            *sum = weight.mul_add(f32x16::splat(slope), *sum);
        }
    }
    sum
}

/// The weights of a bucket's stack behind L1.
struct StackWeights<'a> {
    /// L2's weights by input and unit.
    l2: &'a [[f32; L2]],
    l2_bias: L2Values,
    l3: L2Values,
    l3_bias: f32,
}

/// The values that a stack computes from the sums of L1.
pub struct StackValues {
    /// L1's values clipped to 0 to 1, and their squares clipped to 1.
    pub l2_inputs: [f32x16; 2],
    /// L2's values clipped to 0 to 1.
    pub l3_inputs: L2Values,
    /// The output in logistic units.
    pub output: f32,
}

/// The gradients of a stack's weights, but for those of L1.
#[derive(Default)]
struct StackGradient {
    l1_bias: L1Values,
    l2: [L2Values; L2_INPUTS],
    l2_bias: L2Values,
    l3: L2Values,
    l3_bias: f32,
}

impl StackWeights<'_> {
    fn of(shape: TrainingShape, weights: &[f32], bucket: usize) -> StackWeights<'_> {
        let by_unit = |place: Range<usize>| -> L2Values {
            let units = &weights[place][bucket * L2..][..L2];
            std::array::from_fn(|v| f32x16::new(vectors(units)[v]))
        };
        StackWeights {
            l2: &weights[shape.l2()].as_chunks().0[bucket * L2_INPUTS..][..L2_INPUTS],
            l2_bias: by_unit(shape.l2_bias()),
            l3: by_unit(shape.l3()),
            l3_bias: weights[shape.l3_bias()][bucket],
        }
    }

    #[inline(always)]
    fn forward(&self, sums: L1Values) -> StackValues {
        let l2_inputs = [clip(sums), (sums * sums).fast_min(f32x16::ONE)];
        let inputs: [f32; L2_INPUTS] = bytemuck::cast(l2_inputs);
        let mut values = self.l2_bias;
        for (&input, row) in inputs.iter().zip(self.l2) {
            for (value, &row) in values.iter_mut().zip(vectors(row)) {
                *value = f32x16::new(row).mul_add(f32x16::splat(input), *value);
            }
        }
        let l3_inputs = values.map(clip);
        let products = l3_inputs.iter().zip(&self.l3).map(|(&a, &b)| a * b);
        StackValues {
            l2_inputs,
            l3_inputs,
            output: self.l3_bias + products.fold(f32x16::ZERO, |a, b| a + b).reduce_add(),
        }
    }

    /// Returns the gradient of L1's sums, from that of the output.
    #[inline(always)]
    fn backward(
        &self,
        l2_by_unit: &[L2Inputs; L2],
        stack_values: &StackValues,
        sums: L1Values,
        output_slope: f32,
        change: &mut StackGradient,
    ) -> L1Values {
        change.l3_bias += output_slope;
        let output_slope = f32x16::splat(output_slope);
        let slopes: L2Values = std::array::from_fn(|v| {
            output_slope * self.l3[v] * passes(stack_values.l3_inputs[v], 0.0, 1.0)
        });
        for (v, &slope) in slopes.iter().enumerate() {
            change.l3[v] = stack_values.l3_inputs[v].mul_add(output_slope, change.l3[v]);
            change.l2_bias[v] += slope;
        }
        let values: [f32; L2_INPUTS] = bytemuck::cast(stack_values.l2_inputs);
        for (&value, row) in values.iter().zip(&mut change.l2) {
            for (to, slope) in row.iter_mut().zip(&slopes) {
                *to = slope.mul_add(f32x16::splat(value), *to);
            }
        }
        let slopes: [f32; L2] = bytemuck::cast(slopes);
        let mut inputs = L2Inputs::default();
        for (&slope, row) in slopes.iter().zip(l2_by_unit) {
            for (input, weight) in inputs.iter_mut().zip(row) {
                *input = weight.mul_add(f32x16::splat(slope), *input);
            }
        }
        let [clipped, squared] = inputs;
        let back =
            clipped * passes(sums, 0.0, 1.0) + squared * sums * 2.0 * passes(sums, -1.0, 1.0);
        change.l1_bias += back;
        back
    }
}

impl StackGradient {
    fn add_to(&self, shape: TrainingShape, bucket: usize, gradient: &mut [f32]) {
        let mut add = |place: Range<usize>, change: &[f32]| {
            let to = &mut gradient[place][bucket * change.len()..][..change.len()];
            for (to, change) in to.iter_mut().zip(change) {
                *to += change;
            }
        };
        add(shape.l1_bias(), self.l1_bias.as_array());
        add(shape.l2(), bytemuck::cast_slice(&self.l2));
        add(shape.l2_bias(), bytemuck::cast_slice(&self.l2_bias));
        add(shape.l3(), bytemuck::cast_slice(&self.l3));
        add(shape.l3_bias(), &[self.l3_bias]);
    }
}
