//! Many threads at once on the tables, a search and its signals. `OX88_ROUNDS` multiplies the work;
//! `scripts/threads.sh` sets it, also under a sanitizer.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ox88::board::{Key, Move, Position};
use ox88::eval::Score;
use ox88::perft::{self, Method, Progress};
use ox88::search::{
    Answer, Bound, Info, Limits, Report, Searcher, Signals, TranspositionTable, TtEntry,
};

const THREADS: u64 = 8;

fn rounds() -> u64 {
    let rounds = std::env::var("OX88_ROUNDS").ok();
    rounds.and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// SplitMix64 (Steele and others, "Fast splittable pseudorandom number generators", 2014).
fn scrambled(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The only entry ever stored for a key at a depth, so a read shows a torn write.
fn entry(key: Key, depth: i32) -> TtEntry {
    let bits = scrambled(key.0 ^ depth as u64);
    TtEntry {
        mv: Move::from_bits(bits as u16 | 1),
        score: Score::centipawns((bits >> 16) as i32 % 10_000),
        raw_eval: Score::centipawns((bits >> 32) as i32 % 10_000),
        depth,
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][bits as usize % 3],
        pv: bits >> 63 == 1,
    }
}

/// More keys than the 16 slots that they share, but few enough to be found often.
fn key(number: u64) -> Key {
    Key(scrambled(number % 64) & !(0xfff << 52))
}

/// Calls `visit`, which returns whether it has found the key, in all threads with random keys and
/// numbers.
fn visit_in_all_threads(visit: impl Fn(Key, u64) -> bool + Sync) {
    let count_found = |thread: u64| {
        let numbers = (0..100_000 * rounds()).map(|round| scrambled(round * THREADS + thread));
        numbers.filter(|&number| visit(key(number >> 16), number)).count()
    };
    let found: usize = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..THREADS).map(|thread| scope.spawn(move || count_found(thread))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert!(found > 10_000, "{found}");
}

#[test]
fn entries_are_read_as_they_were_stored() {
    let table = TranspositionTable::new(1).unwrap();
    visit_in_all_threads(|key, number| {
        table.prefetch(key);
        let known = table.probe(key);
        if let Some(known) = known {
            assert_eq!(known, entry(key, known.depth));
        }
        table.store(key, entry(key, (number % 200) as i32));
        known.is_some()
    });
}

#[test]
fn counts_are_read_as_they_were_stored() {
    let table = perft::PerftTable::new(1).unwrap();
    visit_in_all_threads(|key, number| {
        let depth = (number % 9) as u32;
        let leaves = scrambled(key.0 + u64::from(depth)) | 1;
        let known = table.probe(key, depth);
        if let Some(known) = known {
            assert_eq!(known, leaves);
        }
        table.store(key, depth, leaves);
        known.is_some()
    });
}

/// A count is stopped at any moment; the table's entries must be right for those that follow.
#[test]
fn a_count_that_was_broken_off_leaves_nothing_wrong() {
    let table = perft::PerftTable::new(1).unwrap();
    let start = Position::startpos();
    let threads = NonZero::new(THREADS as usize).unwrap();
    let method = Method { table: Some(&table), ..Method::default() };
    let right = perft::divide(Method::default(), &start, 4, threads, &Progress::default());
    for round in 0..10 * rounds() {
        let stop = AtomicBool::new(false);
        let should_stop = || stop.load(Ordering::Relaxed);
        let stoppable = Method { should_stop: Some(&should_stop), ..method };
        let progress = Progress::default();
        thread::scope(|scope| {
            let (position, progress) = (start.clone(), &progress);
            let count = move || perft::divide(stoppable, &position, 6, threads, progress);
            let counting = scope.spawn(count);
            // The count is stopped by its leaves, not by time.
            while progress.leaves() < round * 50_000 % 1_000_000 && !counting.is_finished() {
                thread::yield_now();
            }
            stop.store(true, Ordering::Relaxed);
        });
        let again = perft::divide(method, &start, 4, threads, &Progress::default());
        assert_eq!(again, right);
    }
}

/// Sends a ponder hit after so many reports.
struct Storm<'a> {
    signals: &'a Signals,
    hit_after: u64,
    lines: u64,
    answers: u64,
}

impl Report for Storm<'_> {
    fn line(&mut self, _: &Info) {
        self.lines += 1;
        if self.lines == self.hit_after {
            self.signals.ponder_hit();
        }
    }

    fn answer(&mut self, answer: &Answer) {
        assert!(self.lines > 0 && !answer.best.is_none());
        self.answers += 1;
    }
}

/// Eight threads, stopped from another one, by their own reports or by limits: one answer each.
#[test]
fn searches_answer_once_whatever_signals_come() {
    let start = Position::startpos();
    let mut searcher = Searcher::new(1).unwrap();
    for round in 0..40 * rounds() {
        let signals = Signals::default();
        let limits = Limits {
            infinite: round % 4 == 0,
            ponder: round % 4 == 1,
            nodes: (round % 4 > 0).then_some(scrambled(round) % 20_000),
            depth: (round % 4 == 3).then_some(8),
            threads: THREADS as usize,
            ..Limits::default()
        };
        let mut storm = Storm { signals: &signals, hit_after: 1 + round % 5, lines: 0, answers: 0 };
        let answer = thread::scope(|scope| {
            scope.spawn(|| {
                // The yields are few, as each may take long.
                for _ in 0..scrambled(round) % 30 {
                    thread::yield_now();
                }
                signals.ponder_hit();
                signals.stop();
            });
            searcher.search(&start, &limits, &signals, &mut storm)
        });
        assert_eq!(storm.answers, 1);
        assert!(start.legal_moves().contains(&answer.best));
        if round % 10 == 9 {
            searcher.clear();
        }
    }
}
