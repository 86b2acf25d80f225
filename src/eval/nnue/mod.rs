//! Evaluation by a network trained on Ox88's own games (NNUE).
//!
//! Each side's view (perspective) has 768 inputs, one for each piece (own or the other's,
//! of six kinds) on each square, as that side sees the board with its king on the files a
//! to d. Both go through one hidden layer, updated incrementally; its activations go
//! through a stack of small layers, chosen by the number of pieces, computed afresh.
//!
//! The widths are in `architecture.rs`, the inputs in `features.rs`, and the layers are
//! written on the primitives of `simd/`. Files of version 2 have another output:
//! `version2/`. `lineage.md` says how `ox88.nnue` was made.
//!
//! Yu Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018. <https://www.chessprogramming.org/NNUE>

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
