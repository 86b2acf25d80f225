//! Endings against a bare king that are known without search: king and pawn (a bitbase), rook pawns
//! whose corner the king holds, and pieces that force mate.
//! <https://www.chessprogramming.org/Endgame>,
//! <https://www.chessprogramming.org/Interior_Node_Recognizer>

mod kpk;
mod mating;

use super::Score;
use crate::board::{Color, PieceType, Position, Square};

/// Centipawns per rank of the pawn in a won ending.
const RANK: i32 = 30;
/// Centipawns per move by which its king is nearer to the promotion square than the bare king.
const ESCORT: i32 = 5;

/// Returns the score for the side to move, if the ending is known: [`Score::DRAW`], or at least
/// [`Score::KNOWN_WIN`] for one side, and more the nearer the end is. Hanging pieces are left to
/// the search.
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::{Score, endgame};
/// let known = |fen: &str| endgame::known(&Position::from_fen(fen).unwrap());
/// // Who has to move loses the opposition.
/// assert_eq!(known("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"), Some(Score::DRAW));
/// assert!(known("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1") < Some(-Score::KNOWN_WIN));
/// assert_eq!(known("8/4k3/8/4K3/4PP2/8/8/8 w - - 0 1"), None);
/// // The bishop is on light squares and cannot drive the king out of the dark corner.
/// assert_eq!(known("7k/8/5K1P/3B4/8/8/8/8 w - - 0 1"), Some(Score::DRAW));
/// ```
#[inline(always)]
pub fn known(position: &Position) -> Option<Score> {
    let strong = strong_side(position)?;
    let score = against_bare_king(position, strong)?;
    Some(if position.side_to_move() == strong { score } else { -score })
}

/// Returns whether the position is a drawn ending of a pawn against a bare king, or of rook pawns,
/// with or without bishops, against a bare king that holds the corner.
#[inline(always)]
pub fn is_drawn(position: &Position) -> bool {
    strong_side(position).is_some_and(|strong| is_drawn_pawn_ending(position, strong))
}

#[inline(always)]
fn strong_side(position: &Position) -> Option<Color> {
    match (position.is_bare(Color::White), position.is_bare(Color::Black)) {
        (false, true) => Some(Color::White),
        (true, false) => Some(Color::Black),
        _ => None,
    }
}

#[cold]
fn is_drawn_pawn_ending(position: &Position, strong: Color) -> bool {
    match pawn_ending(position, strong) {
        Some(ending) => !ending.is_won(),
        None => is_corner_held(position, strong),
    }
}

/// Returns the score from the strong side's point of view.
#[cold]
fn against_bare_king(position: &Position, strong: Color) -> Option<Score> {
    let won = |progress| Score::centipawns(Score::KNOWN_WIN.get() + progress);
    if let Some(ending) = pawn_ending(position, strong) {
        return Some(if ending.is_won() { won(pawn_progress(&ending)) } else { Score::DRAW });
    }
    let is_dead = position.is_insufficient_material()
        || mating::is_two_knights(position, strong)
        || is_corner_held(position, strong)
        || !position.in_check() && !position.has_legal_move();
    if is_dead {
        return Some(Score::DRAW);
    }
    mating::progress(position, strong).map(won)
}

fn pawn_ending(position: &Position, strong: Color) -> Option<kpk::KpkPosition> {
    let pawn = position.pawns(strong).last()?;
    let is_alone = position.pieces(strong).len() == 2;
    is_alone.then(|| kpk::KpkPosition {
        strong,
        king: position.king(strong),
        pawn,
        bare: position.king(!strong),
        turn: position.side_to_move(),
    })
}

/// Returns whether the strong side has, besides its king, only pawns on one rook file and perhaps
/// bishops that cannot attack the corner in which these promote, and the bare king is in that
/// corner or next to it. Such a king never loses. In the corner it is never in check. Next to it,
/// it can always go in: it keeps the other king from all squares from which the corner is attacked,
/// and captures what promotes there.
/// <https://www.chessprogramming.org/Wrong_Color_Bishop_and_Rook_Pawn>
fn is_corner_held(position: &Position, strong: Color) -> bool {
    let Some(pawn) = position.pawns(strong).last() else {
        return false;
    };
    let corner = Square::at(pawn.file(), strong.rank(7));
    if !matches!(pawn.file(), 0 | 7) || position.king(!strong).distance(corner) > 1 {
        return false;
    }
    let bishops = position.pieces_of(strong, PieceType::Bishop);
    let pawns = position.count(strong, PieceType::Pawn);
    position.pieces(strong).len() == 1 + pawns + bishops.len()
        && position.pawns(strong).all(|other| other.file() == pawn.file())
        && bishops
            .map(|id| position.square_of(strong, id))
            .all(|bishop| bishop.is_light() != corner.is_light())
}

/// Returns the progress of the pawn in centipawns, from 0.
fn pawn_progress(ending: &kpk::KpkPosition) -> i32 {
    let last = Square::at(ending.pawn.file(), ending.strong.rank(7));
    let behind = i32::from(ending.strong.rank(ending.pawn.rank()));
    let steps = |king: Square| i32::from(king.distance(last));
    let escort = 7 + steps(ending.bare) - steps(ending.king);
    RANK * behind + ESCORT * escort
}
