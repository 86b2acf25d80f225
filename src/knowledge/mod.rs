//! What is looked up, not computed: opening books, the names of openings, the
//! games that books are made from, positions of test suites, and endgame tables.

pub mod epd;
pub mod openings;
pub mod pgn;
pub mod polyglot;
pub mod syzygy;
