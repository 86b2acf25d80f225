//! Files of games that arguments name. A game that cannot be read is skipped, and its text kept.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use super::files::{self, ReadCounts, named};
use crate::knowledge::pgn::{Games, PgnGame};

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
    /// Returns the games of a file, which may be open already.
    pub fn open(path: &Path, file: Option<Box<dyn BufRead>>) -> Result<GameFile, String> {
        let file = file.map_or_else(|| files::open(path), Ok)?;
        Ok(GameFile { path: path.to_path_buf(), games: Games::new(file), number: 0 })
    }

    /// Returns the next game, or the text of one that cannot be read, which is counted as skipped.
    pub fn next(&mut self, counts: &mut ReadCounts) -> Result<Option<NextGame>, String> {
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

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// Reads a file of games; returns the copies of those that cannot be read, and why.
    fn skipped(text: &str, counts: &mut ReadCounts) -> Vec<String> {
        let file = Box::new(Cursor::new(text.to_string()));
        let mut games = GameFile::open(Path::new("x.pgn"), Some(file)).unwrap();
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
                let copies = skipped(&text, &mut ReadCounts::new("game", None));
                assert_eq!(copies, expected, "{text:?}");
            }
        }
    }

    #[test]
    fn what_is_too_long_to_be_copied_is_told() {
        let text = format!("1. e4 {{{}}} Ke7 *", "x".repeat((1 << 24) + 1));
        let mut counts = ReadCounts::new("game", Some(Path::new("y.pgn")));
        assert!(skipped(&text, &mut counts).is_empty());
        assert!(counts.notes[0].ends_with("; too long to be copied"), "{:?}", counts.notes);
    }
}
