//! Moves as users type them.

use super::why_illegal::{MoveFit, SanReason, unreachable_by, why_illegal, why_not_san};
use crate::board::{Move, PieceType, Position, Square};
use crate::text::Quoted;

/// The meaning of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypedMove {
    /// The text is a legal move.
    Move(Move),
    /// The text names the origin of a move.
    From(Square),
    /// The text is a promotion without the piece.
    Promotion(Square, Square),
    /// The text is no legal move, for this reason.
    Wrong(String),
    /// The text does not look like a move; this is the message.
    Unknown(String),
}

/// Reads a move in long or short notation, or its origin. A number may stand before it, as in
/// `1. e4` and `1... e5`.
pub fn read(position: &Position, text: &str) -> TypedMove {
    let text = without_marks(without_number(text.trim()));
    let lower = text.to_lowercase();
    if let Ok(square) = lower.parse() {
        return read_square(position, square);
    }
    match read_squares(&lower) {
        Some((from, to, promotion)) => between(position, from, to, promotion),
        None => read_short(position, text),
    }
}

/// Returns the text without the number of the move before it: digits and dots.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let numbered = rest.trim_start_matches(['.', '\u{2026}']).trim_start();
    if rest.len() < text.len() && numbered.len() < rest.len() && !numbered.is_empty() {
        numbered
    } else {
        text
    }
}

/// Returns the text without the marks of a good or a bad move behind it.
fn without_marks(text: &str) -> &str {
    match text.trim_end_matches(['!', '?']).trim_end() {
        "" => text,
        unmarked => unmarked,
    }
}

/// Returns the move between two squares, if there is one.
pub fn between(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> TypedMove {
    if let Some(reason) = why_illegal(position, from, to, promotion) {
        let lacks_promotion = reason.fit == MoveFit::NoPromotion;
        return if lacks_promotion { TypedMove::Promotion(from, to) } else { wrong(reason) };
    }
    let letter = promotion.map_or(String::new(), |piece_type| piece_type.letter().to_string());
    match position.parse_move(&format!("{from}{to}{letter}")) {
        Ok(mv) => TypedMove::Move(mv),
        Err(error) => wrong(error),
    }
}

/// Reads the answer to the question which piece a pawn promotes to. `k` stands for the knight, as
/// no pawn becomes a king.
pub fn promotion(text: &str) -> Option<PieceType> {
    let word = text.trim().trim_start_matches('=').trim_start();
    if word.eq_ignore_ascii_case("k") {
        return Some(PieceType::Knight);
    }
    piece_named(word).filter(|&piece_type| piece_type != PieceType::King)
}

/// Returns the piece behind the squares of a promotion. A king is read, so that the board refuses
/// it.
fn piece_named(word: &str) -> Option<PieceType> {
    Some(match word.to_lowercase().as_str() {
        "q" | "queen" => PieceType::Queen,
        "r" | "rook" => PieceType::Rook,
        "b" | "bishop" => PieceType::Bishop,
        "n" | "knight" => PieceType::Knight,
        "k" | "king" => PieceType::King,
        _ => return None,
    })
}

/// Reads a square alone: a pawn's move there, or the piece on it.
fn read_square(position: &Position, square: Square) -> TypedMove {
    if position.piece_on(square).belongs_to(position.side_to_move()) {
        return TypedMove::From(square);
    }
    let pawn_move = read_short(position, &square.to_string());
    if !matches!(pawn_move, TypedMove::Wrong(_)) {
        return pawn_move;
    }
    // The square has no piece, or one of the enemy.
    if let Some(reason) = why_illegal(position, square, square, None)
        && reason.fit != MoveFit::NoPiece
    {
        return wrong(reason);
    }
    match why_not_san(position, &square.to_string()) {
        // A pawn can go there, but the move is illegal for another reason.
        Some(SanReason::Illegal(_, _, reason)) if reason.fit != MoveFit::NoSuchMove => {
            wrong(reason)
        }
        _ => wrong(unreachable_by(PieceType::Pawn, square)),
    }
}

/// Returns the squares and the promotion in a text like `e7-e8=q`; `None` in another.
fn read_squares(lower: &str) -> Option<(Square, Square, Option<PieceType>)> {
    let is_mark = |letter: char| matches!(letter, ' ' | '-' | 'x' | '=' | ':');
    let square = |text: &str| -> Option<Square> { text.get(..2)?.parse().ok() };
    let from = square(lower)?;
    let rest = lower[2..].trim_start_matches(is_mark);
    let to = square(rest)?;
    let rest = rest[2..].trim_start_matches(is_mark);
    match rest.trim_end_matches(['+', '#']) {
        "" => Some((from, to, None)),
        word => Some((from, to, Some(piece_named(word)?))),
    }
}

/// Returns the move of a text in short notation, which may lack capital letters.
fn read_short(position: &Position, text: &str) -> TypedMove {
    let readings = readings(&with_letter(text));
    if let Some(mv) = readings.iter().find_map(|text| position.parse_san(text).ok()) {
        return TypedMove::Move(mv);
    }
    // The reading that is most like a move gives the reason.
    let reason =
        readings.iter().filter_map(|text| why_not_san(position, text)).min_by_key(remoteness);
    match reason {
        None | Some(SanReason::Syntax(_)) => TypedMove::Unknown(format!(
            "{} is neither a move nor a command; 'help' lists what is.",
            Quoted(text)
        )),
        Some(SanReason::Illegal(from, to, reason)) if reason.fit == MoveFit::NoPromotion => {
            TypedMove::Promotion(from, to)
        }
        Some(reason) => wrong(reason),
    }
}

/// Returns a promotion to a piece that is named by a word, as in `a8=queen`, with its letter.
fn with_letter(text: &str) -> String {
    let parts = text.rsplit_once([' ', '=']);
    match parts.and_then(|(mv, word)| Some((mv, piece_named(word)?))) {
        Some((mv, piece)) => {
            format!("{}={}", mv.trim_end_matches([' ', '=']), piece.letter().to_ascii_uppercase())
        }
        None => text.to_string(),
    }
}

/// Returns how unlike a move a text with this reason is, from 0 to 2.
fn remoteness(reason: &SanReason) -> u8 {
    match reason {
        SanReason::Syntax(_) => 2,
        SanReason::NoPiece(_) => 1,
        SanReason::Illegal(_, _, reason) => u8::from(reason.fit == MoveFit::NoSuchMove),
        SanReason::Ambiguous(_) => 0,
    }
}

/// Returns the ways to read a text: as it is, and with its first letter in upper case. Castling is
/// read in any case.
fn readings(text: &str) -> Vec<String> {
    let castling = text.trim_end_matches(['+', '#']).replace(['o', '0'], "O");
    if castling == "O-O" || castling == "O-O-O" {
        return vec![castling];
    }
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let large: String = first.into_iter().chain(letters).collect();
    if large == text { vec![large] } else { vec![text.to_string(), large] }
}

fn wrong(reason: impl std::fmt::Display) -> TypedMove {
    TypedMove::Wrong(reason.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entered(fen: &str, text: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        match read(&position, text) {
            TypedMove::Move(mv) => mv.uci(Default::default()),
            TypedMove::From(square) => format!("from {square}"),
            TypedMove::Promotion(from, to) => format!("promotion {from}{to}"),
            TypedMove::Wrong(reason) | TypedMove::Unknown(reason) => reason,
        }
    }

    #[test]
    fn moves_are_read_in_many_ways() {
        let start = crate::board::START_FEN;
        let open = "r3k2r/1P6/8/1N6/8/5N2/8/R3K2R w KQkq - 0 1";
        for (fen, text, expected) in [
            (start, "e2e4", "e2e4"),
            (start, "E2-E4", "e2e4"),
            (start, "e2 e4", "e2e4"),
            (start, "e4", "e2e4"),
            (start, "Nf3", "g1f3"),
            (start, "nf3", "g1f3"),
            (start, "1. e4", "e2e4"),
            (start, "1.Nf3!", "g1f3"),
            (start, "12... e4", "e2e4"),
            (start, "1.", "'1.' is neither a move nor a command; 'help' lists what is."),
            (start, "Nf3!", "g1f3"),
            (start, "b1c3!?", "b1c3"),
            (start, "e2e4 !", "e2e4"),
            (start, "e4??", "e2e4"),
            (open, "b8=Queen", "b7b8q"),
            (open, "bxa8 knight", "b7a8n"),
            (open, "b8=r", "b7b8r"),
            (start, "!!", "'!!' is neither a move nor a command; 'help' lists what is."),
            (start, "e2", "from e2"),
            (start, "e5", "none of your pawns can go to e5"),
            (start, "e7", "that is Black's pawn"),
            (start, "joho", "'joho' is neither a move nor a command; 'help' lists what is."),
            (start, "e2é4", "'e2é4' is neither a move nor a command; 'help' lists what is."),
            (start, "é", "'é' is neither a move nor a command; 'help' lists what is."),
            (start, "bc4", "the bishop on f1 is blocked by the pawn on e2"),
            (open, "o-o", "e1g1"),
            (open, "0-0-0", "e1c1"),
            (open, "e1g1", "e1g1"),
            (open, "e1h1", "e1g1"),
            (open, "kc1", "e1c1"),
            (open, "Nd4", "'Nd4' is ambiguous: f3 or b5"),
            (open, "b8", "promotion b7b8"),
            (open, "bxa8", "promotion b7a8"),
            (open, "b7a8", "promotion b7a8"),
            (open, "b8=N", "b7b8n"),
            (open, "b7b8n", "b7b8n"),
            (open, "b7b8k", "a pawn cannot become a king"),
            (open, "b7b8 king", "a pawn cannot become a king"),
            (open, "b8k", "a pawn cannot become a king"),
            (open, "b8=K", "a pawn cannot become a king"),
            (open, "b8=king", "a pawn cannot become a king"),
            (open, "b7xa8=queen", "b7a8q"),
            (open, "b7 b8 rook", "b7b8r"),
            ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e4", "that is Black's pawn"),
            (
                "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
                "e5",
                "a pawn goes two squares only from where it started",
            ),
            (
                "4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1",
                "d4",
                "this would leave your king in check by the bishop on b4",
            ),
        ] {
            assert_eq!(entered(fen, text), expected, "{text} in {fen}");
        }
    }

    #[test]
    fn an_answer_may_be_a_letter_a_word_or_as_in_a_move() {
        for (text, expected) in [
            ("q", Some(PieceType::Queen)),
            ("=Q", Some(PieceType::Queen)),
            (" = rook ", Some(PieceType::Rook)),
            ("n", Some(PieceType::Knight)),
            ("K", Some(PieceType::Knight)),
            ("king", None),
            ("=", None),
        ] {
            assert_eq!(promotion(text), expected, "{text}");
        }
    }
}
