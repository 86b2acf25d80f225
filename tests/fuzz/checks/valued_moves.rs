//! Positions with a value for each legal move, by which networks are judged.

use ox88::eval::PieceSquares;
use ox88::training::MoveJudge;

pub fn check(bytes: &[u8]) {
    match MoveJudge::read(bytes) {
        Ok(judge) => {
            assert!(judge.positions() >= 2);
            let figures = judge.judge(&mut PieceSquares::default()).figures();
            assert!(figures.iter().all(|figure| !figure.is_infinite()), "{figures:?}");
        }
        Err(error) => assert!(!error.contains('\n'), "{error}"),
    }
}
