//! Counting the leaves of the move tree. <https://www.chessprogramming.org/Perft>

mod divide;
mod progress;
mod table;
mod until;

pub use divide::{divide, perft_divide, total_leaves};
pub use progress::Progress;
pub use table::{PerftTable, PerftTableError};
pub use until::Until;

use crate::board::{Key, Position};

/// The greatest depth that is asked for, in plies: from the start position, a greater one would
/// take years.
pub const MAX_DEPTH: u32 = 12;

/// How leaves are counted; passed by value, so that a method without state costs nothing.
pub trait Method: Copy + Sync {
    /// Whether the moves of the last ply are counted without making them.
    const BULK: bool;

    /// Whether to stop counting; stays true.
    #[inline(always)]
    fn is_over(self) -> bool {
        false
    }

    /// The stored count of a position's tree, if there is one.
    #[inline(always)]
    fn probe(self, key: Key, depth: u32) -> Option<u64> {
        let _ = (key, depth);
        None
    }

    /// Stores the count of a position's tree.
    #[inline(always)]
    fn store(self, key: Key, depth: u32, leaves: u64) {
        let _ = (key, depth, leaves);
    }
}

/// The last ply is counted, not made.
#[derive(Copy, Clone, Debug)]
pub struct Bulk;

impl Method for Bulk {
    const BULK: bool = true;
}

/// Every move is made and unmade, so that making moves is timed too.
#[derive(Copy, Clone, Debug)]
pub struct EveryMove;

impl Method for EveryMove {
    const BULK: bool = false;
}

/// Number of move sequences of `depth` plies; the last ply is not made.
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::perft;
/// assert_eq!(perft(&mut Position::startpos(), 3), 8_902);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    leaves(Bulk, position, depth)
}

/// As [`perft`], but makes and unmakes the last ply too.
pub fn perft_making_all(position: &mut Position, depth: u32) -> u64 {
    leaves(EveryMove, position, depth)
}

fn leaves<M: Method>(method: M, position: &mut Position, depth: u32) -> u64 {
    match depth {
        1 if M::BULK => position.count_legal_moves(),
        0 => 1,
        _ if method.is_over() => 0,
        _ => {
            let key = position.key();
            if let Some(stored) = method.probe(key, depth) {
                return stored;
            }
            let mut nodes = 0;
            for mv in position.legal_moves() {
                position.make(mv);
                nodes += match depth {
                    1 => 1,
                    _ => leaves(method, position, depth - 1),
                };
                position.unmake();
            }
            method.store(key, depth, nodes);
            nodes
        }
    }
}
