//! Why a text in SAN is not a legal move, for a person.

use super::{IllegalReason, MoveFit, castling_obstacle, own_piece_on, why_illegal};
use crate::board::{PieceType, Position, San, SanMove, Square};
use crate::text::Quoted;

/// Why a SAN text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanReason {
    /// The text does not have the form of a move.
    #[error("{0}")]
    Syntax(String),
    /// The text names the one move between these squares, which is illegal.
    #[error("{2}")]
    Illegal(Square, Square, IllegalReason),
    /// No piece of this type can be meant.
    #[error("{0}")]
    NoPiece(String),
    /// Several pieces can be meant.
    #[error("{0}")]
    Ambiguous(String),
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
        None => Some(SanReason::Syntax(format!("{} is not a move", Quoted(text)))),
        Some(San::Castle(castling_side)) => {
            let king = position.king(position.side_to_move());
            let obstacle = castling_obstacle(position, castling_side)?;
            let to = Square::at(castling_side.king_file(), king.rank());
            Some(SanReason::Illegal(king, to, obstacle.into()))
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
        let reason = why_illegal(position, from, to, plain.promotion);
        // A king that goes to its own rook castles, but SAN has another text for that.
        match reason.or_else(|| own_piece_on(position, to)) {
            None => legal.push(from),
            Some(reason) => wrong.push((from, reason)),
        }
    }
    legal.sort_unstable();
    match legal.len() {
        0 => {}
        1 => return None,
        _ => {
            let (text, squares) = (Quoted(text), either(&legal));
            return Some(SanReason::Ambiguous(format!("{text} is ambiguous: {squares}")));
        }
    }
    // Pieces that move like that are more likely meant.
    wrong.sort_by_key(|(_, reason)| reason.fit);
    let are_all_far = wrong.iter().all(|(_, reason)| reason.fit >= MoveFit::NoStep);
    let is_one_of_many = wrong.len() > 1 && are_all_far && !plain.has_hints();
    Some(match wrong.into_iter().next() {
        None => SanReason::NoPiece(format!("{us} has no such {}", piece_type.name())),
        Some(_) if is_one_of_many => SanReason::NoPiece(unreachable_by(piece_type, to)),
        Some((from, reason)) => SanReason::Illegal(from, to, reason),
    })
}

/// Returns the reason that none of the pieces of a type can go to a square.
pub fn unreachable_by(piece_type: PieceType, to: Square) -> String {
    format!("none of your {}s can go to {to}", piece_type.name())
}
