//! What is looked up: openings, endgame tables, and the text formats of games and positions.

pub mod epd;
mod lines;
pub mod openings;
pub mod pgn;
pub mod polyglot;
pub mod syzygy;
