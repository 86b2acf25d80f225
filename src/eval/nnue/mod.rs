//! Evaluation by a network trained on Ox88's own games (NNUE). Yu Nasu, "Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi", 2018.
//! <https://www.chessprogramming.org/NNUE>
//!
//! Each side's view has 3,072 inputs: one for each piece (own or the other's, of six types) on each
//! square, attacked or not, defended or not (`features.rs`). Both go through one hidden layer,
//! updated incrementally, then through one stack of small layers, by the number of pieces
//! (`architecture.rs`, `simd/`). `training.md` tells how `ox88.nnue` was made.

mod accumulator;
pub mod architecture;
pub mod calibration;
mod error;
mod evaluation;
pub mod features;
mod file;
mod layers;
mod mean;
mod network;
mod quantised;
mod refresh_table;
mod simd;
mod stack;
#[cfg(test)]
mod tests;
mod values;
mod worths;

pub use architecture::{Activation, Shape};
pub use calibration::Calibration;
pub use error::NetworkError;
pub use evaluation::Nnue;
pub use network::Network;
pub use quantised::{QuantisedNetwork, QuantisedStack};
pub(super) use worths::worths;
