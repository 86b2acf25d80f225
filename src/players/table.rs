//! A transposition table: a position that several lines lead to is searched once, and its stored
//! move is searched first. Alpha-beta often finds only a bound of the score, so the kind of bound
//! is stored, too. Greenblatt, Eastlake and Crocker, "The Greenblatt Chess Program" (1967).
//! <https://www.chessprogramming.org/Transposition_Table>

use super::fixed_depth::TreeSearch;
use super::ordering::MvvLvaKillers;
use super::tree::Tree;
use crate::board::{Key, Move, Position};
use crate::eval::Score;
use crate::search::{Bound, NoMemory, TranspositionTable, TtEntry};

/// Alpha-beta with good moves first and a table. The scores are those of minimax: a stored score is
/// used only at the same depth, and never near the fifty-move rule.
pub struct TableSearch {
    order: MvvLvaKillers,
    table: TranspositionTable,
    /// The number of the search, which is mixed into all keys: after a move in the game, other
    /// positions are repetitions, and earlier scores void.
    number: u64,
}

impl TableSearch {
    /// Returns a search with an empty table.
    ///
    /// # Errors
    /// Fails if there is no memory for the table.
    pub fn new() -> Result<TableSearch, NoMemory> {
        Ok(TableSearch {
            order: MvvLvaKillers::default(),
            table: TranspositionTable::new(TranspositionTable::DEFAULT_MEGABYTES)?,
            number: 0,
        })
    }

    fn key(&self, tree: &Tree) -> Key {
        // The golden ratio spreads neighbouring numbers.
        tree.position().key() ^ Key(self.number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl TreeSearch for TableSearch {
    fn value(&mut self, tree: &mut Tree, depth: i32, mut alpha: Score, beta: Score) -> Score {
        if let Some(score) = tree.terminal_score() {
            return score;
        }
        if depth == 0 {
            return tree.evaluate();
        }
        let (key, ply) = (self.key(tree), tree.ply());
        let known = self.table.probe(key);
        // Near the fifty-move rule scores depend on the path, and none is taken or stored.
        let may_store = !tree.may_run_out(depth);
        if may_store
            && let Some(entry) = known
            && entry.depth == depth
            && let score = entry.value(ply, tree.position().halfmove_clock())
            && entry.bound.allows_cutoff(score, alpha, beta)
        {
            return score;
        }

        let mut moves = tree.moves();
        self.order.sort(tree.position(), &mut moves, ply);
        if let Some(entry) = known {
            move_to_front(&mut moves, entry.mv);
        }
        let original_alpha = alpha;
        let (mut best_move, mut best_score) = (Move::NONE, -Score::INFINITE);
        for mv in moves {
            tree.make(mv);
            let score = -self.value(tree, depth - 1, -beta, -alpha);
            tree.unmake();
            if score > best_score {
                (best_move, best_score) = (mv, score);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.order.note_cutoff(mv, ply);
                break;
            }
        }
        if may_store && !tree.is_stopped() {
            let entry = TtEntry {
                mv: best_move,
                score: best_score.to_tt(ply),
                depth,
                bound: Bound::of(best_score, original_alpha, beta),
                // Only the full engine has these.
                raw_eval: Score::NONE,
                pv: false,
            };
            self.table.store(key, entry);
        }
        best_score
    }

    fn begin(&mut self, root: &Position, moves: &mut [Move]) {
        self.table.begin_search();
        self.number += 1;
        self.order = MvvLvaKillers::default();
        self.order.sort(root, moves, 0);
    }
}

/// Puts a move before the others, whose order stays.
pub(super) fn move_to_front(moves: &mut [Move], first: Move) {
    if let Some(place) = moves.iter().position(|&mv| mv == first) {
        moves[..=place].rotate_right(1);
    }
}
