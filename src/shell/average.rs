//! `ox88 average`: the mean of networks that grew from the same weights. Training on new games alone
//! loses a little of what older games taught; the mean keeps both. Wortsman et al., "Model soups:
//! averaging weights of multiple fine-tuned models", 2022. <https://arxiv.org/abs/2203.05482>

use std::mem::discriminant;
use std::path::{Path, PathBuf};

use super::files::{Overwriting, named};
use super::weights::FileWeights;
use super::{help, interrupt, numbers};
use crate::eval::nnue::QuantisedNetwork;
use crate::text::shown;
use crate::training::quantised;

/// The arguments of `ox88 average`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[], EXAMPLES))]
pub struct Arguments {
    /// Networks of one shape; or checkpoints of their runs: their weights are not
    /// rounded, so that only the mean is rounded.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The network to write.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
    /// The weight of each network, 1 in all; without it, all weigh the same.
    #[arg(long, value_name = "SHARE", num_args = 1.., value_parser = numbers::any)]
    shares: Option<Vec<f64>>,
    /// Centipawns of one logistic unit; without it, those of the first network.
    #[arg(long, value_name = "CENTIPAWNS", value_parser = numbers::from::<u16>(1))]
    scale: Option<u16>,
}

const EXAMPLES: &str = "\
Half of each:
  ox88 average old.nnue new.nnue -o mean.nnue
More of the new one, with another scale:
  ox88 average old.nnue new.nnue -o mean.nnue --shares 0.3 0.7 --scale 224
From the weights before rounding:
  ox88 average old.checkpoint new.checkpoint -o mean.nnue";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let paths = &arguments.files;
    let out = &arguments.out;
    let file = arguments.overwriting.create("--out", out, paths)?;
    interrupt::end_on_signal();
    let shares = shares(arguments)?;
    let files = paths.iter().zip(shares);
    let mut mean =
        mean(files.map(|(path, share)| (path.as_path(), FileWeights::read(path), share)))?;
    mean.scale = arguments.scale.unwrap_or(mean.scale);
    file.complete(&mean.to_bytes().map_err(named(out))?)
}

/// Returns the weighted mean of networks, or of the weights in checkpoints.
fn mean<'a>(
    files: impl Iterator<Item = (&'a Path, Result<FileWeights, String>, f64)>,
) -> Result<QuantisedNetwork, String> {
    let mut first: Option<(&Path, FileWeights)> = None;
    let mut sums: Vec<f64> = Vec::new();
    for (path, weights, share) in files {
        let weights = weights?;
        if let Some((first_path, first)) = &first {
            if discriminant(&weights) != discriminant(first) {
                let message = "networks and checkpoints: the mean needs files of one kind";
                return Err(message.to_string());
            }
            let (found, wanted) = (weights.shape(), first.shape());
            if found != wanted {
                let first = shown(first_path);
                return Err(named(path)(format!("a network {found}, but {first} is one {wanted}")));
            }
        }
        let numbers = numbers(&weights);
        sums.resize(numbers.len(), 0.0);
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += share * number;
        }
        first.get_or_insert((path, weights));
    }
    let mut sums = sums.into_iter();
    match first {
        Some((_, FileWeights::Network(mut network))) => {
            network.replace_integers(|integer| sums.next().unwrap_or(integer));
            Ok(network)
        }
        Some((_, FileWeights::Checkpoint(first))) => {
            let weights: Vec<f32> = sums.map(|sum| sum as f32).collect();
            Ok(quantised(first.0.shape, &weights, first.0.schedule.scale))
        }
        None => Err("no network".to_string()),
    }
}

/// Returns the integers of a network, or the weights in a checkpoint.
fn numbers(weights: &FileWeights) -> Vec<f64> {
    match weights {
        FileWeights::Network(network) => {
            let mut integers = Vec::new();
            network.clone().replace_integers(|integer| {
                integers.push(integer);
                integer
            });
            integers
        }
        FileWeights::Checkpoint(found) => {
            found.1.state.best().iter().map(|&weight| weight.into()).collect()
        }
    }
}

/// Returns the weight of each file, 1 in all.
fn shares(arguments: &Arguments) -> Result<Vec<f64>, String> {
    let count = arguments.files.len();
    let Some(shares) = &arguments.shares else {
        return Ok(vec![1.0 / count as f64; count]);
    };
    let sum: f64 = shares.iter().sum();
    let is_whole = (sum - 1.0).abs() < 1e-6 && shares.iter().all(|share| *share >= 0.0);
    if shares.len() == count && is_whole {
        Ok(shares.clone())
    } else {
        Err(format!("--shares: not {count} numbers of 0 or more whose sum is 1"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::{Checkpoint, TrainingShape, weights_of};

    /// Returns the weights of a run that has just begun.
    fn begun(shape: TrainingShape, seed: u64) -> Vec<f32> {
        Checkpoint::begun(shape, seed).1.state.weights
    }

    fn checkpoint(shape: TrainingShape, seed: u64) -> FileWeights {
        FileWeights::Checkpoint(Box::new(Checkpoint::begun(shape, seed)))
    }

    fn mean(files: [FileWeights; 2], shares: [f64; 2]) -> Result<QuantisedNetwork, String> {
        let files = ["a", "b"].into_iter().zip(files).zip(shares);
        super::mean(files.map(|((name, weights), share)| (Path::new(name), Ok(weights), share)))
    }

    #[test]
    fn the_mean_of_checkpoints_is_rounded_once() {
        let shape = TrainingShape { hidden: 64 };
        let [a, b] = [1, 2].map(|seed| begun(shape, seed));
        let checkpoints = || [1, 2].map(|seed| checkpoint(shape, seed));
        let found = mean(checkpoints(), [0.25, 0.75]).unwrap();
        let weights = a.iter().zip(&b).map(|(&a, &b)| 0.25 * a + 0.75 * b);
        let weights: Vec<f32> = weights.collect();
        let rounded = weights_of(shape, &found).unwrap();
        // Half of an integer of the coarsest weights, and a little.
        let far = weights.iter().zip(&rounded).map(|(a, b)| (a - b).abs());
        assert!(far.fold(0.0, f32::max) <= 0.5 / 126.9);
        assert_eq!(found.scale, 222);
        let of_second = mean(checkpoints(), [0.0, 1.0]).unwrap();
        assert_eq!(of_second, quantised(shape, &b, 222));

        let network = |weights| FileWeights::Network(quantised(shape, weights, 222));
        let networks = [&a, &b].map(|weights| network(weights));
        assert_ne!(mean(networks, [0.25, 0.75]).unwrap(), found);
        for mixed in [[checkpoint(shape, 1), network(&b)], [network(&a), checkpoint(shape, 2)]] {
            let complaint = mean(mixed, [0.25, 0.75]).unwrap_err();
            assert!(complaint.contains("of one kind"), "{complaint}");
        }
        let wide = TrainingShape { hidden: 128 };
        let wide = [checkpoint(shape, 1), checkpoint(wide, 3)];
        let complaint = mean(wide, [0.25, 0.75]).unwrap_err();
        assert!(complaint.starts_with("b: a network "), "{complaint}");
    }
}
