//! Locks of files. The system unlocks a file at the end of a run, also of one that is killed.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// The reason why a file cannot be written yet.
pub const IN_USE: &str = "another run is writing this file";

/// Locks a file for this run alone.
///
/// # Errors
/// Where another run has locked it.
pub fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::other(IN_USE)),
        // Other errors are ignored: some file systems have no locks.
        _ => Ok(()),
    }
}

/// Returns true if another run holds the lock of a file.
pub fn is_in_use(path: &Path) -> bool {
    let locked = File::open(path).map(|file| file.try_lock_shared());
    matches!(locked, Ok(Err(TryLockError::WouldBlock)))
}
