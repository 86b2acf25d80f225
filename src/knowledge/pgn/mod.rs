//! Games as text, in Portable Game Notation: read leniently, as files from many
//! programs and many years need it.
//!
//! <https://www.chessprogramming.org/Portable_Game_Notation>

mod game;
mod games;
mod lexer;

pub use game::{GameError, PgnGame, Termination};
pub use games::Games;
