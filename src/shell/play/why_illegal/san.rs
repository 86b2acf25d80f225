//! Why a text in SAN is not a legal move, for a person.

use super::{IllegalReason, castling_obstacle, why_illegal};
use crate::board::{Color, PieceType, Position, San, SanMove, Square};
use crate::text::Quoted;

/// Why a SAN text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanReason {
    /// The text has not the form of a move.
    #[error("{} is not a move", Quoted(.0))]
    Syntax(String),
    /// The text names one move, which is illegal.
    #[error("{reason}")]
    Illegal {
        /// The origin of the move.
        from: Square,
        /// The target of the move.
        to: Square,
        /// Why it is illegal.
        #[source]
        reason: IllegalReason,
    },
    /// The side to move has no such piece, or none where the text says.
    #[error("{color} has no such {}", .piece_type.name())]
    NoSuchPiece {
        /// The side to move.
        color: Color,
        /// The missing piece type.
        piece_type: PieceType,
    },
    /// There are several pieces of this type, and none of them can go to the target.
    #[error("none of your {}s can go to {to}", .piece_type.name())]
    Unreachable {
        /// The type of the pieces.
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

/// Returns why a text in SAN is not a legal move, or `None` if it is one.
///
/// ```
/// use ox88::board::Position;
/// use ox88::shell::play::why_illegal::why_not_san;
/// let start = Position::startpos();
/// let said = |text| why_not_san(&start, text).map(|reason| reason.to_string());
/// assert_eq!(said("Nf3"), None);
/// assert_eq!(said("Bc4").unwrap(), "the bishop on f1 is blocked by the pawn on e2");
/// assert_eq!(said("exd3").unwrap(), "pawns take diagonally, and there is nothing on d3 to take");
/// ```
pub fn why_not_san(position: &Position, text: &str) -> Option<SanReason> {
    match San::read(text) {
        None => Some(SanReason::Syntax(text.to_string())),
        Some(San::Castle(castling_side)) => {
            let king = position.king(position.side_to_move());
            let obstacle = castling_obstacle(position, castling_side)?;
            Some(SanReason::Illegal {
                from: king,
                to: Square::at(castling_side.king_file(), king.rank()),
                reason: obstacle.into(),
            })
        }
        Some(San::Plain(plain)) => why_not_plain(position, text, &plain),
    }
}

fn why_not_plain(position: &Position, text: &str, plain: &SanMove) -> Option<SanReason> {
    let us = position.side_to_move();
    let (piece_type, to) = (plain.piece_type, plain.to);
    let pieces = position.pieces_of(us, piece_type);
    let named = pieces.map(|id| position.square_of(us, id));
    let mut legal = Vec::new();
    let mut wrong = Vec::new();
    for from in named.filter(|&from| plain.fits_origin(from)) {
        match why_illegal(position, from, to, plain.promotion) {
            None => legal.push(from),
            Some(reason) => wrong.push((from, reason)),
        }
    }
    legal.sort_unstable();
    match legal.len() {
        0 => {}
        1 => return None,
        _ => {
            return Some(SanReason::Ambiguous { text: text.to_string(), from: legal });
        }
    }
    // Pieces that move like that are more likely meant.
    wrong.sort_by_key(|(_, reason)| remoteness(reason));
    let are_all_far = wrong.iter().all(|(_, reason)| remoteness(reason) == FAR);
    let is_one_of_many = wrong.len() > 1 && are_all_far && !plain.has_hints();
    Some(match wrong.into_iter().next() {
        None => SanReason::NoSuchPiece { color: us, piece_type },
        Some(_) if is_one_of_many => SanReason::Unreachable { piece_type, to },
        Some((from, reason)) => SanReason::Illegal { from, to, reason },
    })
}

const FAR: u8 = 3;

/// Returns how unlikely it is that a piece is meant that cannot move for this reason.
fn remoteness(reason: &IllegalReason) -> u8 {
    match reason {
        IllegalReason::Manner(_) | IllegalReason::Backwards | IllegalReason::NoStep => FAR,
        // Meant only where no pawn can advance.
        IllegalReason::NothingToTake(_) | IllegalReason::TooLateEnPassant(_) => 2,
        IllegalReason::SecondDoubleStep | IllegalReason::Blocked { .. } => 1,
        _ => 0,
    }
}
