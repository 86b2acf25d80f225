//! Lines that a user types in a game.

use ox88::board::{Move, Position, Square};
use ox88::shell::play::entry::{self, TypedMove};

/// The first line is a FEN, or else it is the start position; then lines, each played if
/// it is a move.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (first, rest) = text.split_once('\n').unwrap_or(("", &text));
    let mut position = Position::from_fen(first).unwrap_or_else(|_| Position::startpos());
    for line in rest.split('\n') {
        let moves = position.legal_moves();
        match entry::read(&position, line) {
            TypedMove::Move(mv) => {
                assert!(moves.contains(&mv), "{line} in {position:?}");
                position.make(mv);
            }
            TypedMove::From(from) => assert_own(&position, from),
            TypedMove::Promotion(from, to) => {
                assert_own(&position, from);
                let is_meant = |mv: &Move| (mv.from(), mv.to()) == (from, to);
                assert!(
                    moves.iter().any(|mv| is_meant(mv) && mv.promotion().is_some()),
                    "{line} in {position:?}"
                );
            }
            TypedMove::Wrong(reason) => {
                assert!(!reason.is_empty());
                let is_written = position.parse_san(line.trim()).is_ok();
                assert!(!is_written, "{line} in {position:?}: {reason}");
            }
            TypedMove::Unknown(reason) => assert!(reason.contains("neither a move"), "{line}"),
        }
    }
}

fn assert_own(position: &Position, square: Square) {
    let piece = position.piece_on(square);
    assert!(piece.belongs_to(position.side_to_move()), "{square} in {position:?}");
}
