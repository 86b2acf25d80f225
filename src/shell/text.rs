//! Text for a terminal of 80 columns.

/// Columns of the longest line.
pub const WIDTH: usize = 79;

/// In letters. Longer names are cut.
const LONGEST_NAME: usize = 80;

/// Wraps words behind `start` and indents later lines to its width; long words may pass [`WIDTH`].
pub fn laid_out<S: AsRef<str>>(start: &str, words: impl IntoIterator<Item = S>) -> String {
    let indent = start.chars().count();
    let mut text = start.to_string();
    let mut column = indent;
    for word in words {
        let word = word.as_ref();
        let length = word.chars().count();
        if column > indent && column + 1 + length > WIDTH {
            text.truncate(text.trim_end().len());
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        }
        if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.trim_end().to_string()
}

/// A name from a file within a line: [`harmless`], and cut if it is long.
pub fn short(name: &str) -> String {
    let mut letters = name.chars().filter(|letter| !letter.is_control());
    let mut text: String = letters.by_ref().take(LONGEST_NAME).collect();
    text.extend(letters.next().map(|_| '…'));
    text
}

/// A name from a file without control characters.
pub fn harmless(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_laid_out_in_lines() {
        assert_eq!(laid_out("- ", ["a", "b"]), "- a b");
        assert_eq!(laid_out("nothing: ", [""; 0]), "nothing:");
        let text = laid_out("  1  ", ["1. e4 e5"; 30]);
        assert!(text.lines().count() > 3);
        for line in text.lines().skip(1) {
            assert!(line.starts_with("     1. e4"), "{text}");
            assert!(line.len() <= WIDTH, "{text}");
        }
        let long = "x".repeat(100);
        assert_eq!(laid_out("", [&long, &long]), format!("{long}\n{long}"));
    }

    #[test]
    fn names_cannot_steer_a_terminal() {
        assert_eq!(harmless("M\u{fc}ller\u{1b}[2J\n\u{7}"), "M\u{fc}ller[2J");
    }

    #[test]
    fn long_names_are_cut() {
        let longest = "\u{fc}".repeat(LONGEST_NAME);
        assert_eq!(short(&format!("\u{1b}{longest}\n")), longest);
        assert_eq!(short(&format!("{longest}x")), format!("{longest}…"));
    }
}
