//! Why a move is illegal, for a person.

mod castling;
mod san;
#[cfg(test)]
mod tests;

pub use castling::CastlingObstacle;
pub use san::Objection;

use std::fmt;

use super::castling::CastlingSide;
use super::direction::{Direction, between};
use super::make::en_passant_victim;
use super::piece::{Color, PieceType};
use super::position::Position;
use super::square::{Square, SquareSet};

/// A piece on its square: `the rook on e8`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LocatedPiece {
    /// Its type.
    pub piece_type: PieceType,
    /// Its square.
    pub square: Square,
}

impl fmt::Display for LocatedPiece {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the {} on {}", self.piece_type.name(), self.square)
    }
}

/// Why a move is illegal, said to the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegality {
    /// There is no piece on the origin.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece is the opponent's.
    #[error("that is {color}'s {}", .piece_type.name())]
    NotYours {
        /// Its side.
        color: Color,
        /// Its type.
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
    /// A double push from another rank.
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
    /// Another piece's move would expose the king.
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
    /// Not a pawn's move to the last rank.
    #[error("only a pawn that reaches the last rank promotes")]
    NoPromotion,
}

impl Illegality {
    /// Whether a piece of this type could never move like that, so that another one may be meant.
    pub fn is_manner(&self) -> bool {
        matches!(self, Illegality::Manner(_) | Illegality::Backwards)
    }
}

impl Position {
    /// Why a move is illegal, or `None`. Castling is understood in both notations.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let start = Position::startpos();
    /// let [c1, f4] = ["c1", "f4"].map(|name| name.parse().unwrap());
    /// let reason = start.why_illegal(c1, f4, None).unwrap();
    /// assert_eq!(reason.to_string(), "the bishop on c1 is blocked by the pawn on d2");
    /// ```
    pub fn why_illegal(
        &self,
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Option<Illegality> {
        let Some(piece) = self.piece_at(from) else {
            return Some(Illegality::NoPiece(from));
        };
        if piece.color != self.side {
            return Some(Illegality::NotYours {
                color: piece.color,
                piece_type: piece.piece_type,
            });
        }
        let piece = LocatedPiece {
            piece_type: piece.piece_type,
            square: from,
        };
        let reason = match piece.piece_type {
            PieceType::King => self.why_not_by_king(piece, to),
            PieceType::Pawn => self.why_not_by_pawn(piece, to),
            _ => self.why_not_by_piece(piece, to),
        };
        reason.or_else(|| self.why_no_promotion(piece, to, promotion))
    }

    fn why_not_by_king(&self, king: LocatedPiece, to: Square) -> Option<Illegality> {
        let step = self.why_not_by_piece(king, to)?;
        let mut obstacles = CastlingSide::ALL
            .into_iter()
            .filter(|&castling_side| self.looks_like_castling(king.square, to, castling_side))
            .map(|castling_side| self.castling_obstacle(castling_side));
        let first = obstacles.next();
        // Beside the king, a step is meant.
        let is_beside = Direction::between(king.square, to).admits(self.placed_at(king.square))
            && !self.placed_at(to).is(self.side);
        match first {
            None => Some(step),
            Some(None) => None,
            Some(Some(_)) if obstacles.any(|other| other.is_none()) => None,
            Some(Some(_)) if is_beside => Some(step),
            Some(Some(obstacle)) => Some(obstacle.into()),
        }
    }

    fn why_not_by_piece(&self, piece: LocatedPiece, to: Square) -> Option<Illegality> {
        let from = piece.square;
        if from == to {
            return Some(Illegality::NoStep);
        }
        if !Direction::between(from, to).admits(self.placed_at(from)) {
            return Some(Illegality::Manner(piece.piece_type));
        }
        if let Some(by) = self.first_on_the_way(from, to) {
            return Some(Illegality::Blocked { piece, by });
        }
        if self.placed_at(to).is(self.side) {
            return self.piece_on_square(to).map(Illegality::OwnPiece);
        }
        self.why_king_unsafe(piece, to, to)
    }

    fn why_not_by_pawn(&self, pawn: LocatedPiece, to: Square) -> Option<Illegality> {
        let us = self.side;
        let from = pawn.square;
        let forward = us.forward();
        if from == to {
            return Some(Illegality::NoStep);
        }
        let one = from.step(forward);
        let two = one.and_then(|square| square.step(forward));
        if Some(to) == one || Some(to) == two {
            if Some(to) == two && from.rank() != us.rank(1) {
                return Some(Illegality::SecondDoubleStep);
            }
            let in_the_way = self.first_on_the_way(from, to);
            return match in_the_way.or_else(|| self.piece_on_square(to)) {
                Some(by) => Some(Illegality::Blocked { piece: pawn, by }),
                None => self.why_king_unsafe(pawn, to, to),
            };
        }
        if !Direction::between(from, to).admits(self.placed_at(from)) {
            let is_behind = match us {
                Color::White => to.rank() < from.rank(),
                Color::Black => to.rank() > from.rank(),
            };
            let is_near =
                from.file().abs_diff(to.file()) <= 1 && from.rank().abs_diff(to.rank()) <= 2;
            return Some(if is_behind && is_near {
                Illegality::Backwards
            } else {
                Illegality::Manner(PieceType::Pawn)
            });
        }
        if let Some(target) = self.piece_on_square(to) {
            if self.placed_at(to).is(us) {
                return Some(Illegality::OwnPiece(target));
            }
            return self.why_king_unsafe(pawn, to, to);
        }
        let victim = en_passant_victim(to, us);
        if self.passed_square() == Some(to) {
            return self.why_king_unsafe(pawn, to, victim);
        }
        let could_have_passed =
            to.rank() == us.rank(5) && self.placed_at(victim).is_piece(!us, PieceType::Pawn);
        Some(if could_have_passed {
            Illegality::TooLateEnPassant(LocatedPiece {
                piece_type: PieceType::Pawn,
                square: victim,
            })
        } else {
            Illegality::NothingToTake(to)
        })
    }

    fn why_no_promotion(
        &self,
        piece: LocatedPiece,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Option<Illegality> {
        let promotes = piece.piece_type == PieceType::Pawn && to.rank() == self.side.rank(7);
        match promotion {
            None => promotes.then_some(Illegality::PromotionMissing),
            Some(_) if !promotes => Some(Illegality::NoPromotion),
            Some(piece_type @ (PieceType::King | PieceType::Pawn)) => {
                Some(Illegality::PromotionTo(piece_type))
            }
            Some(_) => None,
        }
    }

    /// Whether the own king could be captured after a move that captures on `victim`.
    fn why_king_unsafe(
        &self,
        piece: LocatedPiece,
        to: Square,
        victim: Square,
    ) -> Option<Illegality> {
        let us = self.side;
        let mut occupied = self.occupied();
        occupied =
            occupied & !SquareSet::of(piece.square) & !SquareSet::of(victim) | SquareSet::of(to);
        if piece.piece_type == PieceType::King {
            let by = self.enemy_seeing(to, occupied, victim)?;
            return Some(Illegality::KingIntoCheck { to, by });
        }
        let by = self.enemy_seeing(self.king(us), occupied, victim)?;
        let is_old = self
            .checks()
            .checkers
            .contains(self.placed_at(by.square).id());
        Some(if is_old {
            Illegality::InCheck(by)
        } else {
            Illegality::ExposesKing(by)
        })
    }

    /// An enemy, not on `victim`, that could capture on `target` if these squares were occupied.
    pub(in crate::board) fn enemy_seeing(
        &self,
        target: Square,
        occupied: SquareSet,
        victim: Square,
    ) -> Option<LocatedPiece> {
        let them = !self.side;
        let mut seen_from = self.pieces(them).map(|id| self.square_of(them, id));
        let sees = |square: &Square| {
            *square != victim
                && Direction::between(*square, target).admits(self.placed_at(*square))
                && (between(*square, target) & occupied).is_empty()
        };
        seen_from
            .find(sees)
            .and_then(|square| self.piece_on_square(square))
    }

    pub(in crate::board) fn piece_on_square(&self, square: Square) -> Option<LocatedPiece> {
        let piece_type = self.piece_at(square)?.piece_type;
        Some(LocatedPiece { piece_type, square })
    }

    /// Both squares excluded.
    fn first_on_the_way(&self, from: Square, to: Square) -> Option<LocatedPiece> {
        let way = between(from, to) & !self.empty_squares();
        way.min_by_key(|square| square.distance(from))
            .and_then(|square| self.piece_on_square(square))
    }
}
