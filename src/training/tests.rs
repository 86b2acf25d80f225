//! The trainer against a slow reference, finite differences, and itself resumed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::prelude::*;
use tempfile::TempDir;

use super::checkpoint::{Checkpoint, RunSettings};
use super::dataset::{Dataset, read_all};
use super::gradient::{Target, Transposed, Workspace, bucket_of};
use super::optimizer::{AdamWStep, LIMITS, Moments, average};
use super::quantise::{quantised, weights_of};
use super::run::{Losses, ScaledError, TrainingState};
use super::schedule::Schedule;
use super::session::{Training, TrainingReport};
use super::shape::{INPUTS, L1, L2, L2_INPUTS, TILE, TrainingShape};
use super::units::{dead_units, twin_cosine};
use crate::board::{GameResult, PieceType, Position, attacked_squares};
use crate::eval::{Evaluation, Network, Nnue, Score};
use crate::selfplay::TrainingSample;

const SHAPES: [TrainingShape; 2] = [TrainingShape { hidden: 64 }, TrainingShape { hidden: 128 }];

const TARGET: Target = Target { scale: 200.0, result_share: 0.3, power: 2.5 };

impl Checkpoint {
    /// Returns a run that has just begun, and its checkpoint.
    pub fn begun(shape: TrainingShape, seed: u64) -> (RunSettings, Checkpoint) {
        let settings = RunSettings {
            shape,
            schedule: Schedule {
                samples: 1000,
                batch: 100,
                rate: 0.001,
                final_rate: 0.001,
                warm_up: 1,
                decay: 0.0,
                scale: 222,
                result_share: 0.0,
                final_result_share: 0.0,
                power: 2.0,
                averaged: 0.0,
                moment_floor: 0.0,
            },
            seed,
            threads: 1,
            files: vec!["a.bin".to_string()],
            samples: vec![1000],
            weights: Vec::new(),
            pool: 1000,
            start: None,
        };
        let checkpoint =
            Checkpoint { state: TrainingState::new(shape, seed), losses: Vec::new(), seconds: 0.0 };
        (settings, checkpoint)
    }
}

fn samples(count: usize, seed: u64) -> Vec<TrainingSample> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut samples = Vec::new();
    while samples.len() < count {
        let mut position = Position::chess960(random.random_range(0..960));
        for _ in 0..200 {
            let Some(&mv) = position.legal_moves().choose(&mut random) else {
                break;
            };
            position.make(mv);
            if random.random_bool(0.1) {
                let score = Score::centipawns(random.random_range(-900..=900));
                let result = GameResult::ALL[random.random_range(0..3)];
                samples.push(TrainingSample::new(&position, score, result));
            }
        }
    }
    samples.truncate(count);
    samples
}

/// Returns weights under which few values are clipped.
fn weights(shape: TrainingShape) -> Vec<f32> {
    let mut weights = TrainingState::new(shape, 88).weights;
    weights[shape.feature_bias()].fill(0.4);
    weights
}

// The slow reference knows nine threat buckets.
const _: () = assert!(INPUTS == 9 * 768);

/// Computes the network's output in `f64`, a weight at a time.
fn slow_output(shape: TrainingShape, weights: &[f64], sample: &TrainingSample) -> f64 {
    let feature = |input: usize, unit: usize| {
        weights[shape.tile(unit / TILE).start + input * TILE + unit % TILE]
    };
    let mirror = sample.kings().map(|king| if king.file() >= 4 { 7 } else { 0 });
    let mut activations = Vec::new();
    for (view, mirror) in mirror.into_iter().enumerate() {
        let mut values: Vec<f64> = weights[shape.feature_bias()].to_vec();
        let attacked = attacked_squares(sample.pieces());
        for (piece, square) in sample.pieces() {
            let is_own = piece.color.index() == view;
            let [own, other] = [piece.color, !piece.color].map(|color| &attacked[color.index()]);
            let cheaper = match piece.piece_type {
                PieceType::Queen => vec![other.pawns, other.minors, other.rooks],
                PieceType::Rook => vec![other.pawns, other.minors],
                _ => vec![other.pawns],
            };
            let is_threatened = cheaper.iter().any(|attacks| attacks.contains(square));
            let threat = if is_threatened { 2 } else { usize::from(other.all.contains(square)) };
            let defence =
                if own.pawns.contains(square) { 2 } else { usize::from(own.all.contains(square)) };
            let threat_bucket = 3 * threat + defence;
            let plane = piece.piece_type.ordinal() + if is_own { 0 } else { 6 };
            let square = usize::from(square.dense()) ^ mirror ^ (56 * view);
            for (unit, value) in values.iter_mut().enumerate() {
                *value += feature(768 * threat_bucket + plane * 64 + square, unit);
            }
        }
        let clipped = values.iter().map(|value| value.clamp(0.0, 1.0));
        activations.extend(clipped.map(|value| value * value));
    }
    let bucket = (sample.piece_count() - 2) / 4;
    let mut l2_inputs = [0.0; L2_INPUTS];
    for unit in 0..L1 {
        let mut value = weights[shape.l1_bias()][bucket * L1 + unit];
        for (i, activation) in activations.iter().enumerate() {
            let place = (bucket * shape.l1_inputs() + i) * L1 + unit;
            value += activation * weights[shape.l1()][place];
        }
        l2_inputs[unit] = value.clamp(0.0, 1.0);
        l2_inputs[L1 + unit] = (value * value).min(1.0);
    }
    let mut output = weights[shape.l3_bias()][bucket];
    for unit in 0..L2 {
        let mut value = weights[shape.l2_bias()][bucket * L2 + unit];
        for (i, input) in l2_inputs.iter().enumerate() {
            value += input * weights[shape.l2()][(bucket * L2_INPUTS + i) * L2 + unit];
        }
        output += value.clamp(0.0, 1.0) * weights[shape.l3()][bucket * L2 + unit];
    }
    output
}

fn slow_loss(shape: TrainingShape, weights: &[f64], samples: &[TrainingSample]) -> f64 {
    let sigmoid = |value: f64| 1.0 / (1.0 + (-value).exp());
    let loss = |sample: &TrainingSample| {
        let wanted =
            0.7 * sigmoid(f64::from(sample.score()) / 200.0) + 0.3 * f64::from(sample.result());
        let said = sigmoid(slow_output(shape, weights, sample));
        (said - wanted).abs().powf(2.5)
    };
    samples.iter().map(loss).sum::<f64>() / samples.len() as f64
}

fn in_f64(weights: &[f32]) -> Vec<f64> {
    weights.iter().map(|&weight| f64::from(weight)).collect()
}

fn fast(shape: TrainingShape, weights: &[f32], samples: &[TrainingSample]) -> (f64, Vec<f32>) {
    let mut workspace = Workspace::new(shape);
    let share = 1.0 / samples.len() as f32;
    let transposed = Transposed::of(shape, weights);
    let loss = workspace.add_gradient(weights, &transposed, samples, &TARGET, share);
    (loss / samples.len() as f64, workspace.gradient)
}

#[test]
fn the_loss_is_that_of_the_slow_reference() {
    for shape in SHAPES {
        let (weights, samples) = (weights(shape), samples(700, 1));
        let loss = fast(shape, &weights, &samples).0;
        let slow = slow_loss(shape, &in_f64(&weights), &samples);
        assert!((loss - slow).abs() < 1e-5 * slow, "{shape:?}: {loss} {slow}");
    }
}

#[test]
fn the_gradient_of_a_sample_is_multiplied_by_its_weight() {
    let shape = SHAPES[0];
    let (weights, samples) = (weights(shape), samples(40, 2));
    let mut light = samples.clone();
    light.iter_mut().for_each(|sample| sample.set_weight(50));
    let [whole, half] = [samples, light].map(|samples| fast(shape, &weights, &samples));
    assert_eq!(whole.0, half.0);
    let mut pairs = whole.1.iter().zip(&half.1);
    assert!(pairs.all(|(whole, half)| (whole / 2.0 - half).abs() <= 1e-6 * whole.abs()));
}

#[test]
fn gradients_are_those_of_finite_differences() {
    for shape in SHAPES {
        let (weights, samples) = (weights(shape), samples(40, 2));
        let gradient = fast(shape, &weights, &samples).1;
        let mut exact = in_f64(&weights);
        let mut random = StdRng::seed_from_u64(3);
        let mut moving = 0;
        for part in shape.layers().into_iter().flatten() {
            for _ in 0..60 {
                let place = random.random_range(part.clone());
                let weight = exact[place];
                let mut slope = |step: f64| {
                    exact[place] = weight + step;
                    let above = slow_loss(shape, &exact, &samples);
                    exact[place] = weight - step;
                    let below = slow_loss(shape, &exact, &samples);
                    exact[place] = weight;
                    (above - below) / (2.0 * step)
                };
                let (fine, coarse) = (slope(1e-5), slope(2e-5));
                // The finite difference is wrong across a clipping bound.
                if (fine - coarse).abs() > 1e-3 * fine.abs() + 1e-9 {
                    continue;
                }
                moving += usize::from(fine != 0.0);
                let found = f64::from(gradient[place]);
                let error = (found - fine).abs();
                assert!(error < 2e-3 * fine.abs() + 1e-7, "{shape:?} {place}: {found} {fine}");
            }
        }
        assert!(moving > 200, "{shape:?}: only {moving} weights matter");
    }
}

#[test]
fn integers_are_the_nearest() {
    for shape in SHAPES {
        let weights = weights(shape);
        let network = quantised(shape, &weights, 200);
        let back = weights_of(shape, &network).unwrap();
        assert_eq!(quantised(shape, &back, 200).to_bytes(), network.to_bytes());
        let far = weights.iter().zip(&back).map(|(a, b)| (a - b).abs());
        assert!(far.fold(0.0, f32::max) <= 0.5 / 126.9);
        let other = TrainingShape { hidden: 192 };
        assert!(weights_of(other, &network).is_none());
    }
}

/// They agree up to the bits that the engine's activations lose.
#[test]
fn the_engine_agrees_with_the_trainer() {
    let shape = SHAPES[0];
    let network = quantised(shape, &weights(shape), 1000);
    let weights = in_f64(&weights_of(shape, &network).unwrap());
    let engine = Network::from_bytes(&network.to_bytes().unwrap()).unwrap();
    let mut evaluation = Nnue::new(Arc::new(engine));
    let mut random = StdRng::seed_from_u64(10);
    for _ in 0..20 {
        let mut position = Position::chess960(random.random_range(0..960));
        for _ in 0..60 {
            let Some(&mv) = position.legal_moves().choose(&mut random) else {
                break;
            };
            position.make(mv);
            evaluation.reset(&position);
            let sample = TrainingSample::new(&position, Score::DRAW, GameResult::Draw);
            let said = f64::from(evaluation.evaluate(&position).get());
            let slow = 1000.0 * slow_output(shape, &weights, &sample);
            assert!((said - slow).abs() < 30.0, "{position:?}: {said} {slow}");
        }
    }
}

/// Writes samples to a file in a folder, and returns its path.
fn written(folder: &TempDir, name: &str, samples: &[TrainingSample]) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, bytemuck::cast_slice(samples)).unwrap();
    path
}

#[test]
fn every_sample_comes_once_an_epoch_in_any_sitting() {
    let folder = tempfile::tempdir().unwrap();
    let (front, back) = (samples(3000, 4), samples(1100, 5));
    let paths = [written(&folder, "a.bin", &front), written(&folder, "b.bin", &back)];
    let data = Dataset::open(&paths, 0.1).unwrap();
    assert_eq!(data.counts(), [2700, 990]);
    assert_eq!(data.held_out().unwrap(), [&front[2700..], &back[990..]].concat());
    let sorted = |samples: &[TrainingSample]| {
        let mut bytes: Vec<_> = samples.iter().map(|sample| sample.to_bytes()).collect();
        bytes.sort_unstable();
        bytes
    };
    let all = sorted(&[&front[..2700], &back[..990]].concat());
    let [in_one_pool, in_five] = [231, 50].map(|pool_blocks| {
        let data = data.clone().in_pools_of(16 * pool_blocks);
        let take = |skip: u64, count: usize| {
            let mut taken = vec![front[0]; count];
            let end = skip + count as u64;
            data.stream(6, skip, end).unwrap().fill(&mut taken).unwrap();
            taken
        };
        let two_epochs = take(0, 2 * 3690);
        let (first, second) = two_epochs.split_at(3690);
        assert_ne!(first, second);
        assert_eq!(sorted(first), all);
        assert_eq!(sorted(second), all);
        // With five pools, the second lies between some 750 and 1,500 samples.
        for skip in [1, 700, 800, 1100, 2047, 3689, 3690, 5000] {
            assert_eq!(
                take(skip as u64, 1000),
                two_epochs[skip..skip + 1000],
                "{skip}, pools of {pool_blocks}"
            );
        }
        two_epochs
    });
    assert_ne!(in_one_pool, in_five);
}

#[test]
fn a_file_without_room_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "a.bin", &samples(50, 4));
    assert_eq!(read_all(&path, 50).unwrap().len(), 50);
    let error = read_all(&path, 49).unwrap_err().to_string();
    assert!(error.ends_with("50 samples, more than the 49 for which there is room"), "{error}");
}

#[test]
fn files_of_something_else_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.bin");
    for (bytes, reason) in [
        (vec![], "not a file of training samples"),
        (vec![1; 33], "not a file of training samples"),
        (vec![255; 64], "sample 0 is no position"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        let error = read_all(&path, 10_000).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert!(read_all(&folder.path().join("nothing"), 10_000).is_err());
}

fn schedule(steps: u64) -> Schedule {
    Schedule {
        samples: steps * 256,
        batch: 256,
        rate: 2e-3,
        final_rate: 1e-5,
        warm_up: 3,
        decay: 0.01,
        scale: 200,
        result_share: 0.2,
        final_result_share: 0.4,
        power: 2.5,
        averaged: 0.2,
        moment_floor: 0.0,
    }
}

#[test]
fn the_rate_rises_in_a_tenth_of_a_short_run() {
    for steps in [1, 2, 10, 29, 40] {
        let schedule = schedule(steps);
        let rates = (0..steps).map(|step| schedule.rate(step));
        let highest = rates.fold(0.0, f32::max);
        assert!((highest - schedule.rate).abs() < 1e-7, "{steps}");
    }
    let first = |steps| schedule(steps).rate(0) / schedule(steps).rate;
    for (steps, warm_up) in [(20, 2.0), (30, 3.0), (1000, 3.0)] {
        assert!((first(steps) - 1.0 / warm_up).abs() < 1e-6, "{steps}");
    }
}

/// Stops a run after this many steps.
struct StopsAfter(u64);

impl TrainingReport for StopsAfter {
    fn step(&mut self, state: &TrainingState) -> bool {
        state.steps < self.0
    }

    fn part(&mut self, _: &Losses, _: Option<ScaledError>) {}

    fn keep(&mut self, files: Result<[Vec<u8>; 2], String>) -> Result<(), String> {
        files.map(drop)
    }
}

#[test]
fn a_run_that_was_stopped_ends_as_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "a.bin", &samples(2000, 7));
    let data = Dataset::open(std::slice::from_ref(&path), 0.1).unwrap();
    let shape = SHAPES[0];
    let (begun, _) = Checkpoint::begun(shape, 8);
    let settings =
        RunSettings { schedule: schedule(40), threads: 2, samples: data.counts(), ..begun };
    let training = |state: TrainingState| Training {
        settings: settings.clone(),
        samples: data.stream(8, state.steps * 256, 40 * 256).unwrap(),
        checkpoint: Checkpoint { state, losses: Vec::new(), seconds: 0.1 },
        held_out: Vec::new(),
        judge: None,
    };
    let mut whole = training(TrainingState::new(shape, 8));
    assert!(whole.train(&mut StopsAfter(u64::MAX)).unwrap());
    let seen = read_all(&path, 10_000).unwrap();
    let loss = |state: &TrainingState| whole.loss(state.best(), &seen);
    assert!(loss(&whole.checkpoint.state) < 0.9 * loss(&TrainingState::new(shape, 8)));

    let mut stopped = training(TrainingState::new(shape, 8));
    assert!(!stopped.train(&mut StopsAfter(17)).unwrap());
    let checkpoint = stopped.checkpoint;
    assert_eq!(checkpoint.state.steps, 17);
    let bytes = checkpoint.to_bytes(&settings).unwrap();
    let read = Checkpoint::read(&settings, &bytes).unwrap();
    assert_eq!(read, checkpoint);
    let other_seed = RunSettings { seed: 9, ..settings.clone() };
    let other_file = RunSettings { files: vec!["b.bin".to_string()], ..settings.clone() };
    for other in [other_seed, other_file] {
        let error = Checkpoint::read(&other, &bytes).unwrap_err();
        assert!(error.contains("other settings or data"), "{error}");
    }
    assert!(successor(SHAPES[1], &bytes).is_err());
    let mut resumed = training(read.state);
    assert!(resumed.train(&mut StopsAfter(u64::MAX)).unwrap());
    assert_eq!(resumed.checkpoint.losses, whole.checkpoint.losses);
    assert!(resumed.checkpoint.state == whole.checkpoint.state);
}

#[test]
fn a_run_that_is_stopped_after_a_part_makes_no_further_step() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "a.bin", &samples(200, 7));
    let data = Dataset::open(std::slice::from_ref(&path), 0.0).unwrap();
    let (begun, checkpoint) = Checkpoint::begun(SHAPES[0], 8);
    let schedule = Schedule { samples: 60 * 16, batch: 16, ..begun.schedule };
    let mut training = Training {
        samples: data.stream(8, 0, schedule.samples).unwrap(),
        settings: RunSettings { schedule, ..begun },
        checkpoint,
        held_out: Vec::new(),
        judge: None,
    };
    // The first part has fifty steps.
    assert!(!training.train(&mut StopsAfter(50)).unwrap());
    assert_eq!(training.checkpoint.state.steps, 50);
    assert_eq!(training.checkpoint.losses.len(), 1);
    assert_eq!(training.checkpoint.losses[0].held_out, None);
}

#[test]
fn a_checkpoint_whose_first_line_does_not_fit_is_refused() {
    let shape = SHAPES[0];
    let (settings, checkpoint) = Checkpoint::begun(shape, 8);
    let whole = checkpoint.to_bytes(&settings).unwrap();
    let end = whole.iter().position(|&byte| byte == b'\n').unwrap();
    let (line, numbers) = whole.split_at(end);
    let line = String::from_utf8(line.to_vec()).unwrap();
    let with = |name: &str, before: u64, after: u64| {
        let [before, after] = [before, after].map(|number| format!("\"{name}\":{number}"));
        assert_eq!(line.matches(&before).count(), 1, "{before}");
        [line.replace(&before, &after).as_bytes(), numbers].concat()
    };
    assert!(with("hidden", 64, 64) == whole);
    for bytes in [
        whole[..whole.len() - 1].to_vec(),
        [&whole[..], &[0; 4]].concat(),
        with("hidden", 64, 0),
        with("hidden", 64, 128),
        with("hidden", 64, u64::MAX),
        with("batch", 100, 0),
        with("steps", 0, 11),
    ] {
        let error = Checkpoint::read(&settings, &bytes).unwrap_err();
        assert!(error.starts_with("not a checkpoint: "), "{error}");
    }
    // Without names of files it cannot be resumed, but has weights.
    let unnamed = line.replace(r#""files":["a.bin"],"#, "");
    let unnamed = [unnamed.as_bytes(), numbers].concat();
    let next = successor(shape, &unnamed).unwrap();
    assert!(next.weights == checkpoint.state.weights);
    let error = Checkpoint::read(&settings, &unnamed).unwrap_err();
    assert!(error.contains("other settings or data"), "{error}");
    // Older programs wrote how the units are activated, too.
    let older = line.replace(r#""hidden":64"#, r#""hidden":64,"activation":"Squared""#);
    assert_ne!(older, line);
    let older = [older.as_bytes(), numbers].concat();
    assert_eq!(Checkpoint::read(&settings, &older), Ok(checkpoint));
    // The length fits the units, but they are half a tile.
    let half = TrainingShape { hidden: TILE / 2 };
    let (settings, checkpoint) = Checkpoint::begun(half, 8);
    let bytes = checkpoint.to_bytes(&settings).unwrap();
    let error = Checkpoint::from_bytes(&bytes).unwrap_err();
    assert!(error.contains("6912 -> 32 -> "), "{error}");
}

#[test]
fn weights_that_are_not_finite_are_neither_written_nor_read() {
    let shape = SHAPES[0];
    let (settings, mut checkpoint) = Checkpoint::begun(shape, 8);
    let is_refused = |error: String| error.contains("not finite");
    let mut bytes = checkpoint.to_bytes(&settings).unwrap();
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    bytes[end + 1..][..4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(is_refused(Checkpoint::from_bytes(&bytes).unwrap_err()));
    checkpoint.state.average[3] = f32::INFINITY;
    assert!(is_refused(checkpoint.to_bytes(&settings).unwrap_err()));
}

#[test]
fn weights_decay_and_biases_do_not() {
    let shape = SHAPES[0];
    let mut weights = vec![1.0; shape.len()];
    let mut gradient = vec![0.0; shape.len()];
    let step = AdamWStep { number: 1, rate: 0.1, decay: 0.5, ..AdamWStep::default() };
    Moments::new(shape).step(shape, &mut weights, &mut [&mut gradient[..]], step);
    for [weights_at, biases_at] in shape.layers() {
        let near = |number: f32| move |weight: &f32| (weight - number).abs() < 1e-6;
        assert!(weights[weights_at].iter().all(near(0.95)));
        assert!(weights[biases_at].iter().all(near(1.0)));
    }
    let parts = shape.layers().into_iter().flatten();
    assert_eq!(parts.map(|part| part.len()).sum::<usize>(), shape.len());
}

/// Returns how far a weight moves in many steps with a gradient in only one of them, and how far
/// one with a gradient in each of them.
fn moves(earlier: u64, square: f32, moment_floor: f32) -> [f32; 2] {
    let shape = SHAPES[0];
    let (rare, usual) = (5, 6);
    let mut weights = vec![0.0; shape.len()];
    let mut moments = Moments::new(shape);
    // Others of the layer, so that it has a size.
    moments.square[shape.features()].fill(square);
    moments.square[rare] = 0.0;
    for number in 1..=150 {
        let mut gradient = vec![0.0; shape.len()];
        gradient[shape.features()].fill(0.01);
        gradient[rare] = if number == 50 { 0.01 } else { 0.0 };
        let step =
            AdamWStep { number, earlier, rate: 0.0001, moment_floor, ..AdamWStep::default() };
        moments.step(shape, &mut weights, &mut [&mut gradient[..]], step);
    }
    [weights[rare], weights[usual]].map(|weight| weight.abs() / 0.0001)
}

#[test]
fn a_floor_under_second_moments_bounds_what_a_rare_event_does() {
    let square = 0.01f32.powi(2);
    let [rare, usual] = moves(10_000, square, 0.0);
    assert!((28.0..34.0).contains(&rare), "{rare}");
    assert!((145.0..155.0).contains(&usual), "{usual}");
    let [rare, usual] = moves(10_000, square, 0.1);
    assert!((8.0..11.0).contains(&rare), "{rare}");
    assert!((145.0..155.0).contains(&usual), "{usual}");
}

/// Returns the state with which a run begins after another one.
fn successor(shape: TrainingShape, bytes: &[u8]) -> Result<TrainingState, String> {
    let (run, checkpoint) = Checkpoint::from_bytes(bytes)?;
    checkpoint.successor(&run, shape, 9)
}

#[test]
fn kept_second_moments_count_as_those_of_many_steps() {
    // The second moments are those of gradients a hundred times as large, so that the steps are
    // small.
    let [_, usual] = moves(10_000, 1.0, 0.0);
    assert!((0.5..2.0).contains(&usual), "{usual}");
    let shape = SHAPES[0];
    let (settings, mut checkpoint) = Checkpoint::begun(shape, 8);
    checkpoint.state.steps = 7;
    checkpoint.state.moments.square.fill(0.5);
    let bytes = checkpoint.to_bytes(&settings).unwrap();
    let next = successor(shape, &bytes).unwrap();
    assert_eq!((next.steps, next.earlier_steps), (0, 7));
    assert!(next.weights == checkpoint.state.weights);
    assert!(next.moments.square == checkpoint.state.moments.square);
    assert!(next.moments.mean.iter().all(|&mean| mean == 0.0));
}

#[test]
fn a_step_is_the_same_for_any_number_of_threads() {
    let shape = SHAPES[0];
    let mut random = StdRng::seed_from_u64(11);
    // Whole numbers, whose sums are exact in any order.
    let sums: Vec<i16> = (0..shape.len()).map(|_| random.random_range(-99..=99)).collect();
    let stepped = |threads: usize| {
        let mut state = TrainingState::new(shape, 8);
        let mut gradients = vec![vec![0.0; shape.len()]; threads];
        for (i, &sum) in sums.iter().enumerate() {
            let mut rest = sum;
            for (number, gradient) in gradients.iter_mut().enumerate().skip(1) {
                let part = (i % 10 + number) as i16;
                gradient[i] = f32::from(part);
                rest -= part;
            }
            gradients[0][i] = f32::from(rest);
        }
        let mut slices: Vec<&mut [f32]> = gradients.iter_mut().map(|g| &mut g[..]).collect();
        let step = AdamWStep {
            number: 1,
            // Some weights go beyond their limits.
            rate: 0.95,
            decay: 0.1,
            moment_floor: 0.1,
            ..AdamWStep::default()
        };
        let weights = &mut state.weights;
        state.moments.step(shape, weights, &mut slices, step);
        average(&mut state.average, &state.weights, 0.25, threads);
        assert!(gradients.iter().flatten().all(|&number| number == 0.0));
        state
    };
    let by_one = stepped(1);
    for ([place, _], limit) in shape.layers().into_iter().zip(LIMITS) {
        let sizes = by_one.weights[place].iter().map(|weight| weight.abs());
        assert!(sizes.fold(0.0, f32::max) <= limit);
    }
    assert!(stepped(2) == by_one);
    assert!(stepped(7) == by_one);
}

#[test]
fn a_run_begins_with_weights_within_their_limits() {
    for shape in SHAPES {
        let weights = TrainingState::new(shape, 8).weights;
        for ([place, _], limit) in shape.layers().into_iter().zip(LIMITS) {
            assert!(weights[place].iter().all(|weight| weight.abs() <= limit));
        }
    }
}

#[test]
fn twins_are_noticed() {
    let shape = SHAPES[0];
    let mut weights = weights(shape);
    assert!(twin_cosine(shape, &weights) < 0.2);
    for row in weights[shape.features()].chunks_exact_mut(TILE) {
        row.copy_within(..TILE / 2, TILE / 2);
    }
    assert!(twin_cosine(shape, &weights) > 0.99);
}

#[test]
fn dead_layers_are_noticed() {
    let shape = SHAPES[0];
    let samples = samples(3000, 9);
    let alive = dead_units(shape, &weights(shape), &samples);
    assert_eq!(alive.iter().map(|bucket| bucket.samples).sum::<usize>(), 3000);
    assert!(alive.iter().any(|bucket| bucket.samples > 100 && !bucket.are_many()));
    for (bucket, units) in alive.iter().enumerate() {
        let is_in_it = |sample: &&TrainingSample| bucket_of(sample) == bucket;
        assert_eq!(units.samples, samples.iter().filter(is_in_it).count());
    }
    let mut dead = weights(shape);
    // Only units of the bucket with most pieces.
    let last = alive.len() - 1;
    dead[shape.l2_bias()][last * L2..].fill(-100.0);
    let (with_last_dead, others) = (dead_units(shape, &dead, &samples), &alive[..last]);
    assert_eq!(with_last_dead[..last], *others);
    assert!(alive[last].dead_l2 < L2 && with_last_dead[last].dead_l2 == L2);
    dead[shape.l2_bias()].fill(-100.0);
    let dead = dead_units(shape, &dead, &samples);
    assert!(dead.iter().all(|bucket| bucket.dead_l2 == L2 && bucket.spread < 1e-6));
    assert!(dead.iter().all(|bucket| bucket.are_many() || bucket.samples == 0));
}

#[test]
fn a_record_is_small_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "a.bin", &samples(200, 7));
    let data = Dataset::open(std::slice::from_ref(&path), 0.1).unwrap();
    let (begun, checkpoint) = Checkpoint::begun(SHAPES[0], 1);
    let settings =
        RunSettings { samples: vec![1000; 2], start: Some(PathBuf::from("old.nnue")), ..begun };
    let schedule = settings.schedule;
    let training = Training {
        samples: data.stream(1, 0, 1000).unwrap(),
        settings,
        checkpoint,
        held_out: data.held_out().unwrap(),
        judge: None,
    };
    let results = training.results();
    let files = [path.clone(), path];
    let text = training.record(&results, Path::new("my.nnue"), &files, "a \"try\"").unwrap();
    assert_eq!(text.lines().count(), 18, "{text}");
    let read: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(read["network"]["file"], "my.nnue");
    assert_eq!(read["network"]["checksum"], serde_json::Value::Null);
    assert_eq!(read["data"][1]["file"], "a.bin");
    assert_eq!(read["data"][1]["checksum"].as_str().unwrap().len(), 16);
    assert_eq!(read["data"][1]["weight"], 1.0);
    assert_eq!(read["started_from"]["file"], "old.nnue");
    assert_eq!(serde_json::from_value::<Schedule>(read["schedule"].clone()).unwrap(), schedule);
    // Numbers of `f32` are written as short as possible.
    assert!(text.contains(r#""rate":0.001,"#), "{text}");
    assert!(read["results"]["dead_l2"].as_f64().is_some_and(|share| share <= 1.0));
    assert_eq!(read["note"], "a \"try\"");
}
