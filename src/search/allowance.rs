//! How many nodes the threads of a search may visit together.

use crate::sync::atomic::{AtomicU64, Ordering};

/// Nodes that are allotted at once. Between two allotments a thread looks
/// neither at the clock nor at signals.
const ALLOTMENT: u64 = 1024;

/// The nodes of one search. Relaxed: each allotment is one step of one counter,
/// which all threads see in the same order, and orders nothing else.
pub struct Allowance {
    limit: Option<u64>,
    /// Also counts what was asked for beyond the limit.
    asked_for: AtomicU64,
}

impl Allowance {
    /// So many nodes, or as many as there are.
    pub fn new(limit: Option<u64>) -> Allowance {
        Allowance {
            limit,
            asked_for: AtomicU64::new(0),
        }
    }

    /// As many nodes as a thread may visit before it asks again: none where the
    /// limit is reached.
    pub fn allot(&self) -> u64 {
        let limit = self.limit.unwrap_or(u64::MAX);
        let before = self.asked_for.fetch_add(ALLOTMENT, Ordering::Relaxed);
        limit.saturating_sub(before).min(ALLOTMENT)
    }

    /// Nodes visited by all threads, or allotted to them; without those that
    /// the thread that asks has left.
    pub fn used(&self, left: u64) -> u64 {
        let used = self.asked_for.load(Ordering::Relaxed) - left;
        self.limit.map_or(used, |limit| used.min(limit))
    }
}

#[cfg(all(test, loom))]
mod models {
    use std::sync::Arc;

    use loom::thread;

    use super::*;

    /// However threads ask, they get the whole limit and no more.
    #[test]
    fn threads_are_allotted_the_limit_and_no_more() {
        for limit in [0, 1, ALLOTMENT, ALLOTMENT + 1, 3 * ALLOTMENT - 1] {
            loom::model(move || {
                let allowance = Arc::new(Allowance::new(Some(limit)));
                let ask = |allowance: &Allowance| allowance.allot() + allowance.allot();
                let helper = thread::spawn({
                    let allowance = Arc::clone(&allowance);
                    move || ask(&allowance)
                });
                let here = ask(&allowance);
                assert!(allowance.used(0) <= limit);
                assert_eq!(here + helper.join().unwrap(), limit);
                assert_eq!(allowance.used(0), limit);
            });
        }
    }
}
