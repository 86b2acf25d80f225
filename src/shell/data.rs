//! `ox88 data`: files of self-play games, and samples from them.

use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::files::{self, Output, Overwriting, named};
use super::terminal::print_line;
use super::{help, interrupt, numbers, searching};
use crate::board::GameResult;
use crate::eval::{Nnue, Score};
use crate::knowledge::pgn::Games;
use crate::selfplay::{
    self, GameRecord, SampleFilter, SeenPositions, TeacherSample, TeacherSampler, TrainingSample,
    read_error,
};
use crate::text::{counted, shown, to_text};
use crate::training::{Judgement, MoveJudge};

const EXAMPLES: &str = "\
See that files are whole:
  ox88 data check games.vf more.vf
Make samples of them for a trainer:
  ox88 data filter games.vf more.vf -o samples.bin";

const SHOW_EXAMPLES: &str = "\
The first game of a file:
  ox88 data show games.vf
The first ten games of two:
  ox88 data show games.vf more.vf --games 10";

const CHECK_EXAMPLES: &str = "\
See that files are whole:
  ox88 data check games.vf more.vf";

const FILTER_EXAMPLES: &str = "\
What trainers usually want:
  ox88 data filter games.vf -o samples.bin
Without openings, and without what is decided:
  ox88 data filter games.vf -o samples.bin --skip 16 --max-score 1000";

const TEACH_EXAMPLES: &str = "\
What a teacher learns from:
  ox88 data teach games.vf -o learn.pos
What it labels:
  ox88 data teach other.vf -o label.pos --quiet --siblings 2";

const JUDGE_EXAMPLES: &str = "\
A new network beside the one before:
  ox88 data judge-moves moves.tsv --eval-file old.nnue --eval-file new.nnue";

const IMPORT_EXAMPLES: &str = "\
Games of an OpenBench server:
  ox88 data import games.pgn -o games.vf";

const RESCORE_EXAMPLES: &str = "\
Scores of searches ten times as long:
  ox88 data rescore games.vf -o deeper.vf --nodes 50000 --threads 2";

/// The number of games that are scored before the next are read.
const BATCH: usize = 1000;

/// The numbers of pieces by which positions are counted.
const PIECES: [RangeInclusive<usize>; 5] = [2..=8, 9..=14, 15..=20, 21..=26, 27..=32];

/// The arguments of `ox88 data`.
#[derive(clap::Subcommand, Debug)]
#[command(after_long_help = help::page(&[], EXAMPLES))]
pub enum Arguments {
    /// Print games: start, moves with their scores for White, result.
    ///
    /// Each game is the FEN that it starts from, a line of moves, each with its
    /// score in centipawns if it has one, and its result.
    #[command(after_long_help = help::page(&[], SHOW_EXAMPLES))]
    Show {
        /// Files in viriformat.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// How many games of each file, from its start.
        #[arg(long, default_value = "1", value_parser = numbers::from::<u64>(1))]
        games: u64,
    },
    /// Read every game, check every move, and count.
    ///
    /// Prints how many games, results, positions and scores there are, how many
    /// positions `data filter` would keep, by their numbers of pieces, and how many it
    /// would leave out as duplicates. The first damage ends it, and the message tells
    /// the file and the game.
    #[command(after_long_help = help::page(&[], CHECK_EXAMPLES))]
    Check {
        /// Files in viriformat.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Write the positions that teach something, for trainers, in bulletformat.
    ///
    /// Left out are positions in check, those whose move in the game takes or
    /// promotes, absurd scores, and positions that came before in these files. For
    /// files that are trained on together, one run sees the duplicates of all of
    /// them.
    #[command(after_long_help = help::page(&[], FILTER_EXAMPLES))]
    Filter(FilterArguments),
    /// Take games in PGN, with the scores in their comments.
    ///
    /// Match runners write such files, also those behind OpenBench: each move has a
    /// comment like {+0.31/12}, with its score and depth. Games without a result, with
    /// a null move, or of more than 10,000 plies are left out, and those that the
    /// clock, an illegal move or a crash ended.
    #[command(after_long_help = help::page(&[], IMPORT_EXAMPLES))]
    Import {
        /// Files in PGN.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to write, in viriformat.
        #[arg(long, short, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        overwriting: Overwriting,
    },
    /// Score the positions of games anew, by deeper searches or another network.
    ///
    /// Moves and results stay. A position whose move is quiet gets no score where the
    /// new search would rather take or promote. All positions are searched, also those
    /// that `data filter` leaves out by default. The games come out in the same order
    /// for any number of threads.
    #[command(after_long_help = help::page(&[], RESCORE_EXAMPLES))]
    Rescore(RescoreArguments),
    /// Judge networks by the order in which they put quiet moves.
    ///
    /// The positions come with a value for each legal move, from deep searches: lines
    /// of a FEN, a tab, and moves with centipawns for the side that moves, such as
    /// e2e4:31 g1f3:28. A quiet move neither takes nor promotes nor gives check; it is
    /// calm if the other side then has no promotion, and no capture that wins material
    /// at once, and hanging otherwise.
    /// Prints the shares of pairs of moves that the static evaluation puts in the
    /// right order, each pair weighed by how far apart its moves are in expected
    /// score, and the expected score that the best calm move loses; all with
    /// standard errors. Each further network is compared with the first.
    #[command(after_long_help = help::page(&[], JUDGE_EXAMPLES))]
    JudgeMoves {
        /// The positions with their valued moves.
        file: PathBuf,
        /// The network in this file, instead of the program's own; several times for
        /// several networks.
        #[arg(long, value_name = "FILE")]
        eval_file: Vec<PathBuf>,
    },
    /// Write positions for a teacher, a large network that `scripts/teacher.py` trains.
    ///
    /// By default they are for the teacher to learn from: each position that is not in
    /// check, with its move, score, result and static evaluation. With --quiet they
    /// are for it to label: positions of the games, and with --siblings those after
    /// other moves, if they are neither decided nor in check and have no promotion and
    /// no capture that wins material. For right labels, --eval-file has to be the network
    /// that the teacher learnt with.
    #[command(after_long_help = help::page(&[], TEACH_EXAMPLES))]
    Teach(TeachArguments),
}

/// Files of games that a command reads, and the file that it makes of them.
#[derive(clap::Args, Debug)]
#[group(skip)]
pub struct GamePaths {
    /// Files in viriformat.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
}

impl GamePaths {
    /// Creates the file to write, which is none of those that are read, nor that of a network.
    fn create(&self, network: Option<&Path>) -> Result<BufWriter<Output>, String> {
        let others = self.files.iter().map(PathBuf::as_path).chain(network);
        self.overwriting.create("--out", &self.out, others).map(BufWriter::new)
    }
}

/// The arguments of `ox88 data filter`.
#[derive(clap::Args, Debug)]
pub struct FilterArguments {
    #[command(flatten)]
    paths: GamePaths,
    /// Leave out positions with a score beyond this, for either side.
    #[arg(long, value_name = "CENTIPAWNS", default_value = "4000", value_parser = numbers::within::<i32>(0..=i128::from(Score::MATE.get())))]
    max_score: i32,
    /// Leave out so many positions at the start of each game.
    #[arg(long, value_name = "PLIES", default_value = "0", value_parser = numbers::from::<usize>(0))]
    skip: usize,
    /// Keep positions in check.
    #[arg(long)]
    with_checks: bool,
    /// Keep positions whose move in the game takes or promotes.
    #[arg(long)]
    with_noisy: bool,
    /// Leave out positions with a higher halfmove clock: scores fade as the fifty
    /// moves run out, which a network cannot see.
    #[arg(long, value_name = "PLIES", default_value_t = SampleFilter::ANY_CLOCK, value_parser = numbers::within::<u32>(0..=i128::from(SampleFilter::ANY_CLOCK)))]
    max_clock: u32,
    /// Keep one in so many of each game's remaining positions, which are much alike.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = numbers::count())]
    every: NonZero<usize>,
}

/// The arguments of `ox88 data rescore`.
#[derive(clap::Args, Debug)]
pub struct RescoreArguments {
    #[command(flatten)]
    paths: GamePaths,
    /// Nodes of a search after which it begins no new iteration.
    #[arg(long, default_value = "5000", value_parser = numbers::soft_nodes())]
    nodes: u64,
    /// How many games at a time, each on one thread.
    #[arg(long, default_value = "1", value_parser = numbers::threads())]
    threads: NonZero<usize>,
    /// How many games of each file, from its start, instead of all.
    #[arg(long, value_parser = numbers::from::<u64>(1))]
    games: Option<u64>,
    #[command(flatten)]
    evaluator: searching::EvaluatorArguments,
}

/// The arguments of `ox88 data teach`.
#[derive(clap::Args, Debug)]
pub struct TeachArguments {
    #[command(flatten)]
    paths: GamePaths,
    /// Write only positions with a score that `data filter` would keep, whose move
    /// in the game neither takes nor promotes.
    #[arg(long, conflicts_with = "quiet")]
    scored: bool,
    /// Write positions to label.
    #[arg(long)]
    quiet: bool,
    /// How many other moves are made in each position of the games; the positions
    /// after them are labelled, too, if they are quiet.
    #[arg(long, value_name = "COUNT", default_value = "0", requires = "quiet", value_parser = numbers::from::<usize>(0))]
    siblings: usize,
    /// The number that the other moves depend on.
    #[arg(long, default_value = "1", requires = "siblings", value_parser = numbers::from::<u64>(0))]
    seed: u64,
    /// Neither learn the scores of positions with a higher halfmove clock, nor label
    /// such positions.
    #[arg(long, value_name = "PLIES", default_value = "30", value_parser = numbers::within::<u32>(0..=i128::from(SampleFilter::ANY_CLOCK)))]
    max_clock: u32,
    /// Static evaluations by the network in this file, instead of the program's
    /// own.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    match arguments {
        Arguments::Show { files, games } => {
            let mut files = files.iter();
            files.try_for_each(|path| show(path, *games as usize))
        }
        Arguments::Check { files } => check(files),
        Arguments::Filter(arguments) => filter(arguments),
        Arguments::JudgeMoves { file, eval_file } => judge_moves(file, eval_file),
        Arguments::Import { files, out, overwriting } => {
            import(files, overwriting.create("--out", out, files)?)
        }
        Arguments::Rescore(arguments) => rescore(arguments),
        Arguments::Teach(arguments) => teach(arguments),
    }
}

/// Returns the games of a file. Errors name the number of the game, unless the file is of another
/// format.
fn games(path: &Path) -> Result<impl Iterator<Item = Result<GameRecord, String>>, String> {
    let mut file = files::open_file(path)?;
    let game = move |number: u64| {
        let game = GameRecord::read(&mut file);
        game.map_err(|error| named(path)(read_error(number, &error))).transpose()
    };
    Ok((1..).map_while(game))
}

fn show(path: &Path, count: usize) -> Result<(), String> {
    for game in games(path)?.take(count) {
        let game = game?;
        print_line(game.start.fen());
        let mut line = String::new();
        game.positions(|position, mv, score| {
            line += &match score {
                Score::NONE => format!("{} ", position.san(mv)),
                _ => format!("{} {:+} ", position.san(mv), score.get()),
            };
        });
        print_line(format_args!("{line}{}\n", game.result));
    }
    Ok(())
}

fn check(files: &[PathBuf]) -> Result<(), String> {
    let (mut count, mut positions, mut scores) = (0u64, 0u64, 0u64);
    let mut results = [0u64; 3];
    // By the number of pieces on the board.
    let mut samples = [0u64; 33];
    let (filter, mut seen) = (SampleFilter::default(), SeenPositions::default());
    for path in files {
        for game in games(path)? {
            let game = game?;
            count += 1;
            positions += game.moves.len() as u64;
            let scored = game.moves.iter().filter(|&&(_, score)| score != Score::NONE);
            scores += scored.count() as u64;
            for sample in filter.samples(&game, &mut seen) {
                samples[sample.piece_count()] += 1;
            }
            results[game.result as usize] += 1;
        }
    }
    let share = |part: u64| 100.0 * part as f64 / count.max(1) as f64;
    print_line(format_args!("games      {count}"));
    for (result, count) in GameResult::ALL.into_iter().zip(results) {
        print_line(format_args!("{result:10} {count} ({:.1} %)", share(count)));
    }
    let a_game = scores as f64 / count.max(1) as f64;
    print_line(format_args!("positions  {positions}"));
    print_line(format_args!("scores     {scores} ({a_game:.1} a game)"));
    print_line(format_args!("duplicates {}", seen.duplicates()));
    let all: u64 = samples.iter().sum();
    print_line(format_args!("to train   {all}"));
    for pieces in PIECES {
        let some: u64 = samples[pieces.clone()].iter().sum();
        let share = 100.0 * some as f64 / all.max(1) as f64;
        let (first, last) = pieces.into_inner();
        print_line(format_args!("  {first:>2} to {last:>2} pieces  {some} ({share:.1} %)"));
    }
    Ok(())
}

/// The names of a judgement's figures.
const FIGURES: [&str; 3] = ["calm", "hanging", "lost"];

fn judge_moves(path: &Path, networks: &[PathBuf]) -> Result<(), String> {
    let judge = MoveJudge::read(files::open_file(path)?).map_err(named(path))?;
    // Figures in words, each with its standard error.
    let told = |figures: [String; FIGURES.len()], errors: [f64; FIGURES.len()]| {
        let figures = FIGURES.into_iter().zip(figures).zip(errors);
        let told = figures.map(|((name, figure), error)| format!("{name} {figure} ±{error:.4}"));
        told.collect::<Vec<_>>().join(", ")
    };
    let mut first: Option<Judgement> = None;
    let mut paths: Vec<Option<&Path>> = networks.iter().map(|path| Some(path.as_path())).collect();
    if paths.is_empty() {
        // The program's own network.
        paths.push(None);
    }
    for path in paths {
        let name = path.map_or("the program's own network".to_string(), shown);
        let judgement = judge.judge(&mut Nnue::new(searching::network(path)?));
        let figures = judgement.figures().map(|figure| format!("{figure:.4}"));
        let figures = told(figures, judgement.errors());
        let positions = counted(judge.positions(), "position");
        print_line(format_args!("{name}: {figures}, {positions}"));
        if let Some(first) = &first {
            let (difference, errors) = judgement.difference_from(first);
            let told = told(difference.map(|figure| format!("{figure:+.4}")), errors);
            print_line(format_args!("    beside the first: {told}"));
        } else {
            first = Some(judgement);
        }
    }
    Ok(())
}

fn filter(arguments: &FilterArguments) -> Result<(), String> {
    let filter = SampleFilter {
        max_score: arguments.max_score,
        skip_plies: arguments.skip,
        with_checks: arguments.with_checks,
        with_noisy: arguments.with_noisy,
        max_clock: arguments.max_clock,
        every: arguments.every,
    };
    let mut file = arguments.paths.create(None)?;
    let mut seen = SeenPositions::default();
    let draw = |game: &GameRecord| filter.samples(game, &mut seen);
    let written = write_drawn(&arguments.paths.files, &mut file, draw, TrainingSample::to_bytes)?;
    let duplicates = counted(seen.duplicates() as usize, "duplicate");
    finish(file, format_args!("{written}, without {duplicates}"))
}

fn teach(arguments: &TeachArguments) -> Result<(), String> {
    let &TeachArguments { quiet, siblings, seed, scored, max_clock, .. } = arguments;
    let network = searching::network(arguments.eval_file.as_deref())?;
    let filter = SampleFilter { max_clock, ..SampleFilter::default() };
    let mut sampler = TeacherSampler::new(network, filter);
    let draw = move |game: &GameRecord| {
        if quiet { sampler.quiet(game, siblings, seed) } else { sampler.of_game(game, scored) }
    };
    let mut file = arguments.paths.create(arguments.eval_file.as_deref())?;
    let written = write_drawn(&arguments.paths.files, &mut file, draw, TeacherSample::to_bytes)?;
    finish(file, written)
}

/// Writes the samples that `draw` returns for each game. Returns the numbers of positions and games
/// in words. It is an error if there are no samples, since no command takes an empty file.
fn write_drawn<T, const N: usize>(
    paths: &[PathBuf],
    file: &mut impl Write,
    mut draw: impl FnMut(&GameRecord) -> Vec<T>,
    to_bytes: impl Fn(T) -> [u8; N],
) -> Result<String, String> {
    interrupt::end_on_signal();
    let (mut count, mut samples) = (0, 0);
    for path in paths {
        for game in games(path)? {
            count += 1;
            for sample in draw(&game?) {
                file.write_all(&to_bytes(sample)).map_err(to_text)?;
                samples += 1;
            }
        }
    }
    let games = counted(count, "game");
    if samples == 0 {
        return Err(format!("no position of {games} is kept"));
    }
    Ok(format!("{} of {games}", counted(samples, "position")))
}

fn rescore(arguments: &RescoreArguments) -> Result<(), String> {
    let &RescoreArguments { nodes, threads, .. } = arguments;
    // Loaded before there is a file, which Control-C would leave unfinished.
    let evaluator = arguments.evaluator.evaluator()?;
    let mut file = arguments.paths.create(arguments.evaluator.file())?;
    interrupt::end_on_signal();
    let most_games = arguments.games.map_or(usize::MAX, |games| games as usize);
    let (mut written, mut positions) = (0, 0);
    for path in &arguments.paths.files {
        let mut left = games(path)?.take(most_games);
        loop {
            let batch: Vec<GameRecord> = left.by_ref().take(BATCH).collect::<Result<_, _>>()?;
            if batch.is_empty() {
                break;
            }
            let keep = |game: GameRecord| {
                written += 1;
                positions += game.moves.len();
                file.write_all(&game.to_bytes())
            };
            selfplay::rescore(batch, nodes, threads, &evaluator, keep).map_err(to_text)?;
        }
    }
    // No command takes an empty file.
    if written == 0 {
        return Err("no game to score".to_string());
    }
    let (positions, games) = (counted(positions, "position"), counted(written, "game"));
    finish(file, format_args!("{positions} of {games}"))
}

fn import(paths: &[PathBuf], out: Output) -> Result<(), String> {
    interrupt::end_on_signal();
    let mut file = BufWriter::new(out);
    let (mut written, mut left_out) = (0, 0);
    for path in paths {
        for (number, game) in (1..).zip(Games::new(files::open_file(path)?)) {
            let game = game.map_err(named(path))?;
            let game = game.map_err(|error| named(path)(format!("game {number}: {error}")))?;
            if let Some(record) = GameRecord::from_pgn(&game) {
                file.write_all(&record.to_bytes()).map_err(to_text)?;
                written += 1;
            } else {
                left_out += 1;
            }
        }
    }
    let left_out = match left_out {
        0 => String::new(),
        count => format!(", {} left out", counted(count, "game")),
    };
    if written == 0 {
        return Err(format!("no game to take{left_out}"));
    }
    finish(file, format_args!("{}{left_out}", counted(written, "game")))
}

/// Writes what is left in the buffer, completes the file, and prints what it holds, unless the file
/// is standard output: its reader would take the words for data.
fn finish(file: BufWriter<Output>, content: impl Display) -> Result<(), String> {
    let out = file.into_inner().map_err(|error| to_text(error.into_error()))?;
    let is_stream = out.is_stream;
    out.finish()?;
    if !is_stream {
        print_line(content);
    }
    Ok(())
}
