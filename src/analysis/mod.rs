//! What can be said of positions and games by searching them: whether a test
//! suite is solved, what the best lines are worth, and which moves of a game
//! were mistakes.
//!
//! A floor of its own between the players, whose games it reads and writes, and
//! the shell, which prints what it finds: it plays no moves itself, so it is no
//! part of [`crate::players`], and it knows nothing of arguments and terminals.

mod annotation;
mod grade;
mod problem;
mod review;
mod study;
mod suite;

pub use annotation::annotated;
pub use grade::Grade;
pub use problem::{Problem, ProblemError, read_suite};
pub use review::{Conduct, Judged, Review, of_white};
pub use study::{Analyst, Study, StudyProgress};
pub use suite::{Attempt, Spread, solve};
