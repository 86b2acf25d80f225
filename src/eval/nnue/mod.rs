//! Evaluation by a network that was trained on Ox88's own games (NNUE). Yu Nasu, "Efficiently
//! Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018.
//! <https://www.chessprogramming.org/NNUE>
//!
//! # How it works
//!
//! **Inputs.** Each side has a view of the board (its perspective) with 6,912 inputs: one for each
//! piece (own or the other's, of six types) on each square in each of nine threat buckets. The
//! attack table shows the bucket of a piece: it is not attacked, attacked, or threatened (attacked
//! by a pawn or by a piece that is worth less); and it is not defended, defended, or defended by a
//! pawn. The view is mirrored horizontally so that the side's king is on the files a to d
//! (`features.rs`).
//!
//! **Hidden layer.** Both views go through the same layer, with weights of eight bits. Its sums are
//! the accumulator; clipped to 0 to 1 and squared (SCReLU), they are the activations. It is updated
//! lazily: when an evaluation is needed, the board is compared with that of an earlier position of
//! the line, and only the weights of inputs that differ are added and subtracted
//! (`accumulator.rs`, `refresh_table.rs`, `values.rs`).
//!
//! **Layers behind it.** There are eight stacks of them (output buckets), of which the number of
//! pieces chooses one. A stack is L1, L2 and the output (L3). L1 gets the activations of both
//! views, the side to move's first. L2 gets the values of L1 clipped to 0 to 1, and their squares
//! clipped to 1 (`layers.rs`, `stack.rs`). `architecture.rs` has all widths.
//!
//! **Output.** An output of `x` *logistic units* predicts an expected score of 1 / (1 + e^-x); the
//! file has the centipawns of a unit. All arithmetic is in integers, and the result is bit for bit
//! the same on every processor (`simd/`).
//!
//! `training.md` tells how `ox88.nnue` was made.

mod accumulator;
pub mod architecture;
mod evaluation;
pub mod features;
pub(crate) mod file;
mod layers;
mod network;
mod quantised;
mod refresh_table;
mod simd;
mod stack;
#[cfg(test)]
mod tests;
mod value_without;
mod values;

pub use architecture::Shape;
pub use evaluation::Nnue;
pub use network::Network;
pub use quantised::{NetworkError, QuantisedNetwork, QuantisedStack};
pub(super) use value_without::value_without;
