//! Files of results that are not whole yet. They stand beside the file that they will replace,
//! so that a run that fails changes nothing.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::sync::nap;

/// Why a file cannot be written yet.
pub const IN_USE: &str = "another run is writing this file";

/// Why a file is not written: through the link, another file would be.
pub const IS_LINK: &str =
    "the file with .part behind this name is a symbolic link, which is not followed; remove it";

/// Links in a circle have no end.
const MOST_LINKS: usize = 40;

/// Between two attempts to lock a file.
const NAP: Duration = Duration::from_millis(10);
/// How many attempts there are: for two seconds, far longer than a game takes to be written.
const ATTEMPTS: usize = 200;

/// A file under its temporary name. Dropped before [`UnfinishedFile::finish`], it is removed.
pub struct UnfinishedFile {
    part: PathBuf,
}

/// What is done with an unfinished file at the end of the program.
struct Registered {
    part: PathBuf,
    /// The file that it will replace.
    target: PathBuf,
    /// Whether it is worth something as it is.
    is_kept: bool,
}

/// All unfinished files of this program.
static ENTRIES: Mutex<Vec<Registered>> = Mutex::new(Vec::new());

fn entries() -> MutexGuard<'static, Vec<Registered>> {
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
    path.canonicalize().unwrap_or_else(|_| place_of_new(path))
}

/// Where a file that does not exist would be created: behind links.
fn place_of_new(path: &Path) -> PathBuf {
    let mut place = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = place.read_link() else {
            break;
        };
        // Relative to the folder of the link, unless it is absolute.
        place.pop();
        place.push(target);
    }
    let place = std::path::absolute(&place).unwrap_or(place);
    let folder = place.parent().and_then(|folder| folder.canonicalize().ok());
    let found = folder.zip(place.file_name());
    let found = found.map(|(folder, name)| folder.join(name));
    found.unwrap_or(place)
}

/// Locks a file for this run alone. The system unlocks it at the end of the run, also of one that
/// is killed.
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

/// As [`lock`], but waits a little for other runs, which hold the lock only to add a game.
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

/// Opens a temporary file for this run alone, and creates it where it is missing.
fn locked(part: &Path) -> io::Result<File> {
    loop {
        if part.is_symlink() {
            return Err(io::Error::other(IS_LINK));
        }
        let file = File::options()
            .write(true)
            .create(true)
            // It may be another run's.
            .truncate(false)
            .open(part)?;
        lock(&file)?;
        // Another run may have finished meanwhile, and then the file is its result.
        if is_at(&file, part) && !part.is_symlink() {
            return Ok(file);
        }
    }
}

/// Whether another run holds the lock of a file.
pub fn is_in_use(path: &Path) -> bool {
    let locked = File::open(path).map(|file| file.try_lock_shared());
    matches!(locked, Ok(Err(TryLockError::WouldBlock)))
}

/// Whether an open file is the one at this path.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(own), Ok(found)) = (file.metadata(), path.metadata()) else {
        return false;
    };
    (own.dev(), own.ino()) == (found.dev(), found.ino())
}

/// Whether there is a file at this path; it is taken for the open one.
#[cfg(not(unix))]
pub fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

impl UnfinishedFile {
    /// Writes over what a run that was killed has left. The file that is returned must live as
    /// long as the other value, since it holds the lock.
    ///
    /// # Errors
    /// Where the file cannot be made, another run writes it, or the one that it will replace
    /// cannot be written.
    pub fn create(path: &Path) -> io::Result<(UnfinishedFile, File)> {
        let (target, part) = (target_of(path), part_of(path));
        let old = if target.exists() {
            Some(File::options().write(true).open(&target)?)
        } else {
            None
        };
        let mut entries = entries();
        let file = locked(&part)?;
        entries.push(Registered {
            part: part.clone(),
            target,
            is_kept: false,
        });
        // Released before an error drops the file, which locks them.
        drop(entries);
        let unfinished = UnfinishedFile { part };
        file.set_len(0)?;
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
    /// Where that is not possible. The results stay under their temporary name, which is told.
    pub fn finish(self) -> io::Result<()> {
        let mut entries = entries();
        let own = entries.iter().position(|entry| entry.part == self.part);
        own.map_or(Ok(()), |place| entries.swap_remove(place).replace())
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

impl Registered {
    /// Replaces the other file. The error tells where the results are.
    fn replace(&self) -> io::Result<()> {
        fs::rename(&self.part, &self.target).map_err(|error| {
            let told = format!("{error}; the results are in {}", self.part.display());
            io::Error::new(error.kind(), told)
        })
    }

    fn remove(&self) {
        // Nothing else can be done about it.
        let _ = fs::remove_file(&self.part);
    }
}

/// Removes the unfinished files, or keeps them as they are; the program must end after that.
/// Returns the files that could not be replaced, and why.
pub fn at_end() -> Vec<(PathBuf, io::Error)> {
    let entries = entries();
    let mut errors = Vec::new();
    for entry in entries.iter() {
        let holds_something = entry.part.metadata().is_ok_and(|data| data.len() > 0);
        if entry.is_kept && holds_something {
            errors.extend(entry.replace().err().map(|why| (entry.target.clone(), why)))
        } else {
            entry.remove()
        }
    }
    // Locked until the end: another thread would miss its file.
    std::mem::forget(entries);
    errors
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("ox88-{name}-{}", std::process::id()));
        // From a run of this number that failed.
        let _ = fs::remove_dir_all(&folder);
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
            if is_finished {
                unfinished.finish().unwrap()
            } else {
                drop(unfinished)
            }
            drop(file);
            assert_eq!(fs::read_to_string(&target).unwrap(), expected);
            assert!(!part_of(&target).exists());
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_is_written_by_one_run_at_a_time() {
        let folder = folder("locked");
        let target = folder.join("results.txt");
        let part = part_of(&target);
        fs::write(&part, "left by a run that was killed").unwrap();
        assert!(!is_in_use(&part));
        let (unfinished, mut file) = UnfinishedFile::create(&target).unwrap();
        file.write_all(b"first").unwrap();
        assert!(is_in_use(&part));
        let error = UnfinishedFile::create(&target).err().unwrap();
        assert_eq!(error.to_string(), IN_USE);
        unfinished.finish().unwrap();
        drop(file);
        assert_eq!(fs::read(&target).unwrap(), b"first");
        assert!(UnfinishedFile::create(&target).is_ok());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn results_that_cannot_take_their_place_stay() {
        let folder = folder("misplaced");
        let target = folder.join("results.txt");
        let (unfinished, mut file) = UnfinishedFile::create(&target).unwrap();
        file.write_all(b"results").unwrap();
        // No file replaces a folder.
        fs::create_dir(&target).unwrap();
        let error = unfinished.finish().err().unwrap().to_string();
        let part = part_of(&target);
        assert!(error.ends_with(&part.display().to_string()), "{error}");
        assert_eq!(fs::read(&part).unwrap(), b"results");
        drop(file);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_new_file_has_one_name() {
        let folder = folder("names");
        let inner = folder.join("inner");
        fs::create_dir_all(&inner).unwrap();
        let (name, detour) = (folder.join("new"), inner.join("..").join("new"));
        assert_eq!(target_of(&name), target_of(&detour));
        assert_eq!(target_of(&name).file_name(), name.file_name());
        assert_ne!(target_of(&name), target_of(&inner.join("new")));
        let nowhere = folder.join("no such folder").join("new");
        assert_eq!(target_of(&nowhere), std::path::absolute(&nowhere).unwrap());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn a_link_to_a_file_that_does_not_exist_stays() {
        let folder = folder("dangling");
        let link = folder.join("link");
        std::os::unix::fs::symlink("target", &link).unwrap();
        let (unfinished, mut file) = UnfinishedFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        unfinished.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(folder.join("target")).unwrap(), b"new");
        // A circle ends.
        let circle = folder.join("circle");
        std::os::unix::fs::symlink("circle", &circle).unwrap();
        assert_eq!(target_of(&circle).file_name(), circle.file_name());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn a_link_under_the_temporary_name_is_not_followed() {
        let folder = folder("linked-part");
        let (target, other) = (folder.join("target"), folder.join("other"));
        std::os::unix::fs::symlink("other", part_of(&target)).unwrap();
        // The link leads nowhere, and then to a file.
        for content in [None, Some("mine")] {
            if let Some(content) = content {
                fs::write(&other, content).unwrap();
            }
            let error = UnfinishedFile::create(&target).err().unwrap();
            assert_eq!(error.to_string(), IS_LINK);
            assert_eq!(fs::read_to_string(&other).ok().as_deref(), content);
            assert!(part_of(&target).is_symlink() && !target.exists());
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
