//! Files of results that are not whole yet. They stand beside the file that they will replace,
//! so that a run that fails changes nothing.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file under its temporary name. Dropped before [`UnfinishedFile::finish`], it is removed.
pub struct UnfinishedFile {
    part: PathBuf,
}

struct Entry {
    part: PathBuf,
    target: PathBuf,
    /// Whether it is worth something as it is.
    is_kept: bool,
}

/// All of this program, for its end within a run.
static ENTRIES: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

fn entries() -> MutexGuard<'static, Vec<Entry>> {
    ENTRIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The temporary name of a file. A link stays a link: its target is replaced.
pub fn part_of(path: &Path) -> PathBuf {
    let mut name = target_of(path).into_os_string();
    name.push(".part");
    name.into()
}

/// The one name of a file, whether it exists or not.
pub fn target_of(path: &Path) -> PathBuf {
    path.canonicalize()
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_path_buf())
}

impl UnfinishedFile {
    /// # Errors
    /// Where the file cannot be made, or the one that it will replace cannot be written.
    pub fn create(path: &Path) -> io::Result<(UnfinishedFile, File)> {
        let (target, part) = (target_of(path), part_of(path));
        let old = match target.exists() {
            true => Some(File::options().write(true).open(&target)?),
            false => None,
        };
        let mut entries = entries();
        let file = File::create(&part)?;
        entries.push(Entry {
            part: part.clone(),
            target,
            is_kept: false,
        });
        // Released before an error drops the file, which locks them.
        drop(entries);
        let unfinished = UnfinishedFile { part };
        if let Some(old) = old {
            file.set_permissions(old.metadata()?.permissions())?;
        }
        Ok((unfinished, file))
    }

    /// Where the program ends within the run, the file replaces the other if it holds something.
    pub fn keep_at_end(&self) {
        let mut entries = entries();
        let own = entries.iter_mut().filter(|entry| entry.part == self.part);
        own.for_each(|entry| entry.is_kept = true);
    }

    /// Replaces the other file.
    ///
    /// # Errors
    /// Where that is not possible. The file is removed then.
    pub fn finish(self) -> io::Result<()> {
        let mut entries = entries();
        let own = |entry: &Entry| entry.part == self.part;
        if let Some(entry) = entries.iter().find(|entry| own(entry)) {
            entry.replace()?;
        }
        entries.retain(|entry| !own(entry));
        Ok(())
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        let mut entries = entries();
        let own = entries.iter().position(|entry| entry.part == self.part);
        if let Some(place) = own {
            entries.swap_remove(place).remove();
        }
    }
}

impl Entry {
    fn replace(&self) -> io::Result<()> {
        fs::rename(&self.part, &self.target)
    }

    fn remove(&self) {
        // Nothing else can be done about it.
        let _ = fs::remove_file(&self.part);
    }
}

/// Removes the unfinished files, or keeps them as they are; the program must end after that.
pub fn at_end() {
    let entries = entries();
    for entry in entries.iter() {
        let holds_something = entry.part.metadata().is_ok_and(|data| data.len() > 0);
        if !entry.is_kept || !holds_something || entry.replace().is_err() {
            entry.remove();
        }
    }
    // Locked until the end: another thread would miss its file.
    std::mem::forget(entries);
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("ox88-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn only_a_finished_file_replaces_the_other() {
        let folder = folder("unfinished");
        let target = folder.join("results.txt");
        fs::write(&target, "old").unwrap();
        for (is_finished, expected) in [(false, "old"), (true, "new")] {
            let (unfinished, mut file) = UnfinishedFile::create(&target).unwrap();
            file.write_all(b"new").unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"old");
            match is_finished {
                true => unfinished.finish().unwrap(),
                false => drop(unfinished),
            }
            assert_eq!(fs::read_to_string(&target).unwrap(), expected);
            assert!(!part_of(&target).exists());
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("links");
        let (target, link) = (folder.join("target"), folder.join("link"));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, PermissionsExt::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let (unfinished, mut file) = UnfinishedFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        unfinished.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        let mode = fs::metadata(&target).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::remove_dir_all(folder).unwrap();
    }
}
