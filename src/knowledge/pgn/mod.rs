//! PGN, read leniently, written strictly. <https://www.chessprogramming.org/Portable_Game_Notation>

mod game;
mod games;
mod lexer;
mod parser;
mod text;
mod words;
mod writer;

pub use game::{PgnGame, Remark, Termination};
pub use games::Games;
