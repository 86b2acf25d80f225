//! Hash tables that threads share without locks. A slot is a word and a tag XORed with it, so that
//! a slot half-written by two threads matches no tag (Hyatt and Mann, "A lock-less transposition
//! table implementation for parallel search", 2002). Words are atomic and relaxed, as a slot guards
//! no other memory. The worst that can be read is a word of another tag, once in 2⁶⁴ pairs.

use bytemuck::Zeroable;

use super::Pages;
use super::atomic::{AtomicU64, Ordering};

/// Allocates as many empty buckets as fit into this size in MiB, at least one MiB; `None` without
/// memory. The memory is touched only as the buckets fill.
pub fn allocate<B: Zeroable>(megabytes: usize) -> Option<Pages<B>> {
    let bytes = megabytes.max(1).checked_mul(1 << 20)?;
    Pages::zeroed(bytes / size_of::<B>())
}

/// Maps a hash evenly to `count` buckets, by its upper bits.
/// <https://lemire.me/blog/2016/06/27/a-fast-alternative-to-the-modulo-reduction/>
#[inline(always)]
pub fn place(hash: u64, count: usize) -> usize {
    ((u128::from(hash) * count as u128) >> 64) as usize
}

/// A slot of a hash table: a word that is found by its tag. Both are zero at first.
#[derive(Default)]
#[cfg_attr(not(all(test, loom)), derive(Zeroable))]
#[repr(C)]
pub struct Slot {
    tag_and_word: AtomicU64,
    word: AtomicU64,
}

impl Slot {
    /// Returns the word, whatever its tag.
    #[inline(always)]
    pub fn word(&self) -> u64 {
        self.word.load(Ordering::Relaxed)
    }

    /// Returns whether a word read before has this tag; false if it was replaced since.
    #[inline(always)]
    pub fn has_tag(&self, tag: u64, word: u64) -> bool {
        self.tag_and_word.load(Ordering::Relaxed) ^ word == tag
    }

    /// Returns the word, if it was set with this tag. An empty slot has the word 0 with the tag 0.
    #[inline(always)]
    pub fn get(&self, tag: u64) -> Option<u64> {
        let word = self.word();
        self.has_tag(tag, word).then_some(word)
    }

    /// Replaces the word and its tag.
    #[inline(always)]
    pub fn set(&self, tag: u64, word: u64) {
        self.word.store(word, Ordering::Relaxed);
        self.tag_and_word.store(tag ^ word, Ordering::Relaxed);
    }
}

/// The slots that share a cache line.
#[derive(Default)]
#[cfg_attr(not(all(test, loom)), derive(Zeroable))]
#[repr(C, align(64))]
pub struct Bucket(pub [Slot; 4]);

/// A table of slots.
pub struct Buckets(
    #[cfg(not(all(test, loom)))] Pages<Bucket>,
    // Loom's atomics cannot be zeroed memory.
    #[cfg(all(test, loom))] Vec<Bucket>,
);

impl Buckets {
    /// Allocates empty buckets, at least one; `None` without memory.
    #[cfg(not(all(test, loom)))]
    pub fn of_megabytes(megabytes: usize) -> Option<Buckets> {
        allocate(megabytes).map(Buckets)
    }

    /// Allocates a single bucket, so that loom has few orders of access to try.
    #[cfg(all(test, loom))]
    pub fn of_megabytes(_: usize) -> Option<Buckets> {
        Some(Buckets(vec![Bucket::default()]))
    }

    /// Returns the bucket of a tag, by its upper bits: tags that differ only in low bits share one.
    #[inline(always)]
    pub fn of(&self, tag: u64) -> &Bucket {
        &self.0[place(tag, self.0.len())]
    }

    /// Returns the first `count` slots of the table.
    pub fn first_slots(&self, count: usize) -> impl Iterator<Item = &Slot> {
        self.0.iter().flat_map(|bucket| &bucket.0).take(count)
    }

    /// Returns one of `parts` equal parts, counted from 0.
    pub fn part(&self, part: usize, parts: usize) -> &[Bucket] {
        let end = |part: usize| self.0.len() * part / parts;
        &self.0[end(part)..end(part + 1)]
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_known_by_its_tag() {
        let slot = Slot::default();
        slot.set(5, u64::MAX);
        assert_eq!((slot.get(5), slot.get(4)), (Some(u64::MAX), None));
        assert_eq!(slot.word(), u64::MAX);
    }

    #[test]
    fn a_slot_that_two_threads_wrote_is_nobodys() {
        let slot = Slot::default();
        slot.set(5, 1000);
        slot.word.store(999, Ordering::Relaxed);
        assert_eq!((slot.get(5), slot.get(6)), (None, None));
    }

    #[test]
    fn tags_are_spread_over_all_buckets() {
        let buckets = Buckets::of_megabytes(1).unwrap();
        assert_eq!(buckets.0.len(), (1 << 20) / 64);
        let index = |tag: u64| {
            let bucket: *const Bucket = buckets.of(tag);
            buckets.0.iter().position(|other| std::ptr::eq(other, bucket))
        };
        let last = buckets.0.len() - 1;
        assert_eq!((index(0), index(u64::MAX)), (Some(0), Some(last)));
        assert_eq!(index(1 << 63), Some(last.div_ceil(2)));
        assert!(Buckets::of_megabytes(usize::MAX).is_none());
    }

    #[test]
    fn every_place_is_as_likely() {
        for count in [1, 3, 1000, 1 << 14] {
            let step = u64::MAX / count as u64;
            for expected in 0..count {
                let hash = expected as u64 * step + step / 2;
                assert_eq!(place(hash, count), expected);
            }
            assert_eq!((place(0, count), place(u64::MAX, count)), (0, count - 1));
        }
    }
}

#[cfg(all(test, loom))]
mod models {
    use std::sync::Arc;

    use loom::thread;

    use super::*;

    #[test]
    fn words_are_read_with_their_own_tag_or_not_at_all() {
        loom::model(|| {
            let slot = Arc::new(Slot::default());
            slot.set(1, 0x10);
            let writers = [(2, 0x20), (1, 0x40)].map(|(tag, word)| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || slot.set(tag, word))
            });
            let found = slot.get(1);
            assert!([None, Some(0x10), Some(0x40)].contains(&found), "{found:x?}");
            let found = slot.get(2);
            assert!([None, Some(0x20)].contains(&found), "{found:x?}");
            for writer in writers {
                writer.join().unwrap();
            }
            let words = [slot.get(1), slot.get(2)];
            let torn = [None, None];
            assert!([torn, [Some(0x40), None], [None, Some(0x20)]].contains(&words), "{words:x?}");
        });
    }
}
