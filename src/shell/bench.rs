//! `ox88 bench`: the engine's signature and its speed.

use super::{evaluator, print_line};
use crate::search::{MAX_DEPTH, Signals, bench};

/// What `ox88 bench` is told.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Plies to which each position is searched.
    #[arg(default_value_t = bench::DEPTH,
          value_parser = clap::value_parser!(i32).range(1..=MAX_DEPTH as i64))]
    depth: i32,
    #[command(flatten)]
    evaluator: evaluator::Arguments,
}

/// Prints the node count of each position, and last the total.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let evaluator = arguments.evaluator.evaluator()?;
    let show = |number: usize, nodes: u64| {
        let count = bench::POSITIONS.len();
        print_line(format_args!(
            "{number:2}/{count} {nodes:>10}  {}",
            bench::POSITIONS[number - 1]
        ));
    };
    let total = bench::run(arguments.depth, evaluator, &Signals::default(), show)
        .map_err(|error| error.to_string())?;
    print_line(format_args!("\n{total}"));
    Ok(())
}
