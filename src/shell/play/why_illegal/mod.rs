//! Why a move is illegal, in words for the person who typed it.

mod castling;
mod san;
#[cfg(test)]
mod tests;

pub use castling::castling_obstacle;
pub use san::{SanReason, unreachable_by, why_not_san};

use std::fmt;

use crate::board::{CastlingSide, Color, Direction, PieceType, Position, Square};
use castling::looks_like_castling;

/// A piece on its square: `the rook on e8`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LocatedPiece {
    /// The type of the piece.
    pub piece_type: PieceType,
    /// The square of the piece.
    pub square: Square,
}

impl fmt::Display for LocatedPiece {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the {} on {}", self.piece_type.name(), self.square)
    }
}

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
    let piece = LocatedPiece { piece_type, square: from };
    let reason = match piece_type {
        PieceType::King => why_not_by_king(position, piece, to),
        PieceType::Pawn => why_not_by_pawn(position, piece, to),
        _ => why_not_by_piece(position, piece, to),
    };
    reason.or_else(|| why_no_promotion(position, piece, to, promotion))
}

fn why_not_by_king(position: &Position, king: LocatedPiece, to: Square) -> Option<IllegalReason> {
    let step = why_not_by_piece(position, king, to)?;
    let obstacles: Vec<Option<String>> = CastlingSide::ALL
        .into_iter()
        .filter(|&castling_side| looks_like_castling(position, king.square, to, castling_side))
        .map(|castling_side| castling_obstacle(position, castling_side))
        .collect();
    if obstacles.contains(&None) {
        return None;
    }
    // Beside the king, a step is meant.
    let is_beside = can_attack(position, king.square, to)
        && !position.piece_on(to).belongs_to(position.side_to_move());
    match obstacles.into_iter().flatten().next() {
        Some(obstacle) if !is_beside => Some(obstacle.into()),
        _ => Some(step),
    }
}

fn why_not_by_piece(position: &Position, piece: LocatedPiece, to: Square) -> Option<IllegalReason> {
    if !can_attack(position, piece.square, to) {
        return Some(no_such_move(piece.piece_type));
    }
    if let Some(by) = first_on_the_way(position, piece.square, to) {
        return Some(blocked(piece, by));
    }
    if let Some(own) = own_piece_on(position, to) {
        return Some(own);
    }
    why_king_unsafe(position, piece, to, to)
}

fn why_not_by_pawn(position: &Position, pawn: LocatedPiece, to: Square) -> Option<IllegalReason> {
    let us = position.side_to_move();
    let from = pawn.square;
    let one = from.step(us.forward());
    let two = one.and_then(|square| square.step(us.forward()));
    if Some(to) == one || Some(to) == two {
        if Some(to) == two && from.rank() != us.rank(1) {
            let text = "a pawn goes two squares only from where it started";
            return Some(IllegalReason::new(MoveFit::Blocked, text));
        }
        let in_the_way = first_on_the_way(position, from, to);
        return match in_the_way.or_else(|| located(position, to)) {
            Some(by) => Some(blocked(pawn, by)),
            None => why_king_unsafe(position, pawn, to, to),
        };
    }
    if !can_attack(position, from, to) {
        let is_behind = match us {
            Color::White => to.rank() < from.rank(),
            Color::Black => to.rank() > from.rank(),
        };
        let is_near = from.file().abs_diff(to.file()) <= 1 && from.rank().abs_diff(to.rank()) <= 2;
        return Some(if is_behind && is_near {
            IllegalReason::new(MoveFit::NoSuchMove, "a pawn does not go backwards")
        } else {
            no_such_move(PieceType::Pawn)
        });
    }
    if position.piece_on(to).piece().is_some() {
        let own = own_piece_on(position, to);
        return own.or_else(|| why_king_unsafe(position, pawn, to, to));
    }
    let victim = Square::at(to.file(), from.rank());
    if position.passed_square() == Some(to) {
        return why_king_unsafe(position, pawn, to, victim);
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

fn no_such_move(piece_type: PieceType) -> IllegalReason {
    let text = format!("a {} does not move like that", piece_type.name());
    IllegalReason::new(MoveFit::NoSuchMove, text)
}

fn blocked(piece: LocatedPiece, by: LocatedPiece) -> IllegalReason {
    IllegalReason::new(MoveFit::Blocked, format!("{piece} is blocked by {by}"))
}

/// Returns the reason that an own piece stands on the target, if one does.
fn own_piece_on(position: &Position, to: Square) -> Option<IllegalReason> {
    let piece =
        position.piece_on(to).piece().filter(|piece| piece.color == position.side_to_move());
    piece.map(|piece| format!("your own {} is on {to}", piece.piece_type.name()).into())
}

fn why_no_promotion(
    position: &Position,
    piece: LocatedPiece,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<IllegalReason> {
    let last_rank = position.side_to_move().rank(7);
    let promotes = piece.piece_type == PieceType::Pawn && to.rank() == last_rank;
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
    piece: LocatedPiece,
    to: Square,
    victim: Square,
) -> Option<IllegalReason> {
    let is_empty = |square| {
        let was_empty = position.piece_on(square).piece().is_none();
        square != to && (was_empty || square == piece.square || square == victim)
    };
    if piece.piece_type == PieceType::King {
        let by = enemy_seeing(position, to, is_empty, victim)?;
        return Some(format!("on {to} your king would be in check by {by}").into());
    }
    let king = position.king(position.side_to_move());
    let by = enemy_seeing(position, king, is_empty, victim)?;
    let checker = position.piece_on(by.square).id();
    let text = if position.checkers().contains(checker) {
        format!("your king is in check from {by}")
    } else {
        format!("this would leave your king in check by {by}")
    };
    Some(text.into())
}

/// Returns an enemy, not on `victim`, that could capture on `target` if these squares were empty.
fn enemy_seeing(
    position: &Position,
    target: Square,
    is_empty: impl Fn(Square) -> bool,
    victim: Square,
) -> Option<LocatedPiece> {
    let them = !position.side_to_move();
    let mut squares = position.pieces(them).map(|id| position.square_of(them, id));
    let square = squares.find(|&square| {
        square != victim
            && can_attack(position, square, target)
            && way(square, target).all(&is_empty)
    })?;
    located(position, square)
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

fn located(position: &Position, square: Square) -> Option<LocatedPiece> {
    let piece_type = position.piece_on(square).piece()?.piece_type;
    Some(LocatedPiece { piece_type, square })
}

fn first_on_the_way(position: &Position, from: Square, to: Square) -> Option<LocatedPiece> {
    way(from, to).find_map(|square| located(position, square))
}
