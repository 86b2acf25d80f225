//! Files that arguments name.

use std::fmt::Display;
use std::path::Path;

/// Puts a file's name before what is wrong with it.
pub fn named(path: &Path) -> impl Fn(&dyn Display) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// Whether both are one file, which exists.
pub fn is_same(path: &Path, other: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    canonical(path).is_some_and(|path| canonical(other) == Some(path))
}
