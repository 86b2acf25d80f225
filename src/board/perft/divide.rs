//! The count shared among threads.
//!
//! The tree is cut into many more jobs than there are threads, which take them
//! one after the other until none is left: however uneven the jobs, no thread
//! waits long for the last of them.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::progress::{Progress, Share};
use super::{Bulk, Method, leaves};
use crate::board::moves::Move;
use crate::board::position::Position;

/// More threads than these are of no use.
pub const MAX_THREADS: usize = 1024;

/// The tree is cut until there are so many jobs for each thread. The largest
/// job of an uneven tree may be ten times the average one; waiting for it
/// then costs a few hundredths of the time, if at all: it rarely comes last.
const JOBS_PER_THREAD: usize = 256;

/// Few threads cut the tree finer than they need, for progress to be seen.
const LEAST_JOBS: usize = 2048;

/// Plies of the smallest trees worth cutting. Taking a job costs a fraction of
/// a microsecond; so does, in a small endgame, counting two plies.
const LEAST_CUT: u32 = 4;

/// A part of the tree: what follows after a line of moves.
struct Job {
    /// Index of the line's first move.
    root: usize,
    line: Vec<Move>,
    /// Plies left.
    depth: u32,
    /// What it is of the whole tree, if all moves of a position lead to trees
    /// of the same size.
    share: Share,
}

/// [`super::perft`] for each move of the position, in the order of generation,
/// with the work shared by `threads` threads. None for depth 0.
pub fn perft_divide(position: &Position, depth: u32, threads: NonZero<usize>) -> Vec<(Move, u64)> {
    divide(Bulk, position, depth, threads, &Progress::default())
}

/// Counts by this method the leaves after each move of the position, in the
/// order of generation, with the work shared by `threads` threads. None for
/// depth 0. `progress` follows the work. A method that is over before the end
/// leaves out what was still to be counted.
///
/// Where the system gives fewer threads, fewer do the work.
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
    // More threads than jobs would find nothing to do.
    on_threads(threads.min(jobs.len()), position, work);
    let counts = counts.into_iter().map(AtomicU64::into_inner);
    moves.into_iter().zip(counts).collect()
}

/// Does the work on this thread and as many others as make up the number, each
/// with its own copy of the position; on fewer, where the system has no more.
fn on_threads(threads: usize, position: &Position, work: impl Fn(Position) + Sync) {
    thread::scope(|scope| {
        for _ in 1..threads {
            let (work, position) = (&work, position.clone());
            let helper = thread::Builder::new().spawn_scoped(scope, move || work(position));
            if let Err(error) = helper {
                log::warn!("fewer threads than asked for: {error}");
                break;
            }
        }
        work(position.clone());
    });
}

/// Cuts the tree below `moves` into about as many jobs as wanted, if it is deep
/// enough. The largest trees are cut first, so that all jobs are of two depths
/// at most, and the deeper ones, which take longer, come first.
fn cut(position: &Position, moves: &[Move], depth: u32, wanted: usize) -> Vec<Job> {
    let mut position = position.clone();
    let first = |(root, &mv): (usize, &Move)| Job {
        root,
        line: vec![mv],
        depth: depth - 1,
        share: Share::WHOLE.split(moves.len()),
    };
    let mut jobs: VecDeque<Job> = moves.iter().enumerate().map(first).collect();
    while jobs.len() < wanted
        && let Some(job) = jobs.pop_front_if(|job| job.depth >= LEAST_CUT)
    {
        let replies = after(&mut position, &job.line, |position| position.legal_moves());
        jobs.extend(replies.iter().map(|&reply| Job {
            root: job.root,
            line: [&job.line[..], &[reply]].concat(),
            depth: job.depth - 1,
            share: job.share.split(replies.len()),
        }));
    }
    jobs.into()
}

/// Does something to the position that a line of legal moves leads to, and
/// takes the moves back.
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
