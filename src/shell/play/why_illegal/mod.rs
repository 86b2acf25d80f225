//! Why a move is illegal, in words for the person who typed it.

mod castling;
mod san;
#[cfg(test)]
mod tests;

pub use san::{SanReason, unreachable_by, why_not_san};

use crate::board::{CastlingSide, Color, Direction, PieceType, Position, Square};
use castling::{castling_obstacle, looks_like_castling};

/// How well the squares of an illegal move fit the piece. The better the fit, the more likely the
/// piece is meant; the best fit is first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MoveFit {
    /// The promotion is missing; all else is legal.
    NoPromotion,
    /// The piece moves like that.
    Whole,
    /// The way is blocked.
    Blocked,
    /// A pawn has nothing to capture, so that it is meant only where no pawn can advance.
    NoTarget,
    /// There is no piece on the origin.
    NoPiece,
    /// Origin and target are the same.
    NoStep,
    /// A piece of this type could never move like that, so that another one may be meant.
    NoSuchMove,
}

/// The reason why a move is illegal, in words for the side to move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct IllegalReason {
    /// How the squares fit the piece.
    pub fit: MoveFit,
    text: String,
}

impl IllegalReason {
    fn new(fit: MoveFit, text: impl Into<String>) -> IllegalReason {
        IllegalReason { fit, text: text.into() }
    }
}

/// Makes the reason for a move whose squares fit the piece.
impl From<String> for IllegalReason {
    fn from(text: String) -> IllegalReason {
        IllegalReason::new(MoveFit::Whole, text)
    }
}

/// Returns why a move is illegal, or `None` if it is legal. Castling is understood in both notations.
///
/// ```
/// use ox88::board::Position;
/// use ox88::shell::play::why_illegal::why_illegal;
/// let start = Position::startpos();
/// let [c1, f4] = ["c1", "f4"].map(|name| name.parse().unwrap());
/// let reason = why_illegal(&start, c1, f4, None).unwrap();
/// assert_eq!(reason.to_string(), "the bishop on c1 is blocked by the pawn on d2");
/// ```
pub fn why_illegal(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<IllegalReason> {
    let Some(piece) = position.piece_on(from).piece() else {
        let text = format!("there is no piece on {from}");
        return Some(IllegalReason::new(MoveFit::NoPiece, text));
    };
    let (color, piece_type) = (piece.color, piece.piece_type);
    if color != position.side_to_move() {
        return Some(format!("that is {color}'s {}", piece_type.name()).into());
    }
    if from == to {
        return Some(IllegalReason::new(MoveFit::NoStep, "a move goes to another square"));
    }
    let reason = match piece_type {
        PieceType::King => why_not_by_king(position, from, to),
        PieceType::Pawn => why_not_by_pawn(position, from, to),
        _ => why_not_by_piece(position, from, to),
    };
    reason.or_else(|| why_no_promotion(position, piece_type, to, promotion))
}

fn why_not_by_king(position: &Position, king: Square, to: Square) -> Option<IllegalReason> {
    let step = why_not_by_piece(position, king, to)?;
    let obstacles: Vec<Option<String>> = CastlingSide::ALL
        .into_iter()
        .filter(|&castling_side| looks_like_castling(position, king, to, castling_side))
        .map(|castling_side| castling_obstacle(position, castling_side))
        .collect();
    if obstacles.contains(&None) {
        return None;
    }
    // Beside the king, a step is meant.
    let is_beside = can_attack(position, king, to)
        && !position.piece_on(to).belongs_to(position.side_to_move());
    match obstacles.into_iter().flatten().next() {
        Some(obstacle) if !is_beside => Some(obstacle.into()),
        _ => Some(step),
    }
}

fn why_not_by_piece(position: &Position, from: Square, to: Square) -> Option<IllegalReason> {
    if !can_attack(position, from, to) {
        return no_such_move(position, from);
    }
    let by = way(from, to).find_map(|square| located(position, square));
    let reason = by.and_then(|by| blocked(position, from, by));
    reason
        .or_else(|| own_piece_on(position, to))
        .or_else(|| why_king_unsafe(position, from, to, to))
}

fn why_not_by_pawn(position: &Position, from: Square, to: Square) -> Option<IllegalReason> {
    let us = position.side_to_move();
    let one = from.step(us.forward());
    let two = one.and_then(|square| square.step(us.forward()));
    if Some(to) == two && from.rank() != us.rank(1) {
        let text = "a pawn goes two squares only from where it started";
        return Some(IllegalReason::new(MoveFit::Blocked, text));
    }
    if Some(to) == one || Some(to) == two {
        let by = way(from, to).chain([to]).find_map(|square| located(position, square));
        let reason = by.and_then(|by| blocked(position, from, by));
        return reason.or_else(|| why_king_unsafe(position, from, to, to));
    }
    if !can_attack(position, from, to) {
        let is_behind = match us {
            Color::White => to.rank() < from.rank(),
            Color::Black => to.rank() > from.rank(),
        };
        let is_near = from.file().abs_diff(to.file()) <= 1 && from.rank().abs_diff(to.rank()) <= 2;
        return if is_behind && is_near {
            Some(IllegalReason::new(MoveFit::NoSuchMove, "a pawn does not go backwards"))
        } else {
            no_such_move(position, from)
        };
    }
    if position.piece_on(to).piece().is_some() {
        return why_not_by_piece(position, from, to);
    }
    let victim = Square::at(to.file(), from.rank());
    if position.passed_square() == Some(to) {
        return why_king_unsafe(position, from, to, victim);
    }
    let could_have_passed =
        to.rank() == us.rank(5) && position.piece_on(victim).is_piece(!us, PieceType::Pawn);
    let text = if could_have_passed {
        format!(
            "the pawn on {victim} could be taken en passant only right after its step of two squares"
        )
    } else {
        format!("pawns take diagonally, and there is nothing on {to} to take")
    };
    Some(IllegalReason::new(MoveFit::NoTarget, text))
}

fn no_such_move(position: &Position, from: Square) -> Option<IllegalReason> {
    let name = position.piece_on(from).piece()?.piece_type.name();
    let text = format!("a {name} does not move like that");
    Some(IllegalReason::new(MoveFit::NoSuchMove, text))
}

fn blocked(position: &Position, from: Square, by: String) -> Option<IllegalReason> {
    let text = format!("{} is blocked by {by}", located(position, from)?);
    Some(IllegalReason::new(MoveFit::Blocked, text))
}

/// Returns the reason that an own piece stands on the target, if one does.
fn own_piece_on(position: &Position, to: Square) -> Option<IllegalReason> {
    let piece =
        position.piece_on(to).piece().filter(|piece| piece.color == position.side_to_move());
    piece.map(|piece| format!("your own {} is on {to}", piece.piece_type.name()).into())
}

fn why_no_promotion(
    position: &Position,
    piece_type: PieceType,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<IllegalReason> {
    let last_rank = position.side_to_move().rank(7);
    let promotes = piece_type == PieceType::Pawn && to.rank() == last_rank;
    match promotion {
        None if promotes => {
            let text =
                "a pawn on the last rank becomes a queen, a rook, a bishop or a knight: say which";
            Some(IllegalReason::new(MoveFit::NoPromotion, text))
        }
        Some(_) if !promotes => {
            Some("only a pawn that reaches the last rank promotes".to_string().into())
        }
        Some(piece_type @ (PieceType::King | PieceType::Pawn)) => {
            Some(format!("a pawn cannot become a {}", piece_type.name()).into())
        }
        _ => None,
    }
}

/// Returns the reason that an enemy could capture the own king after a move that captures on
/// `victim`.
fn why_king_unsafe(
    position: &Position,
    from: Square,
    to: Square,
    victim: Square,
) -> Option<IllegalReason> {
    let is_empty = |square| {
        let was_empty = position.piece_on(square).piece().is_none();
        square != to && (was_empty || square == from || square == victim)
    };
    let king = position.king(position.side_to_move());
    if from == king {
        let by = located(position, enemy_seeing(position, to, is_empty, victim)?)?;
        return Some(format!("on {to} your king would be in check by {by}").into());
    }
    let enemy = enemy_seeing(position, king, is_empty, victim)?;
    let by = located(position, enemy)?;
    let text = if position.checkers().contains(position.piece_on(enemy).id()) {
        format!("your king is in check from {by}")
    } else {
        format!("this would leave your king in check by {by}")
    };
    Some(text.into())
}

/// Returns the square of an enemy, not on `victim`, that could capture on `target` if those
/// of `is_empty` were the empty ones.
fn enemy_seeing(
    position: &Position,
    target: Square,
    is_empty: impl Fn(Square) -> bool,
    victim: Square,
) -> Option<Square> {
    let them = !position.side_to_move();
    let mut squares = position.pieces(them).map(|id| position.square_of(them, id));
    squares.find(|&square| {
        square != victim
            && can_attack(position, square, target)
            && way(square, target).all(&is_empty)
    })
}

/// Returns whether the piece on a square could capture on another on an empty board.
fn can_attack(position: &Position, from: Square, to: Square) -> bool {
    position.piece_on(from).can_move_along(Direction::between(from, to))
}

/// Returns the squares strictly between two of one line; none for other pairs.
fn way(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let step = Direction::between(from, to).step();
    let next = move |square: &Square| square.step(step?);
    std::iter::successors(next(&from), next).take_while(move |&square| square != to)
}

/// Returns the name of the piece on a square, if there is one: `the rook on e8`.
fn located(position: &Position, square: Square) -> Option<String> {
    let piece = position.piece_on(square).piece()?;
    Some(format!("the {} on {square}", piece.piece_type.name()))
}
