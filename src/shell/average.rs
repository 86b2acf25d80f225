//! `ox88 average`: the mean of networks.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::files::{Overwriting, named, shown};
use super::help::{self, Example};
use super::interrupt;
use super::wording::to_text;
use crate::eval::nnue::QuantisedNetwork;
use crate::training::{Checkpoint, quantised};

/// The arguments of `ox88 average`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[], EXAMPLES))]
pub struct Arguments {
    /// Networks of one shape; or checkpoints of their runs, whose weights are not
    /// rounded yet, so that only their mean is.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The network to write.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
    /// The weight of each network, 1 in all; without it, all weigh the same.
    #[arg(long, value_name = "SHARE", num_args = 1..)]
    shares: Option<Vec<f64>>,
    /// Centipawns of one logistic unit; without it, those of the first network.
    #[arg(long, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(u16).range(1..))]
    scale: Option<u16>,
}

const EXAMPLES: &[Example] = &[
    (
        "Half of each",
        "ox88 average old.nnue new.nnue -o mean.nnue",
    ),
    (
        "More of the new one, with another scale",
        "ox88 average old.nnue new.nnue -o mean.nnue --shares 0.3 0.7 --scale 224",
    ),
    (
        "From the weights before rounding",
        "ox88 average old.checkpoint new.checkpoint -o mean.nnue",
    ),
];

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let paths = &arguments.files;
    let out = &arguments.out;
    let mut file = arguments.overwriting.create("--out", out, paths)?;
    interrupt::leave_at_once();
    let shares = shares(arguments)?;
    let contents = paths
        .iter()
        .map(|path| std::fs::read(path).map_err(named(path)));
    let contents = contents.collect::<Result<Vec<_>, String>>()?;
    let mut mean = mean(paths, &contents, &shares)?;
    mean.scale = arguments.scale.unwrap_or(mean.scale);
    let bytes = mean.to_bytes().map_err(named(out))?;
    file.write_all(&bytes).map_err(to_text)?;
    file.finish()
}

/// The mean of networks, or of the weights in checkpoints.
fn mean(
    paths: &[PathBuf],
    contents: &[Vec<u8>],
    shares: &[f64],
) -> Result<QuantisedNetwork, String> {
    let checkpoints = contents.iter().filter(|bytes| Checkpoint::is_one(bytes));
    match checkpoints.count() {
        0 => mean_of_networks(paths, contents, shares),
        count if count == contents.len() => mean_of_checkpoints(paths, contents, shares),
        _ => Err("networks and checkpoints: the mean needs files of one kind".to_string()),
    }
}

fn mean_of_networks(
    paths: &[PathBuf],
    contents: &[Vec<u8>],
    shares: &[f64],
) -> Result<QuantisedNetwork, String> {
    let mut first = None;
    let mut weighted = Vec::new();
    for ((path, bytes), &share) in paths.iter().zip(contents).zip(shares) {
        let network = QuantisedNetwork::from_bytes(bytes).map_err(named(path))?;
        let wanted = *first.get_or_insert(network.shape);
        check_shape(path, network.shape, &paths[0], wanted)?;
        weighted.push((network, share));
    }
    let mean = QuantisedNetwork::mean(&weighted);
    mean.ok_or_else(|| "a network does not fit its shape".to_string())
}

fn mean_of_checkpoints(
    paths: &[PathBuf],
    contents: &[Vec<u8>],
    shares: &[f64],
) -> Result<QuantisedNetwork, String> {
    let mut first = None;
    let mut sums: Vec<f64> = Vec::new();
    for ((path, bytes), share) in paths.iter().zip(contents).zip(shares) {
        let (run, checkpoint) = Checkpoint::from_bytes(bytes).map_err(named(path))?;
        let (wanted, _) = *first.get_or_insert((run.shape, run.schedule.scale));
        check_shape(path, run.shape, &paths[0], wanted)?;
        sums.resize(run.shape.len(), 0.0);
        for (sum, weight) in sums.iter_mut().zip(checkpoint.state.best()) {
            *sum += share * f64::from(*weight);
        }
    }
    let (shape, scale) = first.ok_or("no checkpoint")?;
    let weights: Vec<f32> = sums.into_iter().map(|sum| sum as f32).collect();
    Ok(quantised(shape, &weights, scale))
}

fn check_shape<S: PartialEq + Display>(
    path: &Path,
    found: S,
    first: &Path,
    wanted: S,
) -> Result<(), String> {
    if found == wanted {
        Ok(())
    } else {
        Err(named(path)(format!(
            "a network {found}, but {} is one {wanted}",
            shown(first)
        )))
    }
}

/// The weight of each file, 1 in all.
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
        Err(format!(
            "--shares: not {count} numbers of 0 or more whose sum is 1"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::{Activation, TrainingShape, weights_of};

    /// The checkpoint of a run that has just begun, and its weights.
    fn begun(shape: TrainingShape, seed: u64) -> (Vec<u8>, Vec<f32>) {
        let (run, checkpoint) = Checkpoint::begun(shape, seed);
        let bytes = checkpoint.to_bytes(&run).unwrap();
        (bytes, checkpoint.state.weights)
    }

    #[test]
    fn the_mean_of_checkpoints_is_rounded_once() {
        let shape = TrainingShape {
            hidden: 64,
            activation: Activation::Squared,
        };
        let paths = ["a", "b"].map(PathBuf::from);
        let [(first, a), (second, b)] = [1, 2].map(|seed| begun(shape, seed));
        let checkpoints = [first, second];
        let found = mean(&paths, &checkpoints, &[0.25, 0.75]).unwrap();
        let weights = a.iter().zip(&b).map(|(&a, &b)| 0.25 * a + 0.75 * b);
        let weights: Vec<f32> = weights.collect();
        let rounded = weights_of(shape, &found).unwrap();
        // Half of an integer of the coarsest weights, and a little.
        let far = weights.iter().zip(&rounded).map(|(a, b)| (a - b).abs());
        assert!(far.fold(0.0, f32::max) <= 0.5 / 126.9);
        assert_eq!(found.scale, 222);
        let of_second = mean(&paths, &checkpoints, &[0.0, 1.0]).unwrap();
        assert_eq!(of_second, quantised(shape, &b, 222));

        let networks = [&a, &b].map(|weights| quantised(shape, weights, 222).to_bytes().unwrap());
        assert_ne!(mean(&paths, &networks, &[0.25, 0.75]).unwrap(), found);
        let [first, _] = &checkpoints;
        let mixed = [first.clone(), networks[1].clone()];
        let complaint = mean(&paths, &mixed, &[0.25, 0.75]).unwrap_err();
        assert!(complaint.contains("of one kind"), "{complaint}");
        let wide = TrainingShape {
            hidden: 128,
            ..shape
        };
        let (wide, _) = begun(wide, 3);
        let complaint = mean(&paths, &[first.clone(), wide], &[0.25, 0.75]).unwrap_err();
        assert!(complaint.starts_with("b: a network "), "{complaint}");
    }
}
