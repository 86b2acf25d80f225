//! `ox88 compare`: what each idea of the ladder saves.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::files::{self, Overwriting, named};
use super::terminal::print_line;
use super::text::laid_out;
use super::{help, interrupt, numbers, plots, progress, subject};
use crate::board::Position;
use crate::eval::EvaluationKind;
use crate::knowledge::epd::Epd;
use crate::players::{Comparison, LADDER, RungResult};
use crate::search::bench;
use crate::text::{counted, to_text};

/// The default positions, from opening to ending, as indices into [`bench::POSITIONS`].
const USUAL: [usize; 6] = [0, 1, 3, 20, 32, 38];

/// The arguments of `ox88 compare`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[("Columns", COLUMNS)], EXAMPLES))]
pub struct Arguments {
    /// Plies of the deepest searches, from 1 to 20; minimax takes about thirty
    /// times as long for each more.
    #[arg(long, value_name = "PLIES", default_value = "4", value_parser = numbers::within::<i32>(1..=20))]
    depth: i32,
    /// How positions are evaluated.
    #[arg(long, default_value = "material", value_parser = PossibleValuesParser::new(
          EvaluationKind::ALL.map(EvaluationKind::name))
          .try_map(|name| EvaluationKind::among(&EvaluationKind::ALL, &name).ok_or("unknown")))]
    eval: EvaluationKind,
    /// The position; castling letters of standard chess, X-FEN or Shredder-FEN.
    /// Without it and --positions, six positions from opening to ending.
    #[arg(long, conflicts_with = "positions")]
    fen: Option<OsString>,
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
    #[command(flatten)]
    overwriting: Overwriting,
    /// Give a player up once one of its searches takes this many nodes.
    #[arg(long, value_name = "NODES", default_value = "100000000", value_parser = numbers::from::<u64>(1))]
    max_nodes: u64,
}

const COLUMNS: &str = "\
nodes      positions visited, all searches of the depth together
saved      how many fewer nodes than the player before, as a share of those;
           negative where there are more
seconds    the time of these searches
branching  by how much each ply multiplies the nodes";

const EXAMPLES: &str = "\
Four plies, by material alone:
  ox88 compare
Five plies of one position:
  ox88 compare --depth 5 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
The positions of a file, into a table and a drawing:
  ox88 compare --positions some.epd --csv nodes.csv --svg nodes.svg";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let comparison = Comparison {
        positions: positions(arguments)?,
        depth: arguments.depth,
        evaluation: arguments.eval,
        most_nodes: arguments.max_nodes,
    };
    // Checked before the work, which would be wasted otherwise.
    let (csv_path, svg_path) = (arguments.csv.as_deref(), arguments.svg.as_deref());
    let has_file = csv_path.or(svg_path).is_some();
    arguments.overwriting.check_use(has_file, "--csv and --svg")?;
    let input = arguments.positions.as_deref();
    let overwriting = arguments.overwriting;
    let csv_file = csv_path.map(|out| overwriting.create("--csv", out, input));
    let csv_file = csv_file.transpose()?;
    let others = input.into_iter().chain(csv_path);
    let svg_file = svg_path.map(|out| overwriting.create("--svg", out, others));
    let svg_file = svg_file.transpose()?;
    interrupt::end_on_signal();
    let searches = comparison.depth as usize * LADDER.len() * comparison.positions.len();
    let bar = progress::of_items(searches as u64, "searches");
    let rows = comparison.run(|algorithm, depth| {
        bar.set_message(format!("{} at depth {depth}", algorithm.name()));
        bar.inc(1);
    });
    bar.finish_and_clear();
    let rows = rows?;
    // Written before the table is shown, as the reader of standard output may have left.
    let write = || {
        csv_file.map_or(Ok(()), |file| file.complete(csv(&comparison, &rows).as_bytes()))?;
        svg_file.map_or(Ok(()), |file| {
            file.complete(plots::nodes_by_depth(&title(&comparison), &rows)?.as_bytes())
        })
    };
    let written = write();
    show(&comparison, &rows);
    written
}

fn positions(arguments: &Arguments) -> Result<Vec<Position>, String> {
    let positions: Vec<(String, Position)> =
        if let Some(position) = subject::chosen(arguments.fen.as_ref(), &[])? {
            vec![("--fen".to_string(), position)]
        } else if let Some(path) = &arguments.positions {
            let place = |line| named(path)(format!("line {line}"));
            let make = |line, epd: Epd| Ok((place(line), epd.position()));
            files::only_positions(path, files::open(path)?, make)?
        } else {
            let usual = USUAL.into_iter().map(|place| Position::from_fen(bench::POSITIONS[place]));
            return usual.collect::<Result<_, _>>().map_err(to_text);
        };
    match positions.iter().find(|(_, position)| !position.has_legal_move()) {
        Some((place, _)) => Err(format!("{place}: the game is over there")),
        None => Ok(positions.into_iter().map(|(_, position)| position).collect()),
    }
}

fn title(comparison: &Comparison) -> String {
    format!(
        "{}, evaluated by {}",
        counted(comparison.positions.len(), "position"),
        comparison.evaluation.name()
    )
}

fn show(comparison: &Comparison, rows: &[RungResult]) {
    let depth = comparison.depth;
    print_line(format_args!("{}, depth {depth}\n", title(comparison)));
    let row = |[name, nodes, saved, seconds, branching]: [&str; 5], idea: &str| {
        let start = format!("{name:<10} {nodes:>12} {saved:>8} {seconds:>10} {branching:>10}  ");
        print_line(laid_out(&start, idea.split(' ')));
    };
    row(["player", "nodes", "saved", "seconds", "branching"], "idea");
    for algorithm in LADDER {
        let (name, idea) = (algorithm.name(), algorithm.description());
        let found = rows.iter().find(|row| row.algorithm == algorithm && row.depth == depth);
        let Some(found) = found else {
            row([name, "given up", "", "", ""], idea);
            continue;
        };
        let saved = found.saved.map(|share| format!("{:.1} %", 100.0 * share));
        let nodes = found.nodes().to_string();
        let seconds = format!("{:.3}", found.time().as_secs_f64());
        let branching = format!("{:.2}", found.branching_factor());
        row([name, &nodes, &saved.unwrap_or_default(), &seconds, &branching], idea);
    }
}

fn csv(comparison: &Comparison, rows: &[RungResult]) -> String {
    let mut text = "player,depth,position,score,nodes,seconds\n".to_string();
    for row in rows {
        for (position, search) in comparison.positions.iter().zip(&row.searches) {
            // FENs and scores hold no comma or quote; writing to a string does not fail.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{:.6}",
                row.algorithm.name(),
                row.depth,
                position.fen(),
                search.score.map_or(String::new(), |score| score.to_string()),
                search.nodes,
                search.time.as_secs_f64()
            );
        }
    }
    text
}
