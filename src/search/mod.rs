//! Finding the move: iterative deepening over alpha-beta, with a
//! transposition table. Prints nothing: what it finds on the way goes to a
//! [`Report`].

mod allowance;
mod alphabeta;
pub mod bench;
mod bound;
mod correction;
mod deepening;
mod draws;
mod extensions;
mod hindsight;
mod history;
mod limits;
mod lines;
mod mate;
mod move_pruning;
mod movepick;
mod node;
mod node_pruning;
mod null_move;
mod params;
mod probcut;
mod quiescence;
mod reductions;
mod report;
mod root;
mod searcher;
mod share_out;
mod signals;
mod skill;
mod tablebase;
mod threads;
mod time;
mod transposition;
mod tunable;
mod update;
mod worker;

pub use bound::Bound;
pub use limits::{Clock, Limits};
pub use lines::{Line, Lines};
pub use mate::{MateAnswer, Verdict, Watch, find_mate};
pub use params::all as tunables;
pub use report::{Info, Report, Silent};
pub use searcher::{Answer, Searcher};
pub use signals::Signals;
pub use skill::Skill;
pub use tablebase::Probing;
pub use threads::{MAX_THREADS, STACK};
pub use time::{Stability, TimeManager};
pub use transposition::{TableError, TranspositionTable, TtEntry};
pub use tunable::Tunable;

/// The deepest iteration, in plies.
pub const MAX_DEPTH: i32 = crate::eval::MAX_PLY as i32 - 1;
