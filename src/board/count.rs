//! Counting the legal moves without writing them down.

use super::castling::Wing;
use super::lanes::{AttackTable, Table};
use super::movegen::All;
use super::moves::MoveCount;
use super::piece::{ManId, ManSet, Piece, PieceKind};
use super::position::Position;
use super::square::SquareSet;

impl Position {
    /// Number of legal moves.
    ///
    /// ```
    /// use ox88::board::Position;
    /// assert_eq!(Position::startpos().count_legal_moves(), 20);
    /// ```
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        let checks = self.checks();
        if checks.in_check() || !checks.pinned.is_empty() {
            let mut count = MoveCount::default();
            self.generate::<All, _>(checks, &mut count);
            return count.0;
        }
        u64::from(self.count_free_moves())
    }

    /// Number of legal moves where there is neither check nor pin.
    #[inline]
    fn count_free_moves(&self) -> u32 {
        let us = self.side;
        let table = self.attack_table();
        let (enemies, empty) = (self.standing(!us), self.empty_squares());

        let pawns = self.men_of(us, PieceKind::Pawn);
        let king = ManSet::of(ManId::KING);
        let pieces = self.men(us).without(pawns).without(king);
        let mut count = table.count(us, pieces, enemies.union(empty))
            + table.count(us, pawns, enemies)
            + self
                .king_targets(ManSet::EMPTY)
                .without(self.standing(us))
                .len();

        let last = SquareSet::rank(us.rank(7));
        let pawn_squares = Table::find(
            self.ground(),
            Piece {
                color: us,
                kind: PieceKind::Pawn,
            },
        );
        let pushes = pawn_squares.forward(us).intersection(empty);
        let double = SquareSet::rank(us.rank(2)).intersection(pushes).forward(us);
        count += pushes.len() + double.intersection(empty).len();
        if !pawn_squares.forward(us).intersection(last).is_empty() {
            // Three more for each promotion.
            let captures = table.count(us, pawns, enemies.intersection(last));
            count += 3 * (captures + pushes.intersection(last).len());
        }
        if let Some(target) = self.en_passant() {
            count += self.en_passant_takers(target).count() as u32;
        }
        if !self.castling().is_none() {
            for wing in Wing::ALL {
                count += u32::from(self.can_castle(wing, ManSet::EMPTY).is_some());
            }
        }
        count
    }
}
