//! `ox88 book`: making and reading opening books.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::files::{self, Overwriting, ReadCounts, named};
use super::game_file::{GameFile, NextGame, doubts};
use super::terminal::print_line;
use super::text::laid_out;
use super::{help, interrupt, numbers, progress, subject};
use crate::board::Position;
use crate::knowledge::openings;
use crate::knowledge::polyglot::{Book, Builder};
use crate::text::{counted, shown};

const EXAMPLES: &str = "\
Make a book:
  ox88 book build games.pgn -o book.bin
See what it begins with:
  ox88 book show --book book.bin";

const BUILD_EXAMPLES: &str = "\
A book of two files of games:
  ox88 book build games.pgn more.pgn -o book.bin
Ten moves of each side, also those of a single game:
  ox88 book build games.pgn -o book.bin --plies 20 --min-games 1";

const SHOW_EXAMPLES: &str = "\
What the engine plays first:
  ox88 book show
What another book plays first:
  ox88 book show --book book.bin
What it plays against 1. e4:
  ox88 book show \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"";

/// The arguments of `ox88 book`.
#[derive(clap::Subcommand, Debug)]
#[command(after_long_help = help::page(&[], EXAMPLES))]
pub enum Arguments {
    /// Make a book in the Polyglot format from games.
    ///
    /// A move weighs two for each game that its side won with it, one for each
    /// draw and each game without a result; what weighs nothing is left out.
    /// Games with errors are skipped and counted.
    #[command(after_long_help = help::page(&[], BUILD_EXAMPLES))]
    Build(BuildArguments),
    /// Show the moves that a book has for a position, and how likely each is.
    ///
    /// For each move, the likeliest first: its weight in the book, its chance to
    /// be played, and the opening that it leads to, if that has a name. A move of
    /// weight 0 is never played.
    #[command(after_long_help = help::page(&[], SHOW_EXAMPLES))]
    Show {
        /// The position, in one or several words: a FEN, with castling letters of
        /// standard chess, X-FEN or Shredder-FEN; startpos, or either with moves
        /// behind it; or a file of positions or games. Without it, the start
        /// position.
        position: Vec<OsString>,
        /// A book in the Polyglot format, instead of the program's own.
        #[arg(long, value_name = "FILE")]
        book: Option<PathBuf>,
    },
}

/// The arguments of `ox88 book build`.
#[derive(clap::Args, Debug)]
pub struct BuildArguments {
    /// Files of games, in PGN; - for standard input.
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
    /// Take this many plies of each game, from its start.
    #[arg(long, default_value = "40", value_parser = numbers::from::<u32>(1))]
    plies: u32,
    /// Leave out moves that were played in fewer games.
    #[arg(long, value_name = "GAMES", default_value = "3",
          value_parser = numbers::from::<u32>(1))]
    min_games: u32,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    match arguments {
        Arguments::Build(arguments) => build(arguments),
        Arguments::Show { position, book } => {
            let position = subject::chosen(None, position)?;
            show(&position.unwrap_or_else(Position::startpos), book.as_deref())
        }
    }
}

fn build(arguments: &BuildArguments) -> Result<(), String> {
    let (paths, out) = (&arguments.games, &arguments.out);
    let min_games = arguments.min_games;
    files::check_named_once(paths)?;
    // Checked before the work, which would be wasted otherwise.
    let file = arguments.overwriting.create("--out", out, paths)?;
    interrupt::end_on_signal();
    let mut builder = Builder::default();
    let mut counts = ReadCounts::new("game", None);
    for path in paths {
        let bytes = path.metadata().map_or(0, |metadata| metadata.len());
        let bar = progress::of_whole(bytes);
        let file = BufReader::new(bar.wrap_read(files::open(path)?));
        let mut games = GameFile::open(path, Some(Box::new(file)))?;
        while let Some(next) = games.next(&mut counts)? {
            let NextGame::Read(number, game) = next else { continue };
            counts.add_doubts(doubts(path, number, &game));
            builder.add_game(&game, arguments.plies as usize);
            bar.set_message(counted(counts.read as usize, "game"));
        }
        bar.finish_and_clear();
    }
    let entries = builder.entries(min_games);
    // Checked before the skipped games are reported, as a failure is one line.
    if counts.read > 0 && entries.is_empty() {
        return Err(format!(
            "{}: no move was played in {} and scored a point",
            counted(counts.read as usize, "game"),
            counted(min_games as usize, "game")
        ));
    }
    counts.tell()?;
    let book: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    let is_stream = file.is_stream;
    file.complete(&book)?;
    if is_stream {
        // Its reader would take the words for moves.
        return Ok(());
    }

    let positions: HashSet<_> = entries.iter().map(|entry| entry.key).collect();
    print_line(format_args!("games      {}", counts.read));
    print_line(format_args!("positions  {}", positions.len()));
    print_line(format_args!("moves      {}", entries.len()));
    Ok(())
}

fn show(position: &Position, book: Option<&Path>) -> Result<(), String> {
    let (mut moves, name) = match book {
        Some(path) => (Book::open(path).map_err(named(path))?.moves(position), shown(path)),
        None => (openings::book().moves(position), "the program's own book".to_string()),
    };
    if moves.is_empty() {
        print_line(format_args!("{name} has no move here"));
    }
    moves.sort_by_key(|found| std::cmp::Reverse(found.weight));
    let total: u32 = moves.iter().map(|found| u32::from(found.weight)).sum();
    for found in &moves {
        let chance = f64::from(found.weight) / f64::from(total.max(1));
        let mut after = position.clone();
        after.make(found.mv);
        let opening = openings::name_at(&after).map(|opening| opening.to_string());
        let start =
            format!("{:7} {:>5} {:>5.1} %  ", position.san(found.mv), found.weight, 100.0 * chance);
        print_line(laid_out(&start, opening.unwrap_or_default().split(' ')));
    }
    Ok(())
}
