//! A cache of the pages of large files, which takes the place of a memory map (mmap). A probe reads
//! a few bytes at three places, and the next one often reads near them.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use crate::disk::open_regular;
use crate::sync::locked;

/// The size of a page, in bytes.
const PAGE_SIZE: usize = 4096;

/// The number of pages in the cache, which is 64 MiB.
const PAGE_COUNT: usize = 1 << 14;

/// The most files that are open at a time. Some systems allow a process 256, and a folder may have
/// hundreds of tables.
const MOST_OPEN: usize = 64;

/// The pages that were read last. Threads and files share the cache, which is allocated on first
/// use.
#[derive(Default)]
pub struct PageCache {
    /// The slots, which are direct-mapped by page.
    slots: OnceLock<Box<[Mutex<Page>]>>,
    files: AtomicU32,
    /// The open files with their numbers. The file that was read last is at the end.
    open: Mutex<Vec<(u32, Arc<File>)>>,
}

/// A file that is read by pages. It is open only while it is one of the files that were read last.
pub struct LargeFile {
    path: PathBuf,
    /// The length in bytes when the file was opened first.
    pub length: u64,
    /// The number of the file in the page cache.
    number: u32,
    pages: Arc<PageCache>,
}

/// A slot of the cache.
#[derive(Default)]
struct Page {
    /// The file's number and the page's number in it, once loaded.
    place: Option<(u32, u64)>,
    bytes: Vec<u8>,
}

impl LargeFile {
    /// Returns a file that was opened by this path, and its length in bytes.
    pub fn new(path: &Path, file: File, length: u64, pages: &Arc<PageCache>) -> LargeFile {
        let number = pages.files.fetch_add(1, Ordering::Relaxed);
        keep_open(&mut locked(&pages.open), number, Arc::new(file));
        LargeFile { path: path.to_path_buf(), length, number, pages: Arc::clone(pages) }
    }

    /// Copies bytes from the offset `at` on, through the cache.
    pub fn copy(&self, mut at: u64, mut target: &mut [u8]) -> io::Result<()> {
        let new_slots = || (0..PAGE_COUNT).map(|_| Mutex::default()).collect();
        let slots = self.pages.slots.get_or_init(new_slots);
        while !target.is_empty() {
            let (page, offset) = (at / PAGE_SIZE as u64, (at % PAGE_SIZE as u64) as usize);
            let mut slot = locked(&slots[slot_of(self.number, page)]);
            slot.hold(self, page)?;
            let part = slot.bytes.get(offset..).unwrap_or_default();
            if part.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let count = part.len().min(target.len());
            let (now, later) = target.split_at_mut(count);
            now.copy_from_slice(&part[..count]);
            target = later;
            at += count as u64;
        }
        Ok(())
    }

    /// Returns the open file. It is opened again where others took its place.
    pub fn opened(&self) -> io::Result<Arc<File>> {
        let mut open = locked(&self.pages.open);
        let file = match open.iter().position(|(other, _)| *other == self.number) {
            Some(place) => open.remove(place).1,
            None => Arc::new(open_regular(&self.path).or_else(|_| {
                // The process may be at its limit of open files.
                open.clear();
                open_regular(&self.path)
            })?),
        };
        keep_open(&mut open, self.number, Arc::clone(&file));
        Ok(file)
    }
}

impl Drop for LargeFile {
    fn drop(&mut self) {
        let mut open = locked(&self.pages.open);
        open.retain(|(number, _)| *number != self.number);
    }
}

/// Adds a file to the open files. If there are too many, the file that was not read for the longest
/// time is closed.
fn keep_open(open: &mut Vec<(u32, Arc<File>)>, number: u32, file: Arc<File>) {
    if open.len() >= MOST_OPEN {
        open.remove(0);
    }
    open.push((number, file));
}

/// Returns the index of the slot of a page. Neighbouring pages of a file never share a slot; the
/// golden ratio spreads the files.
fn slot_of(number: u32, page: u64) -> usize {
    let start = u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    (page.wrapping_add(start) % PAGE_COUNT as u64) as usize
}

impl Page {
    /// Reads this page of a file, unless it is here.
    fn hold(&mut self, file: &LargeFile, page: u64) -> io::Result<()> {
        let place = Some((file.number, page));
        if self.place != place {
            self.place = None;
            let start = page * PAGE_SIZE as u64;
            let size = file.length.saturating_sub(start).min(PAGE_SIZE as u64) as usize;
            self.bytes.resize(size, 0);
            read_exact_at(&*file.opened()?, &mut self.bytes, start)?;
            self.place = place;
        }
        Ok(())
    }
}

/// Fills `part` from this offset of the file on.
#[cfg(unix)]
fn read_exact_at(file: &File, part: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, part, at)
}

/// Fills `part` from this offset of the file on.
#[cfg(windows)]
fn read_exact_at(file: &File, mut part: &mut [u8], mut at: u64) -> io::Result<()> {
    while !part.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, part, at)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        part = &mut part[count..];
        at += count as u64;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// Writes a file of four pages. Returns its folder, its path and its bytes.
    fn file() -> (TempDir, PathBuf, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let bytes: Vec<u8> = (0..3 * PAGE_SIZE + 100).map(|i| (i % 251) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        (folder, path, bytes)
    }

    fn opened(path: &Path, bytes: &[u8], pages: &Arc<PageCache>) -> LargeFile {
        LargeFile::new(path, File::open(path).unwrap(), bytes.len() as u64, pages)
    }

    #[test]
    fn bytes_come_from_any_place_once_read() {
        let (_folder, path, bytes) = file();
        let pages = Arc::<PageCache>::default();
        let file = opened(&path, &bytes, &pages);
        let copy = |at: usize, count: usize| {
            let mut target = vec![0; count];
            file.copy(at as u64, &mut target).map(|()| target)
        };
        for (at, count) in [(0, 1), (5, PAGE_SIZE), (PAGE_SIZE - 1, 2), (0, bytes.len())] {
            assert_eq!(copy(at, count).unwrap(), bytes[at..at + count]);
        }
        assert!(copy(bytes.len() - 1, 2).is_err());
        // Cached: the file is empty now.
        std::fs::write(&path, "").unwrap();
        assert_eq!(copy(7, 2 * PAGE_SIZE).unwrap(), bytes[7..7 + 2 * PAGE_SIZE]);
        // Other files have pages of their own.
        assert!(opened(&path, &bytes, &pages).copy(0, &mut [0]).is_err());
    }

    #[test]
    fn files_do_not_get_each_others_pages() {
        let (folder, path, bytes) = file();
        let other: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
        let other_path = folder.path().join("other");
        std::fs::write(&other_path, &other).unwrap();
        let pages = Arc::<PageCache>::default();
        let one = opened(&path, &bytes, &pages);
        // The next file whose pages have the slots of the first one's.
        let same = (1..).find(|&number| slot_of(number, 0) == slot_of(0, 0)).unwrap();
        pages.files.store(same, Ordering::Relaxed);
        let two = opened(&other_path, &other, &pages);
        for at in (0..bytes.len()).step_by(1000) {
            for (file, expected) in [(&one, &bytes), (&two, &other)] {
                let mut target = [0];
                file.copy(at as u64, &mut target).unwrap();
                assert_eq!(target[0], expected[at]);
            }
        }
    }

    #[test]
    fn few_files_are_open_at_a_time() {
        let (_folder, path, bytes) = file();
        let pages = Arc::<PageCache>::default();
        let open = || locked(&pages.open).len();
        let new = |_| opened(&path, &bytes, &pages);
        let files: Vec<LargeFile> = (0..MOST_OPEN + 9).map(new).collect();
        assert_eq!(open(), MOST_OPEN);
        for (place, file) in files.iter().enumerate() {
            let mut target = [0];
            file.copy(place as u64, &mut target).unwrap();
            assert_eq!(target[0], bytes[place]);
        }
        assert_eq!(open(), MOST_OPEN);
        drop(files);
        assert_eq!(open(), 0);
    }
}
