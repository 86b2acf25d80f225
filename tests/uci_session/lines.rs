//! What the lines of a search say, and whether it is sound. The judge of moves
//! is shakmaty.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

pub const START: &str = ox88::board::START_FEN;
/// Much to think about.
pub const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Nothing to think about: every depth is done at once.
pub const KINGS: &str = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
/// By a1a8.
pub const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

/// What a full `info` line must have, in this order.
const FIELDS: [&str; 10] = [
    "depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time", "pv",
];

/// The word after `name`, if the line has both.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|&word| word != name);
    words.nth(1)
}

/// The number after `name`.
#[track_caller]
pub fn number(line: &str, name: &str) -> i64 {
    let number = field(line, name).and_then(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("no {name} in '{line}'"))
}

/// The score's kind and number.
#[track_caller]
pub fn score(line: &str) -> (&str, i64) {
    let kind = field(line, "score").unwrap();
    (kind, number(line, kind))
}

/// The moves of the line.
pub fn pv(line: &str) -> Vec<&str> {
    let words = line.split(' ').skip_while(|&word| word != "pv");
    words.skip(1).collect()
}

/// The lines that tell a best line.
pub fn infos(lines: &[String]) -> Vec<&str> {
    let full = lines.iter().filter(|line| line.contains(" pv "));
    full.map(String::as_str).collect()
}

/// The lines that tell a person something, complaints among them.
pub fn notes(lines: &[String]) -> Vec<&str> {
    let notes = lines.iter().filter(|line| line.starts_with("info string "));
    notes.map(String::as_str).collect()
}

/// The move of the answer, which is the last of the lines.
#[track_caller]
pub fn best_move(lines: &[String]) -> &str {
    let answer = lines.last().expect("no line");
    field(answer, "bestmove").unwrap_or_else(|| panic!("no answer: {answer}"))
}

/// The position after these moves, each of which must be legal.
#[track_caller]
pub fn play<'a>(fen: &str, moves: impl IntoIterator<Item = &'a str>) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    let mut position: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
    for text in moves {
        let uci: UciMove = text.parse().unwrap();
        let mv = uci.to_move(&position);
        position.play_unchecked(mv.unwrap_or_else(|_| panic!("{text} is not legal")));
    }
    position
}

/// Checks one search's lines: full `info` lines, legal best lines, the last of
/// which begins with the answer, and a reply that is legal after it. Gives the
/// answer.
#[track_caller]
pub fn assert_sound<'a>(lines: &'a [String], fen: &str) -> &'a str {
    let infos = infos(lines);
    for info in &infos {
        let mut rest = info.split(' ').skip(1);
        for name in FIELDS {
            assert!(
                rest.any(|word| word == name),
                "no {name} in its place in '{info}'"
            );
        }
        play(fen, pv(info));
    }
    let best = best_move(lines);
    let firsts = infos.iter().rfind(|info| number(info, "multipv") == 1);
    let last = firsts.unwrap_or_else(|| panic!("no line before {best}"));
    assert_eq!(pv(last)[0], best, "{last}");
    let ponder = lines.last().and_then(|answer| field(answer, "ponder"));
    play(fen, std::iter::once(best).chain(ponder));
    best
}
