//! What has been counted already: a table of leaf counts by position and
//! depth.
//!
//! Threads share it without locks, as they do the search's table: a slot is two
//! words, the signature of position and depth, and the count; the first is
//! stored combined with the second, so that a slot of which two threads wrote
//! one word each does not match any signature (Hyatt and Mann, "A lock-less
//! transposition table implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use super::Method;
use crate::board::buckets;
use crate::board::zobrist::Key;

/// Position and depth in one number.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Signature(u64);

impl Signature {
    /// A position at two depths has two signatures for sure: the factor is odd,
    /// so no two depths have the same product. Two positions share one as
    /// seldom as they share a key.
    #[inline(always)]
    fn new(key: Key, depth: u32) -> Signature {
        Signature(key.0 ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// Empty where the count is 0: trees without leaves are small, and counted
/// again.
#[derive(bytemuck::Zeroable)]
#[repr(C)]
struct Slot {
    signature_and_leaves: AtomicU64,
    leaves: AtomicU64,
}

/// One cache line.
#[derive(bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Bucket([Slot; 4]);

/// There is no memory for a table of this size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a perft hash table of {megabytes} MB")]
pub struct TableError {
    /// The size asked for.
    pub megabytes: usize,
}

/// The last ply is counted, and of the trees below, each is counted but once
/// as long as the table remembers it.
///
/// It is as right as Zobrist keys are: of n trees counted and m remembered,
/// about nm/2⁶⁴ are taken for another.
///
/// ```
/// use std::num::NonZero;
/// use ox88::board::{Position, perft};
/// let table = perft::Table::new(16).unwrap();
/// let start = Position::startpos();
/// let threads = NonZero::new(2).unwrap();
/// let counts = perft::divide(&table, &start, 5, threads, &perft::Progress::default());
/// assert_eq!(counts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 4_865_609);
/// ```
pub struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// The largest size that may be asked for, in megabytes (1 TiB).
    pub const MAX_MEGABYTES: usize = 1 << 20;

    /// An empty table of at least 1 MB. Its memory is only touched as it
    /// fills.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn new(megabytes: usize) -> Result<Table, TableError> {
        let buckets = buckets::allocate(megabytes).ok_or(TableError { megabytes })?;
        Ok(Table { buckets })
    }

    #[inline(always)]
    fn bucket(&self, signature: Signature) -> &Bucket {
        &self.buckets[buckets::place(signature.0, self.buckets.len())]
    }
}

impl Method for &Table {
    const BULK: bool = true;

    #[inline(always)]
    fn known(self, key: Key, depth: u32) -> Option<u64> {
        let signature = Signature::new(key, depth);
        self.bucket(signature).0.iter().find_map(|slot| {
            let leaves = slot.leaves.load(Ordering::Relaxed);
            let stored = slot.signature_and_leaves.load(Ordering::Relaxed) ^ leaves;
            (stored == signature.0 && leaves > 0).then_some(leaves)
        })
    }

    /// The tree with the fewest leaves gives way: it is the quickest to count
    /// again.
    #[inline(always)]
    fn learn(self, key: Key, depth: u32, leaves: u64) {
        let signature = Signature::new(key, depth);
        let [first, others @ ..] = &self.bucket(signature).0;
        let (mut smallest, mut fewest) = (first, first.leaves.load(Ordering::Relaxed));
        for slot in others {
            let stored = slot.leaves.load(Ordering::Relaxed);
            if stored < fewest {
                (smallest, fewest) = (slot, stored);
            }
        }
        smallest.leaves.store(leaves, Ordering::Relaxed);
        smallest
            .signature_and_leaves
            .store(signature.0 ^ leaves, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_it_was_told_and_nothing_else() {
        let table = Table::new(1).unwrap();
        table.learn(Key(5), 3, u64::MAX);
        assert_eq!(table.known(Key(5), 3), Some(u64::MAX));
        assert_eq!(table.known(Key(5), 2), None);
        assert_eq!(table.known(Key(6), 3), None);
    }

    #[test]
    fn large_trees_stay() {
        let table = Table::new(1).unwrap();
        // All these fall into the same bucket.
        table.learn(Key(1), 2, 1_000_000);
        for n in 2..50 {
            table.learn(Key(n), 2, n);
        }
        assert_eq!(table.known(Key(1), 2), Some(1_000_000));
        assert_eq!(table.known(Key(49), 2), Some(49));
        assert_eq!(table.known(Key(20), 2), None);
    }

    #[test]
    fn a_slot_that_two_threads_wrote_is_nobodys() {
        let table = Table::new(1).unwrap();
        table.learn(Key(5), 3, 1000);
        let slots = &table.bucket(Signature::new(Key(5), 3)).0;
        for slot in slots {
            slot.leaves.store(999, Ordering::Relaxed);
        }
        assert_eq!(table.known(Key(5), 3), None);
    }
}
