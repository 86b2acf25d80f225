//! The lines of a search, checked by shakmaty.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use super::client::Client;

pub const START: &str = ox88::board::START_FEN;
/// The start position after 1. e4.
pub const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
/// A complex position.
pub const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// A trivial position: every depth is done at once.
pub const KINGS: &str = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
pub const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

/// The fields of a full `info` line, in this order.
const FIELDS: [&str; 10] =
    ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time", "pv"];

/// Returns the word after `name`.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|&word| word != name);
    words.nth(1)
}

#[track_caller]
pub fn number(line: &str, name: &str) -> i64 {
    let number = field(line, name).and_then(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("no {name} in '{line}'"))
}

/// Returns the nodes of a search of the start position.
#[track_caller]
pub fn nodes(client: &mut Client, depth: u32) -> i64 {
    let lines = client.ask(&format!("go depth {depth}"));
    assert_sound(&lines, START);
    number(last_info(&lines), "nodes")
}

#[track_caller]
pub fn score(line: &str) -> (&str, i64) {
    let kind = field(line, "score").unwrap();
    (kind, number(line, kind))
}

/// Returns the score as a number; the better of two has the larger one.
#[track_caller]
pub fn worth(line: &str) -> i64 {
    match score(line) {
        ("mate", moves) if moves > 0 => 1_000_000 - moves,
        ("mate", moves) => -1_000_000 - moves,
        (_, centipawns) => centipawns,
    }
}

pub fn pv(line: &str) -> Vec<&str> {
    let words = line.split(' ').skip_while(|&word| word != "pv");
    words.skip(1).collect()
}

/// Returns the lines with a best line.
pub fn infos(lines: &[String]) -> Vec<&str> {
    let full = lines.iter().filter(|line| line.contains(" pv "));
    full.map(String::as_str).collect()
}

/// Returns the last line with a best line.
#[track_caller]
pub fn last_info(lines: &[String]) -> &str {
    infos(lines).pop().expect("no best line")
}

/// Returns the `info string` lines.
pub fn notes(lines: &[String]) -> Vec<&str> {
    let notes = lines.iter().filter(|line| line.starts_with("info string "));
    notes.map(String::as_str).collect()
}

#[track_caller]
pub fn best_move(lines: &[String]) -> &str {
    let answer = lines.last().expect("no line");
    field(answer, "bestmove").unwrap_or_else(|| panic!("no answer: {answer}"))
}

/// Returns the position after these moves, each of which must be legal.
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

/// Checks one search's lines: full `info` lines, legal best lines, the last of which
/// begins with the answer, and a legal ponder move. Returns the answer.
#[track_caller]
pub fn assert_sound<'a>(lines: &'a [String], fen: &str) -> &'a str {
    let infos = infos(lines);
    for info in &infos {
        let mut rest = info.split(' ').skip(1);
        for name in FIELDS {
            assert!(rest.any(|word| word == name), "no {name} in its place in '{info}'");
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
