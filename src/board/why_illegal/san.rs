//! Why a text in short notation (SAN) is not a move here, for a person who has
//! written it.

use super::Illegality;
use crate::board::notation::{Short, ShortMove};
use crate::board::piece::{Color, PieceType};
use crate::board::position::Position;
use crate::board::square::Square;

/// What is wrong with a text that should be a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Objection {
    /// It does not look like a move at all.
    #[error("'{0}' is not a move")]
    Syntax(String),
    /// It says clearly enough what is meant, and that is not legal.
    #[error("{reason}")]
    Illegal {
        /// Where the move would begin.
        from: Square,
        /// Where it would end.
        to: Square,
        /// What is wrong with it.
        #[source]
        reason: Illegality,
    },
    /// The side to move has no such piece, or none where the text says.
    #[error("{color} has no such {}", .piece_type.name())]
    NoSuchMan {
        /// The side to move.
        color: Color,
        /// What it has not.
        piece_type: PieceType,
    },
    /// Several are there, and none of them goes there.
    #[error("none of your {}s can go to {to}", .piece_type.name())]
    NobodyReaches {
        /// What they are.
        piece_type: PieceType,
        /// Where they should go.
        to: Square,
    },
    /// Several could go there.
    #[error("{text} is ambiguous: {}", either(.from))]
    Ambiguous {
        /// What was written.
        text: String,
        /// Where the move could begin.
        from: Vec<Square>,
    },
}

/// `b1, d1 or f3`
fn either(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

impl Position {
    /// What is wrong with a text in SAN, or `None` where it is a legal move.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let start = Position::startpos();
    /// let said = |text| start.objection_to(text).map(|objection| objection.to_string());
    /// assert_eq!(said("Nf3"), None);
    /// assert_eq!(said("Bc4").unwrap(), "the bishop on f1 is blocked by the pawn on e2");
    /// assert_eq!(said("exd3").unwrap(), "pawns take diagonally, and there is nothing on d3 to take");
    /// ```
    pub fn objection_to(&self, text: &str) -> Option<Objection> {
        match Short::read(text) {
            None => Some(Objection::Syntax(text.to_string())),
            Some(Short::Castle(castling_side)) => {
                let king = self.king(self.side_to_move());
                let obstacle = self.castling_obstacle(castling_side)?;
                Some(Objection::Illegal {
                    from: king,
                    to: Square::at(castling_side.king_file(), king.rank()),
                    reason: obstacle.into(),
                })
            }
            Some(Short::Plain(short)) => self.objection_to_plain(text, &short),
        }
    }

    fn objection_to_plain(&self, text: &str, short: &ShortMove) -> Option<Objection> {
        let us = self.side_to_move();
        let named = self
            .pieces_of(us, short.piece_type)
            .map(|id| self.square_of(us, id));
        let mut legal = Vec::new();
        let mut wrong = Vec::new();
        for from in named.filter(|&from| short.admits(from)) {
            match self.why_illegal(from, short.to, short.promotion) {
                None => legal.push(from),
                Some(reason) => wrong.push((from, reason)),
            }
        }
        legal.sort_unstable();
        match legal.len() {
            0 => {}
            1 => return None,
            _ => {
                return Some(Objection::Ambiguous {
                    text: text.to_string(),
                    from: legal,
                });
            }
        }
        let to = short.to;
        let objection = |(from, reason)| Objection::Illegal { from, to, reason };
        // Pieces that move like that are likelier meant than those that do not.
        wrong.sort_by_key(|(_, reason)| remoteness(reason));
        let mut others = wrong.into_iter();
        Some(match (others.next(), others.next()) {
            (None, _) => Objection::NoSuchMan {
                color: us,
                piece_type: short.piece_type,
            },
            (Some(first), Some(second))
                if remoteness(&first.1) == FAR && remoteness(&second.1) == FAR =>
            {
                Objection::NobodyReaches {
                    piece_type: short.piece_type,
                    to,
                }
            }
            (Some(first), _) => objection(first),
        })
    }
}

/// The remoteness of pieces that do not move like that.
const FAR: u8 = 3;

/// How unlikely it is that a piece is meant that cannot move for this reason.
fn remoteness(reason: &Illegality) -> u8 {
    match reason {
        Illegality::Manner(_) | Illegality::Backwards | Illegality::NoStep => FAR,
        // A pawn beside is meant only where no pawn stands behind.
        Illegality::NothingToTake(_) | Illegality::TooLateInPassing(_) => 2,
        Illegality::SecondDoubleStep | Illegality::Blocked { .. } => 1,
        _ => 0,
    }
}
