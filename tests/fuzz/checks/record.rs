//! Files of self-play games.

use ox88::eval::Score;
use ox88::selfplay::{Record, SampleFilter, SeenPositions, TrainingSample};

pub fn check(bytes: &[u8]) {
    let mut rest = bytes;
    while let Ok(Some(game)) = Record::read(&mut rest) {
        let written = game.to_bytes();
        let read = Record::read(&mut written.as_slice()).unwrap();
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

/// Every position with a score is a sample once, unless it is filtered out.
fn assert_sampled(game: &Record) {
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
    assert!(
        samples
            .iter()
            .all(|sample| sample.to_bytes().len() == TrainingSample::SIZE)
    );
    let usual = SampleFilter::default().samples(game, &mut SeenPositions::default());
    assert!(usual.len() <= samples.len());
}
