//! Text for a terminal.

use std::io;

use terminal_size::terminal_size_of;

/// The width of `--help` and of lines that are not for a terminal, in columns.
pub const WIDTH: usize = 79;

/// The least and the greatest width of lines for a terminal, in columns.
const TERMINAL_WIDTHS: (usize, usize) = (39, 199);

/// Returns the width of lines on standard output, in columns: one less than a terminal has.
pub fn width() -> usize {
    let (least, most) = TERMINAL_WIDTHS;
    terminal_size_of(io::stdout())
        .map_or(WIDTH, |(columns, _)| usize::from(columns.0).saturating_sub(1).clamp(least, most))
}

/// Wraps words behind `start` for standard output, as [`laid_out_within`] does.
pub fn laid_out<S: AsRef<str>>(start: &str, words: impl IntoIterator<Item = S>) -> String {
    laid_out_within(width(), start, words)
}

/// Wraps words behind `start` and indents later lines to its width. Where that leaves less than
/// half of a width below [`WIDTH`], `start` is a line of its own, and is wrapped, too, if it is too
/// long. Long words may pass the width.
pub fn laid_out_within<S: AsRef<str>>(
    width: usize,
    start: &str,
    words: impl IntoIterator<Item = S>,
) -> String {
    let indent = start.chars().count();
    if width < WIDTH && 2 * indent > width {
        let start = start.trim_end();
        let first = if start.chars().count() <= width {
            start.to_string()
        } else {
            laid_out_within(width, "", start.split_whitespace())
        };
        let rest = laid_out_within(width, NARROW_INDENT, words);
        return if rest.trim().is_empty() { first } else { format!("{first}\n{rest}") };
    }
    let mut text = start.to_string();
    let mut column = indent;
    for word in words {
        let word = word.as_ref();
        let length = word.chars().count();
        if column > indent && column + 1 + length > width {
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

/// The indent of the words on lines of their own, where `start` leaves too little room beside it.
const NARROW_INDENT: &str = "    ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_laid_out_in_lines() {
        assert_eq!(laid_out_within(WIDTH, "- ", ["a", "b"]), "- a b");
        assert_eq!(laid_out_within(WIDTH, "nothing: ", [""; 0]), "nothing:");
        let text = laid_out_within(WIDTH, "  1  ", ["1. e4 e5"; 30]);
        assert!(text.lines().count() > 3);
        for line in text.lines().skip(1) {
            assert!(line.starts_with("     1. e4"), "{text}");
            assert!(line.len() <= WIDTH, "{text}");
        }
        let long = "x".repeat(100);
        assert_eq!(laid_out_within(WIDTH, "", [&long, &long]), format!("{long}\n{long}"));
    }

    #[test]
    fn narrow_terminals_get_words_below_each_other() {
        let start = format!("{:>5}  {:16} {:>7}  ", 12, "an id", "+1.00");
        let row = start.trim_end();
        let text = laid_out_within(39, &start, ["wanted"; 12]);
        assert!(text.starts_with(&format!("{row}\n    wanted wanted")), "{text}");
        assert!(text.lines().all(|line| line.len() <= 39), "{text}");
        assert_eq!(laid_out_within(39, &start, [""; 0]), row);
        // The columns of a longer one have no room.
        let long = format!("{:>9}{start}", 7);
        assert_eq!(laid_out_within(39, &long, [""; 0]), "7 12 an id +1.00");
    }
}
