//! Files that arguments name.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf, is_separator};

use super::leave_unless_outlived;
use super::unfinished::{
    IN_USE, IS_LINK, UnfinishedFile, is_in_use, lock_to_add, part_of, target_of,
};
use super::wording::to_text;
use crate::knowledge::epd::{self, Epd};
use crate::knowledge::openings::Openings;
use crate::knowledge::pgn::PgnGame;
use crate::sync::{Patient, patiently};
pub use crate::text::shown;

/// The name of standard input.
pub const STANDARD_INPUT: &str = "-";

/// Puts a file's name before an error.
pub fn named<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", shown(path))
}

/// Reads the positions that games start from.
pub fn openings(path: &Path) -> Result<Openings, String> {
    let file = File::open(path).map_err(named(path))?;
    Openings::read(BufReader::new(file)).map_err(named(path))
}

/// Reads a file of positions, with the numbers of their lines; at least one.
pub fn positions(path: &Path) -> Result<Vec<(usize, Epd)>, String> {
    positions_in(path, open(path)?)
}

/// Reads positions as [`positions`] does from a file that is open; `path` is for messages.
pub fn positions_in(path: &Path, file: impl BufRead) -> Result<Vec<(usize, Epd)>, String> {
    let positions = epd::read(file).collect::<Result<Vec<_>, _>>();
    let positions = positions.map_err(named(path))?;
    if positions.is_empty() {
        Err(named(path)("no positions"))
    } else {
        Ok(positions)
    }
}

/// Checks that the file of an argument is none of the others that the command uses.
pub fn check_apart<P: AsRef<Path>>(
    argument: &str,
    path: &Path,
    others: impl IntoIterator<Item = P>,
) -> Result<(), String> {
    let mut others = others.into_iter();
    if others.any(|other| is_same(path, other.as_ref())) {
        Err(named(path)(format!(
            "another argument names this file too; {argument} needs another file"
        )))
    } else {
        Ok(())
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
    /// Checks that the file of an argument can be written, before the work for it.
    pub fn check<P: AsRef<Path>>(
        self,
        argument: &str,
        path: &Path,
        others: impl IntoIterator<Item = P>,
    ) -> Result<(), String> {
        check_place(path)?;
        let others: Vec<P> = others.into_iter().collect();
        let part = part_of(path);
        check_apart(argument, path, &others)?;
        if keeps_nothing(path) {
            return Ok(());
        }
        check_apart(argument, &part, &others)?;
        let is_part = |other: &P| is_same(path, &part_of(other.as_ref()));
        if others.iter().any(is_part) {
            return Err(named(path)(format!(
                "the temporary name of a file that another argument names; \
                 {argument} needs another file"
            )));
        }
        self.check_new(path)?;
        if part.is_symlink() {
            return Err(named(path)(IS_LINK));
        }
        if !self.force && holds_something(&part) {
            return Err(if is_in_use(&part) {
                named(path)(IN_USE)
            } else {
                named(&part)("left by a run that was killed; remove it, or --force writes over it")
            });
        }
        Ok(())
    }

    /// Checks that nothing is written over.
    fn check_new(self, path: &Path) -> Result<(), String> {
        if !self.force && holds_something(path) {
            Err(named(path)("exists; --force writes over it"))
        } else {
            Ok(())
        }
    }

    /// Refuses --force where no file is written; `options` are those that name one.
    pub fn check_use(self, has_file: bool, options: &str) -> Result<(), String> {
        if self.force && !has_file {
            Err(format!("--force is for {options}"))
        } else {
            Ok(())
        }
    }

    /// Creates the file of an argument, after [`Overwriting::check`].
    pub fn create<P: AsRef<Path>>(
        self,
        argument: &str,
        path: &Path,
        others: impl IntoIterator<Item = P>,
    ) -> Result<Output, String> {
        self.check(argument, path, others)?;
        let output = Output::replacing(path)?;
        // Another run may have finished before this one had the lock.
        self.check_new(path)?;
        Ok(output)
    }
}

/// Checks that a file can be in this place.
pub fn check_place(path: &Path) -> Result<(), String> {
    if path == Path::new(STANDARD_INPUT) {
        return Err(named(path)(
            "stands for standard input; results need a file",
        ));
    }
    check_no_directory(path)?;
    let bytes = path.as_os_str().as_encoded_bytes();
    let names_directory = bytes.last().is_some_and(|&last| is_separator(last.into()));
    // Of the target, where it is a link.
    let has_place = || path.exists() || target_of(path).parent().is_none_or(Path::is_dir);
    if !names_directory && has_place() {
        Ok(())
    } else {
        Err(named(path)("there is no such directory"))
    }
}

/// Checks that a path does not name a directory.
pub fn check_no_directory(path: &Path) -> Result<(), String> {
    if path.is_dir() {
        Err(named(path)("a directory, not a file"))
    } else {
        Ok(())
    }
}

/// Writes a whole file, in place of another where there is one.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let mut output = Output::replacing(path)?;
    output.write_all(bytes).map_err(to_text)?;
    output.finish()
}

/// Opens the file of an argument to add to it; it need not exist.
pub fn append<P: AsRef<Path>>(
    argument: &str,
    path: &Path,
    others: impl IntoIterator<Item = P>,
) -> Result<Output, String> {
    check_place(path)?;
    check_apart(argument, path, others)?;
    let opened = match standard_stream(path) {
        Some(stream) => Ok((stream, WithoutReader::EndsRun)),
        None => {
            let file = OpenOptions::new().append(true).create(true).open(path);
            file.map(|file| (file, WithoutReader::Fails))
        }
    };
    let (file, without_reader) = opened.map_err(named(path))?;
    Ok(Output {
        unfinished: None,
        file,
        path: path.to_path_buf(),
        without_reader,
    })
}

/// Checks that something can be added to the file of an argument, and leaves no empty file there.
pub fn check_append(argument: &str, path: &Path) -> Result<(), String> {
    let is_new = !path.exists();
    append(argument, path, None::<&Path>)?;
    if is_new && !holds_something(path) {
        // The target of a link, not the link. An empty file that stays is no failure.
        let _ = fs::remove_file(target_of(path));
    }
    Ok(())
}

/// Adds a game to the file of an argument, and returns its place there, in bytes. Replaces an
/// earlier state of the game in this place, unless something was added behind it. Where that fails,
/// the file stays as it was.
pub fn add_game(
    argument: &str,
    path: &Path,
    game: &PgnGame,
    earlier: Option<Range<u64>>,
) -> Result<Range<u64>, String> {
    let length = || {
        if keeps_nothing(path) {
            0
        } else {
            path.metadata().map_or(0, |metadata| metadata.len())
        }
    };
    if let Some(earlier) = earlier.filter(|place| !place.is_empty() && place.end == length())
        && let Some(place) = replace_last_game(path, game, earlier).map_err(named(path))?
    {
        return Ok(place);
    }
    let mut output = append(argument, path, None::<&Path>)?;
    if output.without_reader == WithoutReader::EndsRun {
        // The program may be about to end, or wait for this game before it can.
        output.without_reader = WithoutReader::IsIgnored;
    }
    // Its place is found under the lock: other runs may add games to the file.
    output.lock()?;
    let start = length();
    let written = output.write_unlocked(game);
    let place = start..length();
    output.unlock();
    written.map(|()| place)
}

/// Writes a game over the last one of a file, and returns its place; `None` where the file does not
/// end behind this place any more.
fn replace_last_game(
    path: &Path,
    game: &PgnGame,
    place: Range<u64>,
) -> io::Result<Option<Range<u64>>> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    lock_to_add(&file)?;
    let replaced = if file.metadata()?.len() == place.end {
        replace_end(&mut file, game, place.start).map(Some)
    } else {
        Ok(None)
    };
    // Where the lock failed, there is none.
    let _ = file.unlock();
    replaced
}

/// Writes a game in place of all of a file from this offset on; returns the game's place.
fn replace_end(file: &mut File, game: &PgnGame, start: u64) -> io::Result<Range<u64>> {
    let mut earlier = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.read_to_end(&mut earlier)?;
    let text = format!("{}{game}", gap_at(file, start)?);
    // Where the program is killed before the file is cut, empty lines follow the game.
    let mut bytes = text.clone().into_bytes();
    bytes.resize(text.len().max(earlier.len()), b'\n');
    if let Err(error) = write_end(file, start, &bytes, text.len()) {
        // There is room for it also on a full disk. Nothing can be done where this fails too.
        let _ = write_end(file, start, &earlier, earlier.len());
        return Err(error);
    }
    Ok(start..start + text.len() as u64)
}

/// Replaces all of a file from this offset on, and cuts it behind so many of the bytes.
fn write_end(file: &mut File, start: u64, bytes: &[u8], kept: usize) -> io::Result<()> {
    file.seek(SeekFrom::Start(start))?;
    file.write_all(bytes)?;
    file.set_len(start + kept as u64)
}

/// What makes one empty line between what stands in a file up to this offset and a game there.
fn gap_at(file: &mut (impl Read + Seek), offset: u64) -> io::Result<&'static str> {
    // As many bytes as two ends of lines may have.
    let start = offset.saturating_sub(4);
    file.seek(SeekFrom::Start(start))?;
    let mut last = Vec::new();
    file.take(offset - start).read_to_end(&mut last)?;
    last.retain(|&byte| byte != b'\r');
    Ok(match last.as_slice() {
        [] | [.., b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    })
}

/// False for what keeps nothing.
pub fn holds_something(path: &Path) -> bool {
    !keeps_nothing(path) && path.metadata().is_ok_and(|metadata| metadata.len() > 0)
}

/// Devices, pipes, and the standard streams, wherever those go.
fn keeps_nothing(path: &Path) -> bool {
    is_device(path) || standard_stream(path).is_some()
}

/// Whatever exists and is no regular file: devices and pipes, and directories, too.
pub fn is_device(path: &Path) -> bool {
    path.exists() && !path.is_file()
}

/// Standard output or standard error, where the path leads to the same place, as `/dev/stdout`
/// does. A file that was opened a second time would lose what is written at the same offset.
#[cfg(unix)]
fn standard_stream(path: &Path) -> Option<File> {
    use super::unfinished::is_at;
    use std::os::fd::AsFd;
    let streams = [
        io::stdout().as_fd().try_clone_to_owned(),
        io::stderr().as_fd().try_clone_to_owned(),
    ];
    let mut files = streams.into_iter().flatten().map(File::from);
    files.find(|file| is_at(file, path))
}

#[cfg(not(unix))]
fn standard_stream(_path: &Path) -> Option<File> {
    None
}

/// Refuses standard input that is named twice: it can be read but once.
pub fn check_named_once<P: AsRef<Path>>(inputs: impl IntoIterator<Item = P>) -> Result<(), String> {
    let inputs = inputs.into_iter();
    let is_standard = |path: &P| path.as_ref() == Path::new(STANDARD_INPUT);
    if inputs.filter(is_standard).count() > 1 {
        Err(format!("standard input ({STANDARD_INPUT}) is named twice"))
    } else {
        Ok(())
    }
}

/// A file to read from; `-` is standard input.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    if path == Path::new(STANDARD_INPUT) {
        return Ok(Box::new(Patient(io::stdin().lock())));
    }
    check_no_directory(path)?;
    let file = File::open(path).map_err(named(path))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Whether two paths name the same file.
fn is_same(path: &Path, other: &Path) -> bool {
    // Devices can be used several times.
    !is_device(path) && target_of(path) == target_of(other)
}

/// A file for results. Errors name it.
pub struct Output {
    /// None where everything is in the file at once: what is added to it, and for what keeps
    /// nothing. Dropped before the file, whose lock protects it.
    unfinished: Option<UnfinishedFile>,
    file: File,
    path: PathBuf,
    without_reader: WithoutReader,
}

/// What it means for a run that the reader of one of its files has left.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum WithoutReader {
    /// It is an error like others.
    Fails,
    /// The same as for standard output: the file is a standard stream.
    EndsRun,
    /// Nothing: what is written is dropped.
    IsIgnored,
}

impl Output {
    /// What is written takes the place of the file by [`Output::finish`], and is dropped without.
    fn replacing(path: &Path) -> Result<Output, String> {
        let mut without_reader = WithoutReader::Fails;
        let opened = match standard_stream(path) {
            Some(stream) => {
                without_reader = WithoutReader::EndsRun;
                Ok((None, stream))
            }
            None if is_device(path) => File::create(path).map(|file| (None, file)),
            None => UnfinishedFile::create(path).map(|(part, file)| (Some(part), file)),
        };
        let (unfinished, file) = opened.map_err(named(path))?;
        Ok(Output {
            unfinished,
            file,
            path: path.to_path_buf(),
            without_reader,
        })
    }

    /// Whether it can be completed where the reader of standard output has left.
    pub fn outlives_reader(&self) -> bool {
        self.without_reader == WithoutReader::Fails
    }

    /// Control-C keeps what was written.
    pub fn kept_at_end(self) -> Output {
        self.unfinished.iter().for_each(UnfinishedFile::keep_at_end);
        self
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), String> {
        match self.unfinished {
            Some(unfinished) => unfinished.finish().map_err(named(&self.path)),
            None => Ok(()),
        }
    }

    /// Keeps what a run has written before it failed; an empty file replaces no other.
    pub fn keep(self) -> Result<(), String> {
        if self.file.metadata().is_ok_and(|data| data.len() > 0) {
            self.finish()
        } else {
            Ok(())
        }
    }

    /// Appends a game. What a full disk has taken of it is removed, so that the file never ends
    /// within a game.
    pub fn write_game(&mut self, game: &PgnGame) -> Result<(), String> {
        self.lock()?;
        let written = self.write_unlocked(game);
        self.unlock();
        written
    }

    /// Whether other runs may add games to the file, too.
    fn is_shared(&self) -> bool {
        let is_file = || self.file.metadata().is_ok_and(|data| data.is_file());
        self.unfinished.is_none() && self.without_reader == WithoutReader::Fails && is_file()
    }

    /// Keeps other runs from adding a game until [`Output::unlock`].
    fn lock(&self) -> Result<(), String> {
        if self.is_shared() {
            lock_to_add(&self.file).map_err(named(&self.path))
        } else {
            Ok(())
        }
    }

    fn unlock(&self) {
        if self.is_shared() {
            // Where the lock failed, there is none.
            let _ = self.file.unlock();
        }
    }

    /// As [`Output::write_game`], without a lock.
    fn write_unlocked(&mut self, game: &PgnGame) -> Result<(), String> {
        let length = |file: &File| file.metadata().map(|data| data.len());
        let before = length(&self.file);
        let gap = match before {
            Ok(0) => "",
            // What others wrote there may end anyhow. A file that cannot be read is taken for one
            // of games.
            Ok(offset) if self.is_shared() => {
                let file = File::open(&self.path);
                file.and_then(|mut file| gap_at(&mut file, offset))
                    .unwrap_or("\n")
            }
            _ => "\n",
        };
        let text = format!("{gap}{game}");
        let written = self.write_text(&text);
        // Others may write to standard output, too, and append to the same file.
        let is_own = self.without_reader == WithoutReader::Fails;
        let is_part = |before| {
            let now = length(&self.file);
            now.is_ok_and(|now| (before..before + text.len() as u64).contains(&now))
        };
        if let (Err(_), Ok(length), true) = (&written, before, is_own)
            && is_part(length)
        {
            // Devices have no length. Nothing can be done where this fails.
            let _ = self.file.set_len(length);
            let _ = self.file.seek(SeekFrom::Start(length));
        }
        written
    }

    /// Writes a text. The error names the file.
    pub fn write_text(&mut self, text: &str) -> Result<(), String> {
        let written = self.write_all(text.as_bytes());
        written.map_err(to_text)
    }

    /// Ends the program where the reader of a standard stream has left, unless that is ignored.
    fn check_reader(&self, error: io::Error) -> io::Result<()> {
        match self.without_reader {
            _ if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            WithoutReader::Fails => Err(error),
            WithoutReader::EndsRun => {
                leave_unless_outlived(&error);
                Ok(())
            }
            WithoutReader::IsIgnored => Ok(()),
        }
    }

    /// Puts the file's name before the error of what was done with it.
    fn named<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.map_err(|error| io::Error::new(error.kind(), named(&self.path)(error)))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = patiently(|| self.file.write(bytes));
        self.named(written.or_else(|error| self.check_reader(error).map(|()| bytes.len())))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = patiently(|| self.file.flush());
        self.named(flushed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn game(event: &str) -> PgnGame {
        let mut game = PgnGame::new(&Position::startpos());
        game.set_tag("Event", event);
        game
    }

    #[test]
    fn no_file_of_results_has_the_name_of_standard_input() {
        let path = Path::new(STANDARD_INPUT);
        let expected = "-: stands for standard input; results need a file";
        for checked in [
            check_place(path),
            check_append("--pgn", path),
            Overwriting { force: true }.check("--out", path, None::<&Path>),
        ] {
            assert_eq!(checked, Err(expected.to_string()));
        }
        assert_eq!(check_place(&Path::new(".").join(path)), Ok(()));
    }

    #[test]
    fn a_directory_that_is_not_there_is_no_file() {
        let path = fresh("ox88-directory").join("");
        let error = check_place(&path).unwrap_err();
        assert!(error.ends_with("there is no such directory"), "{error}");
    }

    /// A path in the system's temporary folder, where an earlier process of this number may have
    /// left a file.
    fn fresh(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn an_empty_line_is_between_games_whatever_ends_the_file() {
        let path = fresh("ox88-gaps");
        for (before, gap) in [
            ("", ""),
            ("1. e4 *", "\n\n"),
            ("1. e4 *\n", "\n"),
            ("1. e4 *\r\n", "\n"),
            ("1. e4 *\n\n", ""),
            ("1. e4 *\r\n\r\n", ""),
        ] {
            fs::write(&path, before).unwrap();
            let first = game("first");
            let place = add_game("--pgn", &path, &first, None).unwrap();
            let expected = format!("{before}{gap}{first}");
            assert_eq!(fs::read_to_string(&path).unwrap(), expected);
            add_game("--pgn", &path, &first, Some(place)).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn only_the_last_game_of_a_file_is_replaced() {
        let path = fresh("ox88-replaced");
        let text = || fs::read_to_string(&path).unwrap();
        let add = |event: &str, earlier| add_game("--pgn", &path, &game(event), earlier).unwrap();
        let first = add("first", None);
        let second = add("of a long name", None);
        assert_eq!((first.start, first.end), (0, second.start));
        // Shorter, and then longer.
        for event in ["short", "of a longer name"] {
            let place = add(event, Some(second.start..text().len() as u64));
            assert_eq!(place, second.start..text().len() as u64);
            assert_eq!(text(), format!("{}\n{}", game("first"), game(event)));
        }
        // Another run adds a game.
        let third = add("third", Some(first.clone()));
        assert_eq!(third.end, text().len() as u64);
        let replaced = replace_last_game(&path, &game("late"), first);
        assert_eq!(replaced.unwrap(), None);
        assert_eq!(text().matches("[Event ").count(), 3);
        fs::remove_file(&path).unwrap();
    }
}
