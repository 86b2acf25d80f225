//! Parts of messages to users.

use std::fmt;
use std::path::Path;

/// The greatest length of a text from outside in a message, in characters; longer text is cut.
const LONGEST: usize = 80;

/// Returns a text from outside without control characters, which could steer a terminal.
pub fn harmless(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// Returns a text from outside as [`harmless`] does, and cut if it is long.
pub fn short(text: &str) -> String {
    let mut letters = text.chars().filter(|letter| !letter.is_control());
    let mut text: String = letters.by_ref().take(LONGEST).collect();
    text.extend(letters.next().map(|_| '…'));
    text
}

/// A quote of text from outside in a message: in quotes, and [`short`].
///
/// ```
/// use ox88::text::Quoted;
/// assert_eq!(Quoted("e2\te4").to_string(), "'e2e4'");
/// assert_eq!(Quoted(&"x".repeat(1000)).to_string().chars().count(), 83);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "'{}'", short(self.0))
    }
}

/// Returns the text of an error, for `map_err`.
pub fn to_text(error: impl fmt::Display) -> String {
    error.to_string()
}

/// Returns the message of an error of the system or of Rust's library, in words for users: without
/// the number of a system error.
///
/// ```
/// use ox88::text::without_system_number;
/// let message = "x.pgn: No such file or directory (os error 2)";
/// assert_eq!(without_system_number(message), "x.pgn: No such file or directory");
/// let message = "book.bin: failed to fill whole buffer";
/// assert_eq!(without_system_number(message), "book.bin: shorter than it was, or cut off");
/// ```
pub fn without_system_number(message: &str) -> String {
    // What `Read::read_exact` says.
    let message = message.replace("failed to fill whole buffer", "shorter than it was, or cut off");
    let Some((before, rest)) = message.split_once(" (os error ") else {
        return message;
    };
    match rest.split_once(')') {
        Some((number, after)) if number.parse::<i32>().is_ok() => format!("{before}{after}"),
        _ => message,
    }
}

/// Returns a number with its noun: `1 game`, `2 games`.
pub fn counted(count: usize, name: &str) -> String {
    match count {
        1 => format!("1 {name}"),
        _ => format!("{count} {name}s"),
    }
}

/// The most complaints that one line shows.
pub const MOST_LISTED: usize = 5;

/// Joins the first complaints, at most [`MOST_LISTED`].
pub fn listed(complaints: &[String]) -> String {
    let first = complaints[..complaints.len().min(MOST_LISTED)].join(", ");
    if complaints.len() > MOST_LISTED { format!("{first}, …") } else { first }
}

/// The greatest length of a path in a message, in characters. Longer paths lose their middle, since
/// the name of the file is at the end.
const LONGEST_PATH: usize = 200;

/// Returns a path within a message: without control characters, and shortened if it is long.
pub fn shown(path: &Path) -> String {
    let text = harmless(&path.to_string_lossy());
    let count = text.chars().count();
    if count <= LONGEST_PATH {
        return text;
    }
    let half = LONGEST_PATH / 2;
    let start = text.chars().take(half);
    let end = text.chars().skip(count - half);
    start.chain(['…']).chain(end).collect()
}

/// Returns the name of a file without its folders.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_steer_a_terminal() {
        assert_eq!(harmless("M\u{fc}ller\u{1b}[2J\n\u{7}"), "M\u{fc}ller[2J");
    }

    #[test]
    fn long_names_are_cut() {
        let longest = "\u{fc}".repeat(LONGEST);
        assert_eq!(short(&format!("\u{1b}{longest}\n")), longest);
        assert_eq!(short(&format!("{longest}x")), format!("{longest}…"));
    }

    #[test]
    fn long_paths_lose_their_middle_and_all_their_control_characters() {
        assert_eq!(shown(Path::new("a\u{1b}[31m/b\n.pgn")), "a[31m/b.pgn");
        let longest = "\u{fc}".repeat(LONGEST_PATH);
        assert_eq!(shown(Path::new(&longest)), longest);
        let path = format!("/home/{}/games.pgn", "x".repeat(10_000));
        let short = shown(Path::new(&path));
        assert_eq!(short.chars().count(), LONGEST_PATH + 1);
        assert!(short.starts_with("/home/xxx") && short.ends_with("x/games.pgn"), "{short}");
    }
}
