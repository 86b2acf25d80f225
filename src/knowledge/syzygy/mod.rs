//! Syzygy endgame tables, by Ronald de Man: win, draw or loss (WDL), and the plies to the next
//! zeroing of the fifty-move clock or mate (DTZ). <https://www.chessprogramming.org/Syzygy_Bases>
//!
//! # Files
//!
//! `KQPvKR.rtbw` holds WDL values, `KQPvKR.rtbz` DTZ values; the first side of the name
//! is White. A value's index encodes the squares of the pieces (`numbering`); values are
//! compressed by replacing pairs (`pairs`).
//!
//! Files are not trusted: those that are no tables, or have a wrong length, are left out
//! on loading, and other damage gives a wrong value or none, never worse. Hence our own
//! reader: the crate for engines (`pyrrhic-rs`) follows pointers in the files unchecked,
//! and ends the process on damage.

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

use std::ffi::OsStr;
use std::path::PathBuf;

pub use bytes::Fault;
pub use tables::{LoadProblem, Loading, Tables};
pub use wdl::{Dtz, Wdl};

/// The most pieces, kings included, that there are tables for.
pub const MAX_PIECES: u32 = 7;

/// Splits a path list at the system's separator (`;` on Windows, `:` elsewhere), without
/// empty parts.
pub fn directories<P: AsRef<OsStr> + ?Sized>(path: &P) -> Vec<PathBuf> {
    std::env::split_paths(path)
        .filter(|directory| !directory.as_os_str().is_empty())
        .collect()
}
