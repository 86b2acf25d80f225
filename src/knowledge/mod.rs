//! What is looked up, not computed: opening books, the names of openings, and
//! the games that books are made from.

pub mod openings;
pub mod pgn;
pub mod polyglot;
