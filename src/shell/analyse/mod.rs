//! `ox88 analyse`: the best lines of positions, the mistakes of games.

mod game;
mod position;

use std::fs::File;
use std::io::BufReader;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use super::files::{self, named};
use super::help::{self, Example};
use super::searching::{self, Equipment};
use super::text::harmless;
use super::{print_line, progress, score_plot, thread_count};
use crate::analysis::{Analyst, Review, annotated};
use crate::board::Position;
use crate::knowledge::epd::Epd;
use crate::knowledge::pgn::{Game, Games};

/// More lines than any position has.
const MAX_LINES: u64 = 256;

/// The arguments of `ox88 analyse`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[("Scores and mistakes", MISTAKES)], EXAMPLES))]
pub struct Arguments {
    /// A FEN, in one or several words; 'startpos'; a file of positions (.epd),
    /// a FEN or EPD to a line; or a file of games (.pgn).
    #[arg(required = true, value_name = "POSITION|FILE")]
    subject: Vec<String>,
    /// What is named is a file of positions, whatever its name.
    #[arg(long)]
    epd: bool,
    /// What is named is a file of games, whatever its name.
    #[arg(long, conflicts_with = "epd")]
    pgn: bool,
    #[command(flatten)]
    searching: searching::Arguments,
    /// How many threads search together. With more than one no two searches
    /// are the same.
    #[arg(long, default_value = "1", value_parser = thread_count::parser())]
    threads: NonZero<usize>,
    /// How many lines to show of a position, the best first; 1 by
    /// default.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MAX_LINES))]
    lines: Option<u64>,
    /// Only this game of the file, from 1.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Draw the course of the game into this file, as SVG; of a file with more
    /// games, choose one by --game.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the games to this file, with scores and marks but without the
    /// comments and variations that they had.
    #[arg(long, value_name = "FILE")]
    annotated: Option<PathBuf>,
}

const MISTAKES: &str = "\
Scores are White's, in pawns; +M3 is a mate in three moves. Chances of a win,
a draw and a loss are White's too, as in games of Ox88 against itself.

A move is judged by the points (1 for a win, 1/2 for a draw) that it gives
away by these chances: from 0.1 on it is an inaccuracy (?!), from 0.2 a
mistake (?), from 0.3 a blunder (??). These are twice the steps of Lichess,
whose chances are those of people's games, which an advantage decides about
half as surely.";

const EXAMPLES: &[Example] = &[
    (
        "The three best lines of the start position, 18 plies deep",
        "ox88 analyse startpos --lines 3 --depth 18",
    ),
    (
        "A position, with endgame tables",
        r#"ox88 analyse "8/8/8/8/8/1k6/3R4/K7 w - - 0 1" --syzygy tables"#,
    ),
    (
        "The first game of a file: its mistakes, a drawing, and marks in a copy",
        "ox88 analyse game.pgn --game 1 --svg game.svg --annotated marked.pgn",
    ),
    (
        "All positions of a file, five seconds each on two threads",
        "ox88 analyse positions.epd --movetime 5000 --threads 2",
    ),
];

/// Prints what is found, and writes the files that are asked for.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    match Subject::new(arguments)? {
        Subject::Positions(positions) => {
            let for_games = [
                ("--game", arguments.game.is_some()),
                ("--svg", arguments.svg.is_some()),
                ("--annotated", arguments.annotated.is_some()),
            ];
            if let Some((name, _)) = for_games.iter().find(|(_, is_given)| *is_given) {
                return Err(format!("{name} is for files of games"));
            }
            show_positions(arguments, &positions)
        }
        Subject::Games(path, games) => {
            if arguments.lines.is_some() {
                return Err("--lines is for positions, not for games".to_string());
            }
            if arguments.svg.is_some() && games.len() > 1 {
                return Err("--svg draws one game: choose it by --game".to_string());
            }
            show_games(arguments, &path, &games)
        }
    }
}

/// What is to be analysed.
enum Subject {
    /// Positions, each with its name, which may be empty.
    Positions(Vec<(String, Position)>),
    /// Games of a file with their numbers.
    Games(PathBuf, Vec<(u64, Game)>),
}

impl Subject {
    fn new(arguments: &Arguments) -> Result<Subject, String> {
        let text = arguments.subject.join(" ");
        let path = Path::new(&text);
        let ends_with = |wanted| {
            let extension = path.extension();
            extension.is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
        };
        if arguments.pgn || !arguments.epd && ends_with("pgn") {
            let games = read_games(path, arguments.game).map_err(named(path))?;
            return Ok(Subject::Games(path.to_path_buf(), games));
        }
        let positions = if arguments.epd || ends_with("epd") {
            read_positions(path)?
        } else if text == "startpos" {
            vec![(String::new(), Position::startpos())]
        } else {
            let position = Position::from_fen(&text).map_err(|error| error.to_string())?;
            vec![(String::new(), position)]
        };
        Ok(Subject::Positions(positions))
    }
}

fn read_positions(path: &Path) -> Result<Vec<(String, Position)>, String> {
    let name = |line, epd: &Epd| match epd.id() {
        Some(id) => format!("line {line}: {}", harmless(id)),
        None => format!("line {line}"),
    };
    let positions = files::positions(path)?.into_iter();
    Ok(positions
        .map(|(line, epd)| (name(line, &epd), epd.position))
        .collect())
}

/// All games, or just this one.
fn read_games(path: &Path, wanted: Option<u64>) -> Result<Vec<(u64, Game)>, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    let mut count = 0;
    for game in Games::new(BufReader::new(file)) {
        let game = game.map_err(|error| error.to_string())?;
        count += 1;
        if wanted.is_none_or(|wanted| wanted == count) {
            let game = game.map_err(|error| format!("game {count}: {error}"))?;
            found.push((count, game));
        }
        if wanted == Some(count) {
            break;
        }
    }
    match wanted {
        _ if !found.is_empty() => Ok(found),
        Some(wanted) if count > 0 => Err(format!("no game {wanted}, the last is {count}")),
        _ => Err("no games".to_string()),
    }
}

fn analyst(arguments: &Arguments, equipment: &Equipment) -> Result<Analyst, String> {
    let searcher = equipment.searcher()?;
    let effort = arguments.searching.effort();
    Ok(Analyst::new(searcher, effort, arguments.threads.get()))
}

fn show_positions(arguments: &Arguments, positions: &[(String, Position)]) -> Result<(), String> {
    let equipment = arguments.searching.equipment()?;
    let mut analyst = analyst(arguments, &equipment)?;
    let bar = progress::of_items(positions.len() as u64, "positions");
    bar.tick();
    for (number, (name, position)) in positions.iter().enumerate() {
        analyst.forget();
        let study = analyst.study(position, arguments.lines.unwrap_or(1) as usize);
        bar.suspend(|| {
            if number > 0 {
                print_line("");
            }
            position::show(name, position, &study);
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    equipment.tell_problems();
    Ok(())
}

fn show_games(arguments: &Arguments, path: &Path, games: &[(u64, Game)]) -> Result<(), String> {
    let equipment = arguments.searching.equipment()?;
    let mut analyst = analyst(arguments, &equipment)?;
    let (marked, svg) = (arguments.annotated.as_deref(), arguments.svg.as_deref());
    let annotations = marked.map(|out| files::create(out, [path]));
    let mut annotations = annotations.transpose()?;
    let drawing = svg.map(|out| files::create(out, [path].into_iter().chain(marked)));
    let mut drawing = drawing.transpose()?;

    let positions = games.iter().map(|(_, game)| game.moves.len() as u64 + 1);
    let bar = progress::of_items(positions.sum(), "positions");
    bar.tick();
    for (place, (number, game)) in games.iter().enumerate() {
        analyst.forget();
        let review = Review::new(&game.start, &game.moves, |position| {
            let study = analyst.study(position, 1);
            bar.inc(1);
            study.lines.into_iter().next()
        });
        bar.suspend(|| {
            if place > 0 {
                print_line("");
            }
            game::show(*number, game, &review);
        });
        if let Some(output) = &mut annotations {
            let gap = if place > 0 { "\n" } else { "" };
            output.write_text(&format!("{gap}{}", annotated(game, &review)))?;
        }
        if let Some(output) = &mut drawing {
            let title = game::title(game);
            output.write_text(&score_plot::expectation_by_move(&title, &review)?)?;
        }
    }
    bar.finish_and_clear();
    equipment.tell_problems();
    Ok(())
}
