//! Files of games that arguments name. A game that cannot be read is skipped.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use super::files::named;
use super::terminal::print_error;
use crate::knowledge::pgn::{Games, PgnGame};
use crate::text::counted;

/// The most skipped games whose reasons are reported, and the most doubts.
const MOST_REASONS: usize = 10;

/// A file of games, read one by one.
pub struct GameFile {
    path: PathBuf,
    games: Games<Box<dyn BufRead>>,
    /// The number of the last game read, from 1.
    number: u64,
}

impl GameFile {
    pub fn new(path: &Path, file: Box<dyn BufRead>) -> GameFile {
        GameFile {
            path: path.to_path_buf(),
            games: Games::new(file),
            number: 0,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The next game that can be read, and its number; those before it are counted as skipped.
    pub fn next_game(&mut self, counts: &mut GameCounts) -> Result<Option<(u64, PgnGame)>, String> {
        for game in self.games.by_ref() {
            let game = game.map_err(named(&self.path))?;
            self.number += 1;
            match game {
                Ok(game) => {
                    counts.read += 1;
                    return Ok(Some((self.number, game)));
                }
                Err(error) => {
                    let reason = format!("game {}: {error}", self.number);
                    counts.skip(named(&self.path)(reason));
                }
            }
        }
        if self.number == 0 {
            counts.notes.push(named(&self.path)("no games"));
        }
        Ok(None)
    }

    /// The game of this number. Those before it are not checked.
    pub fn only(mut self, wanted: u64) -> Result<PgnGame, String> {
        while self.number + 1 < wanted {
            if !self.games.skip_game().map_err(named(&self.path))? {
                return Err(self.lacks(wanted));
            }
            self.number += 1;
        }
        match self.games.next() {
            None => Err(self.lacks(wanted)),
            Some(game) => game
                .map_err(named(&self.path))?
                .map_err(|error| named(&self.path)(format!("game {wanted}: {error}"))),
        }
    }

    /// The message where there is no game of this number.
    fn lacks(&self, wanted: u64) -> String {
        named(&self.path)(match self.number {
            0 => "no games".to_string(),
            last => format!("no game {wanted}, the last is {last}"),
        })
    }
}

/// What is doubtful in a game, as messages.
pub fn doubts<'a>(path: &'a Path, number: u64, game: &'a PgnGame) -> impl Iterator<Item = String> {
    let doubt = move |note| named(path)(format!("game {number}: {note}"));
    game.notes.iter().map(doubt)
}

/// How many games were read and skipped, and what is to be told of them.
#[derive(Default)]
pub struct GameCounts {
    pub read: u64,
    skipped: u64,
    /// How many doubts were added to the notes.
    doubts: usize,
    /// Why the first games were skipped, which files have no games, and what is doubtful in the
    /// first games of which something is; in the order of the games.
    notes: Vec<String>,
}

impl GameCounts {
    /// Adds what is doubtful in a game, to be told at the end.
    pub fn add_doubts(&mut self, doubts: impl Iterator<Item = String>) {
        for doubt in doubts.take(MOST_REASONS - self.doubts) {
            self.doubts += 1;
            self.notes.push(doubt);
        }
    }

    fn skip(&mut self, reason: String) {
        self.skipped += 1;
        if self.skipped <= MOST_REASONS as u64 {
            self.notes.push(reason);
        }
    }

    /// Reports on standard error what is not reported yet of skipped and doubtful games. Only for a
    /// run that has read a game: without one, the failure is one line.
    pub fn tell_notes(&mut self) {
        self.notes.drain(..).for_each(print_error);
    }

    /// Reports the skipped and the doubtful games on standard error. An error if no game could be
    /// read.
    pub fn tell(&mut self) -> Result<(), String> {
        if self.read == 0 {
            return Err(match (self.notes.first(), self.skipped) {
                (None, _) => "no games".to_string(),
                (Some(note), 0) => note.clone(),
                (Some(note), _) => format!("no game could be read ({note})"),
            });
        }
        self.tell_notes();
        if self.skipped > 0 {
            print_error(format_args!(
                "{} of {} skipped",
                self.skipped,
                counted((self.read + self.skipped) as usize, "game")
            ));
        }
        Ok(())
    }
}
