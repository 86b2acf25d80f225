//! Files for results: those that replace others, and those that games are added to.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::paths::{
    check_apart, check_place, has_content, is_device, is_device_or_stream, named, standard_stream,
};
use crate::disk::{IN_USE, UnfinishedFile, is_in_use, part_of, target_of};
use crate::knowledge::pgn::PgnGame;
use crate::shell::terminal::end_without_output;
use crate::sync::retry_blocked;
use crate::text::to_text;

/// The option by which a run writes over files that exist.
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
        if is_device_or_stream(path) {
            return Ok(());
        }
        check_apart(argument, &part, &others)?;
        if self.force {
            Ok(())
        } else if has_content(path) {
            Err(named(path)("exists; --force writes over it"))
        } else if is_in_use(&part) {
            Err(named(path)(IN_USE))
        } else if has_content(&part) {
            Err(named(&part)("left by a run that was killed; remove it, or --force writes over it"))
        } else {
            Ok(())
        }
    }

    /// Refuses --force where no file is written; `options` are the names of the options that name a
    /// file.
    pub fn check_use(self, has_file: bool, options: &str) -> Result<(), String> {
        if self.force && !has_file { Err(format!("--force is for {options}")) } else { Ok(()) }
    }

    /// Creates the file of an argument, after [`Overwriting::check`].
    pub fn create<P: AsRef<Path>>(
        self,
        argument: &str,
        path: &Path,
        others: impl IntoIterator<Item = P>,
    ) -> Result<Output, String> {
        self.check(argument, path, others)?;
        Output::replacing(path)
    }
}

/// Writes a whole file, in place of another where there is one.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), String> {
    Output::replacing(path)?.complete(bytes)
}

/// Opens a file to add to it; it need not exist.
pub fn append(path: &Path) -> Result<Output, String> {
    check_place(path)?;
    // A file whose end cannot be read is taken to end with a game.
    let gap = if has_content(path) { gap_behind(path).unwrap_or("\n") } else { "" };
    // Windows neither locks nor cuts a file that is opened only to append. Elsewhere it may be
    // write-only.
    let is_windows = cfg!(windows);
    let mut options = OpenOptions::new();
    options.read(is_windows).write(is_windows).append(!is_windows).create(true).truncate(false);
    let output = Output::open(path, || Ok((None, options.open(path)?)))?;
    Ok(Output { gap, ..output })
}

/// Checks that something can be added to a file, and leaves no empty file there.
pub fn check_append(path: &Path) -> Result<(), String> {
    let is_new = !path.exists();
    append(path)?;
    if is_new && !has_content(path) {
        // The target of a link, not the link. An empty file that stays is no failure.
        let _ = fs::remove_file(target_of(path));
    }
    Ok(())
}

/// A file for results. Errors name it.
pub struct Output {
    /// The file that replaces the one at the path once it is whole. `None` for files that results
    /// are added to, and for devices, pipes and terminals: they get everything at once.
    unfinished: Option<UnfinishedFile>,
    file: File,
    path: PathBuf,
    /// Whether the file is standard output, whose reader may leave.
    pub is_stream: bool,
    /// What stands before the next game.
    gap: &'static str,
}

impl Output {
    /// Opens a temporary file, which replaces the file at the path once [`Output::finish`] is
    /// called. Devices are opened themselves.
    fn replacing(path: &Path) -> Result<Output, String> {
        Output::open(path, || {
            if is_device(path) {
                return Ok((None, File::create(path)?));
            }
            let part = UnfinishedFile::create(path)?;
            let file = part.file().try_clone()?;
            Ok((Some(part), file))
        })
    }

    /// Opens a file by this function, unless it is standard output.
    fn open(
        path: &Path,
        open: impl FnOnce() -> io::Result<(Option<UnfinishedFile>, File)>,
    ) -> Result<Output, String> {
        let stream = standard_stream(path);
        let is_stream = stream.is_some();
        let opened = stream.map_or_else(open, |stream| Ok((None, stream)));
        let (unfinished, file) = opened.map_err(named(path))?;
        Ok(Output { unfinished, file, path: path.to_path_buf(), is_stream, gap: "" })
    }

    /// Writes these bytes, and completes the file.
    pub fn complete(mut self, bytes: &[u8]) -> Result<(), String> {
        self.write_all(bytes).map_err(to_text)?;
        self.finish()
    }

    /// Completes the file: a temporary one replaces the file at its path.
    pub fn finish(self) -> Result<(), String> {
        match self.unfinished {
            Some(unfinished) => unfinished.finish().map_err(named(&self.path)),
            None => Ok(()),
        }
    }

    /// Completes the file, unless nothing was written: an empty file replaces no other.
    pub fn keep(self) -> Result<(), String> {
        if self.file.metadata().is_ok_and(|data| data.len() == 0) { Ok(()) } else { self.finish() }
    }

    /// Appends a game, and returns its place in the file. If the disk is full, the part of the game
    /// that it took is removed, so that the file never ends within a game.
    pub fn write_game(&mut self, game: impl Display) -> Result<Range<u64>, String> {
        let gap = std::mem::replace(&mut self.gap, "\n");
        let text = format!("{gap}{game}");
        // Other runs may add to the same file, and the removal of a part must not cut off their
        // games. Some file systems have no locks. A temporary file is locked until it is whole.
        let is_shared = self.unfinished.is_none() && !self.is_stream;
        if is_shared {
            let _ = self.file.lock();
        }
        // Devices have no end.
        let before = self.file.seek(SeekFrom::End(0)).unwrap_or(0);
        let written = self.write_all(text.as_bytes());
        if written.is_err() && !self.is_stream {
            // Nothing can be done where this fails.
            let _ = self.file.set_len(before);
        }
        if is_shared {
            let _ = self.file.unlock();
        }
        let end = before + text.len() as u64;
        written.map(|()| before + gap.len() as u64..end).map_err(to_text)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = retry_blocked(|| self.file.write(bytes));
        written.or_else(|error| {
            if self.is_stream && error.kind() == io::ErrorKind::BrokenPipe {
                end_without_output(&error);
                return Ok(bytes.len());
            }
            Err(io::Error::new(error.kind(), named(&self.path)(error)))
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        // A file has no buffer.
        Ok(())
    }
}

/// Adds a game to a file, and returns its place there, in bytes. Replaces an earlier state of the
/// game in this place, unless something was added behind it. Where that fails, the file stays as it
/// was.
pub fn add_game(
    path: &Path,
    game: &PgnGame,
    earlier: Option<Range<u64>>,
) -> Result<Range<u64>, String> {
    let length = path.metadata().map_or(0, |data| data.len());
    if let Some(earlier) = earlier.filter(|place| place.end == length)
        && let Some(place) = replace_last_game(path, game, &earlier).map_err(named(path))?
    {
        return Ok(place);
    }
    append(path)?.write_game(game)
}

/// Writes a game over its earlier state in this place, and returns its new place; `None` where the
/// file does not end with the earlier state.
fn replace_last_game(
    path: &Path,
    game: &PgnGame,
    place: &Range<u64>,
) -> io::Result<Option<Range<u64>>> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    // Another run may be adding a game to the file. The lock ends with this open file.
    let _ = file.lock();
    if file.metadata()?.len() != place.end {
        let _ = file.unlock();
        return Ok(None);
    }
    let start = place.start;
    let mut earlier = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.read_to_end(&mut earlier)?;
    let text = game.to_string();
    if let Err(error) = write_end(&mut file, start, text.as_bytes()) {
        // There is room for it also on a full disk. Nothing can be done where this fails too.
        let _ = write_end(&mut file, start, &earlier);
        return Err(error);
    }
    Ok(Some(start..start + text.len() as u64))
}

/// Replaces the end of a file, from this offset on.
fn write_end(file: &mut File, start: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(start))?;
    file.write_all(bytes)?;
    file.set_len(start + bytes.len() as u64)
}

/// Returns the line ends that are missing for one empty line between a file's text and a game
/// behind it.
fn gap_behind(path: &Path) -> io::Result<&'static str> {
    let mut file = File::open(path)?;
    // As many bytes as two ends of lines may have.
    let start = file.metadata()?.len().saturating_sub(4);
    file.seek(SeekFrom::Start(start))?;
    let mut last = Vec::new();
    file.read_to_end(&mut last)?;
    last.retain(|&byte| byte != b'\r');
    Ok(match last.as_slice() {
        [] | [.., b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    })
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
    fn a_directory_that_is_not_there_is_no_file() {
        let error = check_place(Path::new("no such directory/")).unwrap_err();
        assert!(error.ends_with("there is no such directory"), "{error}");
    }

    #[test]
    fn a_game_that_another_run_adds_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let place = add_game(&path, &game("first"), None).unwrap();
        let mut other = append(&path).unwrap().file;
        other.lock().unwrap();
        other.seek(SeekFrom::End(0)).unwrap();
        let again = std::thread::scope(|scope| {
            let again = scope.spawn(|| add_game(&path, &game("again"), Some(place)));
            // Time to come to the lock; no result depends on it.
            std::thread::sleep(std::time::Duration::from_millis(50));
            write!(other, "\n{}", game("other")).unwrap();
            // This unlocks it, also in Wine, where an explicit unlock fails.
            drop(other);
            again.join().unwrap().unwrap()
        });
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!((text.matches("[Event ").count(), again.end), (3, text.len() as u64));
    }

    /// As where the disk is full after a part of a game.
    #[test]
    fn a_file_that_games_are_added_to_can_be_cut() {
        let folder = tempfile::tempdir().unwrap();
        let mut output = append(&folder.path().join("games.pgn")).unwrap();
        output.write_game(game("first")).unwrap();
        output.file.set_len(0).unwrap();
        // Behind the gap.
        assert_eq!(output.write_game(game("second")).unwrap().start, 1);
    }

    #[test]
    fn an_empty_line_is_between_games_whatever_ends_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
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
            let place = add_game(&path, &first, None).unwrap();
            let expected = format!("{before}{gap}{first}");
            assert_eq!(fs::read_to_string(&path).unwrap(), expected);
            add_game(&path, &first, Some(place)).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        }
    }

    #[test]
    fn only_the_last_game_of_a_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let text = || fs::read_to_string(&path).unwrap();
        let add = |event: &str, earlier| add_game(&path, &game(event), earlier).unwrap();
        let first = add("first", None);
        let second = add("of a long name", None);
        assert_eq!((first.start, first.end + 1), (0, second.start));
        // Shorter, and then longer.
        for event in ["short", "of a longer name"] {
            let place = add(event, Some(second.start..text().len() as u64));
            assert_eq!(place, second.start..text().len() as u64);
            assert_eq!(text(), format!("{}\n{}", game("first"), game(event)));
        }
        // Another run adds a game.
        let third = add("third", Some(first));
        assert_eq!(third.end, text().len() as u64);
        assert_eq!(text().matches("[Event ").count(), 3);
    }
}
