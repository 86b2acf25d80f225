//! Files of games that arguments name. A game that cannot be read is skipped, and its text kept.

use std::cell::RefCell;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::files::{named, shown};
use super::terminal::print_error;
use crate::knowledge::pgn::{Games, PgnGame};
use crate::text::counted;

/// The most skipped games whose reasons are reported, and the most doubts.
const MOST_REASONS: usize = 10;

/// The most bytes of a game that are kept to copy it. A longer one is no game.
const LONGEST_COPY: usize = 1 << 26;

/// A file of games, read one by one.
pub struct GameFile {
    path: PathBuf,
    games: Games<Recorded>,
    recording: Recording,
    /// The number of the last game read, from 1.
    number: u64,
}

/// What comes next in a file of games.
pub enum NextGame {
    /// A game, and its number.
    Read(u64, Box<PgnGame>),
    /// The text of a game that cannot be read.
    Skipped(Vec<u8>),
}

impl GameFile {
    /// Returns the games of an open file; the path is for messages.
    pub fn new(path: &Path, file: Box<dyn BufRead>) -> GameFile {
        let recording = Recording::default();
        let file = Recorded { file, recording: Rc::clone(&recording) };
        GameFile { path: path.to_path_buf(), games: Games::new(file), recording, number: 0 }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the next game that can be read, and its number; those before it are counted as
    /// skipped.
    pub fn next_game(&mut self, counts: &mut GameCounts) -> Result<Option<(u64, PgnGame)>, String> {
        while let Some(next) = self.next(counts)? {
            if let NextGame::Read(number, game) = next {
                return Ok(Some((number, *game)));
            }
        }
        Ok(None)
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
        let text = take_game(&mut self.recording.borrow_mut());
        Ok(Some(match game {
            Ok(game) => {
                counts.read += 1;
                NextGame::Read(self.number, Box::new(game))
            }
            Err(error) => {
                let reason = format!("game {}: {error}", self.number);
                counts.skip(named(&self.path)(reason));
                NextGame::Skipped(text)
            }
        }))
    }

    /// Returns the game of this number. Those before it are not checked.
    pub fn only(mut self, wanted: u64) -> Result<PgnGame, String> {
        while self.number + 1 < wanted {
            if !self.games.skip_game().map_err(named(&self.path))? {
                return Err(self.lacks(wanted));
            }
            self.number += 1;
            self.recording.borrow_mut().clear();
        }
        match self.games.next() {
            None => Err(self.lacks(wanted)),
            Some(game) => game
                .map_err(named(&self.path))?
                .map_err(|error| named(&self.path)(format!("game {wanted}: {error}"))),
        }
    }

    /// Returns the message where there is no game of this number.
    fn lacks(&self, wanted: u64) -> String {
        named(&self.path)(match self.number {
            0 => "no games".to_string(),
            last => format!("no game {wanted}, the last is {last}"),
        })
    }
}

/// What was read since the last game.
type Recording = Rc<RefCell<Vec<u8>>>;

/// A file that keeps what is read.
struct Recorded {
    file: Box<dyn BufRead>,
    recording: Recording,
}

impl Read for Recorded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Recorded {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.file.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        // Without a byte, another would be waited for.
        if length > 0
            && let Ok(bytes) = self.file.fill_buf()
        {
            let mut recording = self.recording.borrow_mut();
            let room = LONGEST_COPY.saturating_sub(recording.len());
            recording.extend_from_slice(&bytes[..length.min(room)]);
        }
        self.file.consume(length);
    }
}

/// Returns where the last line of a text begins.
fn last_line(text: &[u8]) -> usize {
    let end = text.len().saturating_sub(1);
    let before = text[..end].iter().rposition(|&byte| byte == b'\n');
    before.map_or(0, |at| at + 1)
}

/// Takes the text of a game from what was read. A tag in the last line may belong to the next game,
/// which ends one without a result; it stays.
fn take_game(recording: &mut Vec<u8>) -> Vec<u8> {
    let (before, last) = recording.split_at(last_line(recording));
    let earlier = &before[last_line(before)..];
    let is_tag = |line: &[u8]| line.trim_ascii_start().starts_with(b"[");
    let is_ahead = is_tag(last) && !is_tag(earlier) && !before.trim_ascii().is_empty();
    let end = if is_ahead { before.len() } else { recording.len() };
    let rest = recording.split_off(end);
    std::mem::replace(recording, rest)
}

/// Returns what is doubtful in a game, as messages.
pub fn doubts<'a>(path: &'a Path, number: u64, game: &'a PgnGame) -> impl Iterator<Item = String> {
    let doubt = move |note| named(path)(format!("game {number}: {note}"));
    game.notes.iter().map(doubt)
}

/// How many games were read and skipped, and what is to be told of them.
#[derive(Default)]
pub struct GameCounts {
    /// How many games were read.
    pub read: u64,
    skipped: u64,
    /// The file that has the skipped games as they were.
    copied_to: Option<PathBuf>,
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

    /// Notes that the skipped games are copied to this file.
    pub fn copy_to(&mut self, path: &Path) {
        self.copied_to = Some(path.to_path_buf());
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
    use super::*;

    /// Returns the texts of the games of a file that cannot be read.
    fn skipped(text: &[u8]) -> Vec<String> {
        let file = Box::new(io::Cursor::new(text.to_vec()));
        let mut games = GameFile::new(Path::new("x.pgn"), file);
        let mut counts = GameCounts::default();
        let mut texts = Vec::new();
        while let Some(next) = games.next(&mut counts).unwrap() {
            if let NextGame::Skipped(text) = next {
                texts.push(String::from_utf8_lossy(&text).trim().to_string());
            }
        }
        texts
    }

    #[test]
    fn a_game_that_cannot_be_read_is_kept_as_it_was() {
        let fine = "[Event \"fine\"]\n\n1. e4 e5 *\n";
        let wrong = "[Event  \"wrong\"]\r\n[White \"M\u{fc}ller\"]\r\n\r\n1.e4 Ke7 {so}  1-0";
        let open = "[Event \"open\"]\n\n1. e4 Ke7";
        let other = "[Event \"other\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 *";
        for (games, expected) in [
            (&[fine, wrong, fine][..], &[wrong][..]),
            (&[wrong, wrong], &[wrong, wrong]),
            (&[open, fine, open, wrong, other], &[open, open, wrong, other]),
            (&[fine], &[]),
        ] {
            let text = games.join("\n\n");
            assert_eq!(skipped(text.as_bytes()), expected, "{text}");
        }
    }
}
