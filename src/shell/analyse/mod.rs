//! `ox88 analyse`: the best lines of positions, the mistakes of games.

mod game;
mod json;
mod position;

use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use clap::ValueEnum;

use super::files::{Output, Overwriting, ReadCounts};
use super::game_file::{GameFile, NextGame, doubts};
use super::interrupt::Interrupt;
use super::screen::Screen;
use super::searching::{self, SearchSettings};
use super::subject::{self, Format, PositionSource, Subject};
use super::terminal::{outlive_reader, print_error, print_line, print_too_few_threads};
use super::{help, numbers, plots, progress};
use crate::analysis::{AnalysisProgress, Analyst, Grading, PositionAnalysis, Review, annotated};
use crate::board::Position;
use crate::disk::part_of;
use crate::knowledge::pgn::PgnGame;
use crate::sync::locked;
use crate::text::{counted, shown};

/// The greatest number of lines to show, which is more than any position has moves.
const MAX_LINES: u64 = 256;

/// The arguments of `ox88 analyse`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(
    &[("Scores and mistakes", MISTAKES), ("JSON", json::HELP)],
    EXAMPLES,
))]
pub struct Arguments {
    /// Any number of: a FEN, in one or several words, or 'startpos', perhaps with
    /// 'moves e2e4 ...' behind it; a file of positions (.epd), a FEN or EPD to a
    /// line; a file of games (.pgn); or - for standard input.
    #[arg(required = true, value_name = "POSITION|FILE")]
    subjects: Vec<OsString>,
    /// Take all that is named for files of positions, whatever their names.
    #[arg(long)]
    epd: bool,
    /// Take all that is named for files of games, whatever their names.
    #[arg(long, conflicts_with = "epd")]
    pgn: bool,
    #[command(flatten)]
    searching: searching::Arguments,
    /// How many threads search together. With more than one no two searches
    /// are the same.
    #[arg(long, default_value = "1", value_parser = numbers::threads())]
    threads: NonZero<usize>,
    /// How many lines to show of a position, the best first; 1 by default.
    #[arg(long, value_parser = numbers::within::<u64>(1..=MAX_LINES.into()))]
    lines: Option<u64>,
    /// Analyse only this game of the file, counted from 1.
    #[arg(long, value_name = "NUMBER", value_parser = numbers::from::<u64>(1))]
    game: Option<u64>,
    /// Draw the course of the game into this file, as SVG; of a file with more
    /// games, choose one by --game.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the games to this file, with their comments and variations, and
    /// with scores, marks of bad moves, and better lines, which replace those
    /// of an earlier run.
    #[arg(long, value_name = "FILE")]
    annotated: Option<PathBuf>,
    /// Print an object of JSON for each position and each game (see --help).
    #[arg(long)]
    json: bool,
    /// The chances and the steps by which moves are marked.
    #[arg(long, value_name = "WHOSE", default_value = "ox88")]
    marks: Marking,
    /// The least points that an inaccuracy gives away, in place of the usual ones.
    #[arg(long, value_name = "POINTS", value_parser = numbers::share)]
    inaccuracy: Option<f64>,
    /// The least points that a mistake gives away.
    #[arg(long, value_name = "POINTS", value_parser = numbers::share)]
    mistake: Option<f64>,
    /// The least points that a blunder gives away.
    #[arg(long, value_name = "POINTS", value_parser = numbers::share)]
    blunder: Option<f64>,
    #[command(flatten)]
    overwriting: Overwriting,
}

/// Whose marks moves get.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
enum Marking {
    /// Chances as in games of Ox88 against itself.
    Ox88,
    /// Chances as in games of people on Lichess, and half the steps.
    Lichess,
}

impl Arguments {
    /// Returns the least losses of an inaccuracy, a mistake and a blunder. It is an error if they
    /// decrease in this order.
    fn grading(&self) -> Result<Grading, String> {
        let mut grading = match self.marks {
            Marking::Ox88 => Grading::USUAL,
            Marking::Lichess => Grading::LICHESS,
        };
        let given = [self.inaccuracy, self.mistake, self.blunder];
        for (step, given) in grading.steps.iter_mut().zip(given) {
            *step = given.unwrap_or(*step);
        }
        if grading.steps.is_sorted() {
            Ok(grading)
        } else {
            let [inaccuracy, mistake, blunder] = grading.steps;
            Err(format!(
                "an inaccuracy ({inaccuracy}) may not give away more than a mistake ({mistake}), \
                 nor that more than a blunder ({blunder})"
            ))
        }
    }
}

const MISTAKES: &str = "\
Scores are White's, in pawns; +M3 is a mate in three moves, 'winning' or
'losing' an ending whose result is known, +TB or -TB one that tables know.
Chances of a win, a draw and a loss are White's too, as in games of Ox88
against itself.

Control-C ends the run, and shows what was found: the best lines so far of a
position, or the last moves of a game, which is judged from its end. On a
terminal the best lines are shown while the search goes on. A search that
ends within an iteration has lines of two depths.

A game that cannot be read (an illegal move, an unknown variant, a file that
ends in the middle of it) is skipped; standard error says why for the first
ten. It also tells of results that contradict each other or that PGN lacks,
and of comments and variations that are not closed. The file of --annotated
has a skipped game as it was, the others without what Lichess wrote of bad
moves.

A move is judged by the points (1 for a win, 1/2 for a draw) that it gives
away by these chances: from 0.1 on it is an inaccuracy (?!), from 0.2 a
mistake (?), from 0.3 a blunder (??). With --marks lichess the chances are
those of people, for whom an advantage decides about half as surely, and the
steps are half as high. Accuracy is always that of Lichess
(https://lichess.org/page/accuracy), by the scores of this engine. In the
average centipawn loss, scores beyond ten pawns count as ten.";

const EXAMPLES: &str = "\
The three best lines of the start position, 18 plies deep:
  ox88 analyse startpos --lines 3 --depth 18
A position, with endgame tables:
  ox88 analyse \"8/8/8/8/8/1k6/3R4/K7 w - - 0 1\" --syzygy tables
The first game of a file: its mistakes, a drawing, and marks in a copy:
  ox88 analyse game.pgn --game 1 --svg game.svg --annotated marked.pgn
All games of two files, and of a file that is packed:
  ox88 analyse a.pgn b.pgn; zcat c.pgn.gz | ox88 analyse -
The position after some moves:
  ox88 analyse startpos moves e2e4 c7c5 g1f3
All positions of a file, five seconds each on two threads:
  ox88 analyse positions.epd --movetime 5000 --threads 2";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let format = match (arguments.epd, arguments.pgn) {
        (true, _) => Some(Format::Epd),
        (_, true) => Some(Format::Pgn),
        _ => None,
    };
    let grading = arguments.grading()?;
    let subjects = subject::read(&arguments.subjects, format)?;
    check(arguments, &subjects)?;
    let settings = arguments.searching.settings()?;
    let mut task = AnalysisRun::new(arguments, grading, &settings, &subjects)?;
    let has_games = subjects.iter().any(|subject| matches!(subject, Subject::Games(..)));
    let done = task.go_through(subjects);
    settings.tell_problems();
    // The games that were annotated before a failure are as good as any. The failure is reported, in
    // one line.
    let is_stopped = done.inspect_err(|_| drop(keep(&task.annotations)))?;
    let told = if has_games && arguments.game.is_none() { task.counts.tell() } else { Ok(()) };
    if is_stopped { task.interrupt.end() } else { told.and_then(|()| keep(&task.annotations)) }
}

/// Checks that the options suit what is analysed.
fn check(arguments: &Arguments, subjects: &[Subject]) -> Result<(), String> {
    let has_file = arguments.svg.is_some() || arguments.annotated.is_some();
    arguments.overwriting.check_use(has_file, "--svg and --annotated")?;
    let is_games = |subject: &&Subject| matches!(subject, Subject::Games(..));
    let files = subjects.iter().filter(is_games).count();
    let for_games = [
        ("--game", arguments.game.is_some()),
        ("--svg", arguments.svg.is_some()),
        ("--annotated", arguments.annotated.is_some()),
        ("--marks", arguments.marks != Marking::Ox88),
        ("--inaccuracy", arguments.inaccuracy.is_some()),
        ("--mistake", arguments.mistake.is_some()),
        ("--blunder", arguments.blunder.is_some()),
    ];
    let given = for_games.iter().find(|(_, is_given)| *is_given);
    if files < subjects.len()
        && let Some((name, _)) = given
    {
        return Err(format!("{name} is for files of games"));
    }
    if files > 0 && arguments.lines.is_some() {
        return Err("--lines is for positions, not for games".to_string());
    }
    if files > 1 && (arguments.game.is_some() || arguments.svg.is_some()) {
        return Err("--game and --svg are for one file of games".to_string());
    }
    Ok(())
}

/// A run of the command.
struct AnalysisRun<'a> {
    arguments: &'a Arguments,
    grading: Grading,
    screen: Screen,
    analyst: Analyst,
    interrupt: Interrupt,
    counts: ReadCounts,
    /// The file of --annotated.
    annotations: Arc<Mutex<Option<Output>>>,
    /// The file of --svg, until the game is drawn.
    drawing: Option<Output>,
    /// Whether more than one thing is analysed, so that results are shown with their files.
    has_several: bool,
    /// Whether the next result needs an empty line before it.
    has_printed: bool,
}

/// Completes the file of --annotated, with the games that it has.
fn keep(file: &Mutex<Option<Output>>) -> Result<(), String> {
    locked(file).take().map_or(Ok(()), Output::keep)
}

impl AnalysisRun<'_> {
    fn new<'a>(
        arguments: &'a Arguments,
        grading: Grading,
        settings: &SearchSettings,
        subjects: &[Subject],
    ) -> Result<AnalysisRun<'a>, String> {
        let sources: Vec<&Path> = subjects
            .iter()
            .filter_map(|subject| match subject {
                Subject::Games(path, _) => Some(path.as_path()),
                Subject::Positions(..) => None,
            })
            .chain(arguments.searching.evaluator.file())
            .collect();
        let (marked, svg) = (arguments.annotated.as_deref(), arguments.svg.as_deref());
        let overwriting = arguments.overwriting;
        // The drawing is complete first, and must not take the place of the games' temporary file.
        let part = marked.map(part_of);
        let others = || sources.iter().copied().chain(marked).chain(part.as_deref());
        // Both are checked before one is created.
        svg.map_or(Ok(()), |out| overwriting.check("--svg", out, others()))?;
        let annotations = marked.map(|out| overwriting.create("--annotated", out, &sources));
        let drawing = svg.map(|out| overwriting.create("--svg", out, others()));
        let (annotations, drawing) = (annotations.transpose()?, drawing.transpose()?);
        if annotations.iter().chain(&drawing).any(|output| !output.is_stream) {
            outlive_reader();
        }
        let annotations = Arc::new(Mutex::new(annotations));
        let interrupt = Interrupt::default();
        let so_far = Arc::clone(&annotations);
        interrupt.set_exit_task(Some(Box::new(move || keep(&so_far))));
        match subjects.first() {
            Some(Subject::Positions(..)) => interrupt.catch_for_search(),
            // The first game is still to be read.
            _ => interrupt.catch(),
        }
        let (mut searcher, threads) = (settings.searcher()?, arguments.threads.get());
        let started = searcher.prepare(threads);
        if started < threads {
            print_too_few_threads(started, threads);
        }
        Ok(AnalysisRun {
            arguments,
            grading,
            screen: Screen::of_stdout(),
            analyst: Analyst::new(searcher, arguments.searching.effort(), threads),
            interrupt,
            counts: ReadCounts::new("game", marked),
            annotations,
            drawing,
            has_several: subjects.len() > 1,
            has_printed: false,
        })
    }

    /// Analyses each position and game, and prints the results. This and the functions that it
    /// calls return true if Control-C has stopped the run.
    fn go_through(&mut self, subjects: Vec<Subject>) -> Result<bool, String> {
        for subject in subjects {
            let is_stopped = match subject {
                Subject::Positions(path, positions) => {
                    self.show_positions(path.as_deref(), &positions)
                }
                Subject::Games(path, file) => {
                    self.show_games(&path, GameFile::open(&path, file)?)?
                }
            };
            if is_stopped {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Prints an empty line between two results.
    fn print_gap(&mut self) {
        if self.arguments.json {
            return;
        }
        if std::mem::replace(&mut self.has_printed, true) {
            print_line("");
        }
    }

    /// Returns what stands before a result of this file.
    fn source(&self, path: Option<&Path>) -> String {
        let path = path.filter(|_| self.has_several);
        path.map_or(String::new(), |path| format!("{}: ", shown(path)))
    }

    fn show_positions(
        &mut self,
        path: Option<&Path>,
        positions: &[(String, PositionSource)],
    ) -> bool {
        let lines = self.arguments.lines.unwrap_or(1) as usize;
        for (index, (name, source)) in positions.iter().enumerate() {
            let position = &source();
            let is_over = position.outcome().is_some();
            let number = match positions.len() {
                1 => String::new(),
                count => format!("position {} of {count}  ", index + 1),
            };
            let found = (!is_over).then(|| self.analyse(position, lines, number));
            let (analysis, is_stopped) = found.unzip();
            self.print_gap();
            if self.arguments.json {
                print_line(json::of_position(path, name, position, analysis.as_ref()));
            } else {
                let name = self.source(path) + name;
                position::show(&name, position, analysis.as_ref(), self.screen);
            }
            if is_stopped == Some(true) {
                return true;
            }
        }
        false
    }

    /// Finds the best lines of a position; its number stands before the progress.
    fn analyse(
        &mut self,
        position: &Position,
        lines: usize,
        number: String,
    ) -> (PositionAnalysis, bool) {
        self.analyst.forget();
        let bar = progress::of_search().with_prefix(number);
        let found = self.interrupt.during(|signals| {
            let watch = |found: &AnalysisProgress| {
                if !bar.is_hidden() {
                    bar.set_message(position::live(position, found));
                }
            };
            self.analyst.analyse(position, lines, &signals, watch)
        });
        bar.finish_and_clear();
        found
    }

    /// Analyses the games of a file, or only the game of --game.
    fn show_games(&mut self, path: &Path, mut file: GameFile) -> Result<bool, String> {
        if let Some(wanted) = self.arguments.game {
            return self.show_game(path, wanted, &file.only(wanted)?);
        }
        // Only a file with a single game is drawn, so all games wait until the file is read.
        let mut waiting: Vec<NextGame> = Vec::new();
        let is_read = |next: &NextGame| matches!(next, NextGame::Read(..));
        while let Some(next) = file.next(&mut self.counts)? {
            if self.drawing.is_some() {
                if is_read(&next) && waiting.iter().any(is_read) {
                    return Err("--svg draws one game: choose it by --game".to_string());
                }
                waiting.push(next);
            } else if self.show_or_copy(path, next)? {
                return Ok(true);
            }
        }
        let mut is_stopped = false;
        for next in waiting {
            is_stopped |= self.show_or_copy(path, next)?;
        }
        Ok(is_stopped)
    }

    /// Shows a game, or copies one that cannot be read to the file of --annotated.
    fn show_or_copy(&mut self, path: &Path, next: NextGame) -> Result<bool, String> {
        match next {
            NextGame::Read(number, game) => self.show_game(path, number, &game),
            NextGame::Skipped(text) => {
                if let (Some(output), Some(text)) = (&mut *locked(&self.annotations), text) {
                    output.write_game(format_args!("{text}\n"))?;
                }
                Ok(false)
            }
        }
    }

    /// Judges a game and prints it. Of one that Control-C has interrupted, only what was judged is
    /// printed.
    fn show_game(&mut self, path: &Path, number: u64, game: &PgnGame) -> Result<bool, String> {
        self.analyst.forget();
        let bar = progress::of_items(game.moves.len() as u64 + 1, "positions");
        let (review, is_stopped) = self.interrupt.during(|signals| {
            Review::new(&game.start, &game.moves, self.grading, |position| {
                if signals.is_stopped() {
                    return None;
                }
                let watch = |found: &AnalysisProgress| {
                    bar.set_message(format!("game {number}, depth {}", found.depth));
                };
                let analysis = self.analyst.analyse(position, 1, &signals, watch);
                bar.inc(1);
                // The result of a search that was cut off is weaker than the others, and is
                // dropped.
                let line = analysis.lines.into_iter().next();
                line.filter(|_| !signals.is_stopped())
            })
        });
        bar.finish_and_clear();
        let is_cut = is_stopped && review.moves.len() < game.moves.len();
        if !is_cut {
            // Messages on games before this one come first.
            self.counts.tell_notes();
            doubts(path, number, game).for_each(print_error);
            if let Some(output) = &mut *locked(&self.annotations) {
                output.write_game(annotated(game, &review))?;
            }
            if let Some(output) = self.drawing.take() {
                let plot = plots::expectation_by_move(&game::title(game), &review)?;
                output.complete(plot.as_bytes())?;
            }
        }
        self.print_gap();
        if self.arguments.json {
            print_line(json::of_game(path, number, game, &review));
        } else {
            let name = format!("{}Game {number}", self.source(Some(path)));
            game::show(&name, game, &review, self.screen);
        }
        if is_cut {
            let left_out = self.arguments.annotated.as_deref();
            let left_out = left_out.map(|path| format!("; it is not in {}", shown(path)));
            print_error(format_args!(
                "stopped in game {number}, of which {} of {} are judged{}",
                review.moves.len(),
                counted(game.moves.len(), "move"),
                left_out.unwrap_or_default()
            ));
        }
        Ok(is_stopped)
    }
}
