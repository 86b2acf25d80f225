//! Games of Ox88 against itself for training.

mod adjudicator;
mod game;
mod generator;
mod import;
mod record;
mod rescoring;
mod sample;
mod teacher_sample;

pub use game::{GameRules, Nodes, PlayedGame, QuickMoves, Scores, SelfPlayer};
pub use generator::{Plan, Resumed, generate, resume, starts};
pub use record::{Record, RecordError};
pub use rescoring::Rescoring;
pub use sample::{SampleFilter, SeenPositions, TrainingSample};
pub use teacher_sample::{TeacherSample, TeacherSampler};
