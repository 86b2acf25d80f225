//! Ox88, a UCI chess engine on a 0x88 mailbox board.
//!
//! Each module knows only those named before it: [`text`] (wording of messages), `sync` (what
//! threads share, and waiting), `disk` (files that are whole), [`board`] (the rules), [`perft`] (counting), [`eval`] (evaluation), [`knowledge`] (books, endgame tables, file
//! formats), [`search`], [`selfplay`] (training games), [`training`] (the trainer), [`players`] (a
//! ladder of simpler players up to the engine), [`analysis`] (of positions and games). On top are
//! [`shell`], the command line, and [`uci`], the protocol, which do not know each other.

// Input from outside gets a message, not a panic, and only `shell` and `uci` print. Tests
// may do both.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod analysis;
pub mod board;
mod disk;
pub mod eval;
pub mod knowledge;
pub mod perft;
pub mod players;
pub mod search;
pub mod selfplay;
pub mod shell;
mod sync;
pub mod text;
pub mod training;
pub mod uci;
