//! Training networks on Ox88's own games in `f32`; [`quantised`] rounds to the engine's integers.
//! One seed and one number of threads give one result on a machine, resumed or not.
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
