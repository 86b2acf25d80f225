//! Work shared among threads: for the tests of knowledge, too.

use std::sync::Mutex;
use std::{iter, thread};

/// Runs each job on one of the machine's threads, each with its own copy of `work`.
/// Results are in no particular order; a panic fails the test.
pub fn in_parallel<J: Send, R: Send>(
    jobs: impl IntoIterator<IntoIter: Send, Item = J>,
    work: impl Fn(J) -> R + Clone + Send,
) -> Vec<R> {
    let jobs = Mutex::new(jobs.into_iter());
    let next = || jobs.lock().expect("no job holds the lock").next();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let work = work.clone();
                scope.spawn(move || iter::from_fn(next).map(work).collect::<Vec<R>>())
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a job failed, see above"))
            .collect()
    })
}
