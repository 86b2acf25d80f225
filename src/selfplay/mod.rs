//! Games of Ox88 against itself, from which networks learn.
//!
//! A *label* is the score of a search that a network learns to predict. Not every move has one:
//! most moves may be found by quicker searches ([`QuickMoves`]), and the score of a decided game
//! teaches little ([`GameRules::max_label`]).
//!
//! `game.rs` plays one game, `adjudicator.rs` ends it when its result is clear, and `generator.rs`
//! plays many on several threads, or searches games again for better labels. `game_record.rs` is
//! the file format of games, and `import.rs` takes games from PGN. `sample.rs` draws training
//! samples from games, `teacher_sample.rs` samples for a larger network that labels positions;
//! `packed_pieces.rs` is what games and samples have in common.

mod adjudicator;
mod game;
mod game_record;
mod generator;
mod import;
mod packed_pieces;
mod sample;
mod teacher_sample;

pub use game::{GameRules, QuickMoves, ScoreKind};
pub use game_record::{GameRecord, read_error};
pub use generator::{Plan, Resumed, generate, rescore, resume, starts};
pub use sample::{SampleFilter, SeenPositions, TrainingSample};
pub use teacher_sample::{TeacherSample, TeacherSampler};
