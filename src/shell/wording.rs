//! What libraries say of wrong input, in words for users.

/// What stands behind the range of a number that has no upper end.
const ENDLESS: &str = "18446744073709551615";

/// Texts of Rust's number parsers, and plain ones.
const PLAIN: [(&str, &str); 6] = [
    ("invalid digit found in string", "not a whole number"),
    (
        "cannot parse integer from empty string",
        "not a whole number",
    ),
    (
        "number too large to fit in target type",
        "the number is too large",
    ),
    (
        "number too small to fit in target type",
        "the number is too small",
    ),
    ("invalid float literal", "not a number"),
    ("cannot parse float from empty string", "not a number"),
];

/// A message without words of Rust: `30 is not in 1000..=2500` becomes `30 is not
/// from 1000 to 2500`; numbers of errors of the system go.
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
    match range.split_once("..") {
        Some((least, "")) => format!("{before} is not at least {least}{after}"),
        Some((least, most)) => match most.trim_start_matches('=') {
            ENDLESS => format!("{before} is not at least {least}{after}"),
            most => format!("{before} is not from {least} to {most}{after}"),
        },
        None => text,
    }
}

/// `No such file or directory (os error 2)` without what stands in parentheses.
fn without_system_number(text: &str) -> String {
    let Some((before, rest)) = text.split_once(" (os error ") else {
        return text.to_string();
    };
    match rest.split_once(')') {
        Some((number, after)) if number.parse::<i32>().is_ok() => format!("{before}{after}"),
        _ => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_rust_in_them() {
        for (theirs, ours) in [
            (
                "invalid value '30' for '--elo <ELO>': 30 is not in 1000..=2500 (x)",
                "invalid value '30' for '--elo <ELO>': 30 is not from 1000 to 2500 (x)",
            ),
            (
                "0 is not in 1..=18446744073709551615",
                "0 is not at least 1",
            ),
            ("0 is not in 1..", "0 is not at least 1"),
            (
                "invalid value 'x' for '--elo <ELO>': invalid digit found in string",
                "invalid value 'x' for '--elo <ELO>': not a whole number",
            ),
            (
                "x.pgn: No such file or directory (os error 2)",
                "x.pgn: No such file or directory",
            ),
            ("the knight is not in play", "the knight is not in play"),
        ] {
            assert_eq!(plain(theirs), ours);
        }
    }
}
