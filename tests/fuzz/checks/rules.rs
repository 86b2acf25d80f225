//! Properties of every position.

use ox88::board::{CastlingNotation, Color, Key, MoveList, Noisy, Position, Quiet};

/// Returns the keys of a position and of its parts.
fn keys(position: &Position) -> [Key; 5] {
    let [white, black] = Color::ALL.map(|color| position.non_pawn_key(color));
    [position.key(), position.pawn_key(), position.minor_key(), white, black]
}

/// Returns the position as it is when its FEN is set up.
fn set_up_again(position: &Position) -> Position {
    let again = Position::from_fen(&position.shredder_fen());
    again.unwrap_or_else(|error| panic!("{error}: {position:?}"))
}

/// Checks that incremental values equal computed ones.
pub fn assert_kept(position: &Position) {
    let built = set_up_again(position);
    assert_eq!(keys(position), keys(&built), "{position:?}");
    assert_eq!(built.fen(), position.fen());
    assert_eq!(built.in_check(), position.in_check(), "{position:?}");
    let sorted = |position: &Position| {
        let mut moves = position.legal_moves().to_vec();
        moves.sort_unstable_by_key(|mv| mv.bits());
        moves
    };
    assert_eq!(sorted(&built), sorted(position), "{position:?}");
}

/// Checks that the move generators agree.
pub fn assert_counted(position: &Position) {
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves(), moves.len() as u64);
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    let checks = position.checks();
    let mut parts = MoveList::new();
    position.generate::<Noisy>(checks, &mut parts);
    position.generate::<Quiet>(checks, &mut parts);
    assert_eq!(parts.len(), moves.len(), "{position:?}");
    for mv in moves {
        assert!(parts.contains(&mv), "{mv:?} in {position:?}");
        assert!(position.is_legal(mv, checks), "{mv:?} in {position:?}");
    }
}

pub fn assert_reversible(position: &mut Position) {
    let before = position.clone();
    for mv in position.legal_moves() {
        position.make(mv);
        assert_eq!(keys(position), keys(&set_up_again(position)), "{mv:?} in {before:?}");
        position.unmake();
        assert!(*position == before, "{mv:?} taken back in {before:?}");
    }
}

pub fn assert_written(position: &Position) {
    for mv in position.legal_moves() {
        assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{position:?}");
        let text = mv.uci(CastlingNotation::Chess960);
        assert_eq!(position.parse_move(&text), Ok(mv), "{position:?}");
        let text = mv.uci(CastlingNotation::Standard);
        let read = position.parse_move(&text);
        assert!(read == Ok(mv) || mv.is_castle(), "{text} in {position:?}");
    }
}
