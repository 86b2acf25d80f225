//! `ox88 bench`: the engine's signature and its speed.

use super::terminal::print_line;
use super::text::laid_out;
use super::{help, numbers, searching};
use crate::search::{MAX_DEPTH, Signals, Statistics, bench};

/// The arguments of `ox88 bench`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[("Output", OUTPUT)], EXAMPLES))]
pub struct Arguments {
    /// Plies to which each position is searched.
    #[arg(default_value_t = bench::DEPTH,
          value_parser = numbers::within::<i32>(1..=MAX_DEPTH as i128))]
    depth: i32,
    #[command(flatten)]
    evaluator: searching::EvaluatorArguments,
}

const OUTPUT: &str = "\
A line for each position, with its nodes and FEN. The last line is
NODES nodes SPEED nps, the speed in nodes a second.";

const EXAMPLES: &str = "\
See whether a change kept the search as it was:
  ox88 bench
The same for the piece-square tables:
  ox88 bench --classical
Search longer, to measure the speed:
  ox88 bench 16";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let evaluator = arguments.evaluator.evaluator()?;
    let show = |number: usize, nodes: u64| {
        let count = bench::POSITIONS.len();
        let start = format!("{number:2}/{count} {nodes:>10}  ");
        print_line(laid_out(&start, bench::POSITIONS[number - 1].split(' ')));
    };
    let (total, statistics) = bench::run(arguments.depth, evaluator, &Signals::default(), show)?;
    if Statistics::IS_ON {
        print_line(format_args!("\n{statistics}"));
    }
    print_line(format_args!("\n{total}"));
    Ok(())
}
