//! Syzygy endgame tables, by Ronald de Man. <https://www.chessprogramming.org/Syzygy_Bases>
//!
//! `KQPvKR.rtbw` (White's pieces first) holds win, draw or loss (WDL), `.rtbz` the plies to the
//! next zeroing of the fifty-move clock or mate (DTZ). `numbering` turns squares into the index of
//! a value, `pairs` decompresses it. Files are not trusted: those of wrong form are left out, other
//! damage gives a wrong value or none. (The crate `pyrrhic-rs` follows pointers in files unchecked,
//! so it is not used.)

mod bytes;
mod indices;
mod material;
mod numbering;
mod pages;
mod pairs;
mod probe;
mod symbols;
mod table;
mod tables;
mod wdl;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::PathBuf;

pub use bytes::Fault;
pub use probe::Prober;
pub use tables::{LoadProblem, Tables};
pub use wdl::{Dtz, Wdl};

/// The most pieces, kings included, that there are tables for.
pub const MAX_PIECES: u32 = 7;

/// Splits a path list at the system's separator (`;` on Windows, else `:`), without empty and
/// repeated parts.
pub fn directories<P: AsRef<OsStr> + ?Sized>(path: &P) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    std::env::split_paths(path)
        .filter(|directory| !directory.as_os_str().is_empty() && seen.insert(directory.clone()))
        .collect()
}
