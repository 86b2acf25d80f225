//! Files that arguments name.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use crate::knowledge::epd::{self, Epd};
use crate::selfplay::Openings;

/// Puts a file's name before what is wrong with it.
pub fn named<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// The starting positions in a file, a FEN or EPD to a line.
pub fn openings(path: &Path) -> Result<Openings, String> {
    let file = File::open(path).map_err(named(path))?;
    Openings::read(BufReader::new(file)).map_err(named(path))
}

/// The positions in a file, a FEN or EPD to a line, with the numbers of their
/// lines; at least one.
pub fn positions(path: &Path) -> Result<Vec<(usize, Epd)>, String> {
    let file = File::open(path).map_err(named(path))?;
    let positions = epd::read(BufReader::new(file)).collect::<Result<Vec<_>, _>>();
    let positions = positions.map_err(named(path))?;
    match positions.is_empty() {
        true => Err(named(path)("no positions")),
        false => Ok(positions),
    }
}

/// Sees that a file is none of the others that the command reads or writes.
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

/// Makes or empties a file for results, which must be none of the others.
pub fn create<P: AsRef<Path>>(
    path: &Path,
    others: impl IntoIterator<Item = P>,
) -> Result<Output, String> {
    check_apart(path, others)?;
    Ok(Output {
        file: File::create(path).map_err(named(path))?,
        path: path.to_path_buf(),
    })
}

/// Whether both are one file, which exists.
fn is_same(path: &Path, other: &Path) -> bool {
    // Devices can have any number of uses.
    let file = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
    file(path).is_some_and(|path| file(other) == Some(path))
}

/// A file for results. Errors name the file.
pub struct Output {
    file: File,
    path: PathBuf,
}

impl Output {
    /// Writes a text behind what was written before.
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
