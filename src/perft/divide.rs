//! Perft on threads: far more jobs than threads, so that uneven jobs leave none idle for long.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::progress::{Progress, Share};
use super::{Bulk, Method, leaves};
use crate::board::{Move, Position};

/// The most threads that count; more that are asked for are not started.
const MAX_THREADS: usize = 1024;

/// The largest job may be ten times the average; waiting for it then costs a few percent at most.
const JOBS_PER_THREAD: usize = 256;

/// With few threads, more jobs than needed, so that progress is seen.
const LEAST_JOBS: usize = 2048;

/// In plies. Taking a job costs as much as counting two plies of a small endgame.
const LEAST_CUT: u32 = 4;

struct PerftJob {
    root: usize,
    line: Vec<Move>,
    depth: u32,
    /// Its share of the tree, as if all moves of a position had equal trees.
    share: Share,
}

/// [`super::perft`] for each move, in the order of generation. None for depth 0.
pub fn perft_divide(position: &Position, depth: u32, threads: NonZero<usize>) -> Vec<(Move, u64)> {
    divide(Bulk, position, depth, threads, &Progress::default())
}

/// The leaves after each move in the order of generation; none for depth 0, the rest missing if the
/// method is over early. Runs on fewer threads where the system has no more, which the progress
/// tells.
pub fn divide<M: Method>(
    method: M,
    position: &Position,
    depth: u32,
    threads: NonZero<usize>,
    progress: &Progress,
) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.legal_moves();
    let threads = threads.get().min(MAX_THREADS);
    let wanted = LEAST_JOBS.max(threads * JOBS_PER_THREAD);
    let jobs = cut(position, &moves, depth, wanted);
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = |mut position: Position| {
        while !method.is_over()
            && let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let found = after(&mut position, &job.line, |position| {
                leaves(method, position, job.depth)
            });
            counts[job.root].fetch_add(found, Ordering::Relaxed);
            progress.add(job.share, found);
        }
    };
    on_threads(threads.min(jobs.len()), position, progress, work);
    let counts = counts.into_iter().map(AtomicU64::into_inner);
    moves.into_iter().zip(counts).collect()
}

/// The leaves of a tree, from those after each move as [`divide`] returns them.
pub fn total_leaves(depth: u32, counts: &[(Move, u64)]) -> u64 {
    match depth {
        0 => 1,
        _ => counts.iter().map(|(_, leaves)| leaves).sum(),
    }
}

fn on_threads(
    threads: usize,
    position: &Position,
    progress: &Progress,
    work: impl Fn(Position) + Sync,
) {
    thread::scope(|scope| {
        let mut started = 1;
        while started < threads {
            let (work, position) = (&work, position.clone());
            let helper = thread::Builder::new().spawn_scoped(scope, move || work(position));
            if helper.is_err() {
                progress.set_too_few_threads(started, threads);
                break;
            }
            started += 1;
        }
        work(position.clone());
    });
}

/// Cuts the largest trees first, so that jobs have two depths at most, the deeper ones first.
fn cut(position: &Position, moves: &[Move], depth: u32, wanted: usize) -> Vec<PerftJob> {
    let mut position = position.clone();
    let first = |(root, &mv): (usize, &Move)| PerftJob {
        root,
        line: vec![mv],
        depth: depth - 1,
        share: Share::WHOLE.split(moves.len()),
    };
    let mut jobs: VecDeque<PerftJob> = moves.iter().enumerate().map(first).collect();
    while jobs.len() < wanted
        && let Some(job) = jobs.pop_front_if(|job| job.depth >= LEAST_CUT)
    {
        let replies = after(&mut position, &job.line, |position| position.legal_moves());
        jobs.extend(replies.iter().map(|&reply| PerftJob {
            root: job.root,
            line: [&job.line[..], &[reply]].concat(),
            depth: job.depth - 1,
            share: job.share.split(replies.len()),
        }));
    }
    jobs.into()
}

fn after<R>(position: &mut Position, line: &[Move], what: impl FnOnce(&mut Position) -> R) -> R {
    for &mv in line {
        position.make(mv);
    }
    let result = what(position);
    for _ in line {
        position.unmake();
    }
    result
}
