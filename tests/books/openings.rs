//! The embedded lines: legal, with the right names, and varied.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use ox88::board::{CastlingNotation, Key, Position};
use ox88::knowledge::openings::{self, OpeningLine};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position as _};

/// By position: code and name. `None`, with a message, where the file is absent.
fn named_positions() -> Option<HashMap<Key, (String, String)>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/openings/eco.tsv");
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: {} is not here", file.display());
        return None;
    };
    let mut named = HashMap::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let mut position = Position::startpos();
        for word in fields[2].split(' ').filter(|word| !word.ends_with('.')) {
            position.make(position.parse_san(word).expect(line));
        }
        named.insert(
            position.key(),
            (fields[0].to_string(), fields[1].to_string()),
        );
    }
    Some(named)
}

fn positions(line: &OpeningLine) -> Vec<Position> {
    let mut position = Position::startpos();
    let after = |&mv| {
        position.make(mv);
        position.clone()
    };
    line.moves.iter().map(after).collect()
}

#[test]
fn all_moves_are_legal() {
    for line in openings::lines() {
        let mut judge = Chess::default();
        for mv in &line.moves {
            let uci: UciMove = mv.uci(CastlingNotation::Chess960).parse().unwrap();
            let legal = uci.to_move(&judge);
            judge.play_unchecked(legal.unwrap_or_else(|_| panic!("{mv:?} in {line:?}")));
        }
        assert!((1..=line.moves.len()).contains(&line.named), "{line:?}");
    }
}

#[test]
fn names_are_those_of_the_list() {
    let Some(named) = named_positions() else {
        return;
    };
    for line in openings::lines() {
        let last = positions(line)
            .iter()
            .enumerate()
            .filter_map(|(index, position)| Some((index + 1, named.get(&position.key())?)))
            .next_back();
        let opening = (line.opening.eco.to_string(), line.opening.name.to_string());
        assert_eq!(last, Some((line.named, &opening)), "{line:?}");
    }
}

/// The name of each position is that of the list, or of the position before.
#[test]
fn every_position_on_the_way_has_its_name() {
    let Some(named) = named_positions() else {
        return;
    };
    for line in openings::lines() {
        let mut name = None;
        for position in positions(line) {
            name = named.get(&position.key()).map(|(_, name)| name).or(name);
            let found = openings::name_of(&position).map(|opening| opening.name);
            assert_eq!(found, name.map(String::as_str), "{position:?} in {line:?}");
        }
    }
}

#[test]
fn the_lines_are_many_and_of_all_families() {
    let played: Vec<&OpeningLine> = openings::lines()
        .iter()
        .filter(|line| line.weight > 0)
        .collect();
    assert!(played.len() >= 300, "{}", played.len());
    for family in ["A", "B", "C", "D", "E"] {
        let of_family = played
            .iter()
            .filter(|line| line.opening.eco.starts_with(family));
        assert!(of_family.count() >= 30, "{family}");
    }
    let lengths = played.iter().map(|line| line.moves.len());
    assert!(lengths.into_iter().all(|plies| (6..=16).contains(&plies)));
    let different: HashSet<_> = played
        .iter()
        .map(|line| format!("{:?}", line.moves))
        .collect();
    assert_eq!(different.len(), played.len());
}

#[test]
fn the_book_prefers_what_people_play() {
    let mut book = openings::book();
    let mut chance = |moves: &str, name: &str| {
        let mut position = Position::startpos();
        for san in moves.split_whitespace() {
            position.make(position.parse_san(san).unwrap());
        }
        let found = book.moves(&position).unwrap();
        let total: f64 = found.iter().map(|found| f64::from(found.weight)).sum();
        let wanted = position.parse_san(name).unwrap();
        let weight = found.iter().find(|found| found.mv == wanted);
        weight.map_or(0.0, |found| f64::from(found.weight) / total)
    };
    for (moves, name) in [
        ("", "e4"),
        ("", "d4"),
        ("e4", "c5"),
        ("e4", "e5"),
        ("d4", "Nf6"),
    ] {
        assert!(chance(moves, name) > 0.25, "{moves} {name}");
    }
    for (moves, name) in [("", "g4"), ("e4", "g5"), ("d4", "e5"), ("e4 e5 Nf3", "f5")] {
        assert!(chance(moves, name) < 0.01, "{moves} {name}");
    }
}
