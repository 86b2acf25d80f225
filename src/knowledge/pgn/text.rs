//! The text of a file, of which only the present game is in memory.

use std::io::{self, BufRead};

use super::game::LONGEST_TEXT;
use crate::knowledge::lines::{TextLines, is_blank};

/// The most bytes of a line that are read at a time.
const LONGEST_LINE: usize = 1 << 20;

/// A text that is read as far as needed.
#[derive(Debug)]
pub struct Text<R> {
    lines: TextLines<R>,
    text: String,
    /// The first byte of the present game.
    start: usize,
    /// The first byte that is not read yet.
    at: usize,
    /// Whether the start of the present game is no longer in memory.
    is_cut: bool,
    /// The number of line ends directly before the next byte to read.
    line_ends: usize,
}

impl<R: BufRead> Text<R> {
    pub fn new(file: R) -> Text<R> {
        Text {
            lines: TextLines::new(file),
            text: String::new(),
            start: 0,
            at: 0,
            is_cut: false,
            line_ends: 1,
        }
    }

    /// Begins a game here.
    pub fn begin(&mut self) {
        self.start = self.at;
        self.is_cut = false;
    }

    /// Returns the text of the game up to here; `None` where it is too long.
    pub fn game(&self) -> Option<&str> {
        let text = &self.text[self.start..self.at];
        (!self.is_cut && text.len() <= LONGEST_TEXT).then_some(text.trim())
    }

    /// Returns the text that follows, as far as it is in memory: the rest of the line at least,
    /// unless that is very long.
    pub fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Returns true if only blanks stand before this place on its line.
    pub fn is_first_on_line(&self) -> bool {
        self.line_ends > 0
    }

    /// Returns true if a line begins here.
    pub fn is_line_start(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }

    /// Returns true if a line without text stands before this one.
    pub fn is_after_blank_line(&self) -> bool {
        self.line_ends > 1
    }

    /// Returns true if the last line that was read has an end.
    pub fn is_whole(&self) -> bool {
        self.text.is_empty() || self.text.ends_with('\n')
    }

    /// Reads another line into memory; returns false at the end of the file.
    fn read_on(&mut self) -> io::Result<bool> {
        if self.at - self.start > LONGEST_TEXT {
            (self.start, self.is_cut) = (self.at, true);
        }
        // Moving the rest is cheap: it is short, unless the line itself is long.
        self.text.drain(..self.start);
        self.at -= std::mem::take(&mut self.start);
        let line = self.lines.next_line(LONGEST_LINE)?;
        self.text += line.as_deref().unwrap_or_default();
        Ok(line.is_some())
    }

    /// Skips this many bytes.
    pub fn skip(&mut self, length: usize) {
        if length == 0 {
            return;
        }
        let skipped = self.text[self.at..self.at + length].bytes().rev();
        self.line_ends = skipped.take_while(|&byte| byte == b'\n').count();
        self.at += length;
    }

    /// Skips blanks and invisible characters, and returns the character after them; `None` at the
    /// end of the file.
    pub fn next_letter(&mut self) -> io::Result<Option<char>> {
        loop {
            let (rest, at) = (self.rest(), self.at);
            let blanks = rest.len() - rest.trim_start_matches(is_blank).len();
            self.line_ends += rest[..blanks].matches('\n').count();
            self.at = at + blanks;
            let next = self.rest().chars().next();
            if next.is_some() || !self.read_on()? {
                return Ok(next);
            }
        }
    }

    /// Takes all up to the first of these characters, or up to the end of the file.
    pub fn take_until(&mut self, is_end: impl Fn(char) -> bool) -> io::Result<String> {
        let mut taken = String::new();
        loop {
            let rest = self.rest();
            let length = rest.find(&is_end).unwrap_or(rest.len());
            if taken.len() <= LONGEST_TEXT {
                taken.push_str(&rest[..length]);
            }
            self.skip(length);
            if !self.rest().is_empty() || !self.read_on()? {
                return Ok(taken);
            }
        }
    }
}
