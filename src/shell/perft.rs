//! `ox88 perft`: counting the leaves of the move tree.

use std::ffi::OsString;
use std::num::NonZero;
use std::time::Instant;

use super::terminal::{print_line, print_too_few_threads};
use super::{help, numbers, progress, subject};
use crate::board::{CastlingNotation, Position};
use crate::perft::{self, Method, PerftTable, Progress};

/// The arguments of `ox88 perft`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[], EXAMPLES))]
pub struct Arguments {
    /// How many plies, from 0 to 12.
    #[arg(value_parser = numbers::within::<u32>(0..=i128::from(perft::MAX_DEPTH)))]
    depth: u32,
    /// The position in one or several words, as --fen takes it.
    #[arg(conflicts_with = "fen")]
    position: Vec<OsString>,
    /// The position: a FEN, with castling letters of standard chess, X-FEN or
    /// Shredder-FEN; startpos, or either with moves behind it; or a file of
    /// positions or games. Without it, the start position.
    #[arg(long, value_name = "POSITION")]
    fen: Option<OsString>,
    /// Show the count behind each move of the position.
    #[arg(long)]
    divide: bool,
    /// How many threads share the work.
    #[arg(long, default_value = "1", value_parser = numbers::threads())]
    threads: NonZero<usize>,
    /// Remember counts in a table of so many megabytes; 0 for none. Not with
    /// --no-bulk.
    #[arg(long, value_name = "MB", default_value = "0", value_parser =
          numbers::within::<u32>(0..=PerftTable::MAX_MEGABYTES as i128))]
    hash: u32,
    /// Make and unmake the moves of the last ply too, which are only counted
    /// otherwise. Not with --hash.
    #[arg(long, conflicts_with = "hash")]
    no_bulk: bool,
}

const EXAMPLES: &str = "\
Count six plies from the start position:
  ox88 perft 6
The count behind each move of another position:
  ox88 perft 3 --divide --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
Count fast, with two threads and a table:
  ox88 perft 8 --threads 2 --hash 1024";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let position = subject::chosen(arguments.fen.as_ref(), &arguments.position)?;
    let position = position.unwrap_or_else(Position::startpos);
    let table = match arguments.hash as usize {
        0 => None,
        megabytes => Some(
            PerftTable::new(megabytes)
                .ok_or_else(|| format!("no memory for a perft hash table of {megabytes} MB"))?,
        ),
    };
    let method =
        Method { makes_last_ply: arguments.no_bulk, table: table.as_ref(), should_stop: None };
    let (depth, threads) = (arguments.depth, arguments.threads);
    let progress = Progress::default();
    let start = Instant::now();
    let counts =
        progress::shown(&progress, || perft::divide(method, &position, depth, threads, &progress));
    let time = start.elapsed();
    if let Some((started, wanted)) = progress.too_few_threads() {
        print_too_few_threads(started, wanted);
    }
    if arguments.divide {
        let notation = CastlingNotation::of(&position);
        for (mv, nodes) in &counts {
            print_line(format_args!("{}: {nodes}", mv.uci(notation)));
        }
        print_line("");
    }
    let total = progress.leaves();
    let millions = total as f64 / time.as_secs_f64().max(1e-9) / 1e6;
    print_line(format_args!(
        "Time: {:.3} s, {millions:.1} million leaves per second",
        time.as_secs_f64()
    ));
    print_line(format_args!("Nodes: {total}"));
    Ok(())
}
