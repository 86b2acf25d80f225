//! Files of `../shared`, and work shared among threads: for the tests of knowledge, too.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{iter, thread};

/// Returns the path of a file or a folder of `../shared`; `None`, with a message, where it is
/// absent.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    let is_here = path.exists();
    if !is_here {
        println!("skipped: {} is not here", path.display());
    }
    is_here.then_some(path)
}

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
