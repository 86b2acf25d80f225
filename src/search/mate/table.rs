//! The hash table of the mate search.

use crate::board::{Key, Position};
use crate::sync::{self, Pages};

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, bytemuck::Zeroable)]
#[repr(C)]
pub struct MateEntry {
    /// The key of the position: see [`table_key`].
    pub key: u64,
    /// The nodes that were spent on the position. The entry with the fewest nodes is replaced
    /// first.
    pub effort: u32,
    /// A move in 16 bits: for the attacker the mating move or the move that is hardest to refute,
    /// for the defender the refutation.
    pub hint: u16,
    /// The number of moves within which there is no mate.
    pub refuted: u8,
    /// The number of moves within which there is a mate; 0 where none is known.
    pub mate: u8,
}

/// The entries by position. The numbers of moves in an entry count the attacker's moves only; if
/// the defender is to move, they count the moves after the reply.
pub struct MateTable(Option<Pages<[MateEntry; 4]>>);

impl MateTable {
    /// Returns an empty table of this size, in megabytes. Without memory for it the search is only
    /// slower.
    pub fn new(megabytes: usize) -> MateTable {
        MateTable(sync::allocate(megabytes))
    }

    fn index(&self, key: Key) -> usize {
        sync::place(key.0, self.0.as_ref().map_or(0, |pages| pages.len()))
    }

    pub fn probe(&self, key: Key) -> MateEntry {
        let bucket = self.0.as_ref().and_then(|pages| pages.get(self.index(key)));
        let found = bucket.and_then(|bucket| bucket.iter().find(|entry| entry.key == key.0));
        found.copied().unwrap_or_default()
    }

    pub fn store(&mut self, entry: MateEntry) {
        let index = self.index(Key(entry.key));
        let Some(bucket) = self.0.as_mut().and_then(|pages| pages.get_mut(index)) else {
            return;
        };
        let worth = |old: &MateEntry| {
            if old.key == entry.key { 0 } else { u64::from(old.effort) + 1 }
        };
        if let Some(place) = bucket.iter_mut().min_by_key(|old| worth(old)) {
            let effort = if place.key == entry.key { place.effort } else { 0 };
            *place = MateEntry { effort: entry.effort.saturating_add(effort), ..entry };
        }
    }
}

/// Returns the key for a mate after `plies`, which includes the clock where the fifty-move rule may
/// apply before.
pub fn table_key(position: &Position, plies: u32) -> Key {
    let key = position.key();
    let clock = position.halfmove_clock();
    if clock + plies <= Position::FIFTY_MOVES {
        return key;
    }
    Key(key.0 ^ u64::from(clock + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

pub fn effort(nodes: u64) -> u32 {
    u32::try_from(nodes).unwrap_or(u32::MAX)
}
