//! Perft on several threads, with and without a table, against a single thread and
//! published counts.

use std::num::NonZero;

use ox88::board::Position;
use ox88::perft::{Method, PerftTable, Progress, divide, perft};

use crate::perft::{published, quick_counts, total};

const BULK: Method = Method { makes_all: false, table: None, is_over: None };

const EVERY_MOVE: Method = Method { makes_all: true, ..BULK };

fn by_table(table: &PerftTable) -> Method<'_> {
    Method { table: Some(table), ..BULK }
}

fn total_by(method: Method, position: &Position, depth: u32, threads: usize) -> u64 {
    let threads = NonZero::new(threads).unwrap();
    let progress = Progress::default();
    total(&divide(method, position, depth, threads, &progress))
}

const UNEVEN: &[(&str, u32)] = &[
    // One move, out of check.
    ("7k/5K1p/8/8/8/8/8/6Q1 b - - 0 1", 6),
    // Three moves and then many.
    ("8/8/8/8/3R4/8/1r4k1/K7 w - - 0 1", 6),
    // A king that can hardly move, against a queen.
    ("8/8/8/8/8/3k4/8/KQ6 b - - 0 1", 6),
    // Stalemates and mates cut branches short.
    ("8/8/8/8/8/5k2/7p/7K w - - 0 1", 9),
    ("k7/8/8/8/8/1p6/1P1P4/KB6 w - - 0 1", 7),
];

#[test]
fn uneven_trees_are_shared_and_counted_right() {
    for &(fen, depth) in UNEVEN {
        let mut position = Position::from_fen(fen).expect(fen);
        let alone = perft(&mut position, depth);
        assert!(alone > 10_000, "{fen}: {alone}");
        for threads in [1, 2, 7, 64] {
            let shared = total_by(BULK, &position, depth, threads);
            assert_eq!(shared, alone, "{fen}, {threads} threads");
        }
        let table = PerftTable::new(1).unwrap();
        assert_eq!(total_by(by_table(&table), &position, depth, 3), alone, "{fen}");
    }
}

#[test]
fn every_method_divides_alike() {
    let threads = NonZero::new(3).unwrap();
    for (position, expected) in quick_counts() {
        let table = PerftTable::new(1).unwrap();
        let plain = divide(BULK, &position, expected.depth, threads, &Progress::default());
        let (depth, progress) = (expected.depth, Progress::default());
        let made = divide(EVERY_MOVE, &position, depth, threads, &progress);
        assert_eq!(made, plain, "{position:?}");
        let remembered = divide(by_table(&table), &position, depth, threads, &progress);
        assert_eq!(remembered, plain, "{position:?}");
        assert_eq!(progress.leaves(), 2 * expected.leaves, "{position:?}");
    }
}

/// One table, far too small, for all positions and depths.
#[test]
fn a_small_table_mixes_nothing_up() {
    let table = PerftTable::new(1).unwrap();
    for threads in [1, 3] {
        for expected in published() {
            let position = Position::from_fen(&expected.fen).unwrap();
            let leaves = total_by(by_table(&table), &position, expected.depth, threads);
            assert_eq!(leaves, expected.leaves, "{position:?}, {threads} threads");
        }
    }
}

/// The same board, but other moves.
#[test]
fn a_table_tells_apart_what_a_diagram_does_not() {
    let table = PerftTable::new(16).unwrap();
    let mut counts = Vec::new();
    for fen in [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b - - 0 1",
    ] {
        let mut position = Position::from_fen(fen).expect(fen);
        let leaves = perft(&mut position, 4);
        assert_eq!(total_by(by_table(&table), &position, 4, 2), leaves, "{fen}");
        counts.push(leaves);
    }
    counts.sort();
    counts.dedup();
    assert_eq!(counts.len(), 7, "{counts:?}");
}

#[test]
fn a_tree_without_leaves_is_nothing_to_share() {
    let fools_mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let mated = Position::from_fen(fools_mate).unwrap();
    let table = PerftTable::new(1).unwrap();
    for depth in 0..=4 {
        assert_eq!(total_by(BULK, &mated, depth, 64), 0);
        assert_eq!(total_by(EVERY_MOVE, &mated, depth, 2), 0);
        assert_eq!(total_by(by_table(&table), &mated, depth, 2), 0);
    }
}

#[test]
fn progress_ends_near_the_whole() {
    let progress = Progress::default();
    assert_eq!((progress.share_done(), progress.leaves()), (0.0, 0));
    let two_threads = NonZero::new(2).unwrap();
    let start = Position::startpos();
    divide(BULK, &start, 5, two_threads, &progress);
    assert_eq!(progress.leaves(), 4_865_609);
    assert!((0.999..=1.0).contains(&progress.share_done()));
}
