//! What a search for a mate remembers of positions.

use super::search::MateSearch;
use crate::board::Key;
use crate::sync::{self, Pages};

/// The table's size in megabytes.
const HASH: usize = 16;

/// What is remembered of a position: sixteen bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, bytemuck::Zeroable)]
#[repr(C)]
pub struct MateEntry {
    /// The whole key, see [`MateSearch::table_key`].
    pub key: u64,
    /// Nodes that went into it, by which entries are replaced.
    pub effort: u32,
    /// [`Move::bits`](crate::board::Move::bits) of the mating move, or of what to try first: the move that
    /// was hardest to refute, the reply that refuted.
    pub hint: u16,
    /// There is no mate within so many moves.
    pub refuted: u8,
    /// There is one within so many, unless it is zero.
    pub mate: u8,
}

/// What may be asked of the table, by the side to move: of the attacker how
/// many moves it takes to mate, of the defender how many the attacker has left.
pub struct MateTable(Option<Pages<[MateEntry; 4]>>);

impl MateTable {
    /// An empty table. Without memory for it the search is slower, no worse.
    pub fn new() -> MateTable {
        MateTable(sync::allocate(HASH))
    }

    fn index(&self, key: Key) -> usize {
        sync::place(key.0, self.0.as_ref().map_or(0, |pages| pages.len()))
    }

    /// What is known; an entry that says nothing, if nothing is.
    pub fn probe(&self, key: Key) -> MateEntry {
        let bucket = self.0.as_ref().and_then(|pages| pages.get(self.index(key)));
        let found = bucket.and_then(|bucket| bucket.iter().find(|entry| entry.key == key.0));
        found.copied().unwrap_or_default()
    }

    /// Keeps an entry, in the place of the one of its position or of the one
    /// that took the least effort.
    pub fn store(&mut self, entry: MateEntry) {
        let index = self.index(Key(entry.key));
        let Some(bucket) = self.0.as_mut().and_then(|pages| pages.get_mut(index)) else {
            return;
        };
        let worth = |old: &MateEntry| {
            if old.key == entry.key {
                0
            } else {
                u64::from(old.effort) + 1
            }
        };
        if let Some(place) = bucket.iter_mut().min_by_key(|old| worth(old)) {
            let effort = if place.key == entry.key {
                place.effort
            } else {
                0
            };
            *place = MateEntry {
                effort: entry.effort.saturating_add(effort),
                ..entry
            };
        }
    }
}

impl MateSearch<'_> {
    /// By what the table knows the position if a mate would come after so many
    /// plies. The position before the mating move must not be drawn by the
    /// fifty-move rule; if it may be, the clock has a part in the key.
    pub fn table_key(&self, plies: u32) -> Key {
        let key = self.position.key();
        let clock = self.position.halfmove_clock();
        if clock + plies <= 100 {
            return key;
        }
        Key(key.0 ^ u64::from(clock + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// Nodes as an [`MateEntry`] keeps them.
pub fn effort(nodes: u64) -> u32 {
    u32::try_from(nodes).unwrap_or(u32::MAX)
}
