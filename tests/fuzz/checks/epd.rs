//! EPD files: test suites and books of start positions.

use ox88::analysis::Problem;
use ox88::eval::Score;
use ox88::knowledge::epd::{self, Epd};
use ox88::knowledge::openings::Openings;
use rand::prelude::*;

pub fn check(bytes: &[u8]) {
    let make = |number, epd: Epd| {
        assert!(number > 0);
        assert_written(&epd);
        assert_asked(number, epd);
        Ok(())
    };
    let is_line = |error: String| {
        assert!(error.starts_with("line ") && !error.contains('\n'), "{error}");
    };
    // A file of another encoding is an error.
    let _ = epd::read(bytes, make, is_line);
    if let Ok(starts) = epd::read(bytes, |_, epd| Openings::start_of(&epd), is_line)
        && !starts.is_empty()
    {
        let openings = Openings::Book(starts);
        let mut random = StdRng::seed_from_u64(88);
        let start = openings.draw(2..=3, &mut random);
        assert!(start.outcome().is_none(), "{start:?}");
    }
}

fn assert_written(epd: &Epd) {
    let mut line = epd.position().fen();
    for operation in &epd.operations() {
        for word in std::iter::once(&operation.opcode).chain(&operation.operands) {
            let word = word.replace('\\', "\\\\").replace('"', "\\\"");
            line += &format!(" \"{word}\"");
        }
        line += ";";
    }
    let read: Epd = line.parse().unwrap();
    assert!(read.position() == epd.position(), "{line}");
    assert_eq!(read.operations(), epd.operations(), "{line}");
}

fn assert_asked(number: usize, epd: Epd) {
    let moves = epd.position().legal_moves();
    for operation in &epd.operations() {
        if let Ok(named) = epd.moves(&operation.opcode) {
            assert!(named.iter().all(|mv| moves.contains(mv)), "{epd:?}");
        }
    }
    match Problem::new(number, epd) {
        Ok(problem) => {
            assert!(!problem.wanted().is_empty());
            for mv in moves {
                problem.is_solved_by(mv, Score::DRAW);
            }
        }
        Err(error) => assert!(!error.is_empty() && !error.contains('\n')),
    }
}
