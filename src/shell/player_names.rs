//! Players and levels as arguments, and for the help of commands.

use std::ffi::OsStr;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

use super::text::{WIDTH, laid_out_within};
use crate::players::{Algorithm, LADDER, LEVELS, Specification};
use crate::search::Skill;

/// A parser of a value that may begin with one of these names. The names are for completions;
/// `hide_possible_values` keeps them out of the help.
#[derive(Clone)]
pub struct CompletedParser<T> {
    /// Reads a value; the error says what is wrong with it.
    pub read: fn(&str) -> Result<T, String>,
    /// The names.
    pub names: fn() -> Vec<&'static str>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for CompletedParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = (self.names)().into_iter();
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// Reads a player or a level.
pub fn parser() -> CompletedParser<Specification> {
    CompletedParser { read: Specification::from_str, names }
}

/// Returns the names of players and of levels, each once.
pub fn names() -> Vec<&'static str> {
    let players = Algorithm::ALL.map(Algorithm::name);
    let levels = LEVELS.map(|level| level.name).into_iter();
    players.into_iter().chain(levels.filter(|name| !players.contains(name))).collect()
}

/// Returns the players and their settings.
pub fn players() -> String {
    let algorithms = Algorithm::ALL
        .map(|algorithm| format!("{:<12}  {}\n", algorithm.name(), algorithm.description()));
    let classical = LADDER.iter().filter(|&&algorithm| algorithm != Algorithm::Ox88);
    let depths: Vec<String> = classical
        .map(|algorithm| format!("{} for {}", algorithm.usual_depth(), algorithm.name()))
        .collect();
    let depths = format!("number of plies to search, by default {}", depths.join(", "));
    format!(
        "{}
Settings follow a colon, with commas between them: ox88:nodes=5000,seed=7.
{}
  eval=      material, tables or network (ox88: tables or network); network
             for ox88 and tables for the others, by default
  net=       ox88 only, instead of eval=: the file of a network, as in
             ox88:nodes=8000,net=new.nnue; its name has no comma
  seed=      make the same choices in every game
  nodes=     ox88 only: positions to visit; {} where no limit is given
  movetime=  ox88 only: milliseconds a move
  elo=       ox88 only: play about this well, from {} to {}",
        algorithms.concat(),
        laid_out_within(WIDTH, "  depth=     ", depths.split(' ')),
        Specification::USUAL_NODES,
        Skill::MIN_ELO,
        Skill::MAX_ELO
    )
}

/// Returns the levels and their strength.
pub fn levels() -> String {
    let rows = LEVELS
        .iter()
        .map(|level| format!("{:<12}  {:<10}  {}\n", level.name, level.elo, level.description));
    format!("name          Elo, about\n{}", rows.collect::<String>())
}
