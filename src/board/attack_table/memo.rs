//! The attack tables of a position and of those before it. A table is computed when it is first
//! needed, and unmaking a move costs nothing.

use std::cell::Cell;

use super::{AttackTable, MoveDelta, Table};
use crate::board::make::{castled_squares, en_passant_victim};
use crate::board::moves::MoveKind;
use crate::board::piece::{Color, PlacedPiece};
use crate::board::position::Position;

/// The number of free tables in a new position and in a clone: most clones make a move or two, and
/// need not grow for them.
const SPARE: usize = 4;

/// The stack of attack tables: that of the first position, and one for each move made since,
/// except null moves, which change no attack. The default, without a table, only stands in for a
/// memo that is taken out of its position.
#[derive(Default)]
pub(in crate::board) struct AttackMemo {
    tables: Vec<Table>,
    moves: usize,
    /// Whether the present position's table is computed. The earlier ones always are.
    known: Cell<bool>,
}

impl Clone for AttackMemo {
    /// Copies only the tables in use.
    fn clone(&self) -> AttackMemo {
        let used = &self.tables[..=self.moves];
        let mut tables = Vec::with_capacity(used.len() + SPARE);
        tables.extend_from_slice(used);
        tables.resize(used.len() + SPARE, Table::default());
        AttackMemo { tables, moves: self.moves, known: self.known.clone() }
    }

    /// Copies only the tables in use, since each search begins with such a copy.
    fn clone_from(&mut self, other: &AttackMemo) {
        if self.tables.len() < other.tables.len() {
            self.tables.resize(other.tables.len(), Table::default());
        }
        let used = ..=other.moves;
        self.tables[used].clone_from_slice(&other.tables[used]);
        self.moves = other.moves;
        self.known.clone_from(&other.known);
    }
}

impl AttackMemo {
    pub fn new() -> AttackMemo {
        AttackMemo { tables: vec![Table::default(); 1 + SPARE], moves: 0, known: Cell::new(false) }
    }

    #[inline(always)]
    pub fn push(&mut self) {
        self.moves += 1;
        self.known.set(false);
        if self.moves >= self.tables.len() {
            self.grow();
        }
    }

    #[inline(always)]
    pub fn pop(&mut self) {
        self.moves -= 1;
        self.known.set(true);
    }

    #[cold]
    fn grow(&mut self) {
        self.tables.resize(2 * self.moves, Table::default());
    }
}

impl Position {
    #[inline(always)]
    pub(in crate::board) fn attack_table(&self) -> &Table {
        if !self.attack_memo.known.get() {
            self.compute_attack_table();
        }
        &self.attack_memo.tables[self.attack_memo.moves]
    }

    // Not inlined: the table is used many times after a move, and computed once.
    #[inline(never)]
    fn compute_attack_table(&self) {
        let AttackMemo { tables, moves, known } = &self.attack_memo;
        let table = &tables[*moves];
        match moves.checked_sub(1) {
            Some(before) => self.update_table(table, &tables[before]),
            None => self.compute_table(table),
        }
        known.set(true);
    }

    /// Computes the table after the last move from `before`, the table of the position in which
    /// that move was made.
    #[inline]
    pub(in crate::board) fn update_table<T: AttackTable>(&self, table: &T, before: &T) {
        let mv = self.state.last_move;
        let delta = MoveDelta {
            piece: self.piece_on(mv.to()),
            from: mv.from(),
            to: mv.to(),
            taken: self.state.captured,
        };
        match mv.kind() {
            MoveKind::Castle => self.update_castling(table, before),
            MoveKind::EnPassant => {
                table.update_from(before, self, delta);
                table.open_lines(self, en_passant_victim(mv.to(), !self.side));
            }
            _ => table.update_from(before, self, delta),
        }
    }

    fn update_castling<T: AttackTable>(&self, table: &T, before: &T) {
        let mv = self.state.last_move;
        let is_left = |square| self.piece_on(square).is_none();
        if !is_left(mv.from()) || !is_left(mv.to()) {
            // In Chess960 king and rook may stay, or change places.
            return self.compute_table(table);
        }
        let (king_to, rook_to) = castled_squares(mv);
        let delta =
            |from, to| MoveDelta { piece: self.piece_on(to), from, to, taken: PlacedPiece::NONE };
        let between = T::default();
        between.update_from(before, self, delta(mv.from(), king_to));
        table.update_from(&between, self, delta(mv.to(), rook_to));
    }

    pub(in crate::board) fn compute_table<T: AttackTable>(&self, table: &T) {
        table.clear();
        for color in Color::ALL {
            for id in self.pieces(color) {
                let square = self.square_of(color, id);
                table.add(self, self.piece_on(square), square);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::attack_table::tests::assert_right;

    #[test]
    fn a_clone_has_the_tables_in_use_and_goes_on_and_back() {
        let mut position = Position::startpos();
        for names in [["g1f3", "g8f6"], ["e2e4", "e7e5"], ["f1c4", "f8c5"]] {
            let mut copy = position.clone();
            let memo = &copy.attack_memo;
            assert_eq!(memo.tables.len(), memo.moves + 1 + SPARE);
            assert_right(copy.attack_table(), &copy);
            // More than are spare.
            for name in ["b1c3", "b8c6", "d2d3", "d7d6", "c3b5"] {
                copy.make(copy.parse_move(name).unwrap());
                assert_right(copy.attack_table(), &copy);
            }
            while copy.plies_made() > 0 {
                copy.unmake();
                assert_right(copy.attack_table(), &copy);
            }
            for name in names {
                position.make(position.parse_move(name).unwrap());
            }
        }
    }
}
