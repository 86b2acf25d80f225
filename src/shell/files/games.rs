//! Files of games, to which games are added and whose last game is replaced.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use super::output::append;
use super::paths::{is_device_or_stream, named};
use crate::disk::lock_to_add;
use crate::knowledge::pgn::PgnGame;

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
        if is_device_or_stream(path) {
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
    append(argument, path, None::<&Path>)?.write_game(game)
}

/// Writes a game over the last one of a file, and returns its place; `None` if the file no longer
/// ends with this place.
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

/// Replaces the end of a file, from this offset on, by `bytes`, and cuts the file behind the first
/// `kept` of them.
fn write_end(file: &mut File, start: u64, bytes: &[u8], kept: usize) -> io::Result<()> {
    file.seek(SeekFrom::Start(start))?;
    file.write_all(bytes)?;
    file.set_len(start + kept as u64)
}

/// Returns the line ends that are missing for one empty line between a file's text up to this
/// offset and a game there.
pub fn gap_at(file: &mut (impl Read + Seek), offset: u64) -> io::Result<&'static str> {
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::board::Position;
    use crate::shell::files::{Overwriting, STANDARD_INPUT, check_append, check_place};

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

    /// Returns a path in the system's temporary folder. A file that an earlier process of the same
    /// number left there is removed.
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
