//! Positions of test suites and openings, as EPD; skipped without `../shared`.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use ox88::analysis::Problem;
use ox88::board::{CastlingNotation, Position};
use ox88::knowledge::epd::{self, Epd};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess};

use crate::shared::shared;

fn open(path: &Path) -> BufReader<File> {
    BufReader::new(File::open(path).unwrap())
}

/// Returns the positions of a file, which has no other lines.
fn positions(path: &Path) -> Vec<Epd> {
    epd::read(open(path), |_, epd| Ok(epd), |error| panic!("{error}")).unwrap()
}

/// Returns the best moves of a line as shakmaty reads them; `bm` is the first operation in these
/// files.
fn best_moves(line: &str) -> Vec<String> {
    let (fields, rest) = line.split_once(" bm ").expect(line);
    let fen: Fen = format!("{fields} 0 1").parse().expect(line);
    let position: Chess = fen.into_position(CastlingMode::Standard).expect(line);
    let moves = rest.split(';').next().unwrap_or_default();
    let uci = |san: &str| {
        let san: San = san.trim_end_matches(['+', '#', '!']).parse().expect(line);
        let mv = san.to_move(&position).expect(line);
        mv.to_uci(CastlingMode::Standard).to_string()
    };
    moves.split_whitespace().map(uci).collect()
}

#[test]
fn suites_are_read_as_shakmaty_reads_them() {
    for (name, count) in [("wac", 300), ("bratko-kopec", 24), ("bt2630", 30), ("zugts", 30)] {
        let Some(path) = shared(&format!("suites/{name}.epd")) else {
            continue;
        };
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(lines.len(), count, "{name}");
        let found = positions(&path);
        assert_eq!(found.len(), count, "{name}");
        for (line, epd) in lines.iter().zip(&found) {
            let best = epd.moves("bm").unwrap();
            let best = best.iter().map(|mv| mv.uci(CastlingNotation::Standard));
            assert_eq!(best.collect::<Vec<_>>(), best_moves(line), "{line}");
            assert!(line.contains(&epd.id().unwrap()), "{line}");
        }
        assert_eq!(
            epd::read(open(&path), Problem::new, |error| panic!("{error}")).unwrap().len(),
            count,
            "{name}"
        );
    }
}

#[test]
fn openings_and_counted_positions_are_read() {
    for (name, count) in
        [("openings/match.epd", 876), ("perft/standard.epd", 126), ("perft/chess960.epd", 240)]
    {
        let Some(path) = shared(name) else { continue };
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut compared = 0;
        for (line, epd) in lines.zip(positions(&path)) {
            let fen = line.split(';').next().unwrap_or_default();
            assert!(epd.position() == Position::from_fen(fen).unwrap(), "{line}");
            let said = line.split(';').skip(1).map(str::trim);
            let operations = epd.operations().into_iter();
            let operations =
                operations.map(|found| format!("{} {}", found.opcode, found.operands.join(" ")));
            assert!(operations.eq(said), "{line}");
            compared += 1;
        }
        assert_eq!(compared, count, "{name}");
    }
}
