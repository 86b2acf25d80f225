//! Messages of libraries in words for users.

use crate::text::without_system_number;

/// Messages of Rust's number parsers, and plain ones.
const PLAIN: [(&str, &str); 7] = [
    ("invalid digit found in string", "not a whole number"),
    ("cannot parse integer from empty string", "not a number"),
    ("number would be zero for non-zero type", "not 1 or more"),
    ("number too large to fit in target type", "too large"),
    ("number too small to fit in target type", "too small"),
    ("invalid float literal", "not a number"),
    ("cannot parse float from empty string", "not a number"),
];

/// Returns a message without Rust's words: `30 is not in 1000..=3000` becomes `30 is not a number
/// from 1000 to 3000`.
pub fn plain(message: &str) -> String {
    let mut text = without_system_number(message);
    for (theirs, ours) in PLAIN {
        text = text.replace(theirs, ours);
    }
    let Some((before, rest)) = text.split_once(" is not in ") else {
        return text;
    };
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (range, after) = rest.split_at(end);
    let number = before.rsplit([' ', ':']).next();
    let number = number.and_then(|word| word.parse().ok());
    match limits(range, number) {
        Some(limits) => format!("{before} is {limits}{after}"),
        None => text,
    }
}

/// Says what a number outside of a range is: `not a number from 0 to 12` for `0..=12` and for
/// `0..13`; `not 1 or more` or `too large` for `1..` and for `1..=4294967295`.
fn limits(range: &str, wrong: Option<i128>) -> Option<String> {
    let (first, last) = range.split_once("..")?;
    let number = |text: &str| text.parse::<i128>().ok();
    let first = number(first)?;
    if last.is_empty() {
        return Some(format!("not {first} or more"));
    }
    let last = match last.strip_prefix('=') {
        Some(last) => number(last)?,
        None => number(last)? - 1,
    };
    // A larger limit only comes from the integer type.
    Some(if last < i128::from(u32::MAX) {
        format!("not a number from {first} to {last}")
    } else if wrong.is_some_and(|wrong| wrong > last) {
        "too large".to_string()
    } else {
        format!("not {first} or more")
    })
}

/// Returns the message for work on fewer threads than were asked for, as the system has no more
/// threads or memory.
pub fn too_few_threads(started: usize, wanted: usize) -> String {
    format!("only {started} of {wanted} threads could be started")
}

/// Returns the text of an error, for `map_err`.
pub fn to_text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_rust_in_them() {
        for (theirs, ours) in [
            (
                "invalid value '30' for '--elo <ELO>': 30 is not in 1000..=3000 (x)",
                "invalid value '30' for '--elo <ELO>': 30 is not a number from 1000 to 3000 (x)",
            ),
            ("99 is not in 0..960", "99 is not a number from 0 to 959"),
            ("0 is not in 1..=18446744073709551615", "0 is not 1 or more"),
            ("0 is not in 1..=9223372036854775807", "0 is not 1 or more"),
            ("0 is not in 1..", "0 is not 1 or more"),
            (
                "invalid value '5000000000' for '--plies <N>': 5000000000 is not in 1..=4294967295",
                "invalid value '5000000000' for '--plies <N>': 5000000000 is too large",
            ),
            (
                "invalid value 'x' for '--elo <ELO>': invalid digit found in string",
                "invalid value 'x' for '--elo <ELO>': not a whole number",
            ),
            ("x.pgn: No such file or directory (os error 2)", "x.pgn: No such file or directory"),
            ("the knight is not in play", "the knight is not in play"),
        ] {
            assert_eq!(plain(theirs), ours);
        }
    }
}
