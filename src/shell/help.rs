//! What `--help` shows below the options: explanations, examples, exit status.

use clap::builder::{StyledStr, Styles};

/// A heading, and its text.
type Section<'a> = (&'a str, &'a str);

/// What the exit status of every command means.
const EXIT_STATUS: &str = "\
0    success, or the reader of the output has left
2    wrong arguments, or a failure: one line on standard error says which
130  Control-C, as shells report it";

/// Returns the end of a command's help: its sections, its examples, which are purposes and the
/// commands for them, and the exit status.
pub fn page(sections: &[Section], examples: &str) -> StyledStr {
    let last = [("Examples", examples), ("Exit status", EXIT_STATUS)];
    let sections = sections.iter().chain(&last).map(|(heading, text)| section(heading, text));
    StyledStr::from(sections.collect::<Vec<_>>().join("\n"))
}

fn section(heading: &str, text: &str) -> String {
    let styles = Styles::styled();
    let header = styles.get_header();
    let indented =
        |line: &str| if line.is_empty() { "\n".to_string() } else { format!("  {line}\n") };
    format!("{header}{heading}:{header:#}\n{}", text.lines().map(indented).collect::<String>())
}

#[cfg(test)]
pub use tests::for_each;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::error::ErrorKind;
    use clap::{Command, CommandFactory, Parser};

    use crate::shell::Arguments;
    use crate::shell::text::WIDTH;

    /// Visits the program and all its subcommands, each with the words that name it.
    pub fn for_each(visit: impl Fn(&str, &mut Command)) {
        fn walk(command: &mut Command, visit: &dyn Fn(&str, &mut Command)) {
            let name = command.get_bin_name().unwrap_or("ox88").to_string();
            visit(&name, command);
            for subcommand in command.get_subcommands_mut() {
                // Clap's own command.
                if subcommand.get_name() != "help" {
                    walk(subcommand, visit);
                }
            }
        }
        // The terminal in which the tests run may have any width.
        let mut command = Arguments::command().term_width(WIDTH);
        command.build();
        walk(&mut command, &visit);
    }

    fn examples(help: &str) -> Vec<String> {
        help.lines()
            .skip_while(|line| *line != "Examples:")
            .take_while(|line| *line != "Exit status:")
            .filter_map(|line| line.strip_prefix("    "))
            .map(str::to_string)
            .collect()
    }

    /// Splits a command like a shell, up to a pipe or a redirection.
    fn words(command: &str) -> Vec<String> {
        let mut words = Vec::new();
        for (number, part) in command.split('"').enumerate() {
            match number % 2 {
                0 => words.extend(part.split_whitespace().map(str::to_string)),
                _ => words.push(part.to_string()),
            }
        }
        let end = words.iter().position(|word| word == "|" || word == ">");
        words.truncate(end.unwrap_or(words.len()));
        words
    }

    #[test]
    fn every_command_says_what_it_does_and_how_it_ends() {
        for_each(|name, command| {
            let short = command.get_about().unwrap().to_string();
            let long = command.get_long_about().unwrap().to_string();
            assert!(long.len() > short.len(), "{name}");
            let help = command.render_long_help().to_string();
            assert!(help.contains("\nExit status:\n"), "{name}");
            for argument in command.get_arguments() {
                let id = argument.get_id();
                assert!(argument.get_help().is_some(), "{name} {id}");
            }
        });
    }

    #[test]
    fn every_help_fits_a_terminal_of_80_columns() {
        for_each(|name, command| {
            let help = command.render_long_help().to_string();
            let is_long = |line: &&str| line.chars().count() > WIDTH;
            assert_eq!(help.lines().find(is_long), None, "{name}");
            // No line below the options was wrapped, least of all a command.
            let below = command.get_after_long_help().unwrap().to_string();
            assert!(below.lines().all(|line| help.contains(line)), "{name}");
        });
    }

    #[test]
    fn every_command_has_examples_of_itself_that_it_understands() {
        for_each(|name, command| {
            let help = command.render_long_help().to_string();
            let examples = examples(&help);
            assert!(!examples.is_empty(), "{name}");
            assert!(examples.iter().all(|line| line.contains(name)), "{examples:?}");
            let commands = examples.iter().filter(|line| line.starts_with("ox88"));
            commands.for_each(|command| assert_understood(command));
        });
    }

    #[track_caller]
    fn assert_understood(command: &str) {
        if let Err(error) = Arguments::try_parse_from(words(command)) {
            assert_eq!(error.kind(), ErrorKind::DisplayHelp, "{command}: {error}");
        }
    }

    /// All commands in the blocks of code of the pages for readers are understood.
    #[test]
    fn commands_of_the_pages_are_understood() {
        for (name, least) in [("README.md", 16), ("src/eval/nnue/training.md", 17)] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
            // Git gives lines other ends on Windows.
            let page = fs::read_to_string(path).unwrap().replace('\r', "").replace("\\\n", " ");
            // A player's network is read at once; the one of the program is there.
            let page = ["net=my.nnue", "net=scaled.nnue", "net=old.nnue"]
                .iter()
                .fold(page, |page, net| page.replace(net, "net=src/eval/nnue/ox88.nnue"));
            let lines = page.split("```").skip(1).step_by(2).flat_map(str::lines);
            let lines = lines.map(|line| line.split(" #").next().unwrap_or_default());
            let commands = lines.flat_map(|line| line.split([';', '|'])).map(str::trim);
            let commands: Vec<&str> =
                commands.filter(|command| command.starts_with("ox88 ")).collect();
            assert!(commands.len() >= least, "{name}: {commands:?}");
            commands.into_iter().for_each(assert_understood);
        }
    }
}
