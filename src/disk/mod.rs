//! Files that are whole or not there: a result is written under a temporary name, synced, and
//! renamed. A run that fails or is killed leaves the old file. [`open_regular`] refuses pipes, as
//! opening a pipe would wait.

mod lock;
mod names;
mod regular;
mod unfinished;

pub use lock::{IN_USE, is_in_use, lock};
pub use names::{part_of, target_of};
pub use regular::{open_regular, read_regular};
pub use unfinished::{UnfinishedFile, remove_unfinished};
