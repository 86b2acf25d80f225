//! The folder for files that tests write: for the tests of knowledge and of the program, too.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Returns the folder, which is the same for all profiles. Until its end this process has it for
/// itself: another run of the tests would take its files away, and waits.
pub fn temporary_folder() -> &'static Path {
    static LOCK: LazyLock<File> = LazyLock::new(|| {
        let lock = File::create(folder().join("lock")).unwrap();
        // Where files cannot be locked, runs are not kept apart.
        let _ = lock.lock();
        lock
    });
    LazyLock::force(&LOCK);
    folder()
}

/// Returns an empty folder of this name in it.
pub fn fresh_folder(name: &str) -> PathBuf {
    let folder = temporary_folder().join(name);
    // From an earlier run.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    folder
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}
