//! Counting legal moves without listing them.

use super::attack_table::AttackTable;
use super::pawns::PawnTargets;
use super::piece::{PieceId, PieceSet, PieceType};
use super::position::Position;
use super::square::SquareSet;

impl Position {
    /// Returns the number of legal moves.
    ///
    /// ```
    /// use ox88::board::Position;
    /// assert_eq!(Position::startpos().count_legal_moves(), 20);
    /// ```
    pub fn count_legal_moves(&self) -> u64 {
        let checks = self.checks();
        let king_targets = self.king_targets(checks.checkers);
        let mut count = (king_targets & !self.occupied_by(self.side)).len();
        if checks.in_check() {
            // A pinned piece never ends a check.
            let answers = self.check_mask(checks);
            count += self.count_free_moves(checks.pinned, answers);
        } else {
            count += self.count_free_moves(checks.pinned, SquareSet::ALL);
            count += self.count_pinned_moves(checks.pinned);
            count += self.castlings(checks.pinned).count() as u32;
        }
        if let Some(target) = self.en_passant() {
            count += self.en_passant_takers(target).count() as u32;
        }
        u64::from(count)
    }

    /// Counts the moves of all pieces but the king and pinned ones, without en passant.
    #[inline]
    fn count_free_moves(&self, pinned: PieceSet, allowed: SquareSet) -> u32 {
        let us = self.side;
        let pawns = self.pieces_of(us, PieceType::Pawn);
        let pieces = self.pieces(us) & !pawns & !PieceSet::of(PieceId::KING);
        let mut pawn_squares = self.pawns(us);
        for id in pinned {
            pawn_squares &= !SquareSet::of(self.square_of(us, id));
        }
        let targets = allowed & !self.occupied_by(us);
        self.attack_table().count(us, pieces & !pinned, targets)
            + self.count_pawn_moves(pawn_squares, allowed)
    }

    #[inline]
    fn count_pinned_moves(&self, pinned: PieceSet) -> u32 {
        let us = self.side;
        let count = |id: PieceId| {
            let from = self.square_of(us, id);
            let line = self.pin_line(from);
            if self.piece_on(from).is_piece(us, PieceType::Pawn) {
                self.count_pawn_moves(SquareSet::of(from), line)
            } else {
                let targets = self.attacks_from(us, id) & line;
                (targets & !self.occupied_by(us)).len()
            }
        };
        pinned.map(count).sum()
    }

    /// Counts the moves of pawns, without en passant.
    #[inline(always)]
    fn count_pawn_moves(&self, pawns: SquareSet, allowed: SquareSet) -> u32 {
        let us = self.side;
        let PawnTargets { single, double, west, east } = self.pawn_targets(pawns, allowed);
        let mut count = single.len() + double.len() + west.len() + east.len();
        let last = SquareSet::rank(us.rank(7));
        if !(pawns.forward(us) & last).is_empty() {
            // A promotion is four moves, of which one is counted.
            count += 3 * ((single & last).len() + (west & last).len() + (east & last).len());
        }
        count
    }
}
