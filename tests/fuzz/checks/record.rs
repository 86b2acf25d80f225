//! Files of games to learn from.

use ox88::selfplay::{Lesson, Record, Sieve};

/// The bytes are such a file.
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
        assert_taught(&game);
    }
}

/// Every position is a lesson, unless a sieve keeps it back.
fn assert_taught(game: &Record) {
    let all = Sieve {
        max_score: i32::MAX,
        skip_plies: 0,
        with_checks: true,
        with_noisy: true,
    };
    let lessons = all.lessons(game);
    assert_eq!(lessons.len(), game.moves.len());
    assert!(
        lessons
            .iter()
            .all(|lesson| lesson.to_bytes().len() == Lesson::SIZE)
    );
    assert!(Sieve::default().lessons(game).len() <= lessons.len());
}
