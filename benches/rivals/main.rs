//! Ox88 beside other Rust chess libraries, task by task, in a table.
//!
//! ```text
//! cargo bench --bench rivals                    # everything, about a minute
//! cargo bench --bench rivals -- perft           # the rows whose name contains "perft"
//! cargo bench --bench rivals -- --epd FILE --depth 5
//! ```
//!
//! A leaf of perft counts as a move. All counts are compared first; then the libraries
//! take turns, so that load disturbs all alike, and the best time of each counts. Bench
//! harnesses have no table of rates and no mean over positions, so the timing is our own.
//!
//! cozy-chess and shakmaty are bitboard libraries that copy the position for each
//! move; Ox88 is a mailbox that unmakes moves.

mod library;
mod positions;
mod rows;
mod table;
mod timing;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use positions::VARIED;
use rows::Row;
use table::Rates;
use timing::Timings;

/// Times Ox88 beside other chess libraries.
#[derive(Parser)]
#[command(name = "cargo bench --bench rivals --", bin_name = "cargo bench --bench rivals --")]
struct Arguments {
    /// Only the rows whose name contains this text.
    filter: Option<String>,
    /// Positions of standard chess for the mean rates of perft, instead of a
    /// list of varied ones: a FEN a line, up to the first semicolon.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Depth of the trees whose mean rate is taken.
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=8))]
    depth: u32,
    /// How many times each library has its turn; the best time counts.
    #[arg(long, value_name = "N", default_value_t = 7)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// `cargo bench` says this; `cargo test --benches` does not, and gets the
    /// comparison of counts without the timing.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("rivals: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let rows = wanted_rows(arguments)?;
    eprintln!("comparing the libraries' counts");
    let compare_all = |row: &Row| row.measurements.iter().map(timing::compare_counts).collect();
    let mut timings: Vec<Vec<Timings>> = rows.iter().map(compare_all).collect::<Result<_, _>>()?;
    if !arguments.bench {
        return Ok(());
    }
    // Load may last longer than a row: the rounds of each row are spread over the whole run.
    for round in 1..=arguments.rounds {
        eprintln!("round {round} of {}", arguments.rounds);
        timings.iter_mut().flatten().for_each(timing::measure_again);
    }
    let rates = |(row, timings): (&Row, &Vec<Timings>)| Rates {
        name: row.name.clone(),
        millions: timing::mean_millions(timings),
    };
    let results: Vec<Rates> = rows.iter().zip(&timings).map(rates).collect();
    table::print(&results);
    Ok(())
}

fn wanted_rows(arguments: &Arguments) -> Result<Vec<Row>, String> {
    let set = match &arguments.epd {
        Some(file) => positions::read(file)?,
        None => VARIED.map(String::from).to_vec(),
    };
    let mut rows = rows::all(set, arguments.depth);
    if let Some(filter) = &arguments.filter {
        let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
        rows.retain(|row| row.name.contains(filter));
        if rows.is_empty() {
            let names = names.join("\n  ");
            return Err(format!("no row's name contains '{filter}':\n  {names}"));
        }
    }
    Ok(rows)
}
