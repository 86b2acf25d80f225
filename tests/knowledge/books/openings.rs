//! The embedded lines: legal, with the right names, and varied.

use std::collections::{HashMap, HashSet};

use ox88::board::{CastlingNotation, Key, Position};
use ox88::knowledge::openings::{self, OpeningLine};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position as _};

use crate::work::shared;

/// A line of the list: its code, its name and its last position. The moves are on the position's
/// undo stack.
struct ListedLine {
    eco: String,
    name: String,
    position: Position,
}

/// `None`, with a message, where the file is absent.
fn list() -> Option<Vec<ListedLine>> {
    let text = std::fs::read_to_string(shared("openings/eco.tsv")?).unwrap();
    let lines = text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let mut position = Position::startpos();
        for word in fields[2].split(' ').filter(|word| !word.ends_with('.')) {
            position.make(position.parse_san(word).expect(line));
        }
        ListedLine { eco: fields[0].to_string(), name: fields[1].to_string(), position }
    });
    Some(lines.collect())
}

/// By position: code and name.
fn named_positions() -> Option<HashMap<Key, (String, String)>> {
    let named = |line: ListedLine| (line.position.key(), (line.eco, line.name));
    Some(list()?.into_iter().map(named).collect())
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
        let mut theirs = Chess::default();
        for mv in &line.moves {
            let uci: UciMove = mv.uci(CastlingNotation::Chess960).parse().unwrap();
            let legal = uci.to_move(&theirs);
            theirs.play_unchecked(legal.unwrap_or_else(|_| panic!("{mv:?} in {line:?}")));
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

/// Code and name of each position are those of the list, or of the position before.
#[test]
fn every_position_on_the_way_has_its_name() {
    let Some(named) = named_positions() else {
        return;
    };
    for line in openings::lines() {
        let mut expected = None;
        for position in positions(line) {
            expected = named.get(&position.key()).or(expected);
            let found = openings::name_of(&position);
            let found = found.map(|opening| (opening.eco, opening.name));
            let expected = expected.map(|(eco, name)| (eco.as_str(), name.as_str()));
            assert_eq!(found, expected, "{position:?} in {line:?}");
        }
    }
}

fn code(position: &Position) -> &'static str {
    openings::name_of(position).map_or("none", |opening| opening.eco)
}

/// All short lines of the list have its code, and nearly all of the others.
#[test]
fn codes_are_those_of_the_list() {
    let Some(list) = list() else {
        return;
    };
    let wrong = list.iter().filter(|line| code(&line.position) != line.eco);
    let wrong: Vec<&ListedLine> = wrong.collect();
    for line in &wrong {
        let plies = line.position.plies_made();
        let (eco, name, found) = (&line.eco, &line.name, code(&line.position));
        assert!(plies > 10, "{eco} {name}, {plies} plies: {found}");
    }
    let share = wrong.len() as f64 / list.len() as f64;
    assert!(share < 0.03, "{} of {}", wrong.len(), list.len());
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
        let mut position = Position::startpos();
        for san in moves.split(' ') {
            position.make(position.parse_san(san).unwrap());
        }
        assert_eq!(code(&position), expected, "{moves}");
    }
}

#[test]
fn the_lines_are_many_and_of_all_families() {
    let played: Vec<&OpeningLine> =
        openings::lines().iter().filter(|line| line.weight > 0).collect();
    assert!(played.len() >= 300, "{}", played.len());
    for family in ["A", "B", "C", "D", "E"] {
        let of_family = played.iter().filter(|line| line.opening.eco.starts_with(family));
        assert!(of_family.count() >= 30, "{family}");
    }
    let lengths = played.iter().map(|line| line.moves.len());
    assert!(lengths.into_iter().all(|plies| (6..=16).contains(&plies)));
    let different: HashSet<_> = played.iter().map(|line| format!("{:?}", line.moves)).collect();
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
    for (moves, name) in [("", "e4"), ("", "d4"), ("e4", "c5"), ("e4", "e5"), ("d4", "Nf6")] {
        assert!(chance(moves, name) > 0.25, "{moves} {name}");
    }
    for (moves, name) in [("", "g4"), ("e4", "g5"), ("d4", "e5"), ("e4 e5 Nf3", "f5")] {
        assert!(chance(moves, name) < 0.01, "{moves} {name}");
    }
}
