//! Files that arguments name.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use crate::knowledge::epd::{self, Epd};
use crate::knowledge::pgn::PgnGame;
use crate::selfplay::Openings;

pub const STANDARD_INPUT: &str = "-";

/// Puts a file's name before an error.
pub fn named<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", path.display())
}

pub fn openings(path: &Path) -> Result<Openings, String> {
    let file = File::open(path).map_err(named(path))?;
    Openings::read(BufReader::new(file)).map_err(named(path))
}

/// At least one; the numbers are those of the lines.
pub fn positions(path: &Path) -> Result<Vec<(usize, Epd)>, String> {
    positions_in(path, open(path)?)
}

pub fn positions_in(path: &Path, file: impl BufRead) -> Result<Vec<(usize, Epd)>, String> {
    let positions = epd::read(file).collect::<Result<Vec<_>, _>>();
    let positions = positions.map_err(named(path))?;
    match positions.is_empty() {
        true => Err(named(path)("no positions")),
        false => Ok(positions),
    }
}

/// Checks that a file is none of the others that the command uses.
pub fn check_apart<P: AsRef<Path>>(
    path: &Path,
    others: impl IntoIterator<Item = P>,
) -> Result<(), String> {
    let mut others = others.into_iter();
    match others.any(|other| is_same(path, other.as_ref())) {
        true => Err(named(path)("has another use here; name another file")),
        false => Ok(()),
    }
}

/// What becomes of a file for results that holds something already. Without a
/// word from the user, nothing is written over.
#[derive(clap::Args, Copy, Clone, Debug)]
#[group(skip)]
pub struct Overwriting {
    /// Write over files that exist.
    #[arg(long)]
    pub force: bool,
}

impl Overwriting {
    pub fn check<P: AsRef<Path>>(
        self,
        path: &Path,
        others: impl IntoIterator<Item = P>,
    ) -> Result<(), String> {
        check_apart(path, others)?;
        match self.force || !holds_something(path) {
            true => Ok(()),
            false => Err(named(path)("exists; --force writes over it")),
        }
    }

    pub fn create<P: AsRef<Path>>(
        self,
        path: &Path,
        others: impl IntoIterator<Item = P>,
    ) -> Result<Output, String> {
        self.check(path, others)?;
        Output::new(path, File::create(path))
    }
}

/// The file need not exist.
pub fn append<P: AsRef<Path>>(
    path: &Path,
    others: impl IntoIterator<Item = P>,
) -> Result<Output, String> {
    check_apart(path, others)?;
    Output::new(
        path,
        OpenOptions::new().append(true).create(true).open(path),
    )
}

/// False for devices and pipes, which keep nothing.
pub fn holds_something(path: &Path) -> bool {
    let metadata = path.metadata();
    metadata.is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0)
}

/// A file to read from; `-` is standard input.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    if path == Path::new(STANDARD_INPUT) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(named(path))?;
    Ok(Box::new(BufReader::new(file)))
}

fn is_same(path: &Path, other: &Path) -> bool {
    // Devices can be used several times.
    let file = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
    file(path).is_some_and(|path| file(other) == Some(path))
}

/// Errors name the file.
pub struct Output {
    file: File,
    path: PathBuf,
}

impl Output {
    fn new(path: &Path, file: io::Result<File>) -> Result<Output, String> {
        Ok(Output {
            file: file.map_err(named(path))?,
            path: path.to_path_buf(),
        })
    }

    /// Appends a game in one write, so that the file never ends within a game.
    pub fn write_game(&mut self, game: &PgnGame) -> Result<(), String> {
        let is_first = self.file.metadata().is_ok_and(|data| data.len() == 0);
        let gap = if is_first { "" } else { "\n" };
        self.write_text(&format!("{gap}{game}"))
    }

    pub fn write_text(&mut self, text: &str) -> Result<(), String> {
        let written = self.write_all(text.as_bytes());
        written.map_err(|error| error.to_string())
    }

    fn named<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.map_err(|error| io::Error::new(error.kind(), named(&self.path)(error)))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        self.named(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.named(flushed)
    }
}
