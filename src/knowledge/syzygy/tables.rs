//! The set of tables that were found in directories.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::bytes::Fault;
use super::material::MaterialSignature;
use super::pages::PageCache;
use super::table::{Kind, TableFile};
use super::wdl::Wdl;
use crate::board::Position;
use crate::sync::locked;
use crate::text::shown;

/// The greatest size, in bytes, of files that are read as a whole. Larger ones are read by pages,
/// as reading such a file as a whole would take time while a clock is running.
const IN_MEMORY: u64 = 4 << 20;

/// A directory or file that was not used.
#[derive(Debug, thiserror::Error)]
pub enum LoadProblem {
    /// A directory cannot be read; the system's error says why.
    #[error("'{}': {}", shown(.0), .1)]
    Directory(PathBuf, io::Error),
    /// A directory holds no tables.
    #[error("'{}' holds no Syzygy tables", shown(.0))]
    Empty(PathBuf),
    /// A file has this fault.
    #[error("'{}' is left out: {}", shown(.0), .1)]
    File(PathBuf, Fault),
}

/// A set of endgame tables, shared by threads; each is opened on first use.
///
/// ```
/// use std::path::Path;
/// use ox88::board::Position;
/// use ox88::knowledge::syzygy::{Tables, Wdl};
/// let (tables, _) = Tables::load([Path::new("../shared/syzygy")]);
/// let mut position = Position::from_fen("8/8/8/8/8/2k5/8/KQ6 w - - 0 1").unwrap();
/// if tables.max_pieces() >= 3 {
///     assert_eq!(tables.wdl(&mut position), Some(Wdl::Win));
/// }
/// ```
#[derive(Default)]
pub struct Tables {
    /// The tables, by material with either side as White.
    slots: HashMap<(MaterialSignature, Kind), Arc<TableSlot>>,
    /// The numbers of WDL and of DTZ tables.
    counts: [usize; 2],
    /// The pages of files that are not kept in memory.
    pages: Arc<PageCache>,
    max_pieces: u32,
    /// The problems that probing has found since the last [`Tables::take_problems`].
    problems: Mutex<Vec<LoadProblem>>,
}

/// A table that was found.
struct TableSlot {
    path: PathBuf,
    material: MaterialSignature,
    /// The table, which is opened on first use.
    table: OnceLock<TableFile>,
    /// Whether the table is damaged, so that it is not used again.
    is_broken: AtomicBool,
    /// Whether the system failed to read the file, which [`Tables::retry`] tries again.
    has_failed: AtomicBool,
}

impl Tables {
    /// Checks all tables of these directories. Of two with one name the first is used. Returns the
    /// usable tables, and the directories and files that were not used.
    pub fn load<P: AsRef<Path>>(
        directories: impl IntoIterator<Item = P>,
    ) -> (Tables, Vec<LoadProblem>) {
        let (mut tables, mut problems) = (Tables::default(), Vec::new());
        for directory in directories {
            tables.add_directory(directory.as_ref(), &mut problems);
        }
        (tables, problems)
    }

    fn add_directory(&mut self, directory: &Path, problems: &mut Vec<LoadProblem>) {
        let problem = |error| LoadProblem::Directory(directory.to_path_buf(), error);
        let entries = match fs::read_dir(directory) {
            Ok(entries) => entries,
            Err(error) => return problems.push(problem(error)),
        };
        let mut paths = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => paths.push(entry.path()),
                Err(error) => problems.push(problem(error)),
            }
        }
        paths.sort();
        let tables = paths.into_iter().filter_map(|path| Some((named(&path)?, path)));
        let mut is_empty = true;
        for ((material, kind), path) in tables {
            is_empty = false;
            if self.slots.contains_key(&(material, kind)) {
                continue;
            }
            // Only checked now: of hundreds of tables, most runs use a few.
            match TableFile::open(&path, material, kind, 0, &self.pages) {
                Ok(_) => self.add(path, material, kind),
                Err(fault) => problems.push(LoadProblem::File(path, fault)),
            }
        }
        if is_empty {
            problems.push(LoadProblem::Empty(directory.to_path_buf()));
        }
    }

    /// Returns the most pieces, kings included, that the tables cover; 0 without tables.
    pub fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    /// Returns the numbers of WDL and of DTZ tables.
    pub fn counts(&self) -> [usize; 2] {
        self.counts
    }

    /// Uses the files again that the system failed to read: an error of a disk or a network may
    /// pass. Damaged ones stay out.
    pub fn retry(&self) {
        for slot in self.slots.values() {
            slot.has_failed.store(false, Ordering::Relaxed);
        }
    }

    /// Returns the files that were given up since the last call.
    pub fn take_problems(&self) -> Vec<LoadProblem> {
        std::mem::take(&mut *locked(&self.problems))
    }

    /// Returns the result in the table, which may be wrong where a capture is best.
    pub(super) fn stored_wdl(&self, position: &Position) -> Option<Wdl> {
        let material = MaterialSignature::of(position);
        if material == MaterialSignature::KINGS {
            return Some(Wdl::Draw);
        }
        self.probe(material, Kind::Wdl, |table| table.wdl(position))
    }

    /// Returns the distance in the table, in plies: see [`TableFile::distance`]. `None` without a
    /// table.
    pub(super) fn stored_distance(&self, position: &Position, wdl: Wdl) -> Option<Option<i32>> {
        let material = MaterialSignature::of(position);
        self.probe(material, Kind::Dtz, |table| table.distance(position, wdl))
    }

    /// Reads from the table of this material; `None` without one, or where it is damaged.
    fn probe<T>(
        &self,
        material: MaterialSignature,
        kind: Kind,
        read: impl Fn(&TableFile) -> Result<T, Fault>,
    ) -> Option<T> {
        let slot = self.slots.get(&(material, kind))?;
        if slot.is_broken.load(Ordering::Relaxed) || slot.has_failed.load(Ordering::Relaxed) {
            return None;
        }
        let table = match slot.table.get() {
            Some(table) => Ok(table),
            None => TableFile::open(&slot.path, slot.material, kind, IN_MEMORY, &self.pages)
                .map(|table| slot.table.get_or_init(|| table)),
        };
        let value = table.and_then(read);
        value.map_err(|fault| self.give_up(slot, fault)).ok()
    }

    /// Stops the use of a table: after an error of the system until [`Tables::retry`], otherwise
    /// for good. Keeps the reason, once for each file.
    fn give_up(&self, slot: &TableSlot, fault: Fault) {
        let flag = match fault {
            Fault::Io(_) => &slot.has_failed,
            _ => &slot.is_broken,
        };
        if flag.swap(true, Ordering::Relaxed) {
            return;
        }
        // Kept once, however often the system fails.
        let is_told = |problem: &LoadProblem| matches!(problem, LoadProblem::File(path, _) if *path == slot.path);
        let mut problems = locked(&self.problems);
        if !problems.iter().any(is_told) {
            problems.push(LoadProblem::File(slot.path.clone(), fault));
        }
    }

    fn add(&mut self, path: PathBuf, material: MaterialSignature, kind: Kind) {
        self.counts[kind as usize] += 1;
        if kind == Kind::Wdl {
            self.max_pieces = self.max_pieces.max(material.pieces());
        }
        let slot = Arc::new(TableSlot {
            path,
            material,
            table: OnceLock::new(),
            is_broken: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
        });
        for material in [material, material.flipped()] {
            self.slots.insert((material, kind), Arc::clone(&slot));
        }
    }
}

/// Returns the material and the kind of a table by the name of its file; `None` for other files.
fn named(path: &Path) -> Option<(MaterialSignature, Kind)> {
    let extension = path.extension()?.to_str()?;
    let kind = [Kind::Wdl, Kind::Dtz].into_iter().find(|kind| kind.extension() == extension)?;
    let material = MaterialSignature::from_name(path.file_stem()?.to_str()?)?;
    (material.pieces() > 2).then_some((material, kind))
}
