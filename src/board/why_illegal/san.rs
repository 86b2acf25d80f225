//! Why a text in SAN is not a legal move, for a person.

use super::Illegality;
use crate::board::notation::{Short, ShortMove};
use crate::board::piece::{Color, PieceType};
use crate::board::position::Position;
use crate::board::square::Square;
use crate::text::Quoted;

/// Why a SAN text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Objection {
    /// Not a move in form.
    #[error("{} is not a move", Quoted(.0))]
    Syntax(String),
    /// A definite, illegal move.
    #[error("{reason}")]
    Illegal {
        /// Its origin.
        from: Square,
        /// Its target.
        to: Square,
        /// Why it is illegal.
        #[source]
        reason: Illegality,
    },
    /// The side to move has no such piece, or none where the text says.
    #[error("{color} has no such {}", .piece_type.name())]
    NoSuchPiece {
        /// The side to move.
        color: Color,
        /// The missing piece type.
        piece_type: PieceType,
    },
    /// Several such pieces, none of which can go there.
    #[error("none of your {}s can go to {to}", .piece_type.name())]
    Unreachable {
        /// Their type.
        piece_type: PieceType,
        /// The target.
        to: Square,
    },
    /// Several could go there.
    #[error("{} is ambiguous: {}", Quoted(.text), either(.from))]
    Ambiguous {
        /// The text.
        text: String,
        /// The possible origins.
        from: Vec<Square>,
    },
}

fn either(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

impl Position {
    /// Why a SAN text is not a legal move, or `None`.
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
        // Pieces that move like that are more likely meant.
        wrong.sort_by_key(|(_, reason)| remoteness(reason));
        let mut others = wrong.into_iter();
        Some(match (others.next(), others.next()) {
            (None, _) => Objection::NoSuchPiece {
                color: us,
                piece_type: short.piece_type,
            },
            (Some(first), Some(second))
                if !short.has_hints()
                    && remoteness(&first.1) == FAR
                    && remoteness(&second.1) == FAR =>
            {
                Objection::Unreachable {
                    piece_type: short.piece_type,
                    to,
                }
            }
            (Some(first), _) => objection(first),
        })
    }
}

const FAR: u8 = 3;

/// How unlikely it is that a piece is meant that cannot move for this reason.
fn remoteness(reason: &Illegality) -> u8 {
    match reason {
        Illegality::Manner(_) | Illegality::Backwards | Illegality::NoStep => FAR,
        // Meant only where no pawn can advance.
        Illegality::NothingToTake(_) | Illegality::TooLateEnPassant(_) => 2,
        Illegality::SecondDoubleStep | Illegality::Blocked { .. } => 1,
        _ => 0,
    }
}
