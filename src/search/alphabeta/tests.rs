//! Invariants of the search.

use std::time::Duration;

use super::*;
use crate::board::Position;
use crate::eval::PieceSquares;
use crate::search::bench::POSITIONS;
use crate::search::iterative_deepening::BOUNDS_AFTER;
use crate::search::worker::{Shared, ThreadData};
use crate::search::{Info, Limits, Lines, Report, Searcher, Signals, Silent, TranspositionTable};

/// Node types without anything selective: all lines have the same depth.
struct FullRoot;
struct FullPv;
struct FullNonPv;

impl NodeType for FullRoot {
    const PV: bool = true;
    const ROOT: bool = true;
    const SELECTIVE: bool = false;
    type Pv = FullPv;
    type NonPv = FullNonPv;
}
impl NodeType for FullPv {
    const PV: bool = true;
    const ROOT: bool = false;
    const SELECTIVE: bool = false;
    type Pv = FullPv;
    type NonPv = FullNonPv;
}
impl NodeType for FullNonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    const SELECTIVE: bool = false;
    type Pv = FullPv;
    type NonPv = FullNonPv;
}

struct FullWidth {
    shared: Shared,
    data: ThreadData,
    evaluation: PieceSquares,
}

impl FullWidth {
    fn new() -> FullWidth {
        FullWidth {
            shared: Shared::new(TranspositionTable::new(1).unwrap()),
            data: ThreadData::new().unwrap(),
            evaluation: PieceSquares::default(),
        }
    }

    fn search(&mut self, position: &Position, depth: i32) -> (Score, u64, Vec<Move>) {
        self.shared.begin(position, &Limits::default(), None);
        let (signals, mut silent) = (Signals::default(), Silent);
        let (data, evaluation) = (&mut self.data, &mut self.evaluation);
        let mut worker = Worker::new(&self.shared, &signals, &mut silent, 0, data, evaluation);
        worker.depth = depth;
        let score = worker.search::<FullRoot>(-Score::INFINITE, Score::INFINITE, depth, false, 0);
        let best = worker.root_moves.iter().max_by_key(|best| best.score);
        (score, worker.nodes, best.unwrap().line.to_vec())
    }
}

fn minimax(position: &mut Position, depth: i32, ply: usize) -> Score {
    if !position.has_legal_move() {
        return match position.in_check() {
            true => Score::mated_in(ply),
            false => Score::DRAW,
        };
    }
    if ply > 0 && (position.outcome().is_some() || position.is_repetition(ply)) {
        return Score::DRAW;
    }
    if depth == 0 {
        let mut evaluation = PieceSquares::default();
        evaluation.reset(position);
        return evaluation.evaluate(position);
    }
    let mut best = -Score::INFINITE;
    for mv in position.legal_moves() {
        position.make(mv);
        best = best.max(-minimax(position, depth - 1, ply + 1));
        position.unmake();
    }
    best
}

fn positions() -> impl Iterator<Item = Position> {
    let positions = POSITIONS.iter().map(|fen| Position::from_fen(fen).unwrap());
    positions.filter(Position::has_legal_move)
}

#[test]
fn without_pruning_it_finds_what_minimax_finds() {
    let mut full = FullWidth::new();
    let mut saved = 0;
    for mut position in positions() {
        let depth = if position.legal_moves().len() > 25 {
            2
        } else {
            3
        };
        let (score, nodes, _) = full.search(&position, depth);
        assert_eq!(
            score,
            minimax(&mut position, depth, 0),
            "{}",
            position.fen()
        );
        saved += u32::from(depth == 3 && nodes < 5000);
    }
    assert!(saved > 5, "no cutoffs: {saved}");
}

#[test]
fn exchanged_colours_have_the_same_score() {
    let mut full = FullWidth::new();
    for position in positions() {
        let mirrored = position.flipped();
        assert_eq!(
            full.search(&position, 2).0,
            full.search(&mirrored, 2).0,
            "{mirrored:?}"
        );
        let mut network = crate::eval::Nnue::new(crate::eval::Network::embedded());
        let mut value = |position| {
            network.reset(position);
            network.evaluate(position)
        };
        assert_eq!(value(&position), value(&mirrored), "{mirrored:?}");
    }
}

#[test]
fn the_end_of_the_principal_variation_has_the_score() {
    let mut full = FullWidth::new();
    for position in positions() {
        let (score, _, line) = full.search(&position, 3);
        let mut end = position.clone();
        for &mv in &line {
            assert!(end.legal_moves().contains(&mv), "{mv:?} {}", position.fen());
            end.make(mv);
        }
        let ply = line.len();
        assert!(ply == 3 || end.outcome().is_some(), "{}", position.fen());
        let value = minimax(&mut end, 0, ply);
        let expected = if ply.is_multiple_of(2) { value } else { -value };
        assert_eq!(score, expected, "{}", position.fen());
    }
}

struct LegalLines<'a>(&'a Position, usize);

impl Report for LegalLines<'_> {
    fn line(&mut self, info: &Info) {
        let mut position = self.0.clone();
        for &mv in info.line {
            let is_legal = position.is_legal(mv, position.checks());
            assert!(is_legal, "{mv:?} in {:?} {:?}", self.0, info.line);
            position.make(mv);
        }
        self.1 += 1;
    }

    fn current_move(&mut self, _: i32, _: Move, _: usize) {}
}

#[test]
fn reported_lines_are_legal() {
    let mut searcher = Searcher::new(1).unwrap();
    for position in positions() {
        let limits = Limits {
            nodes: Some(4000),
            multi_pv: 2,
            ..Limits::default()
        };
        let mut lines = LegalLines(&position, 0);
        searcher.search(&position, &limits, &Signals::default(), &mut lines);
        assert!(lines.1 > 3, "{}", position.fen());
    }
}

#[test]
fn node_limits_are_exact() {
    let mut searcher = Searcher::new(1).unwrap();
    for nodes in [1500, 1024, 2048, 5000, 10_001] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let start = Position::startpos();
        let answer = searcher.search(&start, &limits, &Signals::default(), &mut Silent);
        assert_eq!(answer.nodes, nodes);
    }
}

#[derive(Default)]
struct Bounds(Vec<(Bound, Duration)>);

impl Report for Bounds {
    fn line(&mut self, info: &Info) {
        self.0.push((info.bound, info.time));
    }

    fn current_move(&mut self, _: i32, _: Move, _: usize) {}
}

#[test]
fn a_search_that_ends_while_its_window_is_widened_reports_a_bound() {
    let mut searcher = Searcher::new(1).unwrap();
    let mut ends = [0; 2];
    for fen in POSITIONS {
        for nodes in [4000, 6000, 8000] {
            let mut bounds = Bounds::default();
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let position = Position::from_fen(fen).unwrap();
            searcher.search(&position, &limits, &Signals::default(), &mut bounds);
            let (last, earlier) = bounds.0.split_last().unwrap();
            // A slow search reports bounds before its end too.
            for &(bound, time) in earlier {
                assert!(
                    bound == Bound::Exact || time >= BOUNDS_AFTER,
                    "{fen}: {time:?}"
                );
            }
            ends[usize::from(last.0 == Bound::Exact)] += 1;
        }
    }
    assert!(ends.iter().all(|&count| count > 10), "{ends:?}");
}

/// From Reinfeld's "Win at Chess", each some plies deeper than needed: another network finds them a
/// little earlier or later.
#[test]
fn tactics_are_solved_at_a_fixed_depth() {
    for (fen, best, depth) in [
        (
            "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1",
            "Qc4+",
            3,
        ),
        (
            "rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1",
            "Ne3",
            12,
        ),
        ("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", "Rb7", 14),
        (
            "r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1",
            "Rf7",
            8,
        ),
        (
            "3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1",
            "Bh2+",
            8,
        ),
        (
            "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1",
            "Qxh7+",
            12,
        ),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#", 3),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let mut lines = Lines::default();
        let mut searcher = Searcher::new(4).unwrap();
        let answer = searcher.search(&position, &limits, &Signals::default(), &mut lines);
        assert_eq!(position.san(answer.best), best, "{fen} {:?}", lines.best);
    }
}
