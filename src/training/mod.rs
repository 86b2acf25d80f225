//! Training networks on Ox88's own games. `src/eval/nnue/training.md` has the commands.
//!
//! Each label is seen once or twice, at low learning rates: with more epochs the network overfits.
//! A network that has learnt what its samples can teach needs other positions.
//!
//! The network of [`crate::eval`], whose hidden layer is called *feature transformer* here, is
//! trained in `f32` on several threads; [`quantised`] rounds it to the engine's integers.
//! `dataset.rs` reads and shuffles the samples, `gradient.rs` computes outputs, losses and
//! gradients, `optimizer.rs` makes the steps of AdamW, and `run.rs` has the state of a run, which
//! each step changes; `session.rs` trains, measures the network on the way, and keeps it with its
//! checkpoint. For one seed and one number of threads the result is the same on one machine,
//! whether or not the run was resumed.
//!
//! <https://www.chessprogramming.org/NNUE>

mod checkpoint;
mod dataset;
mod gradient;
mod move_judge;
mod optimizer;
mod quantise;
mod record;
mod run;
mod schedule;
mod session;
mod shape;
mod units;
mod widen;

pub use checkpoint::{Checkpoint, RunSettings};
pub use dataset::{Dataset, read_all};
pub use gradient::Workspace;
pub use move_judge::{Judgement, MoveFigures, MoveJudge};
pub use quantise::{quantised, weights_of};
pub use run::{Losses, ScaledError, TrainingState};
pub use schedule::Schedule;
pub use session::{Training, TrainingReport, TrainingResults};
pub use shape::{L1, L2, TILE, TrainingShape};
pub use units::{DeadUnits, dead_units, twin_cosine};
pub use widen::widened;

#[cfg(test)]
mod tests;
