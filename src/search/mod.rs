//! Search: iterative deepening over alpha-beta with a transposition table.

mod alphabeta;
pub mod bench;
mod correction;
mod extensions;
mod history;
mod iterative_deepening;
mod limits;
mod mate;
mod movepick;
mod node;
mod params;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod report;
mod root_moves;
mod searcher;
mod skill;
mod statistics;
mod tablebase;
mod threads;
mod time;
mod transposition;
mod tunable;
mod updates;
mod worker;

pub use limits::{Clock, Limits, Probing, Signals};
pub use mate::{MateAnswer, MateVerdict, Watch, find_mate};
pub use params::all as tunables;
pub use report::{Answer, Info, Line, Lines, Report, Silent, nodes_per_second};
pub use searcher::Searcher;
pub use skill::Skill;
pub use statistics::Statistics;
pub use threads::{MAX_THREADS, STACK};
pub use transposition::{Bound, TableError, TranspositionTable, TtEntry};
pub use tunable::Tunable;

/// The deepest iteration, in plies.
pub const MAX_DEPTH: i32 = crate::eval::MAX_PLY as i32 - 1;
