//! Evaluation by a network that learnt from Ox88's own games (NNUE).
//!
//! Each side has a view of the board: 768 inputs, one for each piece (own or
//! the other's, of six kinds) on each square, as that side sees the board, with
//! its king on the files a to d. Both views go through the same hidden layer;
//! its values are clipped and squared, and weighed by one of eight outputs,
//! chosen by the number of men. To that comes what a stack of narrow layers of
//! the same output makes of them. A move changes two to four inputs, so the
//! hidden layer follows by as many additions; all that lies behind it is
//! computed afresh.
//!
//! How the network in `ox88.nnue` came about is written beside it; README.md
//! tells how to make another.
//!
//! Yu Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for
//! Computer Shogi", 2018. <https://www.chessprogramming.org/NNUE>

mod accumulator;
mod architecture;
mod evaluation;
mod features;
mod layers;
mod network;
mod reader;
mod refresh_table;
mod simd;
mod stack;
mod values;
mod worths;

pub use evaluation::Nnue;
pub use network::{Network, NetworkError};
pub(super) use worths::worths;
