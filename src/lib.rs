//! Ox88 is a chess engine whose board is a [0x88](https://www.chessprogramming.org/0x88) mailbox. The
//! program speaks the UCI protocol; this is the library behind it.
//!
//! # A best move
//!
//! ```
//! use ox88::board::Position;
//! use ox88::search::{Limits, Searcher, Signals, Silent};
//!
//! // Reti, 1921: the king reaches Black's pawn in time, although it seems too far away.
//! let position = Position::from_fen("7K/8/k1P5/7p/8/8/8/8 w - - 0 1")?;
//! // A hash table of 16 MB.
//! let mut searcher = Searcher::new(16)?;
//! let limits = Limits { depth: Some(12), ..Limits::default() };
//! let answer = searcher.search(&position, &limits, &Signals::default(), &mut Silent);
//! assert_eq!(position.san(answer.best), "Kg7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The modules
//!
//! Each module uses only those below it in this list; `shell` and `uci` do not use each other
//! (`tests/house.rs` checks that). The page of each module says more.
//!
//! - [`shell`] and [`uci`]: the command line and the UCI protocol
//! - [`analysis`]: what can be said of positions and games: best lines, mistakes, test suites
//! - [`players`]: a ladder of players, from random moves to the engine
//! - [`training`]: the trainer of the network
//! - [`selfplay`]: games to learn from, and their samples
//! - [`search`]: finding the best move; it reports through a trait and prints nothing
//! - [`knowledge`]: openings, books, endgame tables, formats of files
//! - [`eval`]: what a position is worth: the network, material, piece-square tables
//! - [`perft`]: counting the move tree
//! - [`board`]: the rules of chess
//! - `disk`: files that are whole or not there
//! - `sync`: what threads share, and work on several threads
//! - [`text`]: wording of messages

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
