//! Move generation and making moves, beside other libraries of the language.
//!
//! `cargo bench --bench movegen` prints a table; the line under each time is
//! the rate: leaves, moves or positions a second. Each library counts leaves in
//! the way that suits it best, and all counts are compared before any is timed.
//!
//! cozy-chess, chess and shakmaty are bitboard libraries that copy the position
//! for each move; Ox88 is a mailbox that takes moves back.

use arrayvec::ArrayVec;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ox88::board::*;

/// A tree to walk: its leaves are known.
struct Tree {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    leaves: u64,
}

impl std::fmt::Display for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} depth {}", self.name, self.depth)
    }
}

const TREES: [Tree; 2] = [
    Tree {
        name: "start",
        fen: START_FEN,
        depth: 5,
        leaves: 4_865_609,
    },
    Tree {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 4,
        leaves: 4_085_603,
    },
];

/// Openings, crowded and open middle games, checks, promotions, endings.
const VARIED: [&str; 16] = [
    START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbqkb1r/ppp1pp1p/5np1/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4",
    "2rq1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QR1K1 b - - 4 11",
    "2kr3r/ppp1qpp1/2n1bn1p/4p3/1b2P3/2N1BN2/PPP1BPPP/R2Q1RK1 w - - 6 10",
    "3r2k1/p4ppp/1q2p3/8/1n6/1P2PN2/P3QPPP/3R2K1 b - - 3 22",
    "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5",
    "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "8/5pk1/6p1/R6p/5P1P/6PK/r7/8 w - - 5 45",
    "8/8/1p2k3/pP2p1p1/P1K1P1P1/8/8/8 w - - 0 50",
    "4k3/8/8/2q5/8/8/3BN3/R3K2R w KQ - 0 1",
];

fn main() {
    assert_libraries_agree();
    divan::main();
}

fn assert_libraries_agree() {
    for tree in &TREES {
        let Tree { fen, depth, .. } = *tree;
        let counts = [
            perft(&mut ox88_position(fen), depth),
            perft_making_all(&mut ox88_position(fen), depth),
            cozy_perft(&cozy_board(fen), depth),
            cozy_perft_making_all(&cozy_board(fen), depth),
            chess::MoveGen::movegen_perft_test(&chess_board(fen), depth as usize) as u64,
            shakmaty::perft(&shakmaty_position(fen), depth),
        ];
        assert_eq!(counts, [tree.leaves; 6], "{tree}");
    }
    for fen in VARIED {
        let counts = [
            ox88_position(fen).legal_moves().len(),
            cozy_moves(&cozy_board(fen)).len(),
            chess::MoveGen::new_legal(&chess_board(fen)).count(),
            shakmaty::Position::legal_moves(&shakmaty_position(fen)).len(),
        ];
        assert!(counts.iter().all(|count| *count == counts[0]), "{fen}");
    }
}

fn ox88_position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn cozy_board(fen: &str) -> cozy_chess::Board {
    fen.parse().unwrap()
}

fn chess_board(fen: &str) -> chess::Board {
    fen.parse().unwrap()
}

fn shakmaty_position(fen: &str) -> shakmaty::Chess {
    let fen: shakmaty::fen::Fen = fen.parse().unwrap();
    fen.into_position(shakmaty::CastlingMode::Standard).unwrap()
}

/// Counts the last ply by the sizes of cozy-chess's sets of targets.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                leaves += cozy_perft(&after, depth - 1);
            }
        }
        false
    });
    leaves
}

fn cozy_perft_making_all(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            leaves += cozy_perft_making_all(&after, depth - 1);
        }
        false
    });
    leaves
}

type CozyMoves = ArrayVec<cozy_chess::Move, 256>;
type ChessMoves = ArrayVec<chess::ChessMove, 256>;

fn cozy_moves(board: &cozy_chess::Board) -> CozyMoves {
    let mut list = CozyMoves::new();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

/// Leaves of a tree, the last ply counted without making its moves.
#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod perft_counting_the_last_ply {
    use super::*;

    #[divan::bench(args = TREES)]
    fn ox88(bencher: Bencher, tree: &Tree) {
        let mut position = ox88_position(tree.fen);
        bencher
            .counter(ItemsCount::new(tree.leaves))
            .bench_local(|| perft(black_box(&mut position), tree.depth));
    }

    #[divan::bench(args = TREES)]
    fn cozy_chess(bencher: Bencher, tree: &Tree) {
        let board = cozy_board(tree.fen);
        bencher
            .counter(ItemsCount::new(tree.leaves))
            .bench_local(|| cozy_perft(black_box(&board), tree.depth));
    }

    #[divan::bench(args = TREES)]
    fn chess(bencher: Bencher, tree: &Tree) {
        let board = chess_board(tree.fen);
        bencher
            .counter(ItemsCount::new(tree.leaves))
            .bench_local(|| {
                ::chess::MoveGen::movegen_perft_test(black_box(&board), tree.depth as usize)
            });
    }

    #[divan::bench(args = TREES)]
    fn shakmaty(bencher: Bencher, tree: &Tree) {
        let position = shakmaty_position(tree.fen);
        bencher
            .counter(ItemsCount::new(tree.leaves))
            .bench_local(|| ::shakmaty::perft(black_box(&position), tree.depth));
    }
}

/// Leaves of a tree, every move made.
#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod perft_making_the_last_ply {
    use super::*;

    #[divan::bench(args = TREES)]
    fn ox88(bencher: Bencher, tree: &Tree) {
        let mut position = ox88_position(tree.fen);
        bencher
            .counter(ItemsCount::new(tree.leaves))
            .bench_local(|| perft_making_all(black_box(&mut position), tree.depth));
    }

    #[divan::bench(args = TREES)]
    fn cozy_chess(bencher: Bencher, tree: &Tree) {
        let board = cozy_board(tree.fen);
        bencher
            .counter(ItemsCount::new(tree.leaves))
            .bench_local(|| cozy_perft_making_all(black_box(&board), tree.depth));
    }
}

/// Lists of the legal moves of varied positions; the rate is in positions.
#[divan::bench_group(counters = [ItemsCount::new(VARIED.len())])]
mod listing_moves {
    use super::*;

    #[divan::bench]
    fn ox88(bencher: Bencher) {
        let positions = VARIED.map(ox88_position);
        bencher.bench_local(|| {
            for position in black_box(&positions) {
                black_box(position.legal_moves());
            }
        });
    }

    /// What a search asks for first, and often only.
    #[divan::bench]
    fn ox88_noisy(bencher: Bencher) {
        let positions = VARIED.map(ox88_position);
        bencher.bench_local(|| {
            for position in black_box(&positions) {
                let mut moves = MoveList::new();
                position.generate::<Noisy, _>(position.checks(), &mut moves);
                black_box(moves);
            }
        });
    }

    #[divan::bench]
    fn cozy_chess(bencher: Bencher) {
        let boards = VARIED.map(cozy_board);
        bencher.bench_local(|| {
            for board in black_box(&boards) {
                black_box(cozy_moves(board));
            }
        });
    }

    #[divan::bench]
    fn chess(bencher: Bencher) {
        let boards = VARIED.map(chess_board);
        bencher.bench_local(|| {
            for board in black_box(&boards) {
                black_box(::chess::MoveGen::new_legal(board).collect::<ChessMoves>());
            }
        });
    }

    #[divan::bench]
    fn shakmaty(bencher: Bencher) {
        let positions = VARIED.map(shakmaty_position);
        bencher.bench_local(|| {
            for position in black_box(&positions) {
                black_box(::shakmaty::Position::legal_moves(position));
            }
        });
    }
}

/// Making each legal move of varied positions and having the old position
/// again: taken back in Ox88, made on a copy elsewhere. The rate is in moves.
#[divan::bench_group]
mod making_moves {
    use super::*;

    #[divan::bench]
    fn ox88(bencher: Bencher) {
        let mut work = VARIED.map(|fen| {
            let position = ox88_position(fen);
            let moves = position.legal_moves();
            (position, moves)
        });
        let moves: usize = work.iter().map(|(_, moves)| moves.len()).sum();
        bencher.counter(ItemsCount::new(moves)).bench_local(|| {
            for (position, moves) in black_box(&mut work) {
                for &mv in moves.iter() {
                    position.make(mv);
                    black_box(&mut *position);
                    position.unmake();
                }
            }
        });
    }

    #[divan::bench]
    fn cozy_chess(bencher: Bencher) {
        let work = VARIED.map(|fen| {
            let board = cozy_board(fen);
            let moves = cozy_moves(&board);
            (board, moves)
        });
        let moves: usize = work.iter().map(|(_, moves)| moves.len()).sum();
        bencher.counter(ItemsCount::new(moves)).bench_local(|| {
            for (board, moves) in black_box(&work) {
                for &mv in moves {
                    let mut after = board.clone();
                    after.play_unchecked(mv);
                    black_box(&after);
                }
            }
        });
    }

    #[divan::bench]
    fn chess(bencher: Bencher) {
        let work = VARIED.map(|fen| {
            let board = chess_board(fen);
            let moves: ChessMoves = ::chess::MoveGen::new_legal(&board).collect();
            (board, moves)
        });
        let moves: usize = work.iter().map(|(_, moves)| moves.len()).sum();
        bencher.counter(ItemsCount::new(moves)).bench_local(|| {
            for (board, moves) in black_box(&work) {
                for &mv in moves {
                    black_box(&board.make_move_new(mv));
                }
            }
        });
    }

    /// shakmaty keeps no key, so it does less here than the others.
    #[divan::bench]
    fn shakmaty(bencher: Bencher) {
        use ::shakmaty::Position as _;
        let work = VARIED.map(|fen| {
            let position = shakmaty_position(fen);
            let moves = position.legal_moves();
            (position, moves)
        });
        let moves: usize = work.iter().map(|(_, moves)| moves.len()).sum();
        bencher.counter(ItemsCount::new(moves)).bench_local(|| {
            for (position, moves) in black_box(&work) {
                for &mv in moves {
                    let mut after = position.clone();
                    after.play_unchecked(mv);
                    black_box(&after);
                }
            }
        });
    }
}
