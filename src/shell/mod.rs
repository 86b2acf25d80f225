//! The command line: one file for each subcommand, whose `Arguments` clap parses and whose `run`
//! executes it. Without a subcommand, the program speaks UCI.

mod analyse;
mod average;
mod bench;
mod book;
mod command_line;
mod compare;
mod complaint;
mod completions;
mod data;
mod datagen;
mod edited_input;
mod files;
mod game_file;
mod genfens;
mod help;
mod interrupt;
mod man;
mod matches;
mod numbers;
mod perft;
pub mod play;
mod player_names;
mod plots;
mod processor;
mod progress;
mod protocol;
mod screen;
mod searching;
mod subject;
mod suite;
mod terminal;
mod text;
mod train;
mod weights;

pub use command_line::{Arguments, ShellCommand, arguments};
pub use edited_input::EditedInput;
pub use interrupt::{INTERRUPTED, stopped_by_control_c};
pub use protocol::ProtocolCommand;
pub use terminal::{ending, print_error};
