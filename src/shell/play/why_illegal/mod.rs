//! Why a move is illegal, in words for the person who typed it.

mod castling;
mod san;
#[cfg(test)]
mod tests;

pub use castling::{CastlingObstacle, castling_obstacle};
pub use san::{SanReason, why_not_san};

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

/// Why a move is illegal, said to the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalReason {
    /// There is no piece on the origin.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece is the opponent's.
    #[error("that is {color}'s {}", .piece_type.name())]
    NotYours {
        /// The side of the piece.
        color: Color,
        /// The type of the piece.
        piece_type: PieceType,
    },
    /// Origin and target are the same.
    #[error("a move goes to another square")]
    NoStep,
    /// A piece of this type does not move like that.
    #[error("a {} does not move like that", .0.name())]
    Manner(PieceType),
    /// A pawn does not move backwards.
    #[error("a pawn does not go backwards")]
    Backwards,
    /// The pawn makes a double push from another rank than its first.
    #[error("a pawn goes two squares only from where it started")]
    SecondDoubleStep,
    /// There is nothing for a pawn to capture.
    #[error("pawns take diagonally, and there is nothing on {0} to take")]
    NothingToTake(Square),
    /// En passant comes too late.
    #[error("{0} could be taken en passant only right after its step of two squares")]
    TooLateEnPassant(LocatedPiece),
    /// A piece stands in the way.
    #[error("{piece} is blocked by {by}")]
    Blocked {
        /// The piece that is blocked.
        piece: LocatedPiece,
        /// The first piece in the way.
        by: LocatedPiece,
    },
    /// An own piece stands on the target square.
    #[error("your own {} is on {}", .0.piece_type.name(), .0.square)]
    OwnPiece(LocatedPiece),
    /// The king is in check and would still be.
    #[error("your king is in check from {0}")]
    InCheck(LocatedPiece),
    /// The king is not in check, but the move of another piece would expose it.
    #[error("this would leave your king in check by {0}")]
    ExposesKing(LocatedPiece),
    /// The king would move into check.
    #[error("on {to} your king would be in check by {by}")]
    KingIntoCheck {
        /// The king's target.
        to: Square,
        /// The attacker.
        by: LocatedPiece,
    },
    /// A castling is illegal.
    #[error("{0}")]
    Castling(#[from] CastlingObstacle),
    /// The promotion is missing; all else is legal.
    #[error("a pawn on the last rank becomes a queen, a rook, a bishop or a knight: say which")]
    PromotionMissing,
    /// A pawn cannot become this.
    #[error("a pawn cannot become a {}", .0.name())]
    PromotionTo(PieceType),
    /// The move is not a pawn's to the last rank.
    #[error("only a pawn that reaches the last rank promotes")]
    NoPromotion,
}

impl IllegalReason {
    /// Returns whether a piece of this type could never move like that, so that another one may be
    /// meant.
    pub fn is_manner(&self) -> bool {
        matches!(self, IllegalReason::Manner(_) | IllegalReason::Backwards)
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
        return Some(IllegalReason::NoPiece(from));
    };
    let (color, piece_type) = (piece.color, piece.piece_type);
    if color != position.side_to_move() {
        return Some(IllegalReason::NotYours { color, piece_type });
    }
    if from == to {
        return Some(IllegalReason::NoStep);
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
    let mut obstacles = CastlingSide::ALL
        .into_iter()
        .filter(|&castling_side| looks_like_castling(position, king.square, to, castling_side))
        .map(|castling_side| castling_obstacle(position, castling_side));
    let first = obstacles.next();
    // Beside the king, a step is meant.
    let is_beside = can_attack(position, king.square, to)
        && !position.piece_on(to).belongs_to(position.side_to_move());
    match first {
        None => Some(step),
        Some(None) => None,
        Some(Some(_)) if obstacles.any(|other| other.is_none()) => None,
        Some(Some(_)) if is_beside => Some(step),
        Some(Some(obstacle)) => Some(obstacle.into()),
    }
}

fn why_not_by_piece(position: &Position, piece: LocatedPiece, to: Square) -> Option<IllegalReason> {
    if !can_attack(position, piece.square, to) {
        return Some(IllegalReason::Manner(piece.piece_type));
    }
    if let Some(by) = first_on_the_way(position, piece.square, to) {
        return Some(IllegalReason::Blocked { piece, by });
    }
    if position.piece_on(to).belongs_to(position.side_to_move()) {
        return located(position, to).map(IllegalReason::OwnPiece);
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
            return Some(IllegalReason::SecondDoubleStep);
        }
        let in_the_way = first_on_the_way(position, from, to);
        return match in_the_way.or_else(|| located(position, to)) {
            Some(by) => Some(IllegalReason::Blocked { piece: pawn, by }),
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
            IllegalReason::Backwards
        } else {
            IllegalReason::Manner(PieceType::Pawn)
        });
    }
    if let Some(target) = located(position, to) {
        if position.piece_on(to).belongs_to(us) {
            return Some(IllegalReason::OwnPiece(target));
        }
        return why_king_unsafe(position, pawn, to, to);
    }
    let victim = Square::at(to.file(), from.rank());
    if position.passed_square() == Some(to) {
        return why_king_unsafe(position, pawn, to, victim);
    }
    let could_have_passed =
        to.rank() == us.rank(5) && position.piece_on(victim).is_piece(!us, PieceType::Pawn);
    Some(if could_have_passed {
        IllegalReason::TooLateEnPassant(LocatedPiece {
            piece_type: PieceType::Pawn,
            square: victim,
        })
    } else {
        IllegalReason::NothingToTake(to)
    })
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
        None => promotes.then_some(IllegalReason::PromotionMissing),
        Some(_) if !promotes => Some(IllegalReason::NoPromotion),
        Some(piece_type @ (PieceType::King | PieceType::Pawn)) => {
            Some(IllegalReason::PromotionTo(piece_type))
        }
        Some(_) => None,
    }
}

/// Returns who could capture the own king after a move that captures on `victim`.
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
        return Some(IllegalReason::KingIntoCheck { to, by });
    }
    let king = position.king(position.side_to_move());
    let by = enemy_seeing(position, king, is_empty, victim)?;
    let checker = position.piece_on(by.square).id();
    Some(if position.checkers().contains(checker) {
        IllegalReason::InCheck(by)
    } else {
        IllegalReason::ExposesKing(by)
    })
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
