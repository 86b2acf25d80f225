//! Why the side to move may not castle.

use super::LocatedPiece;
use crate::board::castling::{CastlingRights, CastlingSide};
use crate::board::piece::PieceType;
use crate::board::position::Position;
use crate::board::square::{Square, SquareSet};

/// Why a castling is illegal.
///
/// ```
/// use ox88::board::Position;
/// let position = Position::from_fen("4kr2/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// let [e1, g1] = ["e1", "g1"].map(|name| name.parse().unwrap());
/// let reason = position.why_illegal(e1, g1, None).unwrap().to_string();
/// assert_eq!(reason, "the king may not castle through check: the rook on f8 attacks f1");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CastlingObstacle {
    /// The king has moved since the position was set up.
    #[error("you may not castle: your king has moved")]
    KingMoved,
    /// The rook has moved since then, from this square.
    #[error("you may not castle there: the rook of {0} has moved")]
    RookMoved(Square),
    /// The rook was captured on this square.
    #[error("you may not castle there: the rook of {0} was taken")]
    RookTaken(Square),
    /// The position was set up without the right.
    #[error("you may not castle there in this game")]
    NoRight,
    /// A piece stands in the way of king or rook.
    #[error("you may not castle: {0} is in the way")]
    Occupied(LocatedPiece),
    /// The king is in check.
    #[error("the king may not castle out of check: {0} attacks it")]
    OutOfCheck(LocatedPiece),
    /// The king would pass an attacked square.
    #[error("the king may not castle through check: {by} attacks {square}")]
    ThroughCheck {
        /// The attacked square.
        square: Square,
        /// The attacker.
        by: LocatedPiece,
    },
    /// The king would be in check, perhaps by a slider that the rook shielded it from.
    #[error("the king may not castle into check: {by} would attack it on {square}")]
    IntoCheck {
        /// The king's target.
        square: Square,
        /// The attacker.
        by: LocatedPiece,
    },
}

impl Position {
    /// Whether a king's move means castling: it takes the own rook, or goes to its own target.
    pub(in crate::board) fn looks_like_castling(
        &self,
        from: Square,
        to: Square,
        castling_side: CastlingSide,
    ) -> bool {
        let us = self.side;
        if to.rank() != from.rank() || from.rank() != us.rank(0) {
            return false;
        }
        let is_end = to.file() == castling_side.king_file();
        if let Some(rook) = self.castling_rook(us, castling_side) {
            return to == rook || is_end;
        }
        let is_rook = self.placed_at(to).is_piece(us, PieceType::Rook);
        CastlingSide::of(from, to) == castling_side
            && (is_rook || is_end && from.file().abs_diff(to.file()) == 2)
    }

    /// Why castling to this side is illegal, or `None`.
    pub fn castling_obstacle(&self, castling_side: CastlingSide) -> Option<CastlingObstacle> {
        let us = self.side;
        let Some(rook) = self.castling_rook(us, castling_side) else {
            return Some(self.why_no_castling_right(castling_side));
        };
        let king = self.king(us);
        let attacker = |square| {
            let id = self.attackers(!us, square).next()?;
            self.piece_on_square(self.square_of(!us, id))
        };
        if let Some(by) = attacker(king) {
            return Some(CastlingObstacle::OutOfCheck(by));
        }
        let paths = self.castling_rooks.paths(us, castling_side);
        let mut in_the_way = paths.empty & !self.empty_squares();
        if let Some(by) = in_the_way
            .next()
            .and_then(|square| self.piece_on_square(square))
        {
            return Some(CastlingObstacle::Occupied(by));
        }
        let end = Square::at(castling_side.king_file(), king.rank());
        for square in paths.king {
            if let Some(by) = attacker(square) {
                return Some(if square == end {
                    CastlingObstacle::IntoCheck { square, by }
                } else {
                    CastlingObstacle::ThroughCheck { square, by }
                });
            }
        }
        let after = self.occupied() & !SquareSet::of(king) & !SquareSet::of(rook)
            | SquareSet::of(Square::at(castling_side.rook_file(), king.rank()));
        let by = self.enemy_seeing(end, after, end)?;
        Some(CastlingObstacle::IntoCheck { square: end, by })
    }

    /// As far as the game shows it.
    fn why_no_castling_right(&self, castling_side: CastlingSide) -> CastlingObstacle {
        let us = self.side;
        let first = self.earlier.first().unwrap_or(self.state());
        let was_there = first.castling.has(us, castling_side);
        if !was_there {
            return CastlingObstacle::NoRight;
        }
        let after_first = (!self.earlier.is_empty()).then_some(self.state());
        // Without null moves, whose squares would be a1.
        let moves = || {
            let states = self.earlier.iter().skip(1).chain(after_first);
            states.filter(|state| !state.last_move.is_none())
        };
        if moves().any(|state| state.moved.is_piece(us, PieceType::King)) {
            return CastlingObstacle::KingMoved;
        }
        let rook = self.castling_rooks.squares[CastlingRights::slot(us, castling_side)];
        let first = moves().find(|state| state.last_move.squares().contains(rook));
        match first {
            Some(state) if state.moved.is(us) => CastlingObstacle::RookMoved(rook),
            _ => CastlingObstacle::RookTaken(rook),
        }
    }
}
