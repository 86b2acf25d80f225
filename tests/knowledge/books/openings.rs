//! The embedded lines have the right names, and are varied. Their moves are checked when they are
//! read.

use std::collections::HashSet;

use ox88::board::Position;
use ox88::knowledge::openings::{self, OpeningLine};

use crate::shared::shared;

/// Returns the position after these moves, with or without numbers.
fn after(moves: &str) -> Position {
    let mut position = Position::startpos();
    for san in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
        position.make(position.parse_san(san).expect(moves));
    }
    position
}

#[test]
fn names_are_those_of_the_list() {
    let Some(path) = shared("openings/eco.tsv") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    for line in &lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let found = openings::name_at(&after(fields[2]));
        let found = found.map(|opening| (opening.eco, opening.name));
        assert_eq!(found, Some((fields[0], fields[1])), "{line}");
    }
    let named = openings::lines().iter().filter(|line| line.opening.is_some());
    assert_eq!(named.count(), lines.len());
}

#[test]
fn common_openings_have_their_codes() {
    for (moves, expected) in [
        ("f3", "A00"),
        ("d4 d5", "D00"),
        ("e4 e5", "C20"),
        ("e4 e5 Qh5", "C20"),
        ("e4 c5", "B20"),
        ("e4 c5 Nf3", "B27"),
        ("e4 c6 d4", "B12"),
        ("e4 e5 Nf3 Nc6 d4 exd4 Nxd4", "C45"),
    ] {
        let code = openings::name_of(&after(moves)).map(|opening| opening.eco);
        assert_eq!(code, Some(expected), "{moves}");
    }
}

/// Returns the code of the last named position of a line.
fn eco(line: &OpeningLine) -> &'static str {
    let mut position = Position::startpos();
    line.moves.iter().for_each(|&mv| position.make(mv));
    openings::name_of(&position).unwrap().eco
}

#[test]
fn the_lines_are_many_and_of_all_families() {
    let played: Vec<&OpeningLine> =
        openings::lines().iter().filter(|line| line.weight > 0).collect();
    assert!(played.len() >= 300, "{}", played.len());
    for family in ["A", "B", "C", "D", "E"] {
        let of_family = played.iter().filter(|line| eco(line).starts_with(family));
        assert!(of_family.count() >= 30, "{family}");
    }
    let lengths = played.iter().map(|line| line.moves.len());
    assert!(lengths.into_iter().all(|plies| (6..=16).contains(&plies)));
    let different: HashSet<_> = played.iter().map(|line| format!("{:?}", line.moves)).collect();
    assert_eq!(different.len(), played.len());
}

#[test]
fn the_book_prefers_what_people_play() {
    let book = openings::book();
    let chance = |moves: &str, name: &str| {
        let position = after(moves);
        let found = book.moves(&position);
        let total: f64 = found.iter().map(|found| f64::from(found.weight)).sum();
        let wanted = position.parse_san(name).unwrap();
        let weight = found.iter().find(|found| found.mv == wanted);
        weight.map_or(0.0, |found| f64::from(found.weight) / total)
    };
    for (moves, name) in [("", "e4"), ("", "d4"), ("e4", "c5"), ("e4", "e5"), ("d4", "Nf6")] {
        assert!(chance(moves, name) > 0.25, "{moves} {name}");
    }
    for (moves, name) in [("", "g4"), ("e4", "g5"), ("d4", "e5"), ("e4 e5 Nf3", "f5")] {
        assert!(chance(moves, name) < 0.01, "{moves} {name}");
    }
}
