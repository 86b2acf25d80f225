//! The cost of evaluation: `cargo bench --bench evaluation`.
//!
//! Each step makes a move, evaluates, and unmakes the move; "fresh" starts from a
//! position of its own.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ox88::board::{Move, Position};
use ox88::eval::{Evaluation, Network, Nnue, PieceSquares};
use ox88::search::bench::POSITIONS;

fn main() {
    println!("network: {} hidden units", Network::embedded().units());
    divan::main();
}

fn positions() -> Vec<(Position, Vec<Move>)> {
    let positions = POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok());
    positions
        .map(|position| {
            let moves = position.legal_moves().to_vec();
            (position, moves)
        })
        .collect()
}

fn steps(bencher: Bencher, mut evaluation: impl Evaluation) {
    let mut positions = positions();
    let count: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        for (position, moves) in &mut positions {
            evaluation.reset(position);
            for &mv in moves.iter() {
                evaluation.push(position);
                position.make(mv);
                black_box(evaluation.evaluate(position));
                position.unmake();
                evaluation.pop();
            }
        }
    });
}

#[divan::bench]
fn network_steps(bencher: Bencher) {
    steps(bencher, Nnue::new(Network::embedded()));
}

#[divan::bench]
fn piece_square_steps(bencher: Bencher) {
    steps(bencher, PieceSquares::default());
}

#[divan::bench]
fn network_fresh(bencher: Bencher) {
    let positions = positions();
    let mut evaluation = Nnue::new(Network::embedded());
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for (position, _) in &positions {
            evaluation.reset(position);
            black_box(evaluation.evaluate(position));
        }
    });
}
