//! Why a move cannot be played, for a person who has tried it.

use std::fmt;

use super::castling::Wing;
use super::castling_obstacle::CastlingObstacle;
use super::make::en_passant_victim;
use super::piece::{Color, PieceKind};
use super::position::Position;
use super::relation::{Relation, between};
use super::square::{Square, SquareSet};

/// A piece on its square: `the rook on e8`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// What it is.
    pub kind: PieceKind,
    /// Where it stands.
    pub square: Square,
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the {} on {}", self.kind.name(), self.square)
    }
}

/// What is wrong with a move, said to the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegality {
    /// Nobody stands where it begins.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The other side's man stands there.
    #[error("that is {color}'s {}", .kind.name())]
    NotYours {
        /// Whose it is.
        color: Color,
        /// What it is.
        kind: PieceKind,
    },
    /// It ends where it begins.
    #[error("a move goes to another square")]
    NoStep,
    /// No piece of this kind ever goes like this.
    #[error("a {} does not move like that", .0.name())]
    Manner(PieceKind),
    /// A pawn would go back.
    #[error("a pawn does not go backwards")]
    Backwards,
    /// A pawn that has left its first place would go two squares.
    #[error("a pawn goes two squares only from where it started")]
    SecondDoubleStep,
    /// A pawn would take nobody on this square.
    #[error("pawns take diagonally, and there is nothing on {0} to take")]
    NothingToTake(Square),
    /// Another move came before a pawn was taken in passing.
    #[error("{0} could be taken in passing only right after its step of two squares")]
    TooLateInPassing(Placed),
    /// Somebody stands in the way.
    #[error("{man} is blocked by {by}")]
    Blocked {
        /// Who cannot pass.
        man: Placed,
        /// The first in the way; before a pawn, also the one that it cannot take.
        by: Placed,
    },
    /// An own man stands on the target square.
    #[error("your own {} is on {}", .0.kind.name(), .0.square)]
    OwnMan(Placed),
    /// The king is in check and would still be.
    #[error("your king is in check from {0}")]
    InCheck(Placed),
    /// Another man would lay the king open.
    #[error("this would leave your king in check by {0}")]
    ExposesKing(Placed),
    /// The king would go where it can be taken.
    #[error("on {to} your king would be in check by {by}")]
    KingIntoCheck {
        /// Where it would go.
        to: Square,
        /// Who attacks that square.
        by: Placed,
    },
    /// Something is in the way of castling.
    #[error("{0}")]
    Castling(#[from] CastlingObstacle),
    /// It is not said what a pawn on the last rank becomes. All else is in
    /// order.
    #[error("a pawn on the last rank becomes a queen, a rook, a bishop or a knight: say which")]
    PromotionMissing,
    /// No pawn may become this.
    #[error("a pawn cannot become a {}", .0.name())]
    PromotionTo(PieceKind),
    /// Something would promote that is no pawn on the last rank.
    #[error("only a pawn that reaches the last rank promotes")]
    NoPromotion,
}

impl Position {
    /// Why the side to move may not play this, or `None` where it may. Castling
    /// is understood in both of its notations, as by
    /// [`Position::parse_move`].
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
        promotion: Option<PieceKind>,
    ) -> Option<Illegality> {
        let Some(piece) = self.piece_at(from) else {
            return Some(Illegality::NoPiece(from));
        };
        if piece.color != self.side {
            return Some(Illegality::NotYours {
                color: piece.color,
                kind: piece.kind,
            });
        }
        let man = Placed {
            kind: piece.kind,
            square: from,
        };
        let reason = match piece.kind {
            PieceKind::King => self.why_not_by_king(man, to),
            PieceKind::Pawn => self.why_not_by_pawn(man, to),
            _ => self.why_not_by_piece(man, to),
        };
        reason.or_else(|| self.why_no_promotion(man, to, promotion))
    }

    fn why_not_by_king(&self, king: Placed, to: Square) -> Option<Illegality> {
        let step = self.why_not_by_piece(king, to)?;
        let mut obstacles = Wing::ALL
            .into_iter()
            .filter(|&wing| self.looks_like_castling(king.square, to, wing))
            .map(|wing| self.castling_obstacle(wing));
        let first = obstacles.next();
        // Whoever names a square beside the king means a step.
        let is_beside = Relation::between(king.square, to).admits(self.man_at(king.square))
            && !self.man_at(to).is(self.side);
        match first {
            None => Some(step),
            Some(None) => None,
            Some(Some(_)) if obstacles.any(|other| other.is_none()) => None,
            Some(Some(_)) if is_beside => Some(step),
            Some(Some(obstacle)) => Some(obstacle.into()),
        }
    }

    fn why_not_by_piece(&self, man: Placed, to: Square) -> Option<Illegality> {
        let from = man.square;
        if from == to {
            return Some(Illegality::NoStep);
        }
        if !Relation::between(from, to).admits(self.man_at(from)) {
            return Some(Illegality::Manner(man.kind));
        }
        // A knight jumps along no line, and so there is nothing between.
        if let Some(by) = self.first_on_the_way(from, to) {
            return Some(Illegality::Blocked { man, by });
        }
        if self.man_at(to).is(self.side) {
            return self.placed_at(to).map(Illegality::OwnMan);
        }
        self.why_king_unsafe(man, to, to)
    }

    fn why_not_by_pawn(&self, pawn: Placed, to: Square) -> Option<Illegality> {
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
            return match in_the_way.or_else(|| self.placed_at(to)) {
                Some(by) => Some(Illegality::Blocked { man: pawn, by }),
                None => self.why_king_unsafe(pawn, to, to),
            };
        }
        if !Relation::between(from, to).admits(self.man_at(from)) {
            let is_behind = match us {
                Color::White => to.rank() < from.rank(),
                Color::Black => to.rank() > from.rank(),
            };
            let is_near =
                from.file().abs_diff(to.file()) <= 1 && from.rank().abs_diff(to.rank()) <= 2;
            return Some(match is_behind && is_near {
                true => Illegality::Backwards,
                false => Illegality::Manner(PieceKind::Pawn),
            });
        }
        if let Some(target) = self.placed_at(to) {
            if self.man_at(to).is(us) {
                return Some(Illegality::OwnMan(target));
            }
            return self.why_king_unsafe(pawn, to, to);
        }
        let victim = en_passant_victim(to, us);
        if self.passed_square() == Some(to) {
            return self.why_king_unsafe(pawn, to, victim);
        }
        let could_have_passed =
            to.rank() == us.rank(5) && self.man_at(victim).is_piece(!us, PieceKind::Pawn);
        Some(if could_have_passed {
            Illegality::TooLateInPassing(Placed {
                kind: PieceKind::Pawn,
                square: victim,
            })
        } else {
            Illegality::NothingToTake(to)
        })
    }

    fn why_no_promotion(
        &self,
        man: Placed,
        to: Square,
        promotion: Option<PieceKind>,
    ) -> Option<Illegality> {
        let promotes = man.kind == PieceKind::Pawn && to.rank() == self.side.rank(7);
        match promotion {
            None => promotes.then_some(Illegality::PromotionMissing),
            Some(_) if !promotes => Some(Illegality::NoPromotion),
            Some(kind @ (PieceKind::King | PieceKind::Pawn)) => Some(Illegality::PromotionTo(kind)),
            Some(_) => None,
        }
    }

    /// Whether the own king could be taken after an otherwise proper move that
    /// takes whoever stands on `victim`.
    fn why_king_unsafe(&self, man: Placed, to: Square, victim: Square) -> Option<Illegality> {
        let us = self.side;
        let mut occupied = self.occupied_squares();
        occupied = occupied
            .without(SquareSet::of(man.square))
            .without(SquareSet::of(victim))
            .union(SquareSet::of(to));
        if man.kind == PieceKind::King {
            let by = self.enemy_seeing(to, occupied, victim)?;
            return Some(Illegality::KingIntoCheck { to, by });
        }
        let by = self.enemy_seeing(self.king(us), occupied, victim)?;
        let is_old = self.checks().checkers.contains(self.man_at(by.square).id());
        Some(if is_old {
            Illegality::InCheck(by)
        } else {
            Illegality::ExposesKing(by)
        })
    }

    /// An enemy, not the one on `victim`, that could take on `target` if just
    /// these squares were occupied.
    pub(super) fn enemy_seeing(
        &self,
        target: Square,
        occupied: SquareSet,
        victim: Square,
    ) -> Option<Placed> {
        let them = !self.side;
        let mut seen_from = self.men(them).map(|id| self.square_of(them, id));
        let sees = |square: &Square| {
            *square != victim
                && Relation::between(*square, target).admits(self.man_at(*square))
                && between(*square, target).intersection(occupied).is_empty()
        };
        seen_from
            .find(sees)
            .and_then(|square| self.placed_at(square))
    }

    /// Whoever stands on a square.
    pub(super) fn placed_at(&self, square: Square) -> Option<Placed> {
        let kind = self.piece_at(square)?.kind;
        Some(Placed { kind, square })
    }

    /// The first man that one meets on the line from one square to another,
    /// neither of them counted.
    fn first_on_the_way(&self, from: Square, to: Square) -> Option<Placed> {
        let way = between(from, to).without(self.empty_squares());
        way.min_by_key(|square| square.distance(from))
            .and_then(|square| self.placed_at(square))
    }
}

#[cfg(test)]
mod tests;
