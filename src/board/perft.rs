//! Counting the leaves of the move tree, the truth test of every move
//! generator.
//!
//! <https://www.chessprogramming.org/Perft>

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::moves::Move;
use super::position::Position;

/// Number of move sequences of `depth` plies. The last ply is counted, not
/// made ("bulk").
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut nodes = 0;
            for mv in position.legal_moves() {
                position.make(mv);
                nodes += perft(position, depth - 1);
                position.unmake();
            }
            nodes
        }
    }
}

/// As [`perft`], but makes and unmakes the last ply too: it times making moves
/// as much as generating them.
pub fn perft_making_all(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        position.make(mv);
        nodes += match depth {
            1 => 1,
            _ => perft_making_all(position, depth - 1),
        };
        position.unmake();
    }
    nodes
}

/// [`perft`] for each move of the position, in the order of generation, with
/// the work shared by `threads` threads.
pub fn perft_divide(position: &Position, depth: u32, threads: NonZero<usize>) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    if depth == 0 {
        return Vec::new();
    }
    // Pairs of moves make pieces of work small enough to share evenly.
    let jobs: Vec<(usize, Option<Move>)> = if depth < 3 {
        (0..moves.len()).map(|index| (index, None)).collect()
    } else {
        let replies = |mv: Move| {
            let mut after = position.clone();
            after.make(mv);
            after.legal_moves()
        };
        let pairs = |(index, &mv): (usize, &Move)| {
            replies(mv)
                .into_iter()
                .map(move |reply| (index, Some(reply)))
        };
        moves.iter().enumerate().flat_map(pairs).collect()
    };
    let next = AtomicUsize::new(0);
    let work = |mut position: Position| {
        let mut counts = vec![0; moves.len()];
        while let Some(&(index, reply)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            position.make(moves[index]);
            counts[index] += match reply {
                None => perft(&mut position, depth - 1),
                Some(reply) => {
                    position.make(reply);
                    let nodes = perft(&mut position, depth - 2);
                    position.unmake();
                    nodes
                }
            };
            position.unmake();
        }
        counts
    };
    let shares: Vec<Vec<u64>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.get())
            .map(|_| {
                let position = position.clone();
                let work = &work;
                scope.spawn(move || work(position))
            })
            .collect();
        workers
            .into_iter()
            .filter_map(|worker| worker.join().ok())
            .collect()
    });
    let total = |index: usize| shares.iter().map(|counts| counts[index]).sum();
    moves
        .iter()
        .enumerate()
        .map(|(index, &mv)| (mv, total(index)))
        .collect()
}
