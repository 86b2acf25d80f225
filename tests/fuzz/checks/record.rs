//! Files of self-play games.

use std::collections::HashSet;

use ox88::board::{Color, Piece, Position, Square};
use ox88::eval::Score;
use ox88::selfplay::{GameRecord, SampleFilter, SeenPositions, TrainingSample};

pub fn check(bytes: &[u8]) {
    let mut rest = bytes;
    while let Ok(Some(game)) = GameRecord::read(&mut rest) {
        let written = game.to_bytes();
        let read = GameRecord::read(&mut written.as_slice()).unwrap();
        assert_eq!(read.as_ref(), Some(&game));
        assert_eq!(game.to_bytes(), written);
        let mut count = 0;
        game.positions(|position, mv, score| {
            assert!(position.legal_moves().contains(&mv));
            assert_eq!((mv, score), game.moves[count]);
            count += 1;
        });
        assert_eq!(count, game.moves.len());
        assert_sampled(&game);
    }
}

/// Checks that every position with a score is a sample once, unless it is filtered out.
fn assert_sampled(game: &GameRecord) {
    let all = SampleFilter {
        max_score: i32::MAX,
        skip_plies: 0,
        with_checks: true,
        with_noisy: true,
        max_clock: u32::MAX,
        ..SampleFilter::default()
    };
    let mut seen = SeenPositions::default();
    let samples = all.samples(game, &mut seen);
    let count = samples.len() + seen.duplicates() as usize;
    let scored = game.moves.iter().filter(|mv| mv.1 != Score::NONE);
    assert_eq!(count, scored.count());
    let mut left = samples.iter();
    let mut keys = HashSet::new();
    game.positions(|position, _, score| {
        if score != Score::NONE && keys.insert(position.key()) {
            assert_sample_of(left.next().unwrap(), position, score);
        }
    });
    assert_eq!(left.len(), 0);
    let usual = SampleFilter::default().samples(game, &mut SeenPositions::default());
    assert!(usual.len() <= samples.len());
}

/// Checks that the sample has the position, and its score for the side to move; `score` is White's.
fn assert_sample_of(sample: &TrainingSample, position: &Position, score: Score) {
    assert!(sample.is_valid());
    let (turn, sign) = match position.side_to_move() {
        Color::White => (0, 1),
        Color::Black => (56, -1),
    };
    assert_eq!(i32::from(sample.score()), sign * score.get());
    let seen = |square: Square| Square::from_dense(square.dense() ^ turn);
    let us = position.side_to_move();
    let kings = [us, !us].map(|side| seen(position.king(side)));
    assert_eq!(sample.kings(), kings);
    let mut pieces: Vec<(Piece, Square)> = position
        .all_pieces()
        .map(|(square, piece)| {
            let color = if piece.color == us { Color::White } else { Color::Black };
            (Piece { color, ..piece }, seen(square))
        })
        .collect();
    pieces.sort_by_key(|(_, square)| square.dense());
    assert!(sample.pieces().eq(pieces), "{position:?}");
}
