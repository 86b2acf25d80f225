//! Legality of a single move that comes from elsewhere: a table, a book, another thread.

use super::attacks::Checks;
use super::direction::Direction;
use super::moves::{Move, MoveKind};
use super::piece::{PieceType, PlacedPiece};
use super::position::Position;

impl Position {
    /// Returns whether a move is legal, whatever its 16 bits are. `checks` must be this position's
    /// [`Position::checks`].
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
        let piece = self.piece_on(from);
        // Several bit patterns decode to `Quiet`; only one of them is a move.
        if !piece.belongs_to(us) || mv != Move::new(from, to, mv.kind()) {
            return false;
        }
        match mv.kind() {
            MoveKind::Castle => {
                return !checks.in_check()
                    && self.castlings(checks.pinned).any(|castling| castling == mv);
            }
            MoveKind::EnPassant => {
                return self.en_passant() == Some(to)
                    && self.en_passant_takers(to).any(|taker| taker == from);
            }
            _ => {}
        }
        let target = self.piece_on(to);
        let target_fits = if mv.is_capture() { target.belongs_to(!us) } else { target.is_none() };
        if !target_fits {
            return false;
        }
        if piece.is_piece(us, PieceType::Pawn) {
            if !self.is_pawn_move(mv, piece) {
                return false;
            }
        } else {
            let plain = matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture);
            if !plain || !self.attackers(us, to).contains(piece.id()) {
                return false;
            }
        }
        self.leaves_king_safe(piece, mv, checks)
    }

    /// Returns whether a pawn can move so, where the target square is known to fit.
    fn is_pawn_move(&self, mv: Move, piece: PlacedPiece) -> bool {
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_promotion() != (to.rank() == us.rank(7)) {
            return false;
        }
        if mv.is_capture() {
            return piece.can_move_along(Direction::between(from, to));
        }
        let one = from.step(us.forward());
        if mv.kind() == MoveKind::DoublePush {
            return from.rank() == us.rank(1)
                && one.is_some_and(|square| {
                    self.piece_on(square).is_none() && square.step(us.forward()) == Some(to)
                });
        }
        one == Some(to)
    }

    /// Returns whether a move, neither castling nor en passant, leaves the own king safe.
    fn leaves_king_safe(&self, piece: PlacedPiece, mv: Move, checks: Checks) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if piece.is_piece(self.side, PieceType::King) {
            return self.king_targets(checks.checkers).contains(to);
        }
        if checks.in_check() && !self.check_mask(checks).contains(to) {
            return false;
        }
        !checks.pinned.contains(piece.id()) || self.pin_line(from).contains(to)
    }
}
