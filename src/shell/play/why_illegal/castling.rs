//! Why the side to move may not castle.

use super::{LocatedPiece, enemy_seeing, located, way};
use crate::board::{CastlingSide, PieceType, Position, Square};

/// Why a castling is illegal.
///
/// ```
/// use ox88::board::Position;
/// use ox88::shell::play::why_illegal::why_illegal;
/// let position = Position::from_fen("4kr2/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// let [e1, g1] = ["e1", "g1"].map(|name| name.parse().unwrap());
/// let reason = why_illegal(&position, e1, g1, None).unwrap().to_string();
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

/// Returns whether a king's move means castling: it takes the own rook, or goes to the square where
/// the king ends.
pub(super) fn looks_like_castling(
    position: &Position,
    king: Square,
    to: Square,
    castling_side: CastlingSide,
) -> bool {
    let us = position.side_to_move();
    if to.rank() != king.rank() || king.rank() != us.rank(0) {
        return false;
    }
    let is_end = to.file() == castling_side.king_file();
    if let Some(rook) = position.castling_rook(us, castling_side) {
        return to == rook || is_end;
    }
    let is_rook = position.piece_on(to).is_piece(us, PieceType::Rook);
    CastlingSide::of(king, to) == castling_side
        && (is_rook || is_end && king.file().abs_diff(to.file()) == 2)
}

/// Returns why castling to this side is illegal, or `None` if it is legal.
pub fn castling_obstacle(
    position: &Position,
    castling_side: CastlingSide,
) -> Option<CastlingObstacle> {
    let us = position.side_to_move();
    let Some(rook) = position.castling_rook(us, castling_side) else {
        return Some(why_no_right(position, castling_side));
    };
    let king = position.king(us);
    let attacker = |square| {
        let id = position.attackers(!us, square).next()?;
        located(position, position.square_of(!us, id))
    };
    if let Some(by) = attacker(king) {
        return Some(CastlingObstacle::OutOfCheck(by));
    }
    let on_back_rank = |file| Square::at(file, king.rank());
    let king_to = on_back_rank(castling_side.king_file());
    let rook_to = on_back_rank(castling_side.rook_file());
    let path = |from, to: Square| way(from, to).chain([to]);
    let mut passed = path(king, king_to).chain(path(rook, rook_to));
    let is_other = |square: &Square| *square != king && *square != rook;
    if let Some(by) = passed.find_map(|square| located(position, Some(square).filter(is_other)?)) {
        return Some(CastlingObstacle::Occupied(by));
    }
    for square in path(king, king_to) {
        if let Some(by) = attacker(square) {
            return Some(if square == king_to {
                CastlingObstacle::IntoCheck { square, by }
            } else {
                CastlingObstacle::ThroughCheck { square, by }
            });
        }
    }
    let is_empty = |square| {
        let was_empty = position.piece_on(square).piece().is_none();
        square != rook_to && (was_empty || square == king || square == rook)
    };
    let by = enemy_seeing(position, king_to, is_empty, king_to)?;
    Some(CastlingObstacle::IntoCheck { square: king_to, by })
}

/// Returns how the right to castle was lost, as far as the moves since the start show it.
fn why_no_right(position: &Position, castling_side: CastlingSide) -> CastlingObstacle {
    let us = position.side_to_move();
    let mut start = position.clone();
    while start.plies_made() > 0 {
        start.unmake();
    }
    let Some(rook) = start.castling_rook(us, castling_side) else {
        return CastlingObstacle::NoRight;
    };
    // Null moves have no squares.
    let moves = || position.moves_back().filter(|(_, mv)| !mv.is_none());
    if moves().any(|(moved, _)| moved.is_piece(us, PieceType::King)) {
        return CastlingObstacle::KingMoved;
    }
    let touching = moves().filter(|(_, mv)| mv.from() == rook || mv.to() == rook);
    match touching.last() {
        Some((moved, _)) if moved.belongs_to(us) => CastlingObstacle::RookMoved(rook),
        _ => CastlingObstacle::RookTaken(rook),
    }
}
