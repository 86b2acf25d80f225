//! `ox88 genfens`: openings for the data generation of OpenBench.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use super::terminal::print_line;
use super::{files, help, numbers};
use crate::eval::Evaluator;
use crate::knowledge::openings::Openings;
use crate::selfplay::{GameRules, Plan, starts};
use crate::text::to_text;

/// The name of the command.
const NAME: &str = "genfens";

/// The arguments of `ox88 genfens`.
#[derive(clap::Args, Debug)]
#[command(override_usage = "ox88 genfens [OPTIONS] <COUNT> seed <SEED> book <FILE>",
          after_long_help = help::page(&[], EXAMPLES))]
pub struct Arguments {
    /// How many openings to print.
    #[arg(value_parser = numbers::from::<u64>(0))]
    count: u64,
    /// The word 'seed'.
    #[arg(value_name = "seed", value_parser = ["seed"], hide = true, hide_possible_values = true)]
    seed_word: String,
    /// Another seed gives other openings.
    #[arg(value_parser = numbers::from::<u64>(0))]
    seed: u64,
    /// The word 'book'.
    #[arg(value_name = "book", value_parser = ["book"], hide = true, hide_possible_values = true)]
    book_word: String,
    /// The file of positions from which the random moves start, a FEN or EPD to a
    /// line; 'None' for the ends of all opening lines that the program knows.
    #[arg(value_name = "FILE")]
    book: PathBuf,
    /// Random plies after each position, or one more.
    #[arg(long, value_name = "PLIES", default_value = "2", value_parser = numbers::within::<u32>(0..=100))]
    random_plies: u32,
    /// Nodes of the search that finds the score of an opening.
    #[arg(long, default_value = "5000", value_parser = numbers::soft_nodes())]
    nodes: u64,
    /// Draw another opening where its score is beyond this, for either side.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = GameRules::default().max_start, value_parser = numbers::centipawns())]
    max_start: i32,
}

const EXAMPLES: &str = "\
A hundred openings:
  ox88 genfens 100 seed 1 book None
Openings with more random moves, from the positions of a book:
  ox88 genfens 100 seed 1 book openings.epd --random-plies 6";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let has_book = !arguments.book.as_os_str().eq_ignore_ascii_case("none");
    let openings = if has_book { files::openings(&arguments.book)? } else { Openings::AllLines };
    let plan = Plan {
        games: arguments.count,
        threads: NonZero::<usize>::MIN,
        label_nodes: arguments.nodes,
        quick: None,
        rules: GameRules { max_start: arguments.max_start, ..GameRules::default() },
        evaluator: Evaluator::default(),
        openings,
        random_plies: arguments.random_plies,
        seed: arguments.seed,
    };
    starts(&plan, |start| {
        print_line(format_args!("info string {NAME} {}", start.fen()));
    })
    .map_err(to_text)
}

/// Splits the command into its words if it is a single argument, as OpenBench passes it, with the
/// argument `quit` after it.
pub fn split(words: Vec<OsString>) -> Vec<OsString> {
    let command = words.get(1).and_then(|word| word.to_str());
    let parts: Vec<_> = command.unwrap_or_default().split_whitespace().collect();
    if parts.len() < 2 || parts[0] != NAME {
        return words;
    }
    let others = words.iter().skip(2).filter(|word| *word != "quit");
    let program = words.first().into_iter();
    program.cloned().chain(parts.iter().map(OsString::from)).chain(others.cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_in_one_word_is_split() {
        let split = |words: &[&str]| split(words.iter().map(OsString::from).collect());
        let whole = ["ox88", "genfens 3 seed 7 book None ", "quit"];
        let parts = ["ox88", "genfens", "3", "seed", "7", "book", "None"];
        assert_eq!(split(&whole), parts);
        assert_eq!(split(&parts), parts);
        for others in [&["ox88"][..], &["ox88", "genfens"], &["ox88", "a b", "quit"]] {
            assert_eq!(split(others), others);
        }
    }
}
