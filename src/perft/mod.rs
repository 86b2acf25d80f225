//! Counting the leaves of the move tree, to test and time the rules: on several threads, with a
//! table of counts, divided by root moves. <https://www.chessprogramming.org/Perft>

mod divide;
mod table;

pub use divide::{Progress, divide};
pub use table::PerftTable;

use crate::board::Position;

/// The greatest depth that users may ask for, in plies: from the start position, a greater one
/// would take years.
pub const MAX_DEPTH: u32 = 12;

/// How the leaves are counted. By default the moves of the last ply are counted, not made, and
/// nothing is stored.
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::{Method, PerftTable};
/// let table = PerftTable::new(16).unwrap();
/// let method = Method { table: Some(&table), ..Method::default() };
/// assert_eq!(method.leaves(&mut Position::startpos(), 5), 4_865_609);
/// ```
#[derive(Copy, Clone, Default)]
pub struct Method<'a> {
    /// Whether the moves of the last ply are made and unmade too, to time that.
    pub makes_last_ply: bool,
    /// The table in which the counts of trees are stored.
    pub table: Option<&'a PerftTable>,
    /// Tells whether to break the count off. Once it has returned true, it must do so again; the
    /// counts are void then, and none is stored.
    pub should_stop: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Method<'_> {
    /// Returns the number of move sequences of `depth` plies.
    pub fn leaves(&self, position: &mut Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 && !self.makes_last_ply {
            return position.count_legal_moves();
        }
        if self.should_stop() {
            return 0;
        }
        let key = position.key();
        if let Some(stored) = self.table.and_then(|table| table.probe(key, depth)) {
            return stored;
        }
        let mut leaves = 0;
        for mv in position.legal_moves() {
            position.make(mv);
            leaves += match depth {
                1 => 1,
                // Counted here: a call would cost each parent of leaves a whole frame.
                2 if !self.makes_last_ply => position.count_legal_moves(),
                _ => self.leaves(position, depth - 1),
            };
            position.unmake();
        }
        // Where a part is missing, `should_stop` was true when it was left out, and is true now.
        if let Some(table) = self.table
            && !self.should_stop()
        {
            table.store(key, depth, leaves);
        }
        leaves
    }

    #[inline(always)]
    fn should_stop(&self) -> bool {
        self.should_stop.is_some_and(|should_stop| should_stop())
    }
}

/// Returns the number of move sequences of `depth` plies; the moves of the last ply are not made.
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::perft;
/// assert_eq!(perft(&mut Position::startpos(), 3), 8_902);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    Method::default().leaves(position, depth)
}

#[cfg(all(test, loom))]
mod models {
    use std::sync::Arc;

    use loom::thread;

    use super::*;
    use crate::sync::atomic::{AtomicBool, Ordering};

    const DEPTH: u32 = 5;

    #[test]
    fn what_was_broken_off_is_not_stored() {
        let start = Position::from_fen("7k/7p/6pP/6P1/1p6/pP6/P7/K7 w - - 0 1");
        let start = start.expect("the FEN is sound");
        let right = perft(&mut start.clone(), DEPTH);
        let fen = start.fen();
        loom::model(move || {
            let mut position = Position::from_fen(&fen).expect("the FEN is sound");
            let stop = Arc::new(AtomicBool::new(false));
            let client = thread::spawn({
                let stop = Arc::clone(&stop);
                move || stop.store(true, Ordering::Relaxed)
            });
            let table = PerftTable::new(1).expect("it is small");
            let method = Method { table: Some(&table), ..Method::default() };
            let should_stop = || stop.load(Ordering::Relaxed);
            let stoppable = Method { should_stop: Some(&should_stop), ..method };
            stoppable.leaves(&mut position, DEPTH);
            client.join().unwrap();
            assert_eq!(method.leaves(&mut position, DEPTH), right);
        });
    }
}
