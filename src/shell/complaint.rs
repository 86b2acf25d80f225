//! What is wrong with a command line, in one line of plain English.

use clap::error::{ContextKind, ContextValue};

/// What is wrong, without the usage that clap adds below it, and what may have been
/// meant.
pub fn in_one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim);
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let text = lines.join(" ");
    let text = in_plain_english(text.trim_start_matches("error: "));
    match meant(error) {
        Some(word) => format!("{text}; did you mean '{word}'?"),
        None => text,
    }
}

/// The command, option or value that is most like what was given.
fn meant(error: &clap::Error) -> Option<&str> {
    let kinds = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    let suggested = kinds.into_iter().find_map(|kind| error.get(kind))?;
    match suggested {
        ContextValue::String(word) => Some(word),
        // The last is the most alike.
        ContextValue::Strings(words) => words.last().map(String::as_str),
        _ => None,
    }
}

/// What is wrong with a value, in Rust's words and in ours.
const PLAIN: [(&str, &str); 7] = [
    ("invalid digit found in string", "not a whole number"),
    ("cannot parse integer from empty string", "not a number"),
    ("number too large to fit in target type", "too large"),
    ("number too small to fit in target type", "too small"),
    ("invalid float literal", "not a number"),
    ("cannot parse float from empty string", "not a number"),
    ("unrecognized subcommand", "unknown command:"),
];

/// The text without the words and the signs of Rust.
fn in_plain_english(text: &str) -> String {
    let text = PLAIN.iter().fold(text.to_string(), |text, (theirs, ours)| {
        text.replace(theirs, ours)
    });
    match text.rsplit_once(" is not in ") {
        Some((start, range)) => match limits(range) {
            Some(limits) => format!("{start} is not {limits}"),
            None => text,
        },
        None => text,
    }
}

/// `a number from 0 to 12` for `0..=12` and for `0..13`; `1 or more` for `1..`.
fn limits(range: &str) -> Option<String> {
    let (first, last) = range.split_once("..")?;
    let number = |text: &str| text.parse::<i128>().ok();
    let first = number(first)?;
    if last.is_empty() {
        return Some(format!("{first} or more"));
    }
    let last = match last.strip_prefix('=') {
        Some(last) => number(last)?,
        None => number(last)? - 1,
    };
    // What has no limit but the machine's.
    Some(match last < i128::from(u32::MAX) {
        true => format!("a number from {first} to {last}"),
        false => format!("{first} or more"),
    })
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory, Parser};

    use super::*;
    use crate::shell::Arguments;

    #[test]
    fn ranges_are_told_in_words() {
        let plain = |range: &str| in_plain_english(&format!("99 is not in {range}"));
        assert_eq!(plain("0..=12"), "99 is not a number from 0 to 12");
        assert_eq!(plain("0..960"), "99 is not a number from 0 to 959");
        assert_eq!(plain("1..=9223372036854775807"), "99 is not 1 or more");
        assert_eq!(plain("1.."), "99 is not 1 or more");
        assert_eq!(plain("the book"), "99 is not in the book");
    }

    /// Calls for every command with its words.
    fn for_each(command: &Command, words: &[String], visit: &impl Fn(&Command, &[String])) {
        visit(command, words);
        for subcommand in command.get_subcommands() {
            let words = [words, &[subcommand.get_name().to_string()]].concat();
            for_each(subcommand, &words, visit);
        }
    }

    /// Whatever is typed in the place of a value.
    #[test]
    fn no_complaint_speaks_rust() {
        let visit = |command: &Command, words: &[String]| {
            for argument in command.get_arguments().filter_map(|arg| arg.get_long()) {
                for value in [
                    "",
                    "x",
                    "-1",
                    "1.5",
                    "99999999999999999999999",
                    "100000000000",
                ] {
                    let line = [words, &[format!("--{argument}={value}")]].concat();
                    let Err(error) = Arguments::try_parse_from(line) else {
                        continue;
                    };
                    let text = in_one_line(&error);
                    let words = [
                        "..=",
                        "is not in",
                        "digit",
                        "string",
                        "literal",
                        "parse",
                        "target type",
                    ];
                    let rust = words.iter().find(|&&word| text.contains(word));
                    assert_eq!(rust, None, "{text}");
                    assert!(!text.contains('\n'), "{text}");
                }
            }
        };
        for_each(&Arguments::command(), &["ox88".to_string()], &visit);
    }
}
