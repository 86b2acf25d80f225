//! Files of `../shared`: for the tests of knowledge and of the program, too.

use std::path::{Path, PathBuf};

/// Returns the path of a file or a folder of `../shared`; `None`, with a message, where it is
/// absent.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    let is_here = path.exists();
    if !is_here {
        println!("skipped: {} is not here", path.display());
    }
    is_here.then_some(path)
}
