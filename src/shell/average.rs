//! `ox88 average`: the mean of networks.

use std::path::PathBuf;

use super::files::{self, Overwriting, named};
use super::help::{self, Example};
use crate::eval::nnue::QuantisedNetwork;

/// The arguments of `ox88 average`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[], EXAMPLES))]
pub struct Arguments {
    /// Networks of one shape.
    #[arg(required = true, value_name = "FILE")]
    networks: Vec<PathBuf>,
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
];

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let paths = &arguments.networks;
    let out = &arguments.out;
    arguments.overwriting.check("--out", out, paths)?;
    let shares = shares(arguments)?;
    let networks = paths.iter().map(|path| {
        let bytes = std::fs::read(path).map_err(named(path))?;
        QuantisedNetwork::from_bytes(&bytes).map_err(named(path))
    });
    let networks = networks.collect::<Result<Vec<_>, String>>()?;
    for (path, network) in paths.iter().zip(&networks) {
        let (found, wanted) = (network.shape, networks[0].shape);
        if found != wanted {
            let first = paths[0].display();
            return Err(named(path)(format!(
                "a network {found}, but {first} is one {wanted}"
            )));
        }
    }
    let weighted: Vec<_> = networks.into_iter().zip(shares).collect();
    let mut mean = QuantisedNetwork::mean(&weighted).ok_or("a network does not fit its shape")?;
    mean.scale = arguments.scale.unwrap_or(mean.scale);
    let bytes = mean.to_bytes().map_err(named(out))?;
    files::replace(out, &bytes)
}

fn shares(arguments: &Arguments) -> Result<Vec<f64>, String> {
    let count = arguments.networks.len();
    let Some(shares) = &arguments.shares else {
        return Ok(vec![1.0 / count as f64; count]);
    };
    let sum: f64 = shares.iter().sum();
    let is_whole = (sum - 1.0).abs() < 1e-6 && shares.iter().all(|share| *share >= 0.0);
    match shares.len() == count && is_whole {
        true => Ok(shares.clone()),
        false => Err(format!(
            "--shares: not {count} numbers from 0 that are 1 in all"
        )),
    }
}
