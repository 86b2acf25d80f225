//! `ox88 match`: games between two players.

use std::io::{BufWriter, Write};
use std::num::NonZero;
use std::path::PathBuf;

use super::help::{self, Example};
use super::{files, ladder, print_line, progress, thread_count};
use crate::players::{Contest, Specification, Tally};
use crate::selfplay::Openings;

/// Random plies where there is no file of openings: else all games between
/// players without chance would be the same.
const RANDOM_PLIES: u32 = 6;

/// The arguments of `ox88 match`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(
    &[("Players", &ladder::players()), ("Levels", &ladder::levels())],
    EXAMPLES,
))]
pub struct Arguments {
    /// The first player: a player with its settings, or a level, as below
    /// (see --help).
    first: Specification,
    /// The second player, in the same way.
    second: Specification,
    /// How many games; two in turn have the same start.
    #[arg(long, default_value = "100", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Other seeds give other games.
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Write the games to this file, as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Start from positions of this file, a FEN or EPD to a line, chosen at
    /// random.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies at the start; 6 without openings, none with them, unless
    /// by default.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: Option<u32>,
    /// How many games to play at a time.
    #[arg(long, default_value = "1", value_parser = thread_count::parser())]
    threads: NonZero<usize>,
    /// Plies after which a game is a draw.
    #[arg(long, value_name = "PLIES", default_value = "400", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_plies: u32,
}

const EXAMPLES: &[Example] = &[
    (
        "Twenty games of minimax against the level club, kept in a file",
        "ox88 match minimax:depth=3 club --games 20 --pgn games.pgn",
    ),
    (
        "What the network is worth, at 5000 nodes a move",
        "ox88 match ox88:nodes=5000 ox88:nodes=5000,eval=tables --threads 2",
    ),
    (
        "From the positions of a file, in the same order of games again",
        "ox88 match table deepening --openings openings.epd --seed 7",
    ),
];

/// Plays the match, and prints its result from the first player's side.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let contest = Contest {
        players: [arguments.first, arguments.second],
        games: arguments.games,
        seed: arguments.seed,
        openings: match &arguments.openings {
            Some(path) => files::openings(path)?,
            None => Openings::Standard,
        },
        random_plies: arguments.random_plies.unwrap_or(match arguments.openings {
            Some(_) => 0,
            None => RANDOM_PLIES,
        }),
        most_plies: arguments.max_plies as usize,
        threads: arguments.threads,
    };
    let file = arguments.pgn.as_deref();
    let file = file.map(|path| files::create(path, &arguments.openings));
    let mut file = file.transpose()?.map(BufWriter::new);
    let bar = progress::of_items(contest.games, "games");
    let mut tally = Tally::default();
    contest
        .run(|played| {
            tally.count(played.game.result, played.side);
            bar.set_message(summary(&tally));
            bar.inc(1);
            match &mut file {
                Some(file) => writeln!(file, "{}", contest.pgn(&played)),
                None => Ok(()),
            }
        })
        // Dropped, it would hide that the last bytes found no room.
        .and_then(|()| file.as_mut().map_or(Ok(()), Write::flush))
        .map_err(|error| error.to_string())?;
    bar.finish_and_clear();
    show(&contest, &tally);
    Ok(())
}

fn summary(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn show(contest: &Contest, tally: &Tally) {
    let [first, second] = &contest.players;
    let share = |count: u64| 100.0 * count as f64 / tally.games().max(1) as f64;
    print_line(format_args!("{first} against {second}"));
    for (name, count) in [
        ("wins", tally.wins),
        ("draws", tally.draws),
        ("losses", tally.losses),
    ] {
        print_line(format_args!("{name:8}{count:>6}{:>8.1} %", share(count)));
    }
    print_line(format_args!(
        "{:8}{:>6}{:>8.1} %",
        "games",
        tally.games(),
        100.0 * tally.score()
    ));
    if let Some(elo) = tally.elo() {
        print_line(format_args!("Elo difference {elo} (95 %)"));
    }
}
