//! Invariants of the search.

use std::marker::PhantomData;
use std::time::Duration;

use super::*;
use crate::board::Position;
use crate::eval::PieceSquares;
use crate::search::bench::POSITIONS;
use crate::search::history::PieceTo;
use crate::search::iterative_deepening::BOUNDS_AFTER;
use crate::search::node::{NonPv, Root};
use crate::search::worker::{Shared, ThreadData};
use crate::search::{Info, Limits, Lines, Report, Searcher, Signals, Silent, TranspositionTable};

/// A node type without anything selective: all lines have the same depth.
struct Full<N>(PhantomData<N>);

impl<N: NodeType> NodeType for Full<N> {
    const PV: bool = N::PV;
    const ROOT: bool = N::ROOT;
    const SELECTIVE: bool = false;
    type Pv = Full<N::Pv>;
    type NonPv = Full<N::NonPv>;
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

    fn at<T>(
        &mut self,
        root: &Position,
        work: impl FnOnce(&mut Worker<'_, PieceSquares>) -> T,
    ) -> T {
        self.shared.begin(root, &Limits::default(), None, &|| false);
        let (signals, mut silent) = (Signals::default(), Silent);
        let (data, evaluation) = (&mut self.data, &mut self.evaluation);
        work(&mut Worker::new(&self.shared, &signals, &mut silent, 0, data, evaluation, None))
    }

    fn search(&mut self, position: &Position, depth: i32) -> (Score, u64, Vec<Move>) {
        self.at(position, |worker| {
            worker.root_depth = depth;
            let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            let score = worker.search::<Full<Root>>(alpha, beta, depth, false, 0);
            let best = worker.root_moves.iter().max_by_key(|best| best.score);
            (score, worker.nodes, best.unwrap().line.to_vec())
        })
    }
}

fn minimax(position: &mut Position, depth: i32, ply: usize) -> Score {
    if !position.has_legal_move() {
        return if position.in_check() { Score::mated_in(ply) } else { Score::DRAW };
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
        let depth = if position.legal_moves().len() > 25 { 2 } else { 3 };
        let (score, nodes, _) = full.search(&position, depth);
        assert_eq!(score, minimax(&mut position, depth, 0), "{}", position.fen());
        saved += u32::from(depth == 3 && nodes < 5000);
    }
    assert!(saved > 5, "no cutoffs: {saved}");
}

#[test]
fn exchanged_colours_have_the_same_score() {
    let mut full = FullWidth::new();
    for position in positions() {
        let mirrored = position.flipped();
        assert_eq!(full.search(&position, 2).0, full.search(&mirrored, 2).0, "{mirrored:?}");
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
}

#[test]
fn reported_lines_are_legal() {
    let mut searcher = Searcher::new(1).unwrap();
    for position in positions() {
        let limits = Limits { nodes: Some(4000), multi_pv: 2, ..Limits::default() };
        let mut lines = LegalLines(&position, 0);
        searcher.search(&position, &limits, &Signals::default(), &mut lines);
        assert!(lines.1 > 3, "{}", position.fen());
    }
}

#[derive(Default)]
struct Bounds(Vec<(Bound, Duration)>);

impl Report for Bounds {
    fn line(&mut self, info: &Info) {
        self.0.push((info.bound, info.time));
    }
}

#[test]
fn a_search_that_ends_while_its_window_is_widened_reports_a_bound() {
    let mut searcher = Searcher::new(1).unwrap();
    let mut ends = [0; 2];
    for fen in POSITIONS {
        for nodes in [1000, 1500, 2000] {
            let mut bounds = Bounds::default();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let position = Position::from_fen(fen).unwrap();
            searcher.search(&position, &limits, &Signals::default(), &mut bounds);
            let (last, earlier) = bounds.0.split_last().unwrap();
            // A slow search reports bounds before its end too.
            for &(bound, time) in earlier {
                assert!(bound == Bound::Exact || time >= BOUNDS_AFTER, "{fen}: {time:?}");
            }
            ends[usize::from(last.0 == Bound::Exact)] += 1;
        }
    }
    assert!(ends.iter().all(|&count| count > 10), "{ends:?}");
}

#[test]
fn moves_before_the_root_count_as_those_after_it() {
    let game = ["e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1g1", "e8g8"];
    let mut full = FullWidth::new();
    let mut before_last = |played: usize| {
        let mut root = Position::startpos();
        for text in &game[..played] {
            root.make(root.parse_move(text).unwrap());
        }
        full.at(&root, |worker| {
            for (ply, text) in game[played..].iter().enumerate() {
                let mv = worker.position.parse_move(text).unwrap();
                worker.make(mv, ply);
            }
            worker.context(game.len() - played).before
        })
    };
    let expected = before_last(0);
    assert!(!expected.contains(&PieceTo::NONE));
    for played in 1..=game.len() {
        assert_eq!(before_last(played), expected, "{played}");
    }
}

/// Returns a node whose table entry says that a move scores 9 centipawns or more, where the
/// evaluation says 0.
fn low_node(tt_move: Move) -> Node {
    let tt_entry = TtEntry {
        mv: tt_move,
        score: Score::centipawns(9),
        raw_eval: Score::DRAW,
        depth: 2,
        bound: Bound::Lower,
        pv: false,
    };
    Node {
        ply: 1,
        depth: 3,
        beta: Score::centipawns(1),
        cut_node: true,
        in_check: false,
        tt_pv: false,
        tt_entry: Some(tt_entry),
        tt_score: tt_entry.score,
        tt_move,
        raw_eval: Score::DRAW,
        correction: 0,
        static_eval: Score::DRAW,
        eval: Score::DRAW,
        improving: false,
        worsening: 0,
    }
}

#[test]
fn the_table_move_is_extended_at_low_depth() {
    let start = Position::startpos();
    let mv = start.parse_move("e2e4").unwrap();
    let (low, alpha) = (low_node(mv), Score::centipawns(100));
    FullWidth::new().at(&start, |worker| {
        worker.root_depth = 8;
        assert!(worker.extends_at_low_depth(&low, alpha));
        assert!(!worker.extends_at_low_depth(&low, Score::DRAW));
        let upper = low.tt_entry.map(|tt_entry| TtEntry { bound: Bound::Upper, ..tt_entry });
        for node in [
            Node { depth: 20, ..low },
            Node { in_check: true, ..low },
            Node { tt_entry: None, ..low },
            Node { tt_entry: upper, ..low },
            Node { ply: 100, ..low },
        ] {
            assert!(!worker.extends_at_low_depth(&node, alpha));
        }
    });
}

#[test]
fn hindsight_gives_a_ply_back_or_takes_one() {
    FullWidth::new().at(&Position::startpos(), |worker| {
        worker.root_depth = 8;
        for (plies, eval, expected) in [(6, 0, 1), (0, 0, 0), (6, 1, 0), (6, 900, -1), (0, 900, 0)]
        {
            worker.stack[0].reduction = plies * PLY;
            worker.stack[0].static_eval = Score::DRAW;
            let change = worker.hindsight(1, 5, Score::centipawns(eval));
            assert_eq!(change, expected, "{plies} {eval}");
        }
    });
}

#[test]
fn a_bound_that_shows_no_error_teaches_nothing() {
    FullWidth::new().at(&Position::startpos(), |worker| {
        let keys = worker.correction_keys(0);
        let node = Node { ply: 0, ..low_node(Move::NONE) };
        let mut teach = |centipawns, bound| {
            let before = worker.corrections.get(&keys);
            worker.update_corrections(&node, (Score::centipawns(centipawns), bound), Move::NONE);
            worker.corrections.get(&keys) - before
        };
        for _ in 0..100 {
            teach(200, Bound::Lower);
        }
        // Above the node's evaluation, but not above what the histories say by now.
        assert_eq!(teach(10, Bound::Lower), 0);
        assert!(teach(10, Bound::Exact) < 0);
        assert!(teach(10, Bound::Upper) < 0);
        assert!(teach(900, Bound::Lower) > 0);
        assert_eq!(teach(900, Bound::Upper), 0);
    });
}

#[test]
fn quiescence_takes_what_hangs_and_sees_mate() {
    let value = |fen| {
        let position = Position::from_fen(fen).unwrap();
        FullWidth::new().at(&position, |worker| {
            let stand_pat = worker.evaluation.evaluate(worker.position);
            let value = worker.quiescence::<NonPv>(-Score::INFINITE, Score::INFINITE, 0);
            (stand_pat, value)
        })
    };
    let (_, mated) = value("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(mated, Score::mated_in(0));
    let (stand_pat, hangs) = value("4k3/pp6/8/3q4/4P3/8/PP6/4K3 w - - 0 1");
    assert!(hangs > stand_pat + 500);
    let (stand_pat, is_defended) = value("4k3/pp6/4p3/3p4/8/8/PP1Q4/4K3 w - - 0 1");
    assert_eq!(is_defended, stand_pat);
}

/// From Reinfeld's "Win at Chess", each some plies deeper than needed: another network finds them a
/// little earlier or later.
#[test]
fn tactics_are_solved_at_a_fixed_depth() {
    for (fen, best, depth) in [
        ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", "Qc4+", 3),
        ("rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1", "Ne3", 12),
        ("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", "Rb7", 14),
        ("r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1", "Rf7", 8),
        ("3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1", "Bh2+", 8),
        ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "Qxh7+", 12),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#", 3),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut lines = Lines::default();
        let mut searcher = Searcher::new(4).unwrap();
        let answer = searcher.search(&position, &limits, &Signals::default(), &mut lines);
        assert_eq!(position.san(answer.best), best, "{fen} {:?}", lines.best);
    }
}
