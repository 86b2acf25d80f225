//! The transposition table maps Zobrist keys to search results. Threads share it without locks, as
//! its entries are packed into [slots](crate::sync::Slot). Keys may collide, so moves are checked
//! before use.

use std::num::NonZero;
use std::thread;

use super::params;
use crate::board::{Key, Move, Position};
use crate::eval::{MAX_PLY, Score};
use crate::sync::{Buckets, Slot, in_parallel, prefetch};

/// The size in bytes from which a table is cleared on several threads.
const LARGE: usize = 1 << 28;

/// The halfmove clock up to which a score of the table answers a search, in plies: the key does not
/// contain the clock, and scores found with a low clock ignore the fifty-move rule. As an estimate,
/// in place of an evaluation, they serve with any clock. The other way round, draws found with a
/// high clock answer searches with a low one until they are replaced.
pub const TRUSTED_CLOCK: u32 = 89;

/// There is no memory for what a search needs.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoMemory {
    /// There is none for a hash table of this size, in megabytes.
    #[error("no memory for a hash table of {0} MB")]
    HashTable(usize),
    /// There is none for the histories of a thread.
    #[error("no memory for the histories of a thread")]
    Histories,
}

impl From<NoMemory> for String {
    fn from(error: NoMemory) -> String {
        error.to_string()
    }
}

/// How a score bounds the true value.
///
/// ```
/// use ox88::eval::Score;
/// use ox88::search::Bound;
/// let [alpha, beta] = [10, 20].map(Score::centipawns);
/// let bound = |value| Bound::of(Score::centipawns(value), alpha, beta);
/// assert_eq!(bound(5), Bound::Upper);
/// assert_eq!(bound(15), Bound::Exact);
/// assert_eq!(bound(20), Bound::Lower);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Nothing is known of the value. It is the default.
    #[default]
    None = 0,
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// Returns the bound of a fail-soft result, given the window.
    #[inline]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Returns whether the value is known to be at least the score.
    #[inline]
    pub fn is_lower(self) -> bool {
        self as u8 & Bound::Lower as u8 != 0
    }

    /// Returns whether the value is known to be at most the score.
    #[inline]
    pub fn is_upper(self) -> bool {
        self as u8 & Bound::Upper as u8 != 0
    }

    /// Returns whether a score with this bound suffices for a search with this window.
    #[inline]
    pub fn allows_cutoff(self, score: Score, alpha: Score, beta: Score) -> bool {
        // Not a match, which would become an indirect jump.
        (self == Bound::Exact)
            | (self.is_lower() & (score >= beta))
            | (self.is_upper() & (score <= alpha))
    }

    /// Returns whether a score with this bound is more accurate than an estimate.
    #[inline]
    pub fn tells_more_than(self, score: Score, eval: Score) -> bool {
        (self.is_lower() & (score > eval)) | (self.is_upper() & (score < eval))
    }
}

/// An entry of the table: what a search has found of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move found, or [`Move::NONE`].
    pub mv: Move,
    /// The score, with mates counted from this position; [`Score::NONE`] without a bound.
    pub score: Score,
    /// The static evaluation, or [`Score::NONE`].
    pub raw_eval: Score,
    /// The depth of the search, 0 to 255 plies.
    pub depth: i32,
    /// The bound of the score.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub pv: bool,
}

impl TtEntry {
    /// Returns the entry of a position of which nothing is known but its static evaluation.
    pub fn eval_only(raw_eval: Score, pv: bool) -> TtEntry {
        TtEntry { mv: Move::NONE, score: Score::NONE, raw_eval, depth: 0, bound: Bound::None, pv }
    }

    /// Returns the score counted from the root, `ply` plies above. One that the fifty-move rule may
    /// forbid (at `clock` plies) becomes an estimate, as the key does not contain the clock; so does
    /// one that is decided beyond the longest line.
    pub fn value(&self, ply: usize, clock: u32) -> Score {
        // Nearly all scores are not decided.
        if !self.score.is_decided() {
            return self.score;
        }
        let plies = self.score.plies_to_decision();
        if plies > Position::FIFTY_MOVES.saturating_sub(clock) || ply + plies as usize > MAX_PLY {
            return if self.score > Score::DRAW { Score::MAX_EVAL } else { -Score::MAX_EVAL };
        }
        self.score.from_tt(ply)
    }

    fn pack(&self, age: Age) -> u64 {
        u64::from(self.mv.bits())
            | u64::from(self.score.bits()) << 16
            | u64::from(self.raw_eval.bits()) << 32
            | (self.depth.clamp(0, 255) as u64) << 48
            | (self.bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(age.0) << 59
    }

    fn unpack(data: u64) -> Option<TtEntry> {
        // A table instead of a match, which would become an indirect jump.
        const BOUNDS: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
        // An empty slot. No entry is 0: without a bound its score is `Score::NONE`, which is not 0.
        if data == 0 {
            return None;
        }
        Some(TtEntry {
            mv: Move::from_bits(data as u16),
            score: Score::from_bits((data >> 16) as u16),
            raw_eval: Score::from_bits((data >> 32) as u16),
            depth: (data >> 48 & 0xff) as i32,
            bound: BOUNDS[(data >> 56 & 3) as usize],
            pv: data >> 58 & 1 != 0,
        })
    }

    fn age(data: u64) -> Age {
        Age((data >> 59) as u8)
    }
}

/// The generation of an entry: the number of its search, in five bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Age(u8);

impl Age {
    const CYCLE: u8 = 32;

    fn next(self) -> Age {
        Age((self.0 + 1) % Age::CYCLE)
    }

    fn since(self, other: Age) -> i32 {
        i32::from((Age::CYCLE + self.0 - other.0) % Age::CYCLE)
    }
}

/// The worth of an entry without a bound, which is less than that of any result.
const EVAL_ONLY_WORTH: i32 = -1000;

/// The transposition table.
///
/// ```
/// use ox88::board::{Move, Position};
/// use ox88::eval::Score;
/// use ox88::search::{Bound, TtEntry, TranspositionTable};
/// let (table, start) = (TranspositionTable::new(1).unwrap(), Position::startpos());
/// assert_eq!(table.probe(start.key()), None);
/// let entry = TtEntry {
///     mv: Move::NONE, score: Score::centipawns(20), raw_eval: Score::NONE,
///     depth: 7, bound: Bound::Lower, pv: false,
/// };
/// table.store(start.key(), entry);
/// assert_eq!(table.probe(start.key()), Some(entry));
/// ```
pub struct TranspositionTable {
    buckets: Buckets,
    age: Age,
}

impl TranspositionTable {
    /// The size where none is chosen, in megabytes.
    pub const DEFAULT_MEGABYTES: usize = 16;
    /// The largest size that may be asked for, in megabytes (1 TiB).
    pub const MAX_MEGABYTES: usize = 1 << 20;

    /// Returns an empty table of at least 1 MB.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, NoMemory> {
        let buckets = Buckets::of_megabytes(megabytes).ok_or(NoMemory::HashTable(megabytes))?;
        Ok(TranspositionTable { buckets, age: Age::default() })
    }

    /// Clears the table, a large one on all processors: the first write to its memory is slow.
    pub fn clear(&self) {
        let bytes = size_of_val(self.buckets.part(0, 1));
        if bytes < LARGE {
            self.clear_part(0, 1);
        } else {
            self.clear_by(thread::available_parallelism().map_or(1, NonZero::get));
        }
    }

    fn clear_by(&self, threads: usize) {
        in_parallel(0..threads, |thread| self.clear_part(thread, threads));
    }

    /// Clears one of `parts` equal parts, for a thread each.
    pub fn clear_part(&self, part: usize, parts: usize) {
        for bucket in self.buckets.part(part, parts) {
            for slot in &bucket.0 {
                slot.set(0, 0);
            }
        }
    }

    /// Begins a search, and with it a new generation of entries.
    pub fn begin_search(&mut self) {
        self.age = self.age.next();
    }

    /// Prefetches the position's bucket.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.buckets.of(key.0));
    }

    /// Returns the entry of a position, if the table has one.
    pub fn probe(&self, key: Key) -> Option<TtEntry> {
        let mut slots = self.buckets.of(key.0).0.iter();
        slots.find_map(|slot| slot.get(key.0).and_then(TtEntry::unpack))
    }

    /// Stores an entry. It replaces the entry of the same position; without one, it takes an empty
    /// slot, otherwise that of an entry without a bound, otherwise that of the least depth,
    /// adjusted by `tt_pv` and generations. A much deeper entry of the same position and search
    /// stays unless the new one is exact.
    ///
    /// An entry without a bound changes nothing where the position has an entry. Elsewhere it
    /// replaces only others without a bound and shallow results of old searches.
    pub fn store(&self, key: Key, mut entry: TtEntry) {
        let mut worst: Option<(i32, &Slot)> = None;
        for slot in &self.buckets.of(key.0).0 {
            let data = slot.word();
            let Some(old) = TtEntry::unpack(data) else {
                worst = Some((i32::MIN, slot));
                continue;
            };
            let generations = self.age.since(TtEntry::age(data));
            if slot.has_tag(key.0, data) {
                if entry.bound == Bound::None {
                    return;
                }
                if entry.mv.is_none() {
                    entry.mv = old.mv;
                }
                if entry.bound != Bound::Exact
                    && generations == 0
                    && old.depth > entry.depth + params::tt_keep_depth()
                {
                    return;
                }
                worst = Some((i32::MIN, slot));
                break;
            }
            let worth = if old.bound == Bound::None {
                EVAL_ONLY_WORTH
            } else {
                old.depth + params::tt_pv_worth() * i32::from(old.pv)
                    - params::tt_age_cost() * generations
            };
            if worst.is_none_or(|(least, _)| worth < least) {
                worst = Some((worth, slot));
            }
        }
        if let Some((worth, slot)) = worst
            && (worth < params::tt_evaluation_worth() || entry.bound != Bound::None)
        {
            slot.set(key.0, entry.pack(self.age));
        }
    }

    /// Returns the part of the table that is filled by results of this search, in per mille, from a
    /// sample (UCI's `hashfull`).
    pub fn hash_full(&self) -> u32 {
        let is_fresh = |slot: &&Slot| {
            let data = slot.word();
            let entry = TtEntry::unpack(data);
            entry.is_some_and(|entry| entry.bound != Bound::None) && TtEntry::age(data) == self.age
        };
        self.buckets.first_slots(1000).filter(is_fresh).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn entry(depth: i32, score: i32) -> TtEntry {
        let mv = Position::startpos().parse_move("e2e4").unwrap();
        TtEntry {
            mv,
            score: Score::centipawns(score),
            raw_eval: Score::centipawns(-score),
            depth,
            bound: Bound::Exact,
            pv: true,
        }
    }

    #[test]
    fn gives_back_what_it_was_given() {
        let table = TranspositionTable::new(1).unwrap();
        for (n, score) in [(1, 0), (2, -31_000), (3, 31_000), (4, 77)] {
            let key = Key(n << 60 | n);
            assert_eq!(table.probe(key), None);
            table.store(key, entry(n as i32 * 40, score));
            assert_eq!(table.probe(key), Some(entry(n as i32 * 40, score)));
        }
    }

    #[test]
    fn a_mate_beyond_the_fifty_moves_is_an_estimate() {
        let mate = TtEntry { score: Score::mate_in(31), ..entry(9, 0) };
        assert_eq!(mate.value(4, 69), Score::mate_in(35));
        assert_eq!(mate.value(4, 70), Score::MAX_EVAL);
        let mated = TtEntry { score: -mate.score, ..mate };
        assert_eq!(mated.value(4, 99), -Score::MAX_EVAL);
        assert_eq!(entry(9, 50).value(4, 99), Score::centipawns(50));
    }

    #[test]
    fn an_evaluation_alone_answers_nothing_and_replaces_no_result() {
        let eval = TtEntry::eval_only(Score::DRAW, false);
        for clock in [0, 99] {
            let value = eval.value(3, clock);
            assert_eq!(value, Score::NONE);
            assert!(!eval.bound.allows_cutoff(value, Score::DRAW, Score::MAX_EVAL));
            assert!(!eval.bound.tells_more_than(value, Score::MAX_EVAL));
        }
        let mut table = TranspositionTable::new(1).unwrap();
        table.store(Key(1), eval);
        assert_eq!(table.probe(Key(1)), Some(eval));
        assert_eq!(table.hash_full(), 0);
        // As many results as the bucket holds replace it, and none of them is replaced by it.
        let keys = || (2..).map(Key);
        let bucket = |key: &Key| std::ptr::eq(table.buckets.of(key.0), table.buckets.of(1));
        let neighbours: Vec<Key> = keys().filter(bucket).take(4).collect();
        for &key in &neighbours {
            table.store(key, entry(1, 7));
        }
        let is_kept = |table: &TranspositionTable| {
            let found = neighbours.iter().filter_map(|&key| table.probe(key));
            found.filter(|found| *found == entry(1, 7)).count()
        };
        let kept = is_kept(&table);
        table.store(Key(1), eval);
        for &key in &neighbours {
            table.store(key, eval);
        }
        assert_eq!((table.probe(Key(1)), is_kept(&table)), (None, kept));
        table.begin_search();
        table.store(Key(1), eval);
        assert_eq!(table.probe(Key(1)), Some(eval));
    }

    #[test]
    fn a_store_without_move_keeps_the_old_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(Key(5), entry(3, 10));
        table.store(Key(5), TtEntry { mv: Move::NONE, ..entry(9, 20) });
        assert_eq!(table.probe(Key(5)), Some(entry(9, 20)));
    }

    #[test]
    fn deep_and_young_entries_stay() {
        let mut table = TranspositionTable::new(1).unwrap();
        table.store(Key(1), entry(20, 1));
        for n in 2..50 {
            table.store(Key(n), entry(2, 1));
        }
        assert!(table.probe(Key(1)).is_some());
        assert!(table.hash_full() >= 4);
        for _ in 0..4 {
            table.begin_search();
        }
        assert_eq!(table.hash_full(), 0);
        for n in 50..54 {
            table.store(Key(n), entry(2, 1));
        }
        assert!(table.probe(Key(1)).is_none());
    }

    #[test]
    fn clearing_forgets() {
        let table = TranspositionTable::new(1).unwrap();
        let keys = || (0..1000).map(|n: u64| Key(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        for threads in [1, 2, 3, 7] {
            keys().for_each(|key| table.store(key, entry(1, 1)));
            (0..threads).for_each(|thread| table.clear_part(thread, threads));
            assert!(keys().all(|key| table.probe(key).is_none()), "{threads}");
            keys().for_each(|key| table.store(key, entry(1, 1)));
            table.clear_by(threads);
            assert!(keys().all(|key| table.probe(key).is_none()), "{threads}");
        }
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert!(TranspositionTable::new(usize::MAX >> 10).is_err());
    }
}
