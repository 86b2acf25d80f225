//! `ox88 completions`: completions for shells.

use clap::CommandFactory;
use clap_complete::Shell;

use super::terminal::print_text;
use super::{command_line, help};

/// The arguments of `ox88 completions`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[], EXAMPLES))]
pub struct Arguments {
    /// The shell.
    shell: Shell,
}

const EXAMPLES: &str = "\
Bash, where its package of completions is installed:
  ox88 completions bash > ~/.local/share/bash-completion/completions/ox88
Zsh, with ~/.zfunc in fpath before compinit:
  ox88 completions zsh > ~/.zfunc/_ox88
Fish:
  ox88 completions fish > ~/.config/fish/completions/ox88.fish
PowerShell, for this session or in $PROFILE:
  ox88 completions powershell | Out-String | Invoke-Expression
Elvish, to be loaded by its rc.elv:
  ox88 completions elvish > ~/.config/elvish/lib/ox88.elv";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    // Into memory: written straight to a pipe, clap would panic once the reader has left.
    let mut text = Vec::new();
    let mut command = command_line::Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "ox88", &mut text);
    print_text(&text);
    Ok(())
}
