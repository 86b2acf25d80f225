//! Ox88, a UCI chess engine on a 0x88 mailbox board.
//!
//! The library lays the engine's floors open, so that tests, benches and other
//! programs use the same doors as the program itself. Each floor knows only
//! those named before it: [`board`], the rules.

#![warn(missing_docs)]

pub mod board;
