//! Why the side to move may not castle.

use super::{enemy_seeing, located, way};
use crate::board::{CastlingSide, PieceType, Position, Square};
use crate::knowledge::pgn::PgnGame;

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
pub(super) fn castling_obstacle(
    position: &Position,
    castling_side: CastlingSide,
) -> Option<String> {
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
        return Some(format!("the king may not castle out of check: {by} attacks it"));
    }
    let on_back_rank = |file| Square::at(file, king.rank());
    let king_to = on_back_rank(castling_side.king_file());
    let rook_to = on_back_rank(castling_side.rook_file());
    let path = |from, to: Square| way(from, to).chain([to]);
    let mut passed = path(king, king_to).chain(path(rook, rook_to));
    let is_other = |square: &Square| *square != king && *square != rook;
    if let Some(by) = passed.find_map(|square| located(position, Some(square).filter(is_other)?)) {
        return Some(format!("you may not castle: {by} is in the way"));
    }
    let into_check = |by: String| {
        format!("the king may not castle into check: {by} would attack it on {king_to}")
    };
    for square in path(king, king_to) {
        if let Some(by) = attacker(square) {
            return Some(if square == king_to {
                into_check(by)
            } else {
                format!("the king may not castle through check: {by} attacks {square}")
            });
        }
    }
    let is_empty = |square| {
        let was_empty = position.piece_on(square).piece().is_none();
        square != rook_to && (was_empty || square == king || square == rook)
    };
    // A slider that the rook shielded the king from.
    let by = located(position, enemy_seeing(position, king_to, is_empty, king_to)?)?;
    Some(into_check(by))
}

/// Returns how the right to castle was lost, as far as the moves since the start show it.
fn why_no_right(position: &Position, castling_side: CastlingSide) -> String {
    let us = position.side_to_move();
    let start = PgnGame::new(position).start;
    let Some(rook) = start.castling_rook(us, castling_side) else {
        return "you may not castle there in this game".to_string();
    };
    // Null moves have no squares.
    let moves = || position.moves_back().filter(|(_, mv)| !mv.is_none());
    if moves().any(|(moved, _)| moved.is_piece(us, PieceType::King)) {
        return "you may not castle: your king has moved".to_string();
    }
    let touching = moves().filter(|(_, mv)| mv.from() == rook || mv.to() == rook);
    let end = match touching.last() {
        Some((moved, _)) if moved.belongs_to(us) => "has moved",
        _ => "was taken",
    };
    format!("you may not castle there: the rook of {rook} {end}")
}
