//! `ox88 calibrate`: fits a network's calibration to the results of games.

use std::num::NonZero;
use std::path::PathBuf;

use super::files::{Overwriting, named};
use super::terminal::print_line;
use super::{help, interrupt, numbers, weights};
use crate::eval::nnue::calibration::{FULL, ONE};
use crate::text::{counted, to_text};
use crate::training::{TILE, calibrated, read_all};

/// One in this many samples is held out from the fit, to measure its error. These samples are at
/// the end of each file.
const HELD_OUT: usize = 10;
/// The largest number of samples that are read in all. With what is computed from them they take
/// 2.9 gigabytes.
const MOST_SAMPLES: u64 = 50_000_000;
/// The values for which the effect is shown, in centipawns.
const VALUES: [i32; 4] = [25, 100, 300, 800];
/// The numbers of pieces on the board for which the effect is shown.
const PIECES: [usize; 3] = [6, 18, FULL];

/// The arguments of `ox88 calibrate`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[], EXAMPLES))]
pub struct Arguments {
    /// The network.
    #[arg(value_name = "NETWORK")]
    network: PathBuf,
    /// Samples with results of games, from `ox88 data filter`.
    #[arg(required = true, value_name = "SAMPLES")]
    samples: Vec<PathBuf>,
    /// The network to write.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
    /// How many threads.
    #[arg(long, default_value = "1", value_parser = numbers::threads())]
    threads: NonZero<usize>,
}

const EXAMPLES: &str = "\
After training:
  ox88 calibrate my.nnue *.bin -o calibrated.nnue --threads 2";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let used = arguments.samples.iter().chain([&arguments.network]);
    let out = &arguments.out;
    let file = arguments.overwriting.create("--out", out, used)?;
    interrupt::end_on_signal();
    let path = &arguments.network;
    let mut network = weights::network(path)?;
    let (mut samples, mut others) = (Vec::new(), Vec::new());
    for path in &arguments.samples {
        let room = MOST_SAMPLES - (samples.len() + others.len()) as u64;
        let mut all = read_all(path, room).map_err(to_text)?;
        others.extend(all.split_off(all.len() - all.len() / HELD_OUT));
        if samples.is_empty() {
            // Not copied: often there is one large file.
            samples = all;
        } else {
            samples.extend(all);
        }
    }
    if others.is_empty() {
        let count = counted(samples.len(), "sample");
        return Err(format!("{count}: too few; one file at least must have {HELD_OUT}"));
    }
    let fit = calibrated(&network, &samples, &others, arguments.threads.get());
    let fit = fit.ok_or_else(|| {
        named(path)(format!(
            "a network {}: not the program's shape with a multiple of {TILE} hidden units",
            network.shape
        ))
    })?;
    network.calibration = fit.calibration;
    let is_stream = file.is_stream;
    file.complete(&network.to_bytes().map_err(named(out))?)?;
    if is_stream {
        // The reader would take the words for a part of the network.
        return Ok(());
    }
    print_line("a value of  becomes, with");
    let counts = PIECES.map(|pieces| format!("{pieces:>10} pieces"));
    print_line(format_args!("{:10}{}", "", counts.concat()));
    for value in VALUES {
        let becomes = PIECES.map(|pieces| {
            let output = value * ONE / i32::from(network.scale);
            let correction = fit.calibration.correction(output, pieces);
            let correction = correction * i64::from(network.scale) / i64::from(ONE);
            format!("{:>17}", i64::from(value) + correction)
        });
        print_line(format_args!("{value:>10}{}", becomes.concat()));
    }
    let (before, after) = (fit.error_before, fit.error_after);
    print_line(format_args!(
        "squared error of {} other results: {:.6} before, {:.6} after",
        others.len(),
        before.error,
        after.error
    ));
    if before.is_at_bound || after.is_at_bound {
        print_line("note: its best scale is at the bound of those tried, so it may be less");
    }
    Ok(())
}
