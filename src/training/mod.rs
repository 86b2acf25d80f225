//! Training networks on Ox88's own games.
//!
//! The network of [`crate::eval`], a feature transformer with one accumulator for each
//! view and, for each of eight buckets by piece count, a stack of three layers, is
//! trained in `f32` on several threads; [`quantised`] rounds it to the engine's integers.
//! For one seed and one number of threads the result is the same on one machine, whether
//! or not the run was resumed.
//!
//! <https://www.chessprogramming.org/NNUE>

mod calibrate;
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

pub use calibrate::{Fit, calibrated};
pub use checkpoint::{Checkpoint, CheckpointError, Identity};
pub use dataset::{DataError, Dataset, read_all};
pub use gradient::Workspace;
pub use move_judge::{Judgement, MoveFigures, MoveJudge, MoveJudgeError};
pub use quantise::{quantised, weights_of};
pub use record::{GenerationRecord, NamedFile, RecordedResults, SampleFile};
pub use run::{Losses, Run, ScaledError, TrainingState};
pub use schedule::Schedule;
pub use session::{Training, TrainingError, TrainingReport, TrainingResults};
pub use shape::{Activation, L1, L2, TrainingShape};
pub use units::{DeadUnits, dead_units, twin_cosine};
pub use widen::widened;

#[cfg(test)]
mod tests;
