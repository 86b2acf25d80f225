//! Ox88, a UCI chess engine on a 0x88 mailbox board.
//!
//! The library lays the engine's floors open, so that tests, benches and other
//! programs use the same doors as the program itself. Each floor knows only
//! those named before it: [`board`] the rules, [`eval`] what a position is
//! worth, [`knowledge`] what is looked up instead of computed, [`search`]
//! finding the move, [`selfplay`] games to learn from, [`training`] learning from
//! them, [`players`] a ladder of simpler players up to the engine, [`analysis`] what
//! can be said of positions
//! and games by searching them; above them two faces that do not know each
//! other, [`shell`] for the command line and [`uci`] for
//! the protocol. Under all of them lies `sync`, what threads share without
//! locks.

// What comes from outside may be anything: it gets a message, no panic. And only
// the faces write. Tests may do both.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod analysis;
pub mod board;
pub mod eval;
pub mod knowledge;
pub mod players;
pub mod search;
pub mod selfplay;
pub mod shell;
mod sync;
pub mod training;
pub mod uci;
