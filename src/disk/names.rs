//! Names of files: the targets of links, and the temporary names of files that are not whole.

use std::path::{Path, PathBuf};

/// Returns the name that a file has until it is whole. Where `path` is a link, this name stands
/// beside the target of the link, which is replaced; the link stays.
pub fn part_of(path: &Path) -> PathBuf {
    let mut name = target_of(path).into_os_string();
    name.push(".part");
    name.into()
}

/// Returns the path of a file, whether it exists or not, with its links resolved: two paths of one
/// file give the same.
pub fn target_of(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| place_of_new(path))
}

/// Returns the place where a file that does not exist would be created: behind a link.
fn place_of_new(path: &Path) -> PathBuf {
    // Relative to the folder of the link, unless it is absolute.
    let place = path.read_link().map_or(path.to_path_buf(), |target| path.with_file_name(target));
    let place = std::path::absolute(&place).unwrap_or(place);
    let folder = place.parent().and_then(|folder| folder.canonicalize().ok());
    let found = folder.zip(place.file_name());
    let found = found.map(|(folder, name)| folder.join(name));
    found.unwrap_or(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_has_one_name() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, inner) = (folder.path(), folder.path().join("inner"));
        std::fs::create_dir(&inner).unwrap();
        let (name, detour) = (folder.join("new"), inner.join("..").join("new"));
        assert_eq!(target_of(&name), target_of(&detour));
        assert_eq!(target_of(&name).file_name(), name.file_name());
        assert_ne!(target_of(&name), target_of(&inner.join("new")));
        let nowhere = folder.join("no such folder").join("new");
        assert_eq!(target_of(&nowhere), std::path::absolute(&nowhere).unwrap());
    }
}
