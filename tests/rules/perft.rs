//! Perft counts, on one thread and on several, with and without a table.
//!
//! Truth: the Chess Programming Wiki ("Perft Results", "Chess960 Perft Results"), Martin
//! Sedlak's positions for testing move generators, and the files of `shared/perft`.

use std::num::NonZero;

use ox88::board::{Move, Position};
use ox88::perft::{Method, PerftTable, Progress, divide, perft};

use crate::shared::shared;
use crate::work::in_parallel;

const BULK: Method = Method { makes_last_ply: false, table: None, should_stop: None };

const EVERY_MOVE: Method = Method { makes_last_ply: true, ..BULK };

fn by_table(table: &PerftTable) -> Method<'_> {
    Method { table: Some(table), ..BULK }
}

/// Returns the largest count of the files that is tested, 5,000,000 or the environment variable
/// `OX88_MOST_LEAVES`: `OX88_MOST_LEAVES=1000000000 cargo test --release --test rules counts_of`.
fn most_leaves() -> u64 {
    std::env::var("OX88_MOST_LEAVES").map_or(5_000_000, |count| count.parse().unwrap())
}

/// Counts from depth 1 on; 0 where none was published.
const PUBLISHED: &[(&str, &[u64])] = &[
    // Perft Results, positions 1 to 6; position 4 also with colours exchanged.
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594],
    ),
    // Promotions of every kind.
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", &[24, 496, 9_483, 182_838, 3_605_103]),
    // En passant that would uncover a check, along the rank and the diagonal.
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", &[0, 0, 0, 0, 0, 1_134_888]),
    ("8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", &[0, 0, 0, 0, 0, 1_015_133]),
    ("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", &[0, 0, 0, 0, 0, 824_064]),
    // En passant that gives check.
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", &[0, 0, 0, 0, 0, 1_440_467]),
    // Castling that gives check, on either side.
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", &[0, 0, 0, 0, 0, 661_072]),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", &[0, 0, 0, 0, 0, 803_711]),
    // Castling rights that end, and castling that is prevented.
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", &[0, 0, 0, 1_274_206]),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", &[0, 0, 0, 1_720_476]),
    // Promotion out of check, under-promotion that gives check.
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", &[0, 0, 0, 0, 0, 3_821_001]),
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", &[0, 0, 0, 0, 0, 92_683]),
    // Discovered and double check.
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", &[0, 0, 0, 0, 1_004_658]),
    // Stalemate and mate.
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", &[0, 0, 0, 0, 0, 2_217]),
    ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", &[0, 0, 0, 0, 0, 0, 567_584]),
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", &[0, 0, 0, 23_527]),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672],
    ),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", &[21, 807, 18_002, 667_366]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", &[20, 479, 10_471, 273_318]),
];

struct Expectation {
    fen: String,
    depth: u32,
    leaves: u64,
}

fn published() -> impl Iterator<Item = Expectation> {
    let of_position = |(fen, counts): &(&str, &'static [u64])| {
        let fen = fen.to_string();
        (1..)
            .zip(*counts)
            .filter(|(_, leaves)| **leaves > 0)
            .map(move |(depth, &leaves)| Expectation { fen: fen.clone(), depth, leaves })
    };
    PUBLISHED.iter().flat_map(of_position)
}

#[test]
fn published_counts() {
    assert_counts(&published().collect::<Vec<_>>());
}

#[test]
fn counts_of_the_standard_file() {
    assert_file("perft/standard.epd", 126);
}

#[test]
fn counts_of_the_chess960_file() {
    assert_file("perft/chess960.epd", 240);
}

fn assert_file(path: &str, positions: usize) {
    let Some(file) = shared(path) else {
        return;
    };
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), positions, "positions in {path}");
    let mut expectations: Vec<Expectation> = lines.into_iter().flat_map(expectations_of).collect();
    let most_leaves = most_leaves();
    expectations.retain(|expectation| expectation.leaves <= most_leaves);
    assert!(expectations.len() >= 4 * positions, "counts in {path}");
    assert_counts(&expectations);
}

/// Returns the expectations of a line `FEN ;D1 20 ;D2 400 …`.
fn expectations_of(line: &str) -> Vec<Expectation> {
    let (fen, counts) = line.split_once(';').expect("a FEN and counts");
    let expectation = |field: &str| {
        let (depth, leaves) = field.trim().strip_prefix('D')?.split_once(' ')?;
        Some(Expectation {
            fen: fen.trim().to_string(),
            depth: depth.parse().ok()?,
            leaves: leaves.trim().parse().ok()?,
        })
    };
    counts
        .split(';')
        .map(|field| expectation(field).unwrap_or_else(|| panic!("count '{field}' of {line}")))
        .collect()
}

fn assert_counts(expectations: &[Expectation]) {
    let check = |expected: &Expectation| {
        let mut position = Position::from_fen(&expected.fen).expect(&expected.fen);
        let before = position.clone();
        let leaves = perft(&mut position, expected.depth);
        assert!(position == before, "perft changed {}", expected.fen);
        (leaves != expected.leaves).then(|| {
            format!(
                "{} depth {}: {leaves} instead of {}",
                expected.fen, expected.depth, expected.leaves
            )
        })
    };
    let wrong: Vec<String> = in_parallel(expectations, check).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn quick_counts() -> impl Iterator<Item = (Position, Expectation)> {
    published()
        .filter(|expected| expected.leaves < 500_000)
        .map(|expected| (Position::from_fen(&expected.fen).unwrap(), expected))
}

#[test]
fn divided_counts_are_those_after_each_move() {
    let two_threads = NonZero::new(2).unwrap();
    for (mut position, expected) in quick_counts() {
        let shares = perft_divide(&position, expected.depth, two_threads);
        let moves: Vec<_> = shares.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(moves, position.legal_moves().to_vec(), "{position:?}");
        for (mv, leaves) in shares {
            position.make(mv);
            let alone = perft(&mut position, expected.depth - 1);
            assert_eq!(alone, leaves, "after {mv:?}: {position:?}");
            position.unmake();
        }
    }
}

fn perft_divide(position: &Position, depth: u32, threads: NonZero<usize>) -> Vec<(Move, u64)> {
    divide(BULK, position, depth, threads, &Progress::default())
}

#[test]
fn no_depth_and_no_moves() {
    let one_thread = NonZero::<usize>::MIN;
    let mut start = Position::startpos();
    assert_eq!(perft(&mut start, 0), 1);
    assert_eq!(EVERY_MOVE.leaves(&mut start, 0), 1);
    assert_eq!(perft_divide(&start, 0, one_thread), []);

    let fools_mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let mut mated = Position::from_fen(fools_mate).unwrap();
    assert_eq!(perft(&mut mated, 0), 1);
    let table = PerftTable::new(1).unwrap();
    assert_eq!(total_by(BULK, &mated, 0, 64), 0);
    for depth in 1..=4 {
        assert_eq!(perft(&mut mated, depth), 0);
        assert_eq!(EVERY_MOVE.leaves(&mut mated, depth), 0);
        assert_eq!(perft_divide(&mated, depth, one_thread), []);
        for method in [BULK, EVERY_MOVE, by_table(&table)] {
            assert_eq!(total_by(method, &mated, depth, 64), 0);
        }
    }
}

fn total_by(method: Method, position: &Position, depth: u32, threads: usize) -> u64 {
    let threads = NonZero::new(threads).unwrap();
    let shares = divide(method, position, depth, threads, &Progress::default());
    shares.iter().map(|(_, leaves)| leaves).sum()
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
fn progress_ends_near_the_whole() {
    let progress = Progress::default();
    assert_eq!((progress.share_done(), progress.leaves()), (0.0, 0));
    let two_threads = NonZero::new(2).unwrap();
    let start = Position::startpos();
    divide(BULK, &start, 5, two_threads, &progress);
    assert_eq!(progress.leaves(), 4_865_609);
    assert!((0.999..=1.0).contains(&progress.share_done()));
}
