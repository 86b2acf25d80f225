//! What is looked up, not computed: opening books, the names of openings, and
//! endgame tables; and the formats of games and positions as text.

pub mod epd;
pub mod openings;
pub mod pgn;
pub mod polyglot;
pub mod syzygy;
