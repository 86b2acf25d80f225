//! Perft by root moves, on several threads. The tree is cut into far more jobs than there are
//! threads, so that uneven jobs leave none idle for long.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::Method;
use crate::board::{Move, Position};

/// The greatest number of threads that count; where more are asked for, the others are not started.
const MAX_THREADS: usize = 1024;

/// The number of jobs for each thread. The largest job may be ten times the average; waiting for it
/// then costs a few percent at most.
const JOBS_PER_THREAD: usize = 256;

/// The least number of jobs, so that progress is seen with few threads, too.
const LEAST_JOBS: usize = 2048;

/// The least depth of a tree that is cut, in plies: taking a job costs as much as counting two plies
/// of a small endgame.
const LEAST_CUT: u32 = 4;

/// The progress of a count, which its threads write and others may read meanwhile.
#[derive(Default, Debug)]
pub struct Progress {
    jobs: AtomicUsize,
    jobs_done: AtomicUsize,
    leaves: AtomicU64,
    too_few_threads: OnceLock<(usize, usize)>,
}

impl Progress {
    /// Returns how much of the work is done, 0 to 1, as if all jobs were of the same size.
    pub fn share_done(&self) -> f64 {
        let jobs = self.jobs.load(Ordering::Relaxed).max(1);
        self.jobs_done.load(Ordering::Relaxed) as f64 / jobs as f64
    }

    /// Returns the number of leaves counted so far: in the end, those of the whole tree.
    pub fn leaves(&self) -> u64 {
        self.leaves.load(Ordering::Relaxed)
    }

    /// Returns how many threads count and how many were wanted, where the system has no more.
    pub fn too_few_threads(&self) -> Option<(usize, usize)> {
        self.too_few_threads.get().copied()
    }
}

/// A part of the work: the index of a root move, and a line that begins with this move. The leaves
/// behind the line are to be counted.
type PerftJob = (usize, Vec<Move>);

/// Returns the number of leaves behind each move, in the order of generation; nothing for depth 0.
/// Counts on fewer threads where the system has no more.
///
/// ```
/// use std::num::NonZero;
/// use ox88::board::Position;
/// use ox88::perft::{Method, Progress, divide};
/// let threads = NonZero::new(2).unwrap();
/// let start = Position::startpos();
/// let progress = Progress::default();
/// let counts = divide(Method::default(), &start, 4, threads, &progress);
/// assert_eq!(counts.len(), 20);
/// assert_eq!(progress.leaves(), 197_281);
/// ```
pub fn divide(
    method: Method,
    position: &Position,
    depth: u32,
    threads: NonZero<usize>,
    progress: &Progress,
) -> Vec<(Move, u64)> {
    if depth == 0 {
        progress.leaves.fetch_add(1, Ordering::Relaxed);
        return Vec::new();
    }
    let moves = position.legal_moves();
    let threads = threads.get().min(MAX_THREADS);
    let wanted = LEAST_JOBS.max(threads * JOBS_PER_THREAD);
    let (jobs, depth) = cut(position, &moves, depth, wanted);
    progress.jobs.fetch_add(jobs.len(), Ordering::Relaxed);
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = |mut position: Position| {
        while !method.should_stop()
            && let Some((root, line)) = jobs.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let found = after(&mut position, line, |position| method.leaves(position, depth));
            counts[*root].fetch_add(found, Ordering::Relaxed);
            progress.leaves.fetch_add(found, Ordering::Relaxed);
            progress.jobs_done.fetch_add(1, Ordering::Relaxed);
        }
    };
    let threads = threads.min(jobs.len());
    thread::scope(|scope| {
        for started in 1..threads {
            let (work, position) = (&work, position.clone());
            let helper = thread::Builder::new().spawn_scoped(scope, move || work(position));
            if helper.is_err() {
                // It is set already where the progress is shared by several counts.
                let _ = progress.too_few_threads.set((started, threads));
                break;
            }
        }
        work(position.clone());
    });
    let counts = counts.into_iter().map(AtomicU64::into_inner);
    moves.into_iter().zip(counts).collect()
}

/// Cuts the tree, ply by ply, until there are at least as many jobs as are wanted, if it is deep
/// enough. The last ply may give many times more than that. Returns the jobs, and the depth that is
/// left behind each.
fn cut(position: &Position, moves: &[Move], mut depth: u32, wanted: usize) -> (Vec<PerftJob>, u32) {
    let mut position = position.clone();
    let first = |(root, &mv): (usize, &Move)| (root, vec![mv]);
    let mut jobs: Vec<PerftJob> = moves.iter().enumerate().map(first).collect();
    depth -= 1;
    while jobs.len() < wanted && depth >= LEAST_CUT {
        let cut = |(root, line): PerftJob| {
            let replies = after(&mut position, &line, |position| position.legal_moves());
            let longer = move |reply| (root, [&line[..], &[reply]].concat());
            replies.into_iter().map(longer)
        };
        jobs = jobs.into_iter().flat_map(cut).collect();
        depth -= 1;
    }
    (jobs, depth)
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
