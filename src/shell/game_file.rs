//! Files of games that arguments name. A game that cannot be read is skipped, and its text kept.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use super::files::named;
use super::terminal::print_error;
use crate::knowledge::pgn::{Games, PgnGame};
use crate::text::{counted, shown};

/// The greatest number of skipped games that are reported with their reasons, and the greatest
/// number of doubts that are reported.
const MOST_REASONS: usize = 10;

/// A file of games, read one by one.
pub struct GameFile {
    path: PathBuf,
    games: Games<Box<dyn BufRead>>,
    /// The number of the last game read, from 1.
    number: u64,
}

/// What comes next in a file of games.
pub enum NextGame {
    /// A game, and its number.
    Read(u64, Box<PgnGame>),
    /// The text of a game that cannot be read; `None` if it is too long to be copied.
    Skipped(Option<String>),
}

impl GameFile {
    /// Returns the games of an open file; the path is for messages.
    pub fn new(path: &Path, file: Box<dyn BufRead>) -> GameFile {
        GameFile { path: path.to_path_buf(), games: Games::new(file), number: 0 }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the next game, or the text of one that cannot be read, which is counted as skipped.
    pub fn next(&mut self, counts: &mut GameCounts) -> Result<Option<NextGame>, String> {
        let Some(game) = self.games.next() else {
            if self.number == 0 {
                counts.notes.push(named(&self.path)("no games"));
            }
            return Ok(None);
        };
        let game = game.map_err(named(&self.path))?;
        self.number += 1;
        Ok(Some(match game {
            Ok(game) => {
                counts.read += 1;
                NextGame::Read(self.number, Box::new(game))
            }
            Err(error) => {
                let text = self.games.last_text().map(str::to_string);
                let mut reason = format!("game {}: {error}", self.number);
                if text.is_none() && counts.copied_to.is_some() {
                    reason += "; too long to be copied";
                }
                counts.skip(named(&self.path)(reason));
                NextGame::Skipped(text)
            }
        }))
    }

    /// Returns the game of this number. Those before it are not checked.
    pub fn only(&mut self, wanted: u64) -> Result<PgnGame, String> {
        while self.number + 1 < wanted && self.games.skip_game().map_err(named(&self.path))? {
            self.number += 1;
        }
        let game = if self.number + 1 == wanted { self.games.next() } else { None };
        match game.transpose().map_err(named(&self.path))? {
            Some(game) => {
                game.map_err(|error| named(&self.path)(format!("game {wanted}: {error}")))
            }
            None => Err(named(&self.path)(match self.number {
                0 => "no games".to_string(),
                last => format!("no game {wanted}, the last is {last}"),
            })),
        }
    }
}

/// Returns what is doubtful in a game, as messages.
pub fn doubts<'a>(path: &'a Path, number: u64, game: &'a PgnGame) -> impl Iterator<Item = String> {
    let doubt = move |note| named(path)(format!("game {number}: {note}"));
    game.notes.iter().map(doubt)
}

/// How many games were read and skipped, and the messages about them.
#[derive(Default)]
pub struct GameCounts {
    /// How many games were read.
    pub read: u64,
    skipped: u64,
    /// The file that the skipped games are copied to unchanged.
    copied_to: Option<PathBuf>,
    /// How many doubts were added to the notes.
    doubts: usize,
    /// The messages that are not printed yet, in the order of the games: why games were skipped,
    /// which files have no games, and what is doubtful in games.
    notes: Vec<String>,
}

impl GameCounts {
    /// Begins to count; the games that are skipped are copied to this file.
    pub fn copied_to(path: Option<&Path>) -> GameCounts {
        GameCounts { copied_to: path.map(Path::to_path_buf), ..GameCounts::default() }
    }

    /// Adds messages on what is doubtful in a game, to be printed at the end.
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

    /// Prints the messages so far on standard error. It is only for a run that has read a game:
    /// without one, the failure is a single line.
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
            let games = counted((self.read + self.skipped) as usize, "game");
            let copied = self.copied_to.as_deref().map_or(String::new(), |path| {
                format!("; {} has the skipped ones unchanged", shown(path))
            });
            print_error(format_args!("{} of {games} skipped{copied}", self.skipped));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// Reads a file of games; returns the copies of those that cannot be read, and why.
    fn skipped(text: &str, counts: &mut GameCounts) -> Vec<String> {
        let file = Box::new(Cursor::new(text.to_string()));
        let mut games = GameFile::new(Path::new("x.pgn"), file);
        let mut texts = Vec::new();
        while let Some(next) = games.next(counts).unwrap() {
            if let NextGame::Skipped(text) = next {
                texts.extend(text);
            }
        }
        texts
    }

    #[test]
    fn a_game_that_cannot_be_read_is_kept_as_it_was() {
        let fine = "[Event \"fine\"]\n\n1. e4 e5 *\n";
        let wrong = "[Event  \"wrong\"]\n[White \"M\u{fc}ller\"]\n\n1.e4 Ke7 {so}  1-0";
        let open = "[Event \"open\"]\n\n1. e4 Ke7";
        let other = "[Event \"other\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 *";
        let clocked = "[Event \"clocked\"]\n\n1. e4 {so\n[%clk 0:03:00]} Ke7 *";
        for (games, expected) in [
            (&[fine, wrong, fine][..], &[wrong][..]),
            (&[wrong, wrong], &[wrong, wrong]),
            (&[open, fine, open, wrong, other], &[open, open, wrong, other]),
            (&[clocked, clocked, fine], &[clocked, clocked]),
            (&["1. e4 Ke7 * 1. d4 d5 * 1. e5 *"], &["1. e4 Ke7 *", "1. e5 *"]),
            (&[fine], &[]),
        ] {
            let text = games.join("\n\n");
            for end in ["\n", "\r\n", "\r"] {
                let text = text.replace('\n', end);
                let copies = skipped(&text, &mut GameCounts::default());
                assert_eq!(copies, expected, "{text:?}");
            }
        }
    }

    #[test]
    fn what_is_too_long_to_be_copied_is_told() {
        let text = format!("1. e4 {{{}}} Ke7 *", "x".repeat((1 << 24) + 1));
        let mut counts = GameCounts::copied_to(Some(Path::new("y.pgn")));
        assert!(skipped(&text, &mut counts).is_empty());
        assert!(counts.notes[0].ends_with("; too long to be copied"), "{:?}", counts.notes);
    }
}
