//! The search: iterative deepening over alpha-beta with a transposition table.
//!
//! `searcher.rs` begins a search, and `worker.rs` has what one of its threads knows; the files
//! below have the methods of `Worker`. `iterative_deepening.rs` searches the root with aspiration
//! windows, one ply deeper each time. `alphabeta.rs` searches a node (`node.rs`), in numbered
//! steps, and `quiescence.rs` what lies beyond the horizon. The steps' rules have files of their
//! own: `pruning.rs` (razoring, reverse futility, null move, ProbCut, late and losing moves),
//! `extensions.rs` (singular extensions) and `reductions.rs` (late move reductions). `movepick.rs`
//! gives the moves in stages, likeliest cutoffs first, ordered by the histories of `history.rs`,
//! which `updates.rs` changes. `correction.rs` learns the errors of the evaluation during the game.
//! Several threads share the transposition table (`transposition.rs`) without locks, and vote on
//! the move (`threads.rs`).
//!
//! `time.rs` decides on the time for a move. `tablebase.rs` ranks the root moves by endgame tables,
//! and probes these in the tree. `skill.rs` limits the strength. `mate/` proves the shortest mate
//! for `go mate`.
//!
//! All tuned numbers are in `params.rs`. `experiments.md` tells how ideas are tried, and
//! `experiments.tsv` which ones were, with what result.

mod alphabeta;
pub mod bench;
mod correction;
mod extensions;
mod history;
mod iterative_deepening;
mod lateness;
mod limits;
mod mate;
mod mate_line;
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

pub use limits::{Clock, Effort, Limits, Probing, Signals};
pub use params::all as tunables;
pub use report::{Answer, Info, Line, Lines, Report, Silent, nodes_per_second};
pub use searcher::Searcher;
pub use skill::Skill;
pub use statistics::Statistics;
pub use threads::{MAX_THREADS, STACK};
pub use transposition::{Bound, NoMemory, TranspositionTable, TtEntry};
pub use tunable::Tunable;

/// The deepest iteration, in plies.
pub const MAX_DEPTH: i32 = crate::eval::MAX_PLY as i32 - 1;
