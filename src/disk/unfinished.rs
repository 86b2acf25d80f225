//! Files that are not whole yet. They stand beside the file that they will replace.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use super::{lock, part_of, target_of};
use crate::sync::locked;

/// The unfinished files of this program, which [`remove_unfinished`] removes.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes all unfinished files, and returns their locked list. To be called before the program is
/// ended within a run; the lock must be held until then, so that no other thread finishes its file
/// meanwhile.
pub fn remove_unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    let mut paths = locked(&UNFINISHED);
    for part in paths.drain(..) {
        // Nothing can be done where this fails.
        let _ = fs::remove_file(part);
    }
    paths
}

/// A file under its temporary name. Dropped before [`UnfinishedFile::finish`], it is removed.
pub struct UnfinishedFile {
    file: File,
    part: PathBuf,
    target: PathBuf,
}

impl UnfinishedFile {
    /// Creates the file, and locks it for this run. Removes what a run that was killed has left.
    ///
    /// # Errors
    /// Where the file cannot be made, another run writes it, or the one that it will replace cannot
    /// be written.
    pub fn create(path: &Path) -> io::Result<UnfinishedFile> {
        let (target, part) = (target_of(path), part_of(path));
        let mut paths = locked(&UNFINISHED);
        let file = create_locked(&part)?;
        paths.push(part.clone());
        drop(paths);
        let unfinished = UnfinishedFile { file, part, target };
        if unfinished.target.exists() {
            // Fails if the file that will be replaced cannot be written.
            let old = File::options().write(true).open(&unfinished.target)?;
            unfinished.file.set_permissions(old.metadata()?.permissions())?;
        }
        Ok(unfinished)
    }

    /// Returns the open file, whose lock ends with this value and all its clones.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Gives the file its name, in place of another where there is one.
    ///
    /// # Errors
    /// Where that is not possible. The results stay under their temporary name, which the error
    /// tells.
    pub fn finish(self) -> io::Result<()> {
        let synced = self.file.sync_all();
        let mut paths = locked(&UNFINISHED);
        paths.retain(|path| *path != self.part);
        synced.and_then(|()| fs::rename(&self.part, &self.target)).map_err(|error| {
            let told = format!("{error}; the results are in {}", self.part.display());
            io::Error::new(error.kind(), told)
        })
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        let mut paths = locked(&UNFINISHED);
        let place = paths.iter().position(|path| *path == self.part);
        // A finished file is not in the list, and another run may have its temporary name by now.
        if let Some(place) = place {
            paths.swap_remove(place);
            // Nothing can be done where this fails.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Creates a temporary file in place of one that a killed run has left, and locks it for this run.
fn create_locked(part: &Path) -> io::Result<File> {
    // Where there is no file, none is removed: another run may create it just now.
    let created = match File::create_new(part) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            remove_left(part)?;
            File::create_new(part)
        }
        created => created,
    };
    let file = created?;
    lock_named(&file)?;
    Ok(file)
}

/// Removes a temporary file, unless another run is writing it.
fn remove_left(part: &Path) -> io::Result<()> {
    // Some file systems lock only what is open for writing, which another user's file may refuse.
    let left = File::options().read(true).write(true).open(part).or_else(|_| File::open(part));
    // Locked until it is removed: another run may have created it just now.
    if let Ok(left) = &left {
        lock_named(left)?;
    }
    // Removed and not written over: it could be a link to another file.
    fs::remove_file(part)
}

/// Locks a file for this run, unless another run has removed it before.
fn lock_named(file: &File) -> io::Result<()> {
    lock(file)?;
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0 {
        return Err(io::Error::other(super::IN_USE));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::super::{IN_USE, is_in_use};
    use super::*;

    #[test]
    fn only_a_finished_file_replaces_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("results.txt");
        fs::write(&target, "old").unwrap();
        for (is_finished, expected) in [(false, "old"), (true, "new")] {
            let unfinished = UnfinishedFile::create(&target).unwrap();
            unfinished.file().write_all(b"new").unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"old");
            assert!(locked(&UNFINISHED).contains(&part_of(&target)));
            if is_finished {
                unfinished.finish().unwrap();
            } else {
                drop(unfinished);
            }
            assert_eq!(fs::read_to_string(&target).unwrap(), expected);
            assert!(!part_of(&target).exists());
            // Another run may use the name from now on.
            assert!(!locked(&UNFINISHED).contains(&part_of(&target)));
        }
    }

    #[test]
    fn a_file_is_written_by_one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("results.txt");
        let part = part_of(&target);
        fs::write(&part, "left by a run that was killed").unwrap();
        assert!(!is_in_use(&part));
        let unfinished = UnfinishedFile::create(&target).unwrap();
        unfinished.file().write_all(b"first").unwrap();
        assert!(is_in_use(&part));
        let error = UnfinishedFile::create(&target).err().unwrap();
        assert_eq!(error.to_string(), IN_USE);
        unfinished.finish().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"first");
        assert!(UnfinishedFile::create(&target).is_ok());
    }

    /// The other run starts between the creation of the file and its lock.
    #[test]
    #[cfg(unix)]
    fn a_file_that_another_run_has_removed_is_not_locked() {
        let folder = tempfile::tempdir().unwrap();
        let part = part_of(&folder.path().join("results.txt"));
        let file = File::create_new(&part).unwrap();
        let other = create_locked(&part).unwrap();
        assert_eq!(lock_named(&file).unwrap_err().to_string(), IN_USE);
        assert!(lock_named(&other).is_ok());
    }

    #[test]
    fn results_that_cannot_take_their_place_stay() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("results.txt");
        let unfinished = UnfinishedFile::create(&target).unwrap();
        unfinished.file().write_all(b"results").unwrap();
        // No file replaces a folder.
        fs::create_dir(&target).unwrap();
        let error = unfinished.finish().unwrap_err().to_string();
        let part = part_of(&target);
        assert!(error.ends_with(&part.display().to_string()), "{error}");
        assert_eq!(fs::read(&part).unwrap(), b"results");
    }

    #[test]
    #[cfg(unix)]
    fn a_link_to_a_file_that_does_not_exist_stays() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("target", &link).unwrap();
        let unfinished = UnfinishedFile::create(&link).unwrap();
        unfinished.file().write_all(b"new").unwrap();
        unfinished.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(folder.path().join("target")).unwrap(), b"new");
    }

    #[test]
    #[cfg(unix)]
    fn a_link_under_the_temporary_name_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (target, other) = (folder.path().join("target"), folder.path().join("other"));
        fs::write(&other, "mine").unwrap();
        std::os::unix::fs::symlink("other", part_of(&target)).unwrap();
        UnfinishedFile::create(&target).unwrap().finish().unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"mine");
        assert!(target.exists() && !target.is_symlink());
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, PermissionsExt::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let unfinished = UnfinishedFile::create(&link).unwrap();
        unfinished.file().write_all(b"new").unwrap();
        unfinished.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        let mode = fs::metadata(&target).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
