//! Positions and games as arguments name them: by words, or in files.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, Cursor, Read};
use std::path::{Path, PathBuf};

use crate::board::{Position, San};
use crate::knowledge::epd::{self, Epd};
use crate::shell::files::{self, ReadCounts, STANDARD_INPUT, named};
use crate::shell::game_file::GameFile;
use crate::text::{Quoted, harmless, to_text};

/// The word for the start position.
const START: &str = "startpos";

/// The greatest number of bytes of a file that are read to find its format, as comments may come
/// first.
const MOST_AHEAD: u64 = 1 << 20;

/// What an argument names.
pub enum Subject {
    /// Positions with their names, which are empty for those of the command line, and the file that
    /// has them.
    Positions(Option<PathBuf>, Vec<(String, PositionSource)>),
    /// A file of games, and its content if it is open: more files may be named than can be open at
    /// a time.
    Games(PathBuf, Option<Box<dyn BufRead>>),
}

/// Returns a position: one of the command line, perhaps with the moves before it, or one of a file.
/// The latter is kept as text, since all lines are in memory and a [`Position`] is larger.
pub type PositionSource = Box<dyn Fn() -> Position>;

/// The format of a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    Epd,
    Pgn,
}

/// Returns the one position that the option `--fen` or the words of a command name, if one of them is
/// given: the position itself, the first of a file of positions, or the end of the first game of a
/// file.
///
/// # Errors
/// Where they name none, or more than one.
pub fn chosen(fen: Option<&OsString>, words: &[OsString]) -> Result<Option<Position>, String> {
    match fen {
        Some(fen) => {
            let found = position(std::slice::from_ref(fen));
            found.map_err(|error| format!("--fen: {error}")).map(Some)
        }
        None if words.is_empty() => Ok(None),
        None => position(words).map(Some),
    }
}

fn position(words: &[OsString]) -> Result<Position, String> {
    let mut subjects = read(words, None)?;
    match (subjects.pop(), subjects.is_empty()) {
        (Some(Subject::Positions(_, positions)), true) => {
            let (_, first) = &positions[0];
            Ok(first())
        }
        (Some(Subject::Games(path, file)), true) => {
            Ok(GameFile::open(&path, file)?.only(1)?.last_position())
        }
        _ => Err("one position is needed, or one file".to_string()),
    }
}

/// Reads the positions and games that the words of the command line name. Without a format, names
/// or contents of files decide. Files without a position are left out, and told on standard error.
///
/// # Errors
/// Where a file cannot be read, a word names nothing, or nothing is left.
pub fn read(words: &[OsString], format: Option<Format>) -> Result<Vec<Subject>, String> {
    let names = match format {
        Some(_) => words.to_vec(),
        None => joined(words),
    };
    files::check_named_once(&names)?;
    let mut counts = ReadCounts::new("position", None);
    let subjects = names.iter().map(|name| subject(name, format, &mut counts));
    let mut subjects = subjects.collect::<Result<Vec<Subject>, String>>()?;
    subjects.retain(|subject| !matches!(subject, Subject::Positions(_, found) if found.is_empty()));
    if subjects.is_empty() || counts.read > 0 {
        counts.tell()?;
    } else {
        // There are only games, which are read later.
        counts.tell_notes();
    }
    Ok(subjects)
}

/// Joins the words of a position that was not quoted.
fn joined(words: &[OsString]) -> Vec<OsString> {
    let mut names: Vec<OsString> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if is_preface(word, words.get(index + 1)) {
            continue;
        }
        match names.last_mut().filter(|name| goes_on(name, word)) {
            Some(name) => {
                name.push(" ");
                name.push(word);
            }
            None => names.push(word.clone()),
        }
    }
    names
}

/// Returns whether a word adds nothing to the position behind it, as in a line of the protocol.
fn is_preface(word: &OsStr, next: Option<&OsString>) -> bool {
    let next = next.and_then(|next| next.to_str());
    matches!(word.to_str(), Some("position" | "fen"))
        && !names_file(word)
        && next.is_some_and(|next| next == "fen" || begins_position(next))
}

/// Returns whether a word goes on with the position that was begun: as a field of its FEN, as `moves`,
/// or as a move. A name that is no text can only be that of a file.
fn goes_on(begun: &OsStr, word: &OsStr) -> bool {
    let (Some(begun), Some(word)) = (begun.to_str(), word.to_str()) else {
        return false;
    };
    if word.contains(char::is_whitespace) || word == START {
        return false;
    }
    let fields: Vec<&str> = begun.split_whitespace().collect();
    if fields.first().is_none_or(|&first| !begins_position(first)) {
        return false;
    }
    let is_named = names_file(word.as_ref());
    match fields.len() {
        _ if word == MOVES => true,
        // A move, even where a file has its name.
        _ if fields.contains(&MOVES) => {
            San::read(word).is_some() || !is_named && !begins_position(word)
        }
        _ if fields[0] == START => false,
        // The side to move, even where a file has its name.
        1 if matches!(word, "w" | "b") => true,
        1..=3 => (!is_named || word == STANDARD_INPUT) && !begins_position(word),
        4 | 5 => word.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    }
}

/// The word before the moves of a position.
const MOVES: &str = "moves";

/// Returns whether a word is `startpos` or the board of a FEN.
fn begins_position(word: &str) -> bool {
    word == START || word.matches('/').count() == 7 && !Path::new(word).exists()
}

fn names_file(name: &OsStr) -> bool {
    let path = Path::new(name);
    name == OsStr::new(STANDARD_INPUT)
        || format_by_name(path).is_some()
        || path.exists() && !path.is_dir()
}

fn format_by_name(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_ascii_lowercase();
    match extension.to_str()? {
        "epd" => Some(Format::Epd),
        "pgn" => Some(Format::Pgn),
        _ => None,
    }
}

fn subject(
    name: &OsStr,
    format: Option<Format>,
    counts: &mut ReadCounts,
) -> Result<Subject, String> {
    let text = name.to_string_lossy();
    let words: Vec<&str> = text.split_whitespace().collect();
    // A file of that name is `./startpos`.
    let is_start = matches!(words.as_slice(), [START] | [START, MOVES, ..]);
    if format.is_none() && (is_start || !names_file(name)) {
        if !is_start {
            files::check_no_directory(Path::new(name))?;
        }
        let position = written_position(&text)?;
        let source: PositionSource = Box::new(move || position.clone());
        counts.read += 1;
        return Ok(Subject::Positions(None, vec![(String::new(), source)]));
    }
    let path = Path::new(name);
    let mut file = files::open(path)?;
    let format = match format.or(format_by_name(path)) {
        Some(format) => format,
        None => {
            let mut ahead = Vec::new();
            let format = format_by_content(&mut file, &mut ahead).map_err(named(path))?;
            file = Box::new(Cursor::new(ahead).chain(file));
            format
        }
    };
    match format {
        Format::Pgn => {
            // Other files, such as pipes, can be opened only once.
            let is_closed = name != OsStr::new(STANDARD_INPUT) && path.is_file();
            let file = if is_closed { None } else { Some(file) };
            Ok(Subject::Games(path.to_path_buf(), file))
        }
        Format::Epd => {
            let make = |line, epd: Epd| {
                let id = epd.id().map(|id| format!(": {}", harmless(&id)));
                let source: PositionSource = Box::new(move || epd.position());
                Ok((format!("line {line}{}", id.unwrap_or_default()), source))
            };
            let positions = files::positions(path, file, make, counts)?;
            Ok(Subject::Positions(Some(path.to_path_buf()), positions))
        }
    }
}

/// Returns the format by the first line that is no comment; what was read is kept in `ahead`.
fn format_by_content(file: &mut impl BufRead, ahead: &mut Vec<u8>) -> io::Result<Format> {
    loop {
        let begin = ahead.len();
        let room = MOST_AHEAD.saturating_sub(begin as u64);
        if file.by_ref().take(room).read_until(b'\n', ahead)? == 0 {
            return Ok(Format::Pgn);
        }
        // Lines may end with a carriage return alone.
        let text = String::from_utf8_lossy(&ahead[begin..]);
        let mut lines = text.split('\r').map(|line| line.trim_start_matches('\u{feff}').trim());
        if let Some(line) = lines.find(|line| !line.is_empty() && !epd::is_comment(line)) {
            let first = line.split_whitespace().next().unwrap_or_default();
            return Ok(match first.matches('/').count() {
                7 => Format::Epd,
                _ => Format::Pgn,
            });
        }
    }
}

/// Reads a FEN or `startpos`, perhaps after `position` and `fen`, and moves behind it.
fn written_position(text: &str) -> Result<Position, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let fields = fields.strip_prefix(&["position"]).unwrap_or(&fields);
    let fields = fields.strip_prefix(&["fen"]).unwrap_or(fields);
    let end = fields.iter().position(|field| *field == MOVES);
    let (start, moves) = fields.split_at(end.unwrap_or(fields.len()));
    let mut position = match start {
        [START] => Position::startpos(),
        [START, .., word] | [word] if San::read(word).is_some() => {
            return Err(format!("{}: moves follow the word 'moves'", Quoted(text)));
        }
        [] | [_] if !text.contains("/") || start.iter().all(|word| !begins_position(word)) => {
            return Err(format!("{}: no such file, and not a FEN", Quoted(text)));
        }
        _ => Position::from_fen(&start.join(" "))
            .map_err(|error| format!("{}: {error}", Quoted(text)))?,
    };
    for text in moves.iter().skip(1) {
        position.make(position.parse_san_or_uci(text).map_err(to_text)?);
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";

    #[test]
    fn words_of_one_position_are_joined() {
        let fen = format!("{KINGS} w - - 0 1");
        for (words, expected) in [
            ("startpos a.pgn b.pgn -", &["startpos", "a.pgn", "b.pgn", "-"][..]),
            ("startpos moves e2e4 e5 startpos", &["startpos moves e2e4 e5", "startpos"]),
            (&fen, &[&fen]),
            (&format!("{fen} {fen}"), &[&fen, &fen]),
            (&format!("{KINGS} w - - x.epd"), &[&format!("{KINGS} w - -"), "x.epd"]),
            (
                &format!("{fen} moves e1e2 - {KINGS} b - -"),
                &[&format!("{fen} moves e1e2"), "-", &format!("{KINGS} b - -")],
            ),
            (
                &format!("position startpos moves e2e4 position fen {fen} fen {fen} fen"),
                &["startpos moves e2e4", &fen, &fen, "fen"],
            ),
            ("position a.pgn", &["position", "a.pgn"]),
        ] {
            let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
            let names = joined(&words).into_iter().map(OsString::into_string);
            let names: Vec<String> = names.map(Result::unwrap).collect();
            assert_eq!(names, expected);
        }
        let quoted = [fen.as_str(), &fen, "startpos moves e2e4"].map(OsString::from);
        assert_eq!(joined(&quoted), quoted);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn names_that_are_no_text_are_joined_to_nothing() {
        use std::os::unix::ffi::OsStrExt;
        let name = OsStr::from_bytes(b"g\xff.pgn").to_os_string();
        let words = [OsString::from("startpos"), name.clone(), name];
        assert_eq!(joined(&words), words);
        let error = read(&words[1..], None).err().unwrap();
        assert!(error.contains("No such file"), "{error}");
    }

    #[test]
    fn positions_are_those_of_uci() {
        let fen = |text: &str| written_position(text).map(|position| position.fen());
        let after = fen("startpos moves e2e4 c5").unwrap();
        assert!(after.starts_with("rnbqkbnr/pp1ppppp/8/2p5/4P3/"), "{after}");
        assert_eq!(fen("position startpos moves e2e4 c7c5"), Ok(after));
        let kings = format!("{KINGS} w - - 0 1");
        assert_eq!(
            fen(&format!("fen {kings} moves e1e2 e8e7")).unwrap(),
            "8/4k3/8/8/8/8/4K3/8 w - - 2 2"
        );
        for (text, part) in [
            ("joho", "'joho': no such file, and not a FEN"),
            ("no/such/file", "no such file, and not a FEN"),
            ("startpos moves e2e5", "'e2e5' is not legal here"),
            ("startpos moves e4 Ke7", "'Ke7' is not legal here"),
            ("startpos moves e4 O-O", "'O-O' is not legal here"),
            ("startpos moves joho", "'joho' is not a move"),
            ("startpos e2e4", "'startpos e2e4': moves follow the word 'moves'"),
            ("Nf3", "'Nf3': moves follow the word 'moves'"),
            ("startpos joho", "'startpos joho': FEN has 2 fields"),
            ("8/8 w - -", "ranks"),
        ] {
            let error = fen(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn files_tell_what_they_hold() {
        for (text, expected) in [
            ("[Event \"x\"]\n", Format::Pgn),
            ("\u{feff}\n% escape\n1. e4 e5 *", Format::Pgn),
            ("# suite\n\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n", Format::Epd),
            ("; suite\r// of kings\r4k3/8/8/8/8/8/8/4K3 w - -\r", Format::Epd),
            ("; a game\r1. e4 e5 *\r4k3/8/8/8/8/8/8/4K3 w - -", Format::Pgn),
            ("", Format::Pgn),
        ] {
            let (mut file, mut ahead) = (text.as_bytes(), Vec::new());
            assert_eq!(format_by_content(&mut file, &mut ahead).unwrap(), expected);
            assert_eq!([&ahead, file].concat(), text.as_bytes());
        }
    }
}
