//! Locks of files. The system unlocks a file at the end of a run, also of one that is killed.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::sync::nap;

/// The reason why a file cannot be written yet.
pub const IN_USE: &str = "another run is writing this file";

/// The time between two attempts to lock a file.
const NAP: Duration = Duration::from_millis(10);
/// The number of attempts: they take two seconds, far longer than a game takes to be written.
const ATTEMPTS: usize = 200;

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

/// Locks a file as [`lock`] does, but waits a little for other runs, which hold the lock only to
/// add a game.
///
/// # Errors
/// Where another run does not unlock it.
pub fn lock_to_add(file: &File) -> io::Result<()> {
    for _ in 1..ATTEMPTS {
        if lock(file).is_ok() {
            return Ok(());
        }
        nap(NAP);
    }
    lock(file)
}

/// Returns true if another run holds the lock of a file.
pub fn is_in_use(path: &Path) -> bool {
    let locked = File::open(path).map(|file| file.try_lock_shared());
    matches!(locked, Ok(Err(TryLockError::WouldBlock)))
}
