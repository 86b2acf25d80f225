//! Analysis of positions and games: test suites, best lines, and the mistakes of a game.

mod accuracy;
mod annotation;
mod grade;
mod position_analysis;
mod problem;
mod review;
mod suite;

pub use annotation::annotated;
pub use grade::{Curve, Grade, Grading};
pub use position_analysis::{AnalysisProgress, Analyst, PositionAnalysis};
pub use problem::Problem;
pub use review::{Review, ReviewedMove, SideSummary};
pub use suite::{Attempt, solve, time_statistics};
