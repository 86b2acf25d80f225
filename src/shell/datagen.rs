//! `ox88 datagen`: games of Ox88 against itself, to train a network on.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, IsTerminal, Seek, SeekFrom, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::help::{self, Example};
use super::unfinished::{IN_USE, is_in_use, lock, target_of};
use super::wording::to_text;
use super::{evaluator, files, numbers, print_line, progress};
use crate::knowledge::openings::Openings;
use crate::selfplay::{Nodes, Plan, QuickMoves, Record, Resumed, generate, resume};
use crate::text::counted;

/// Between progress reports without a terminal.
const INTERVAL: Duration = Duration::from_secs(60);

/// The arguments of `ox88 datagen`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[], EXAMPLES))]
pub struct Arguments {
    /// How many games the file is to hold.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// How many games to play at a time, each on one thread. The games are the
    /// same for any number.
    #[arg(long, default_value = "1", value_parser = numbers::threads())]
    threads: NonZero<usize>,
    /// Nodes of a search after which it begins no new iteration.
    #[arg(long, default_value = "5000", value_parser = numbers::soft_nodes())]
    nodes: u64,
    /// Find most moves with so many nodes, and keep no score of theirs: positions of one
    /// game teach much the same.
    #[arg(long, value_name = "NODES", value_parser = numbers::soft_nodes())]
    quick_nodes: Option<u64>,
    /// Share of the quiet positions whose move is found with --nodes all the same, and
    /// whose score is kept.
    #[arg(long, value_name = "SHARE", default_value = "0.3", requires = "quick_nodes", value_parser = numbers::share)]
    labels: f64,
    /// Other seeds give other games: one for each machine.
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Random plies at the start of each game, or one more.
    #[arg(long, value_name = "PLIES", default_value = "8", value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// Start from the positions of this file, a FEN or EPD to a line, chosen at
    /// random.
    #[arg(long, alias = "book", value_name = "FILE", conflicts_with = "chess960")]
    openings: Option<PathBuf>,
    /// Start from the starting positions of Chess960, chosen at random.
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    evaluator: evaluator::Arguments,
    /// The file to write, in viriformat. It must not exist, unless --resume is
    /// given.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Go on with a file that was left unfinished, under the same settings; begin
    /// it where there is none.
    #[arg(long)]
    resume: bool,
}

const EXAMPLES: &[Example] = &[
    (
        "A thousand games, two at a time",
        "ox88 datagen --games 1000 --threads 2 -o games.vf",
    ),
    (
        "Go on with them after a stop",
        "ox88 datagen --games 1000 --threads 2 -o games.vf --resume",
    ),
    (
        "Deeper scores of fewer positions, in as much time as --nodes 500 takes",
        "ox88 datagen --games 1000 --nodes 1200 --quick-nodes 200 -o games.vf",
    ),
    (
        "Fast games from nothing but the tables, on the second machine",
        "ox88 datagen --games 1000 --nodes 500 --classical --seed 2 -o second.vf",
    ),
    (
        "Join the games of two machines",
        "cat first.vf second.vf > all.vf   # ox88 datagen wrote both",
    ),
];

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let plan = plan(arguments)?;
    let path = &arguments.out;
    files::check_place(path)?;
    let is_resumed = arguments.resume && path.exists();
    let (mut file, start) = if is_resumed {
        go_on(&plan, path)?
    } else {
        (new_file(path)?, Resumed::NOTHING)
    };
    if start.games > 0 && start.games >= plan.games {
        let games = counted(start.games as usize, "game");
        let message = format!("holds {games} already; none is left to play");
        print_line(files::named(path)(message));
        return Ok(());
    }
    if is_resumed {
        // Part of a game may follow the whole ones.
        file.set_len(start.bytes)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(files::named(path))?;
    }
    let mut progress = DatagenProgress::new(&plan, start);
    let written = generate(&plan, start.games, |game: &Record| {
        // Not buffered: a game that is over outlives any end of the program.
        let written = file.write_all(&game.to_bytes());
        written.map_err(|error| io::Error::new(error.kind(), files::named(path)(error)))?;
        progress.count(game);
        Ok(())
    });
    if written.is_err() && !is_resumed && !files::holds_something(path) && path.is_file() {
        // An empty file would be in the way of the next run. One that stays is no failure of its
        // own.
        let _ = fs::remove_file(target_of(path));
    }
    written.map_err(to_text)?;
    progress.end();
    Ok(())
}

fn plan(arguments: &Arguments) -> Result<Plan, String> {
    let openings = match &arguments.openings {
        Some(path) => files::openings(path)?,
        None if arguments.chess960 => Openings::Chess960,
        None => Openings::Standard,
    };
    Ok(Plan {
        games: arguments.games,
        threads: arguments.threads,
        nodes: Nodes {
            label_nodes: arguments.nodes,
            quick: arguments.quick_nodes.map(|nodes| QuickMoves {
                nodes,
                label_share: arguments.labels,
            }),
        },
        openings,
        random_plies: arguments.random_plies,
        seed: arguments.seed,
        evaluator: arguments.evaluator.evaluator()?,
    })
}

/// Creates a file, which must not exist, and locks it for this run.
fn new_file(path: &Path) -> Result<File, String> {
    if files::is_device(path) {
        return File::create(path).map_err(files::named(path));
    }
    let file = File::create_new(target_of(path)).map_err(|error| match error.kind() {
        // Before the advice to go on with the file: its run is not over.
        io::ErrorKind::AlreadyExists if is_in_use(path) => files::named(path)(IN_USE),
        io::ErrorKind::AlreadyExists => files::named(path)("exists; --resume goes on with it"),
        _ => files::named(path)(error),
    })?;
    lock(&file).map_err(files::named(path))?;
    Ok(file)
}

/// Opens an unfinished file, and locks it for this run; says how far it has come.
fn go_on(plan: &Plan, path: &Path) -> Result<(File, Resumed), String> {
    if files::is_device(path) {
        return Err(files::named(path)(
            "not a file, so --resume has nothing to go on with",
        ));
    }
    let options = || OpenOptions::new().read(true).write(true).open(path);
    let file = options().map_err(files::named(path))?;
    // Before it is read: another run may be writing its last game.
    lock(&file).map_err(files::named(path))?;
    let found = resume(plan, BufReader::new(&file)).map_err(files::named(path))?;
    Ok((file, found))
}

/// Progress on standard error: always on a terminal, else at intervals.
struct DatagenProgress {
    bar: ProgressBar,
    start: Instant,
    /// At the start; not counted into the speed.
    before: Resumed,
    games: u64,
    positions: u64,
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
            games: before.games,
            positions: before.positions,
            reported: Instant::now(),
        }
    }

    fn count(&mut self, game: &Record) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.bar.set_position(self.games);
        self.bar.set_message(self.rate());
        if !io::stderr().is_terminal() && self.reported.elapsed() >= INTERVAL {
            self.reported = Instant::now();
            let left = self.bar.eta().as_secs();
            super::print_error_line(format_args!(
                "{}, {}, {}:{:02} left",
                counted(self.games as usize, "game"),
                self.rate(),
                left / 60,
                left % 60
            ));
        }
    }

    fn rate(&self) -> String {
        let new = self.positions - self.before.positions;
        let speed = new as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        format!(
            "{}, {speed:.0} a second",
            counted(self.positions as usize, "position")
        )
    }

    fn end(self) {
        self.bar.finish_and_clear();
        print_line(format_args!(
            "{}, {}",
            counted(self.games as usize, "game"),
            self.rate()
        ));
    }
}
