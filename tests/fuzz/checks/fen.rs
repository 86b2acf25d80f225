//! FENs: refused with a reason, or a position that can be played, written and evaluated.

use ox88::board::{CastlingNotation, GameResult, Position};
use ox88::eval::{Evaluation, Evaluator, PieceSquares, Score, WinModel};
use ox88::knowledge::openings;
use ox88::knowledge::polyglot::EntryMove;
use ox88::selfplay::GameRecord;

use super::rules;

pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut position = match Position::from_fen(&text) {
        Ok(position) => position,
        Err(error) => return assert!(!error.to_string().contains('\n')),
    };
    let read = Position::from_fen(&position.fen());
    assert!(read.as_ref() == Ok(&position), "{text}: {position:?}");
    rules::assert_kept(&position);
    rules::assert_counted(&position);
    rules::assert_written(&position);
    rules::assert_reversible(&mut position);
    position.outcome();
    for mv in position.legal_moves() {
        assert_eq!(EntryMove::of(mv).legal_in(&position), Some(mv), "{text}");
        position.see_at_least(mv, 0);
    }
    evaluate(&position);
    keep(&position);
    openings::name_at(&position);
    assert!(position.to_string().contains(&position.fen()));
    let _ = position.parse_move("e1g1").map(|mv| mv.uci(CastlingNotation::Standard));
}

fn evaluate(position: &Position) {
    let mut tables = PieceSquares::default();
    tables.reset(position);
    let score = tables.evaluate(position);
    assert!(score.moves_to_mate().is_none(), "{position:?}");
    let model = WinModel::of(position);
    for score in [score, Score::DRAW, Score::from_number(-score.get())] {
        assert!(!model.chances(score).to_string().is_empty());
    }
    for evaluator in [Evaluator::default(), Evaluator::Classical] {
        assert!(!evaluator.explain(position).to_string().is_empty());
    }
}

fn keep(position: &Position) {
    let game = GameRecord { start: position.clone(), moves: Vec::new(), result: GameResult::Draw };
    let bytes = game.to_bytes();
    let read = GameRecord::read(&mut bytes.as_slice());
    assert!(matches!(read, Ok(Some(_))), "{read:?}: {position:?}");
}
