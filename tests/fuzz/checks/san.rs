//! Moves in SAN and UCI notation.

use ox88::board::{CastlingNotation, Position};
use ox88::shell::play::why_illegal::{SanReason, why_not_san};
use ox88::text::Quoted;

/// The first line is a FEN, or else it is the start position; then words, each played if
/// it is a move.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (first, rest) = text.split_once('\n').unwrap_or(("", &text));
    let mut position = Position::from_fen(first).unwrap_or_else(|_| Position::startpos());
    for word in rest.split_whitespace() {
        let moves = position.legal_moves();
        if let Ok(mv) = position.parse_move(word) {
            assert!(moves.contains(&mv), "{word} in {position:?}");
            let written = mv.uci(CastlingNotation::Chess960);
            assert_eq!(position.parse_move(&written), Ok(mv), "{position:?}");
        }
        match position.parse_san(word) {
            Ok(mv) => {
                assert!(moves.contains(&mv), "{word} in {position:?}");
                assert_eq!(why_not_san(&position, word), None, "{position:?}");
                let written = position.san(mv);
                assert_eq!(position.parse_san(&written), Ok(mv), "{position:?}");
                position.make(mv);
            }
            Err(error) => {
                assert!(error.to_string().starts_with(&Quoted(word).to_string()));
                assert_objected(&position, word);
            }
        }
    }
}

/// Checks that an illegal move has a reason, which names the squares if the word does.
fn assert_objected(position: &Position, word: &str) {
    let reason = why_not_san(position, word);
    let reason = reason.unwrap_or_else(|| panic!("{word} in {position:?}"));
    assert!(!reason.to_string().is_empty());
    if let SanReason::Illegal(from, ..) = reason {
        let piece = position.piece_on(from);
        assert!(piece.belongs_to(position.side_to_move()), "{word} in {position:?}");
    }
}
