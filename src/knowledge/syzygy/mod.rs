//! Syzygy endgame tables, made by Ronald de Man: whether a position of a few
//! pieces is won, drawn or lost (WDL), and how many plies pass until a capture or
//! pawn move makes progress, or mate (DTZ, "distance to zeroing" of the
//! fifty-move clock).
//!
//! <https://www.chessprogramming.org/Syzygy_Bases>
//!
//! # Files
//!
//! `KQPvKR.rtbw` holds the WDL values of that material, `KQPvKR.rtbz` the DTZ
//! values; the first side of the name is White. A value's number tells where
//! the pieces stand (`numbering`), values are compressed by replacing pairs of them
//! (`pairs`).
//!
//! Files are not trusted. All of them are looked at when a directory is
//! loaded, and those that are no tables, or too short, are left out. What that
//! cannot show comes to light when a value is read; then, too, no bytes do
//! worse than to give a wrong value or none. That is why they are read by code
//! of our own: the crate made for engines (`pyrrhic-rs`) follows pointers into
//! the files unchecked, ends the process when one is damaged, and keeps its
//! tables in global variables.

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

/// The directories of a path, between which stands what the system puts there:
/// `;` on Windows, `:` elsewhere. Empty ones are left out.
pub fn directories<P: AsRef<OsStr> + ?Sized>(path: &P) -> Vec<PathBuf> {
    std::env::split_paths(path)
        .filter(|directory| !directory.as_os_str().is_empty())
        .collect()
}
