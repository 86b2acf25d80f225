//! Finding the move: iterative deepening over alpha-beta, with a
//! transposition table. Prints nothing: what it finds on the way goes to a
//! [`Report`].

mod alphabeta;
pub mod bench;
mod deepening;
mod history;
mod limits;
mod ordering;
mod params;
mod quiescence;
mod report;
mod root;
mod searcher;
mod signals;
mod time;
mod transposition;
mod worker;

pub use limits::{Clock, Limits};
pub use report::{Bound, Info, Report, Silent};
pub use searcher::{Answer, Searcher};
pub use signals::Signals;
pub use time::Budget;
pub use transposition::{Entry, Table, TableError};

/// The deepest iteration, in plies.
pub const MAX_DEPTH: i32 = crate::eval::MAX_PLY as i32 - 1;
