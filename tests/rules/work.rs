//! Files from the neighbouring `shared` folder, and work shared among threads.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The text of a file of the shared folder. Where there is none, says so and
/// gives `None`: the folder does not travel with the repository.
pub fn shared_text(path: &str) -> Option<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared")
        .join(path);
    let text = std::fs::read_to_string(&file).ok();
    if text.is_none() {
        println!("skipped: {} is not here", file.display());
    }
    text
}

/// Does each job on one of as many threads as the machine offers. Results come
/// in no particular order; a job that panics fails the test.
pub fn in_parallel<J: Sync, R: Send>(jobs: &[J], work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut results = Vec::new();
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            results.push(work(job));
        }
        results
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a job failed, see above"))
            .collect()
    })
}
