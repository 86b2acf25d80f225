//! Errors of the command line in one line of plain English.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::text::{Quoted, nearest};

/// The words of the user that an error is about: the first that it has is the wrong one.
const WRONG: [ContextKind; 3] =
    [ContextKind::InvalidSubcommand, ContextKind::InvalidValue, ContextKind::InvalidArg];

/// Allows `-1` as a value of a command and its subcommands, so that the complaint says which
/// numbers are right. Otherwise clap would take `-1` for an unknown option.
pub fn with_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|argument| {
            let takes_value = argument.get_action().takes_values();
            argument.allow_negative_numbers(takes_value)
        })
        .mut_subcommands(with_negative_numbers)
}

/// Returns the message without clap's usage, with a suggestion if there is one.
pub fn in_one_line(error: &clap::Error, command: &Command) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // Clap would show the whole help.
        let names = command.get_subcommands().map(Command::get_name);
        let names: Vec<&str> = names.filter(|name| *name != "help").collect();
        return format!("a command is missing, one of: {}", names.join(", "));
    }
    let text = with_short_quotes(error);
    let lines = text.lines().map(str::trim);
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let text = lines.join(" ");
    let text =
        text.trim_start_matches("error: ").replace("unrecognized subcommand", "unknown command:");
    match meant(error) {
        Some(word) => format!("{text}; did you mean '{word}'?"),
        None => text,
    }
}

/// Returns clap's text, with the words of the user cut if they are long.
fn with_short_quotes(error: &clap::Error) -> String {
    let mut text = error.render().to_string();
    for kind in WRONG {
        if let Some(ContextValue::String(word)) = error.get(kind) {
            text = text.replace(&format!("'{word}'"), &Quoted(word).to_string());
        }
    }
    text
}

/// Returns the command, option or value that was meant, if one of clap's suggestions is similar.
fn meant(error: &clap::Error) -> Option<&str> {
    let words =
        |kinds: [ContextKind; 3]| match kinds.into_iter().find_map(|kind| error.get(kind))? {
            ContextValue::String(word) => Some(std::slice::from_ref(word)),
            ContextValue::Strings(words) => Some(&words[..]),
            _ => None,
        };
    let suggested =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    nearest(words(WRONG)?.first()?, words(suggested)?).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::shell::Arguments;
    use crate::shell::help::for_each;

    #[test]
    fn no_complaint_speaks_rust() {
        for_each(|name, command| {
            for argument in command.get_arguments().filter_map(|arg| arg.get_long()) {
                for value in ["", "x", "-1", "0", "1.5", "99999999999999999999999", "100000000000"]
                {
                    let option = format!("--{argument}={value}");
                    let words = name.split(' ').chain([option.as_str()]);
                    let Err(error) = Arguments::try_parse_from(words) else {
                        continue;
                    };
                    let text = in_one_line(&error, command);
                    let words = [
                        "..=",
                        "is not in",
                        "digit",
                        "string",
                        "literal",
                        "parse",
                        "target type",
                        "non-zero",
                    ];
                    let rust = words.iter().find(|&&word| text.contains(word));
                    assert_eq!(rust, None, "{text}");
                    assert!(!text.contains('\n'), "{text}");
                }
            }
        });
    }

    #[test]
    fn every_number_may_be_negative_for_the_complaint() {
        for (line, expected) in [
            ("perft -1", "-1 is not a number from 0 to 12"),
            ("perft 3 --hash -1", "-1 is not a number from 0 to "),
            ("analyse startpos --game -1", "below 0"),
            ("match random random --seed -1", "below 0"),
            ("play --chess960 -1", "-1 is not a number from 0 to 959"),
            ("train x.bin -o x.nnue --rate -1", "not above 0"),
            ("data teach x.vf -o x.pos --max-clock -1", "-1 is not a number from 0 to 100"),
        ] {
            let words = std::iter::once("ox88").chain(line.split(' '));
            let error = Arguments::try_parse_from(words).unwrap_err();
            let text = in_one_line(&error, &Arguments::command());
            assert!(text.starts_with("invalid value '-1' for '"), "{text}");
            assert!(text.contains(expected), "{line}: {text}");
        }
    }
}
