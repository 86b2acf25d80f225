//! PGN, read leniently, written strictly. `lexer` splits a file into tokens, `words` takes their
//! text apart, and `parser` plays the movetext, so that each game is a [`PgnGame`] of legal moves;
//! [`Games`] iterates over the games of a file.
//! <https://www.chessprogramming.org/Portable_Game_Notation>

mod game;
mod games;
mod lexer;
mod parser;
mod text;
mod words;
mod writer;

pub use game::{PgnGame, Remark};
pub use games::Games;
