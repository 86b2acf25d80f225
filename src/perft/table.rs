//! Leaf counts by position and depth, shared without locks in [slots](crate::sync::Slot).

use crate::board::Key;
use crate::sync::Buckets;

/// Returns the tag of a tree. The factor is odd, so that no two depths of a position have the same
/// tag.
#[inline(always)]
fn tag(key: Key, depth: u32) -> u64 {
    key.0 ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A table of leaf counts. Two trees whose keys are equal are taken for one: with n trees counted
/// and m stored, about nm/2⁶⁴ counts are wrong.
pub struct PerftTable {
    /// A slot is empty where the count is 0; trees without leaves are small.
    buckets: Buckets,
}

impl PerftTable {
    /// The largest size that may be asked for, in megabytes (1 TiB).
    pub const MAX_MEGABYTES: usize = 1 << 20;

    /// Returns an empty table of at least 1 MB; `None` where there is no memory for it.
    pub fn new(megabytes: usize) -> Option<PerftTable> {
        Some(PerftTable { buckets: Buckets::of_megabytes(megabytes)? })
    }

    /// Returns the stored count of a position's tree, if there is one.
    #[inline(always)]
    pub fn probe(&self, key: Key, depth: u32) -> Option<u64> {
        let tag = tag(key, depth);
        let mut slots = self.buckets.of(tag).0.iter();
        slots.find_map(|slot| slot.get(tag).filter(|&leaves| leaves > 0))
    }

    /// Stores the count of a position's tree. It replaces that of the tree with the fewest leaves,
    /// which is the quickest to count again.
    #[inline(always)]
    pub fn store(&self, key: Key, depth: u32, leaves: u64) {
        let tag = tag(key, depth);
        let slots = self.buckets.of(tag).0.iter();
        if let Some(smallest) = slots.min_by_key(|slot| slot.word()) {
            smallest.set(tag, leaves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stored_is_found_and_nothing_else() {
        let table = PerftTable::new(1).unwrap();
        table.store(Key(5), 3, u64::MAX);
        assert_eq!(table.probe(Key(5), 3), Some(u64::MAX));
        assert_eq!(table.probe(Key(5), 2), None);
        assert_eq!(table.probe(Key(6), 3), None);
    }

    #[test]
    fn large_trees_stay() {
        let table = PerftTable::new(1).unwrap();
        table.store(Key(1), 2, 1_000_000);
        for n in 2..50 {
            table.store(Key(n), 2, n);
        }
        assert_eq!(table.probe(Key(1), 2), Some(1_000_000));
        assert_eq!(table.probe(Key(49), 2), Some(49));
        assert_eq!(table.probe(Key(20), 2), None);
    }
}
