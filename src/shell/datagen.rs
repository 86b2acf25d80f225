//! `ox88 datagen`: games of Ox88 against itself, to train a network on.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, IsTerminal, Seek, SeekFrom, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::files::{self, named, standard_stream};
use super::terminal::{print_error_line, print_line};
use super::{help, numbers, progress, searching};
use crate::disk::{lock, target_of};
use crate::knowledge::openings::Openings;
use crate::selfplay::{
    GameRecord, GameRules, Plan, QuickMoves, Resumed, ScoreKind, generate, resume,
};
use crate::text::{counted, to_text};

/// The time between progress reports without a terminal.
const INTERVAL: Duration = Duration::from_secs(60);

/// The arguments of `ox88 datagen`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[("Scores", SCORES)], EXAMPLES))]
pub struct Arguments {
    /// How many games the file is to hold.
    #[arg(long, value_parser = numbers::from::<u64>(1))]
    games: u64,
    /// How many games to play at a time, each on one thread. The games are the
    /// same for any number.
    #[arg(long, default_value = "1", value_parser = numbers::threads())]
    threads: NonZero<usize>,
    /// Nodes of a search after which it begins no new iteration.
    #[arg(long, default_value = "5000", value_parser = numbers::soft_nodes())]
    nodes: u64,
    /// Find most moves with this many nodes, whose scores are no labels: positions of
    /// one game teach much the same.
    #[arg(long, value_name = "NODES", value_parser = numbers::soft_nodes())]
    quick_nodes: Option<u64>,
    /// Share of the quiet positions with 15 pieces or more that are searched with
    /// --nodes all the same, for a label.
    #[arg(long, value_name = "SHARE", default_value = "0.3", requires = "quick_nodes", value_parser = numbers::share)]
    labels: f64,
    /// Share of the quiet positions with fewer pieces that are searched with --nodes.
    #[arg(long, value_name = "SHARE", default_value = "0.1", requires = "quick_nodes", value_parser = numbers::share)]
    endgame_labels: f64,
    /// Give no label to a position with a score beyond this, for either side; with
    /// --quick-nodes it is the quick search's score that counts.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = GameRules::default().max_label, value_parser = numbers::centipawns())]
    max_label: i32,
    /// End a game as won at this score for four plies in a row.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = GameRules::default().win_score, value_parser = numbers::centipawns())]
    win_score: i32,
    /// With seven pieces or fewer, search with this many nodes each sixth ply, and end
    /// the game as won from 300 centipawns or as drawn up to 60; 0 plays it on.
    #[arg(long, value_name = "NODES", default_value = "5000", value_parser = numbers::within::<u64>(0..=1_000_000_000))]
    endgame_nodes: u64,
    /// Other seeds give other games: one for each machine.
    #[arg(long, default_value = "1", value_parser = numbers::from::<u64>(0))]
    seed: u64,
    /// Start from the positions of this file, a FEN or EPD to a line, chosen at
    /// random. Without it, from the ends of all opening lines that the program
    /// knows.
    #[arg(long, alias = "book", value_name = "FILE", conflicts_with_all = ["chess960", "standard"])]
    openings: Option<PathBuf>,
    /// Start from the starting positions of Chess960, chosen at random.
    #[arg(long, conflicts_with = "standard")]
    chess960: bool,
    /// Start from the standard initial position.
    #[arg(long)]
    standard: bool,
    /// Random plies at the start of each game, or one more. Without it, 2 after an
    /// opening, and 8 with --standard or --chess960.
    #[arg(long, value_name = "PLIES", value_parser = numbers::within::<u32>(0..=100))]
    random_plies: Option<u32>,
    /// Draw another start where its score is beyond this, for either side.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = GameRules::default().max_start, value_parser = numbers::centipawns())]
    max_start: i32,
    #[command(flatten)]
    evaluator: searching::EvaluatorArguments,
    /// The file to write, in viriformat. It must not exist, unless --resume is
    /// given.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Another file with the same games, for the scores of the quick searches.
    #[arg(long, value_name = "FILE", requires = "quick_nodes")]
    quick_out: Option<PathBuf>,
    /// Go on with a file that was left unfinished, under the same settings; begin
    /// it where there is none.
    #[arg(long)]
    resume: bool,
}

const SCORES: &str = "\
Each file alone is valid viriformat. In --out a move has a score only if it
is a label, of a search with --nodes. In --quick-out the other moves have
the scores of their searches with --quick-nodes, within --max-label. No
position has a score in both, so that `ox88 data filter` makes samples of
each, and `ox88 train --weights` weighs them.";

const EXAMPLES: &str = "\
A thousand games, two at a time:
  ox88 datagen --games 1000 --threads 2 -o games.vf
Go on with them after a stop:
  ox88 datagen --games 1000 --threads 2 -o games.vf --resume
Deeper scores of fewer positions, and the quick ones of the others:
  ox88 datagen --games 1000 --quick-nodes 200 -o deep.vf --quick-out quick.vf
Fast games with piece-square tables, on the second machine:
  ox88 datagen --games 1000 --nodes 500 --classical --seed 2 -o second.vf
Join the games of two machines:
  cat first.vf second.vf > all.vf   # ox88 datagen wrote both";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let plan = plan(arguments)?;
    let mut files = game_files(arguments, &plan)?;
    let start = common_start(&mut files, &plan)?;
    files.iter_mut().try_for_each(DatagenFile::cut)?;
    if start.games >= plan.games {
        let games = counted(start.games as usize, "game");
        let message = format!("holds {games} already; none is left to play");
        print_beside(&files, named(&arguments.out)(message));
        return Ok(());
    }
    let mut progress = DatagenProgress::new(&plan, start);
    let written = generate(&plan, start.games, |game| {
        files.iter_mut().try_for_each(|file| file.write(&game[file.scores as usize]))?;
        progress.count(&game[0]);
        Ok(())
    });
    // A file without games stays if the other one has some, since --resume needs both.
    if written.is_err() && files.iter().all(DatagenFile::is_empty) {
        files.iter().for_each(DatagenFile::remove_if_empty);
    }
    // As in `ox88 datagen ... -o /dev/stdout | head`. A second file would lack games.
    if let [file] = files.as_slice()
        && standard_stream(file.path).is_some()
        && written.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    {
        return Ok(());
    }
    written.map_err(to_text)?;
    files.iter().try_for_each(DatagenFile::sync)?;
    progress.end(&files);
    Ok(())
}

fn plan(arguments: &Arguments) -> Result<Plan, String> {
    let (openings, usual_plies) = match &arguments.openings {
        Some(path) => (files::openings(path)?, 2),
        None if arguments.chess960 => (Openings::Chess960, 8),
        None if arguments.standard => (Openings::Standard, 8),
        None => (Openings::AllLines, 2),
    };
    Ok(Plan {
        games: arguments.games,
        threads: arguments.threads,
        label_nodes: arguments.nodes,
        quick: arguments.quick_nodes.map(|nodes| QuickMoves {
            nodes,
            label_share: arguments.labels,
            endgame_share: arguments.endgame_labels,
        }),
        rules: GameRules {
            max_start: arguments.max_start,
            max_label: arguments.max_label,
            win_score: arguments.win_score,
            endgame_nodes: Some(arguments.endgame_nodes).filter(|&nodes| nodes > 0),
        },
        openings,
        random_plies: arguments.random_plies.unwrap_or(usual_plies),
        seed: arguments.seed,
        evaluator: arguments.evaluator.evaluator()?,
    })
}

/// A file of games with one kind of their scores, locked for this run.
struct DatagenFile<'a> {
    path: &'a Path,
    scores: ScoreKind,
    file: File,
    is_new: bool,
    /// The progress that it holds.
    found: Resumed,
}

/// Opens the files to write: new ones, or those that --resume goes on with.
fn game_files<'a>(arguments: &'a Arguments, plan: &Plan) -> Result<Vec<DatagenFile<'a>>, String> {
    let quick = arguments.quick_out.as_deref();
    if let Some(quick) = quick {
        files::check_apart("--quick-out", quick, [&arguments.out])?;
        if arguments.resume && quick.exists() != arguments.out.exists() {
            return Err("--resume: one of the two files is missing".to_string());
        }
    }
    let labels = (arguments.out.as_path(), ScoreKind::Labels);
    let quick = quick.map(|path| (path, ScoreKind::Quick));
    let mut files = Vec::new();
    for (path, scores) in [labels].into_iter().chain(quick) {
        let is_new = !arguments.resume || !path.exists();
        let opened = open(plan, path, scores, is_new);
        if opened.is_err() {
            files.iter().for_each(DatagenFile::remove_if_empty);
        }
        files.push(opened?);
    }
    Ok(files)
}

/// Returns the progress that all files have made. A run that was killed may have written its last
/// game into the first file only.
fn common_start(files: &mut [DatagenFile], plan: &Plan) -> Result<Resumed, String> {
    let counts = files.iter().map(|file| file.found.games);
    let fewest = counts.clone().min().unwrap_or_default();
    let most = counts.max().unwrap_or_default();
    if most > fewest + 1 {
        return Err(format!("--resume: one of the two files has {fewest} games, the other {most}"));
    }
    for file in files.iter_mut().filter(|file| file.found.games > fewest) {
        file.file.rewind().map_err(named(file.path))?;
        let found = resume(plan, file.scores, BufReader::new(&file.file), fewest);
        file.found = found.map_err(named(file.path))?;
    }
    Ok(files.first().map_or(Resumed::default(), |file| file.found))
}

/// Opens a file, and locks it for this run: an unfinished one that this run goes on with, whose
/// progress is found, or a new one, where there is no file or an empty one.
fn open<'a>(
    plan: &Plan,
    path: &'a Path,
    scores: ScoreKind,
    is_new: bool,
) -> Result<DatagenFile<'a>, String> {
    files::check_place(path)?;
    if files::is_device(path) {
        if !is_new {
            return Err(named(path)("not a file, so --resume has nothing to go on with"));
        }
        let file = File::create(path).map_err(named(path))?;
        return Ok(DatagenFile { path, scores, file, is_new, found: Resumed::default() });
    }
    let mut options = OpenOptions::new();
    // Not for appending: on Windows such a file can be neither locked nor cut.
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path).map_err(named(path))?;
    // Locked before it is read, as another run may be writing its last game.
    lock(&file).map_err(named(path))?;
    if is_new && file.metadata().is_ok_and(|data| data.len() > 0) {
        return Err(named(path)("exists; --resume goes on with it"));
    }
    let found = resume(plan, scores, BufReader::new(&file), u64::MAX).map_err(named(path))?;
    Ok(DatagenFile { path, scores, file, is_new, found })
}

impl DatagenFile<'_> {
    /// Cuts off the incomplete game that may follow the whole ones.
    fn cut(&mut self) -> Result<(), String> {
        if self.is_new {
            return Ok(());
        }
        self.file
            .set_len(self.found.bytes)
            .and_then(|()| self.file.seek(SeekFrom::End(0)).map(drop))
            .map_err(named(self.path))
    }

    /// Appends a game. It is not buffered, so that a finished game is kept however the program
    /// ends. If the disk is full, the part of the game that it took is removed.
    fn write(&mut self, game: &GameRecord) -> io::Result<()> {
        // Devices have no length.
        let before = self.file.metadata().map_or(0, |data| data.len());
        let written = self.file.write_all(&game.to_bytes());
        if written.is_err() {
            // Nothing can be done where this fails.
            let _ = self.file.set_len(before);
        }
        written.map_err(|error| io::Error::new(error.kind(), named(self.path)(error)))
    }

    /// Syncs the file, so that the games survive a loss of power.
    fn sync(&self) -> Result<(), String> {
        if files::is_device(self.path) {
            return Ok(());
        }
        self.file.sync_all().map_err(named(self.path))
    }

    /// Returns true if the file has no game. Devices keep none.
    fn is_empty(&self) -> bool {
        self.file.metadata().is_ok_and(|data| data.len() == 0)
    }

    /// Removes a new file without a game, which would be in the way of the next run. A failure to
    /// remove it is ignored.
    fn remove_if_empty(&self) {
        if self.is_new && self.is_empty() && self.path.is_file() {
            let _ = fs::remove_file(target_of(self.path));
        }
    }
}

/// Progress on standard error: always on a terminal, else at intervals.
struct DatagenProgress {
    bar: ProgressBar,
    start: Instant,
    /// The progress at the start, which is not counted into the speed.
    before: Resumed,
    /// The progress so far.
    now: Resumed,
    reported: Instant,
}

impl DatagenProgress {
    fn new(plan: &Plan, before: Resumed) -> DatagenProgress {
        let bar = progress::of_items(plan.games, "games").with_position(before.games);
        bar.reset_eta();
        DatagenProgress {
            bar,
            start: Instant::now(),
            before,
            now: before,
            reported: Instant::now(),
        }
    }

    fn count(&mut self, game: &GameRecord) {
        self.now.games += 1;
        self.now.positions += game.moves.len() as u64;
        self.bar.set_position(self.now.games);
        self.bar.set_message(self.rate());
        if !io::stderr().is_terminal() && self.reported.elapsed() >= INTERVAL {
            self.reported = Instant::now();
            let left = self.bar.eta().as_secs();
            print_error_line(format_args!(
                "{}, {}, {}:{:02} left",
                counted(self.now.games as usize, "game"),
                self.rate(),
                left / 60,
                left % 60
            ));
        }
    }

    fn rate(&self) -> String {
        let new = self.now.positions - self.before.positions;
        let speed = new as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        format!("{}, {speed:.0} a second", counted(self.now.positions as usize, "position"))
    }

    /// Prints what the files hold.
    fn end(self, files: &[DatagenFile]) {
        self.bar.finish_and_clear();
        let games = counted(self.now.games as usize, "game");
        print_beside(files, format_args!("{games}, {}", self.rate()));
    }
}

/// Prints a line, unless one of the files is standard output: its reader would take the words for a
/// game.
fn print_beside(files: &[DatagenFile], line: impl Display) {
    if files.iter().all(|file| standard_stream(file.path).is_none()) {
        print_line(line);
    }
}
