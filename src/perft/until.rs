//! A count that can be broken off.

use super::Method;
use crate::board::Key;

/// Counts by another method until `is_over`. Then the numbers are void, and none is stored.
///
/// ```
/// use std::num::NonZero;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use ox88::board::Position;
/// use ox88::perft;
/// let stop = AtomicBool::new(false);
/// let method = perft::Until::new(perft::Bulk, || stop.load(Ordering::Relaxed));
/// let count = |depth| {
///     let progress = perft::Progress::default();
///     let counts = perft::divide(method, &Position::startpos(), depth, NonZero::<usize>::MIN, &progress);
///     counts.iter().map(|(_, leaves)| leaves).sum::<u64>()
/// };
/// assert_eq!(count(4), 197_281);
/// stop.store(true, Ordering::Relaxed);
/// assert_eq!(count(40), 0);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Until<M, F> {
    method: M,
    is_over: F,
}

impl<M: Method, F: Fn() -> bool + Copy + Sync> Until<M, F> {
    /// `is_over` must stay true.
    pub fn new(method: M, is_over: F) -> Until<M, F> {
        Until { method, is_over }
    }
}

impl<M: Method, F: Fn() -> bool + Copy + Sync> Method for Until<M, F> {
    const BULK: bool = M::BULK;

    #[inline(always)]
    fn is_over(self) -> bool {
        (self.is_over)()
    }

    #[inline(always)]
    fn probe(self, key: Key, depth: u32) -> Option<u64> {
        self.method.probe(key, depth)
    }

    /// Not stored where a part may be left out: what left it out saw `is_over`, which stays true.
    #[inline(always)]
    fn store(self, key: Key, depth: u32, leaves: u64) {
        if !self.is_over() {
            self.method.store(key, depth, leaves);
        }
    }
}

#[cfg(all(test, loom))]
mod models {
    use std::sync::Arc;

    use loom::thread;

    use super::super::{Bulk, PerftTable, leaves};
    use super::*;
    use crate::board::Position;
    use crate::sync::atomic::{AtomicBool, Ordering};

    const DEPTH: u32 = 5;

    #[test]
    fn what_was_broken_off_is_not_stored() {
        let start = Position::from_fen("7k/7p/6pP/6P1/1p6/pP6/P7/K7 w - - 0 1");
        let start = start.expect("the FEN is sound");
        let right = leaves(Bulk, &mut start.clone(), DEPTH);
        let fen = start.fen();
        loom::model(move || {
            let mut position = Position::from_fen(&fen).expect("the FEN is sound");
            let stop = Arc::new(AtomicBool::new(false));
            let client = thread::spawn({
                let stop = Arc::clone(&stop);
                move || stop.store(true, Ordering::Relaxed)
            });
            let table = PerftTable::new(1).expect("it is small");
            let method = Until::new(&table, || stop.load(Ordering::Relaxed));
            leaves(method, &mut position, DEPTH);
            client.join().unwrap();
            assert_eq!(leaves(&table, &mut position, DEPTH), right);
        });
    }
}
