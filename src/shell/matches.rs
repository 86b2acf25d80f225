//! `ox88 match`: games between two players.

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use indicatif::ProgressBar;

use super::files::{self, Output, Overwriting};
use super::interrupt::Interrupt;
use super::terminal::{print_error, print_line};
use super::{help, numbers, player_names, progress};
use crate::knowledge::openings::Openings;
use crate::players::{Adjudication, Match, Played, Specification, Sprt, Tally};
use crate::sync::locked;
use crate::text::{counted, to_text};

/// The arguments of `ox88 match`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(
    &[("Players", &player_names::players()), ("Levels", &player_names::levels())],
    EXAMPLES,
))]
pub struct Arguments {
    /// The first player: a player with its settings, or a level, as below
    /// (see --help).
    #[arg(hide_possible_values = true, value_parser = player_names::parser())]
    first: Specification,
    /// The second player, which is named as the first is.
    #[arg(hide_possible_values = true, value_parser = player_names::parser())]
    second: Specification,
    /// How many games; two in turn have the same start.
    #[arg(long, default_value = "100", value_parser = numbers::within::<u64>(1..=1_000_000))]
    games: u64,
    /// Other seeds give other games.
    #[arg(long, default_value = "1", value_parser = numbers::from::<u64>(0))]
    seed: u64,
    /// Write the games to this file, as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Add the games to the file if it exists.
    #[arg(long, requires = "pgn", conflicts_with = "force")]
    append: bool,
    #[command(flatten)]
    overwriting: Overwriting,
    /// Start from positions of this file, a FEN or EPD to a line, in random order:
    /// none comes twice before all have come. Without it, from lines of the
    /// program's own opening book.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies after the opening. Without them, players that leave nothing to
    /// chance repeat their games once all starts have come.
    #[arg(long, value_name = "PLIES", default_value = "0", value_parser = numbers::within::<u32>(0..=100))]
    random_plies: u32,
    /// How many games to play at a time.
    #[arg(long, default_value = "1", value_parser = numbers::threads())]
    threads: NonZero<usize>,
    /// Plies after which a game is a draw.
    #[arg(long, value_name = "PLIES", default_value = "400", value_parser = numbers::within::<u32>(1..=10_000))]
    max_plies: u32,
    /// End games early: won when both players' scores say so by 6 pawns for three
    /// moves, drawn from move 40 on when they are within a tenth of a pawn for eight.
    #[arg(long)]
    adjudicate: bool,
    /// Stop when a sequential probability ratio test accepts one of these Elo
    /// differences, with 5 % of either error; --games is the most that are played.
    #[arg(long, value_names = ["ELO0", "ELO1"], num_args = 2, allow_negative_numbers = true, value_parser = numbers::any)]
    sprt: Option<Vec<f64>>,
}

const EXAMPLES: &str = "\
Twenty games of minimax against the level club, kept in a file:
  ox88 match minimax:depth=3 club --games 20 --pgn games.pgn
What the network is worth, at 5000 nodes a move:
  ox88 match ox88:nodes=5000 ox88:nodes=5000,eval=tables --threads 2
Until it is clear whether the first is 5 Elo better, or not at all:
  ox88 match ox88 ox88:nodes=19000 --games 20000 --sprt 0 5 --random-plies 2
From the positions of a file, with another seed:
  ox88 match table deepening --openings openings.epd --seed 7";

/// The state of a match: its games so far, and the file that they go to.
struct MatchState {
    players: [Specification; 2],
    /// The number of games to play.
    games: u64,
    tally: Tally,
    sprt: Option<Sprt>,
    file: Option<Output>,
    bar: ProgressBar,
}

/// Plays a match. Control-C ends it, and prints the result of the games so far.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let overwriting = arguments.overwriting;
    overwriting.check_use(arguments.pgn.is_some(), "--pgn")?;
    let settings = Match {
        players: [arguments.first.clone(), arguments.second.clone()],
        games: arguments.games,
        seed: arguments.seed,
        openings: match &arguments.openings {
            Some(path) => files::openings(path)?,
            None => Openings::BookLines,
        },
        random_plies: arguments.random_plies,
        adjudication: Adjudication {
            most_plies: arguments.max_plies as usize,
            by_scores: arguments.adjudicate,
        },
        threads: arguments.threads,
    };
    let sprt = sprt(arguments)?;
    let networks = settings.players.iter().filter_map(|player| player.network.as_ref());
    let inputs: Vec<&PathBuf> =
        arguments.openings.iter().chain(networks.map(|(path, _)| path)).collect();
    let file = match &arguments.pgn {
        Some(path) if arguments.append => {
            files::check_apart("--pgn", path, &inputs)?;
            Some(files::append(path)?)
        }
        Some(path) => Some(overwriting.create("--pgn", path, &inputs)?),
        None => None,
    };
    if settings.has_repeats() {
        print_error(format_args!(
            "{} pairs of games have only {}: games will repeat, and count as new ones \
             (--random-plies 2 makes them differ)",
            settings.pairs(),
            counted(settings.openings.count(), "start")
        ));
    }
    let state = Arc::new(Mutex::new(MatchState {
        players: settings.players.clone(),
        games: settings.games,
        tally: Tally::default(),
        sprt,
        file,
        bar: progress::of_items(settings.games, "games"),
    }));
    let interrupt = Interrupt::default();
    let so_far = Arc::clone(&state);
    interrupt.set_exit_task(Some(Box::new(move || locked(&so_far).end())));
    interrupt.catch();
    let outcome = settings.run(|played| locked(&state).add(&played).map_err(io::Error::other));
    interrupt.instead_of_exit_task(|| {
        let mut state = locked(&state);
        if outcome.is_err() && state.tally.games() == 0 {
            state.bar.finish_and_clear();
            return outcome.map_err(to_text);
        }
        let kept = state.end();
        outcome.map_err(to_text).and(kept)
    })
}

/// Reads the two Elo differences of the SPRT.
fn sprt(arguments: &Arguments) -> Result<Option<Sprt>, String> {
    match arguments.sprt.as_deref() {
        None => Ok(None),
        Some(&[elo0, elo1]) if elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1000.0 => {
            Ok(Some(Sprt { elo0, elo1 }))
        }
        Some(_) => Err("--sprt: ELO0 must be below ELO1, both within 1000".to_string()),
    }
}

impl MatchState {
    /// Writes a game to the file, and counts it. Breaks off if the SPRT is decided.
    fn add(&mut self, played: &Played) -> Result<ControlFlow<()>, String> {
        if let Some(file) = &mut self.file {
            file.write_game(&played.pgn)?;
        }
        self.tally.count(played.result, played.side);
        let Tally { wins, draws, losses, .. } = &self.tally;
        self.bar.set_message(format!("+{wins} ={draws} -{losses}"));
        self.bar.inc(1);
        let is_accepted = |sprt: Sprt| sprt.accepted(&self.tally).is_some();
        let is_decided = self.sprt.is_some_and(is_accepted);
        Ok(if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Keeps the file of the games, and prints the result. The games before a failure or Control-C
    /// are as good as any.
    fn end(&mut self) -> Result<(), String> {
        self.bar.finish_and_clear();
        let kept = self.file.take().map_or(Ok(()), Output::keep);
        self.show();
        kept
    }

    /// Prints the result so far.
    fn show(&self) {
        let tally = &self.tally;
        let games = tally.games();
        if games < self.games {
            let all = counted(self.games as usize, "game");
            print_line(format_args!("stopped after {games} of {all}"));
        }
        let [first, second] = &self.players;
        print_line(format_args!("{} against {}", first.name, second.name));
        for player in [first, second] {
            let specification = player.to_string();
            if specification != player.name {
                print_line(format_args!("{} is {specification}", player.name));
            }
        }
        let row = |name: &str, count: u64, percent: f64| {
            // Without games there is nothing to have a share in.
            let percent = match games {
                0 => String::new(),
                _ => format!("{percent:>8.1} %"),
            };
            print_line(format_args!("{name:8}{count:>6}{percent}"));
        };
        let counts = [("wins", tally.wins), ("draws", tally.draws), ("losses", tally.losses)];
        for (name, count) in counts {
            row(name, count, 100.0 * count as f64 / games as f64);
        }
        row("games", games, 100.0 * tally.score());
        if let Some(elo) = tally.elo() {
            print_line(format_args!("Elo difference {elo} (95 %)"));
        }
        if let Some(sprt) = self.sprt {
            let Sprt { elo0, elo1 } = sprt;
            let ratio = sprt.ratio(tally);
            let verdict = match sprt.accepted(tally) {
                Some(elo) => format!("{elo:+} Elo accepted"),
                None => "undecided".to_string(),
            };
            print_line(format_args!(
                "SPRT of {elo0:+} and {elo1:+} Elo: {verdict}, log-likelihood ratio {ratio:.2} of ±{:.2}",
                Sprt::BOUND
            ));
        }
    }
}
