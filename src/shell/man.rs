//! `ox88 man`: manual pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::files::{self, Overwriting, named};
use super::terminal::print_text;
use super::{command_line, help};
use crate::text::{Quoted, to_text};

/// The arguments of `ox88 man`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[], EXAMPLES))]
pub struct Arguments {
    /// The command whose page is printed; the program's own where none is
    /// named.
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    words: Vec<String>,
    /// Write all pages into this directory, which is created if it does not
    /// exist, as ox88.1, ox88-perft.1 and so on.
    #[arg(long, short, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwriting: Overwriting,
}

const EXAMPLES: &str = "\
Read a page:
  ox88 man perft | man -l -
Install all pages for this user:
  ox88 man --out ~/.local/share/man/man1";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    arguments.overwriting.check_use(arguments.out.is_some(), "--out")?;
    // Clap's `help` is no command with a page.
    let mut program = command_line::Arguments::command().disable_help_subcommand(true);
    program.build();
    if let Some(directory) = &arguments.out {
        let path = |command: &Command| directory.join(Man::new(command.clone()).get_filename());
        let commands = all(&program);
        fs::create_dir_all(directory).map_err(named(directory))?;
        // All are checked before one is written.
        for command in &commands {
            arguments.overwriting.check("--out", &path(command), None::<&Path>)?;
        }
        for command in commands {
            let text = page(command).map_err(to_text)?;
            files::replace(&path(command), &text)?;
        }
        return Ok(());
    }
    let mut command = &program;
    for word in &arguments.words {
        let found = command.find_subcommand(word);
        let unknown = || format!("unknown command: {} (try 'ox88 --help')", Quoted(word));
        command = found.ok_or_else(unknown)?;
    }
    print_text(&page(command).map_err(to_text)?);
    Ok(())
}

/// Returns the command and all below it.
fn all(command: &Command) -> Vec<&Command> {
    let mut found = vec![command];
    found.extend(command.get_subcommands().flat_map(all));
    found
}

/// Returns the manual page of a command. <https://man7.org/linux/man-pages/man7/man-pages.7.html>
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let man = Man::new(command.clone()).source(concat!("ox88 ", env!("CARGO_PKG_VERSION")));
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    sections(command).to_writer(&mut text)?;
    Ok(text)
}

/// Returns the sections of a page that the command's help has below the options.
fn sections(command: &Command) -> Roff {
    let mut roff = Roff::new();
    let below = command.get_after_long_help();
    for line in below.map(ToString::to_string).unwrap_or_default().lines() {
        match line.strip_suffix(':') {
            Some(heading) if !line.starts_with(' ') => {
                roff.control("SH", [heading.to_uppercase().as_str()]);
                roff.control("nf", []);
            }
            _ => {
                roff.text([roman(line)]);
            }
        }
    }
    roff
}
