//! `ox88 compare`: what each idea of the ladder saves.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget};

use super::help::{self, Example};
use super::{files, plot, print_line};
use crate::board::Position;
use crate::players::{Comparison, Knowledge, LADDER, Row};
use crate::search::bench;
use crate::selfplay::Openings;

/// What is compared where no position is named, by its place in
/// [`bench::POSITIONS`]: from the opening to the ending.
const USUAL: [usize; 6] = [0, 1, 3, 20, 32, 38];

/// What `ox88 compare` is told.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[("Columns", COLUMNS)], EXAMPLES))]
pub struct Arguments {
    /// Plies of the deepest searches, from 1 to 20; minimax takes about thirty
    /// times as long for each more.
    #[arg(long, value_name = "PLIES", default_value = "4", value_parser = clap::value_parser!(i32).range(1..=20))]
    depth: i32,
    /// How positions are evaluated: material, tables or network.
    #[arg(long, default_value = "material")]
    eval: Knowledge,
    /// The position; castling letters of standard chess, X-FEN or Shredder-FEN.
    /// Without it and --positions, six positions from opening to ending.
    #[arg(long, conflicts_with = "positions")]
    fen: Option<String>,
    /// The positions of this file, a FEN or EPD to a line.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Write every search to this file, as comma-separated values: player,
    /// depth, position, score, nodes, seconds.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the nodes by depth into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Give a player up once one of its searches takes more nodes.
    #[arg(long, value_name = "NODES", default_value = "100000000", value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: u64,
}

const COLUMNS: &str = "\
nodes      positions visited, all searches of the depth together
saved      the share of the nodes of the player before that it did without;
           less than nothing where it needed more
seconds    their time
branching  by how much each ply multiplies the nodes";

const EXAMPLES: &[Example] = &[
    ("Four plies, by material alone", "ox88 compare"),
    (
        "Five plies of one position",
        r#"ox88 compare --depth 5 --fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1""#,
    ),
    (
        "The positions of a file, into a table and a drawing",
        "ox88 compare --positions some.epd --csv nodes.csv --svg nodes.svg",
    ),
];

/// Prints the ladder at the deepest searches; files get all of them.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let comparison = Comparison {
        positions: positions(arguments)?,
        depth: arguments.depth,
        knowledge: arguments.eval,
        most_nodes: arguments.max_nodes,
    };
    // Before the work, for it might be in vain.
    let csv_file = arguments.csv.as_deref().map(Output::create).transpose()?;
    let svg_file = arguments.svg.as_deref().map(Output::create).transpose()?;
    let rows = search(&comparison)?;
    show(&comparison, &rows);
    if let Some(file) = csv_file {
        file.write(&csv(&comparison, &rows))?;
    }
    if let Some(file) = svg_file {
        file.write(&plot::nodes_by_depth(&title(&comparison), &rows)?)?;
    }
    Ok(())
}

/// A file for results.
struct Output<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> Output<'a> {
    fn create(path: &'a Path) -> Result<Output<'a>, String> {
        let file = File::create(path).map_err(files::named(path))?;
        Ok(Output { path, file })
    }

    fn write(mut self, text: &str) -> Result<(), String> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(files::named(self.path))
    }
}

fn positions(arguments: &Arguments) -> Result<Vec<Position>, String> {
    let fens: Vec<String> = if let Some(fen) = &arguments.fen {
        vec![fen.clone()]
    } else if let Some(path) = &arguments.positions {
        read(path)?
    } else {
        USUAL
            .map(|place| bench::POSITIONS[place].to_string())
            .into()
    };
    let positions = fens.iter().map(|fen| Position::from_fen(fen));
    let positions: Vec<Position> = positions
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    match positions.iter().all(Position::has_legal_move) {
        true => Ok(positions),
        false => Err("the game is over in this position".to_string()),
    }
}

fn read(path: &Path) -> Result<Vec<String>, String> {
    match files::openings(path)? {
        Openings::Book(fens) => Ok(fens),
        _ => Err(files::named(path)("no positions")),
    }
}

/// Searches, with a bar where standard error is a terminal.
fn search(comparison: &Comparison) -> Result<Vec<Row>, String> {
    let searches = comparison.depth as usize * LADDER.len() * comparison.positions.len();
    let target = ProgressDrawTarget::stderr();
    let bar = ProgressBar::with_draw_target(Some(searches as u64), target);
    let rows = comparison.run(|mind, depth| {
        bar.set_message(format!("{} at depth {depth}", mind.name()));
        bar.inc(1);
    });
    bar.finish_and_clear();
    rows.map_err(|error| error.to_string())
}

fn title(comparison: &Comparison) -> String {
    let count = comparison.positions.len();
    let positions = if count == 1 { "position" } else { "positions" };
    format!(
        "{count} {positions}, evaluated by {}",
        comparison.knowledge.name()
    )
}

fn show(comparison: &Comparison, rows: &[Row]) {
    let depth = comparison.depth;
    print_line(format_args!("{}, depth {depth}\n", title(comparison)));
    print_line(format_args!(
        "{:<10} {:>12} {:>8} {:>10} {:>10}  idea",
        "player", "nodes", "saved", "seconds", "branching"
    ));
    for mind in LADDER {
        let (name, idea) = (mind.name(), mind.description());
        let row = rows
            .iter()
            .find(|row| row.mind == mind && row.depth == depth);
        let Some(row) = row else {
            print_line(format_args!(
                "{name:<10} {:>12} {:>8} {:>10} {:>10}  {idea}",
                "given up", "", "", ""
            ));
            continue;
        };
        let saved = row.saved.map(|share| format!("{:.1} %", 100.0 * share));
        print_line(format_args!(
            "{name:<10} {:>12} {:>8} {:>10.3} {:>10.2}  {idea}",
            row.nodes(),
            saved.unwrap_or_default(),
            row.time().as_secs_f64(),
            row.branching_factor()
        ));
    }
}

/// A line for each search.
fn csv(comparison: &Comparison, rows: &[Row]) -> String {
    let mut text = "player,depth,position,score,nodes,seconds\n".to_string();
    for row in rows {
        for sample in &row.samples {
            let Some(position) = comparison.positions.get(sample.position) else {
                continue;
            };
            // Neither FENs nor scores hold a comma or a quote. Writing to a
            // string does not fail.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{:.6}",
                row.mind.name(),
                row.depth,
                position.fen(),
                sample
                    .score
                    .map_or(String::new(), |score| score.to_string()),
                sample.nodes,
                sample.time.as_secs_f64()
            );
        }
    }
    text
}
