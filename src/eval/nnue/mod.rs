//! Evaluation by a network that learnt from Ox88's own games (NNUE).
//!
//! Each side has a view of the board (its perspective): 768 inputs, one for each piece (own or
//! the other's, of six kinds) on each square, as that side sees the board, with
//! its king on the files a to d. Both views go through the same hidden layer;
//! its values are clipped and squared, or multiplied in pairs, and go through a
//! stack of narrow layers, chosen by the number of pieces. A move changes two to
//! four inputs, so the hidden layer follows by as many additions; all that lies
//! behind it is computed afresh.
//!
//! The widths are constants in `architecture.rs`, the inputs are known to
//! `features.rs` alone, and all layers are written with the vector primitives of
//! `simd/`. Networks of version 2 of the file format, such as the one in the
//! program, have another output: `version2/`.
//!
//! How the network in `ox88.nnue` came about is written beside it; README.md
//! tells how to make another.
//!
//! Yu Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for
//! Computer Shogi", 2018. <https://www.chessprogramming.org/NNUE>

mod accumulator;
pub mod architecture;
mod error;
mod evaluation;
pub mod features;
mod file;
mod layers;
mod network;
mod quantised;
mod refresh_table;
mod simd;
mod stack;
#[cfg(test)]
mod tests;
mod values;
mod version2;
mod worths;

pub use architecture::{Activation, Shape};
pub use error::NetworkError;
pub use evaluation::Nnue;
pub use network::Network;
pub use quantised::{QuantisedNetwork, QuantisedStack};
pub(super) use worths::worths;
