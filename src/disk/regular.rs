//! Files to read from that are neither a directory nor a device nor a pipe.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Opens a file to read.
///
/// # Errors
/// Where it cannot be read, or is no regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Checked before it is opened: opening a pipe would wait.
    if std::fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::other("not a file"))
    }
}

/// Reads a file.
///
/// # Errors
/// As [`open_regular`], and where the file has more than `most` MiB.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.take((most << 20) + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most << 20 {
        return Err(io::Error::other(format!("longer than {most} MiB")));
    }
    Ok(bytes)
}
