//! `ox88 play`: a game of chess in the terminal, between humans and players.

mod board;
mod clock;
pub mod entry;
mod game;
mod seat;
mod session;
mod terminal;
pub mod why_illegal;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser};
use rand::RngExt;

use super::{help, numbers, player_names, subject};
use crate::board::Position;
use crate::players::{Algorithm, LEVELS, Specification};
use crate::search::{MAX_DEPTH, Skill};
use clock::TimeControl;
use seat::{HUMAN, Machine, Participant, Seat};
use session::PlaySession;
use terminal::Terminal;

/// The opponent where none is named.
const USUAL_LEVEL: &str = "intermediate";

/// The arguments of `ox88 play`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(
    &[
        ("Words to type", session::HELP),
        ("Players", &player_names::players()),
        ("Levels", &player_names::levels()),
        ("Environment", ENVIRONMENT),
    ],
    EXAMPLES,
))]
pub struct Arguments {
    /// Start from this position: a FEN, in one or several words, or 'startpos',
    /// perhaps with 'moves e2e4 ...' behind it; or a file: from the first of its
    /// positions, or from the end of its first game.
    #[arg(value_name = "POSITION|FILE", conflicts_with_all = ["fen", "chess960"])]
    position: Vec<OsString>,
    /// The side that you play against the engine; White by default.
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["white", "black"])]
    color: Option<Side>,
    /// Who plays White: `human`, or a player or level as below (see --help).
    #[arg(long, value_name = "WHO", hide_possible_values = true,
          value_parser = Participant::parser())]
    white: Option<Participant>,
    /// Who plays Black: `human`, or a player or level, as for --white.
    #[arg(long, value_name = "WHO", hide_possible_values = true,
          value_parser = Participant::parser())]
    black: Option<Participant>,
    #[command(flatten)]
    strength: Strength,
    /// Play by the clock: minutes for each side, and seconds added for each
    /// move, as 5+3. Without it there are no clocks.
    #[arg(long, value_name = "MIN+SEC")]
    clock: Option<TimeControl>,
    /// Start from this position, named by one argument as above.
    #[arg(long, conflicts_with = "chess960")]
    fen: Option<OsString>,
    /// Start from a position of Chess960: any, or the one of this number (518 is
    /// that of standard chess).
    #[arg(long, value_name = "0-959", num_args = 0..=1,
          value_parser = numbers::within::<u32>(0..=Position::CHESS960_STARTS as i128 - 1))]
    chess960: Option<Option<u32>>,
    /// Seed of the choices of the players and the book. The same seed gives the
    /// same choices; without it, they differ each time.
    #[arg(long, value_parser = numbers::from::<u64>(0))]
    seed: Option<u64>,
    /// The engine plays without its opening book.
    #[arg(long)]
    no_book: bool,
    /// Show the scores that players give their moves, in pawns.
    #[arg(long)]
    scores: bool,
    /// Add each game to this file, as PGN; those that it holds stay.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Your name in PGN; of two humans, White's first.
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    name: Vec<String>,
    /// Draw pieces as letters.
    #[arg(long)]
    ascii: bool,
    /// Use no colours; pieces are letters then, too.
    #[arg(long)]
    no_color: bool,
}

const ENVIRONMENT: &str = "\
NO_COLOR                if it is set and not empty, as --no-color
TERM, COLORTERM         how many colours the terminal has; without any, as
                        with 'dumb' or 'vt100', pieces are letters, and on
                        the console of Linux, too
LC_ALL, LC_CTYPE, LANG  pieces are letters, unless the first of these that
                        is set names UTF-8 (not on Windows)";

const EXAMPLES: &str = "\
A game with White, against the level club:
  ox88 play --level club
With Black against 1800 Elo, five minutes and three seconds a move:
  ox88 play --color black --elo 1800 --clock 5+3
Two persons, the games added to a file:
  ox88 play --white human --black human --pgn games.pgn
Watch two players:
  ox88 play --white minimax:depth=3 --black club
Chess960:
  ox88 play --chess960
On from the end of a game:
  ox88 play game.pgn --color black";

/// How strong the opponent is.
#[derive(clap::Args, Debug)]
#[group(skip)]
struct Strength {
    /// A level, from the weakest to the strongest.
    #[arg(long, group = "strength", value_name = "NAME", value_parser = PossibleValuesParser::new(
          LEVELS.map(|level| level.name)))]
    level: Option<String>,
    #[arg(long, group = "strength", help = format!(
          "The full engine, playing about this well: Elo from {} to {}, on the scale of the \
           option UCI_Elo", Skill::MIN_ELO, Skill::MAX_ELO), value_parser = 
          numbers::within::<i32>(Skill::MIN_ELO.into()..=Skill::MAX_ELO.into()))]
    elo: Option<i32>,
    /// The full engine, searching this many plies deep.
    #[arg(long, group = "strength", value_name = "PLIES", value_parser = numbers::within::<i32>(1..=MAX_DEPTH as i128))]
    depth: Option<i32>,
    /// The full engine, thinking this many milliseconds about a move, or less.
    /// Beside a level from 'intermediate' on, an Elo or a depth, the limit that is
    /// reached first counts.
    #[arg(long, value_name = "MS", value_parser = numbers::move_time())]
    time: Option<u64>,
}

impl Strength {
    /// Returns the first option that is given.
    fn given(&self) -> Option<&'static str> {
        let options = [
            ("--level", self.level.is_some()),
            ("--elo", self.elo.is_some()),
            ("--depth", self.depth.is_some()),
            ("--time", self.time.is_some()),
        ];
        let given = options.into_iter().find(|(_, is_given)| *is_given);
        given.map(|(name, _)| name)
    }

    /// Returns the opponent that was asked for.
    fn player(&self) -> Result<Specification, String> {
        let text = match (&self.level, self.elo, self.depth, self.time) {
            (Some(level), ..) => level.clone(),
            (_, Some(elo), ..) => format!("ox88:elo={elo}"),
            (_, _, Some(depth), _) => format!("ox88:depth={depth}"),
            (_, _, _, Some(time)) => format!("ox88:movetime={time}"),
            _ => USUAL_LEVEL.to_string(),
        };
        let mut player: Specification = text.parse()?;
        if let Some(time) = self.time {
            if player.algorithm != Algorithm::Ox88 {
                return Err(format!("--time: the level {text} does not think by the clock"));
            }
            let time = Duration::from_millis(time);
            let limit = &mut player.effort.move_time;
            *limit = Some(limit.map_or(time, |of_level| of_level.min(time)));
        }
        Ok(player)
    }
}

/// The side of the person.
#[derive(ValueEnum, Copy, Clone, Debug)]
enum Side {
    White,
    Black,
    Random,
}

/// Plays until the user quits, or the only game of two players is over.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let seed = arguments.seed.unwrap_or_else(|| rand::rng().random());
    let participants = participants(arguments, seed)?;
    let seats = seats(participants, &arguments.name, !arguments.no_book)?;
    let start = subject::chosen(arguments.fen.as_ref(), &arguments.position)?;
    let (terminal, input) = Terminal::new(arguments.ascii, arguments.no_color);
    PlaySession::new(arguments, start, seed, seats, terminal)?.run(input)
}

/// Prepares the participants; the names are those of the humans.
fn seats(
    participants: [Participant; 2],
    names: &[String],
    has_book: bool,
) -> Result<[Seat; 2], String> {
    let is_person = |one: &&Participant| matches!(one, Participant::Person);
    if names.len() > participants.iter().filter(is_person).count() {
        return Err("--name is given more often than there are humans".to_string());
    }
    let mut names = names.iter().cloned();
    let [white, black] = participants.map(|participant| -> Result<Seat, String> {
        Ok(match participant {
            Participant::Person => {
                Seat { name: names.next().unwrap_or(HUMAN.to_string()), machine: None }
            }
            Participant::Machine(player) => {
                let machine = Some(Machine::new(&player, has_book)?);
                Seat { name: player.name, machine }
            }
        })
    });
    Ok([white?, black?])
}

/// Returns who plays White and who plays Black.
fn participants(arguments: &Arguments, seed: u64) -> Result<[Participant; 2], String> {
    use Participant::{Machine, Person};
    let players = (arguments.white.clone(), arguments.black.clone());
    let named = match players {
        (Some(_), Some(_)) => Some("--white and --black name both players"),
        (Some(Machine(_)), None) => Some("--white names the player"),
        (None, Some(Machine(_))) => Some("--black names the player"),
        _ => None,
    };
    if let (Some(named), Some(option)) = (named, arguments.strength.given()) {
        return Err(format!("{named}, so {option} cannot be given too"));
    }
    let engine = Machine(arguments.strength.player()?);
    let is_black = match arguments.color {
        None | Some(Side::White) => false,
        Some(Side::Black) => true,
        Some(Side::Random) => seed.count_ones() % 2 == 1,
    };
    Ok(match players {
        (Some(white), Some(black)) => [white, black],
        (Some(Person), None) => [Person, engine],
        (None, Some(Person)) => [engine, Person],
        (Some(white), None) => [white, Person],
        (None, Some(black)) => [Person, black],
        (None, None) if is_black => [engine, Person],
        (None, None) => [Person, engine],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_times_for_a_move_the_shorter_counts() {
        for (name, time, expected) in
            [(Some("master"), 5000, 1000), (Some("master"), 200, 200), (None, 5000, 5000)]
        {
            let strength = Strength {
                level: name.map(str::to_string),
                elo: None,
                depth: None,
                time: Some(time),
            };
            let player = strength.player().unwrap();
            let limit = player.effort.move_time;
            assert_eq!(limit, Some(Duration::from_millis(expected)), "{name:?}");
        }
    }
}
