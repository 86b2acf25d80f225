//! Training networks on Ox88's own games: samples in, a network's file out.
//!
//! The network is that of [`crate::eval`]: a feature transformer with one accumulator
//! for each side's view of the board, and behind it three narrow layers, eight times, of
//! which the number of pieces chooses one. All of it is trained together, in `f32`, on
//! as many threads as are wanted; [`quantised`] rounds it to what the engine computes
//! with.
//!
//! For one seed and one number of threads the result is always the same on one machine,
//! whether the run was stopped on the way or not.
//!
//! <https://www.chessprogramming.org/NNUE>

mod checkpoint;
mod dataset;
mod gradient;
mod optimizer;
mod quantise;
mod run;
mod schedule;
mod shape;

pub use checkpoint::{Checkpoint, CheckpointError, Identity};
pub use dataset::{DataError, Dataset, read_all};
pub use gradient::Workspace;
pub use quantise::{quantised, weights_of};
pub use run::{Liveliness, Losses, Run, State, liveliness};
pub use schedule::Schedule;
pub use shape::{Activation, L1, L2, Shape, TILE};

#[cfg(test)]
mod tests;
