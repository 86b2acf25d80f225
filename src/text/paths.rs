//! Names of files in messages.

use std::path::Path;

use super::harmless;

/// The greatest length of a path in a message, in letters. Longer paths lose their middle, since
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
