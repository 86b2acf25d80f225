//! Paths of files that arguments name.

use std::fmt::Display;
use std::fs::File;
use std::path::{Path, is_separator};

use super::STANDARD_INPUT;
use crate::disk::target_of;
use crate::text::shown;

/// Puts a file's name before an error.
pub fn named<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", shown(path))
}

/// Checks that a path can be that of a file to write.
pub fn check_place(path: &Path) -> Result<(), String> {
    if path == Path::new(STANDARD_INPUT) {
        return Err(named(path)("stands for standard input; results need a file"));
    }
    check_no_directory(path)?;
    let bytes = path.as_os_str().as_encoded_bytes();
    let names_directory = bytes.last().is_some_and(|&last| is_separator(last.into()));
    if names_directory {
        return Err(named(path)("there is no such directory"));
    }
    // A link stands for its target.
    match target_of(path).parent() {
        Some(directory) if !path.exists() && !directory.is_dir() => {
            Err(named(directory)("there is no such directory"))
        }
        _ => Ok(()),
    }
}

/// Checks that a path does not name a directory.
pub fn check_no_directory(path: &Path) -> Result<(), String> {
    if path.is_dir() { Err(named(path)("a directory, not a file")) } else { Ok(()) }
}

/// Checks that the file of an argument is none of the others that the command uses.
pub fn check_apart<P: AsRef<Path>>(
    argument: &str,
    path: &Path,
    others: impl IntoIterator<Item = P>,
) -> Result<(), String> {
    let mut others = others.into_iter();
    if others.any(|other| is_same(path, other.as_ref())) {
        Err(named(path)(format!(
            "another argument names this file too; {argument} needs another file"
        )))
    } else {
        Ok(())
    }
}

/// Returns true if there are bytes in a file. Devices, pipes and standard output keep none.
pub fn has_content(path: &Path) -> bool {
    !is_device_or_stream(path) && path.metadata().is_ok_and(|metadata| metadata.len() > 0)
}

/// Returns true for devices, pipes, and standard output, wherever it goes.
pub fn is_device_or_stream(path: &Path) -> bool {
    is_device(path) || standard_stream(path).is_some()
}

/// Returns true for what exists and is no regular file: devices, pipes and directories.
pub fn is_device(path: &Path) -> bool {
    path.exists() && !path.is_file()
}

/// Returns standard output, where the path leads to the same place, as `/dev/stdout` does. A file
/// that is opened a second time would lose what is written at the same offset.
#[cfg(unix)]
pub fn standard_stream(path: &Path) -> Option<File> {
    use std::io;
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let output = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
    let (own, other) = (output.metadata().ok()?, path.metadata().ok()?);
    ((own.dev(), own.ino()) == (other.dev(), other.ino())).then_some(output)
}

#[cfg(not(unix))]
pub fn standard_stream(_path: &Path) -> Option<File> {
    None
}

/// Returns true if two paths name the same file.
fn is_same(path: &Path, other: &Path) -> bool {
    // Devices can be used several times.
    !is_device(path) && target_of(path) == target_of(other)
}
