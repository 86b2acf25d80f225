//! Whether a single move from elsewhere (a table, a book, another thread) is
//! legal here, without generating the others.

use super::attacks::Checks;
use super::castling::Wing;
use super::moves::{Move, MoveKind};
use super::piece::{Man, PieceKind};
use super::position::Position;
use super::relation::Relation;
use super::square::Square;

impl Position {
    /// Whether this move, of whatever bits, is one of the legal moves.
    /// `checks` must be [`Position::checks`] of this position.
    ///
    /// ```
    /// use ox88::board::{Move, Position};
    /// let position = Position::startpos();
    /// let checks = position.checks();
    /// let legal = (0..=u16::MAX).filter(|&bits| position.is_legal(Move::from_bits(bits), checks));
    /// assert_eq!(legal.count(), 20);
    /// ```
    pub fn is_legal(&self, mv: Move, checks: Checks) -> bool {
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        let man = self.man_at(from);
        // Several bit patterns decode to `Quiet`; only one of them is a move.
        if !man.is(us) || mv != Move::new(from, to, mv.kind()) {
            return false;
        }
        match mv.kind() {
            MoveKind::Castle => {
                return !checks.in_check()
                    && Wing::ALL
                        .into_iter()
                        .any(|wing| self.can_castle(wing, checks.pinned) == Some(mv));
            }
            MoveKind::EnPassant => {
                return self.en_passant() == Some(to)
                    && self.en_passant_takers(to).any(|taker| taker == from);
            }
            _ => {}
        }
        let target = self.man_at(to);
        let target_fits = if mv.is_capture() {
            target.is(!us)
        } else {
            target.is_none()
        };
        if !target_fits {
            return false;
        }
        if man.is_piece(us, PieceKind::Pawn) {
            if !self.is_pawn_move(mv, man) {
                return false;
            }
        } else {
            let plain = matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture);
            if !plain || !self.attackers(us, to).contains(man.id()) {
                return false;
            }
        }
        self.leaves_king_safe(man, from, to, checks)
    }

    /// Whether a pawn goes like this, given that the target square fits.
    fn is_pawn_move(&self, mv: Move, man: Man) -> bool {
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_promotion() != (to.rank() == us.rank(7)) {
            return false;
        }
        if mv.is_capture() {
            return Relation::between(from, to).admits(man);
        }
        let one = from.step(us.forward());
        if mv.kind() == MoveKind::DoublePush {
            return from.rank() == us.rank(1)
                && one.is_some_and(|square| {
                    self.man_at(square).is_none() && square.step(us.forward()) == Some(to)
                });
        }
        one == Some(to)
    }

    /// Whether an otherwise proper move, neither castling nor en passant,
    /// leaves the own king unattacked.
    fn leaves_king_safe(&self, man: Man, from: Square, to: Square, checks: Checks) -> bool {
        let us = self.side;
        if man.is_piece(us, PieceKind::King) {
            return self.king_targets(checks.checkers).contains(to);
        }
        if checks.in_check() && !self.answers_to_check(checks).contains(to) {
            return false;
        }
        !checks.pinned.contains(man.id()) || self.pin_line(from).contains(to)
    }
}
