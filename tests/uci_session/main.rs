//! The real binary over pipes. Nothing depends on the machine's speed, and every wait has
//! a generous limit. How single lines are read is tested in `uci_lines`.

mod analysis;
mod book;
mod client;
mod command;
mod data;
mod debug_log;
mod evaluation;
mod faults;
mod games;
mod handshake;
mod help;
mod hostile;
mod lines;
mod play;
mod players;
mod searching;
mod selfplay;
#[path = "../rules/shared.rs"]
mod shared;
mod shell;
mod signals;
mod tables;
#[path = "../knowledge/temporary.rs"]
mod temporary;
mod threads;
