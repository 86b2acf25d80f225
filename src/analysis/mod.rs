//! Analysis of positions and games: test suites, best lines, and the mistakes of a game.

mod accuracy;
mod annotation;
mod grade;
mod problem;
mod review;
mod study;
mod suite;

pub use annotation::annotated;
pub use grade::{Curve, Grade, Grading};
pub use problem::Problem;
pub use review::{Conduct, Judged, Review, of_white};
pub use study::{Analyst, Study, StudyProgress};
pub use suite::{Attempt, solve, spread};
