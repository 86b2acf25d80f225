//! How far a count has come, for others to look at while it goes on.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// In units of 2⁻⁴⁰ of the whole work.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Share(u64);

impl Share {
    pub const WHOLE: Share = Share(1 << 40);

    pub fn split(self, among: usize) -> Share {
        Share(self.0 / among.max(1) as u64)
    }
}

/// The progress of one count, written by its threads.
#[derive(Default, Debug)]
pub struct Progress {
    shares_done: AtomicU64,
    leaves: AtomicU64,
    /// How many threads count, and how many were wanted; where they are fewer.
    too_few_threads: OnceLock<(usize, usize)>,
}

impl Progress {
    /// How much of the work is done, 0 to 1: an estimate, as sizes of trees are not known before.
    pub fn share_done(&self) -> f64 {
        self.shares_done.load(Ordering::Relaxed) as f64 / Share::WHOLE.0 as f64
    }

    /// Number of leaves counted so far.
    pub fn leaves(&self) -> u64 {
        self.leaves.load(Ordering::Relaxed)
    }

    /// How many threads count, and how many were wanted, where the system has no more.
    pub fn too_few_threads(&self) -> Option<(usize, usize)> {
        self.too_few_threads.get().copied()
    }

    pub(super) fn set_too_few_threads(&self, started: usize, wanted: usize) {
        // Once for each count.
        let _ = self.too_few_threads.set((started, wanted));
    }

    pub(super) fn add(&self, share: Share, leaves: u64) {
        self.shares_done.fetch_add(share.0, Ordering::Relaxed);
        self.leaves.fetch_add(leaves, Ordering::Relaxed);
    }
}
