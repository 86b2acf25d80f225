//! Numbered work on several threads, with results in order: they do not depend on the number of
//! threads.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Each worker, on its own thread, takes the next free number and does the `work` for it; `keep`
/// gets the results in the order of the numbers.
///
/// # Errors
/// Where a thread cannot be created, or a result cannot be passed on; no more work is begun then.
pub fn in_order<W: Send, R: Send>(
    numbers: Range<u64>,
    workers: Vec<W>,
    work: impl Fn(&mut W, u64) -> R + Sync,
    mut keep: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicU64::new(numbers.start);
    let is_over = AtomicBool::new(false);
    let (sender, results) = channel();
    let (next, is_over, work) = (&next, &is_over, &work);
    thread::scope(|scope| {
        let count = workers.len();
        for (place, mut worker) in workers.into_iter().enumerate() {
            let sender = sender.clone();
            let go_on = move || {
                while !is_over.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end
                        || sender.send((number, work(&mut worker, number))).is_err()
                    {
                        return;
                    }
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, go_on) {
                is_over.store(true, Ordering::Relaxed);
                let reason = format!("thread {} of {count} cannot be started: {error}", place + 1);
                return Err(io::Error::new(error.kind(), reason));
            }
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = numbers.start;
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&due) {
                if let Err(error) = keep(result) {
                    is_over.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                due += 1;
            }
        }
        Ok(())
    })
}
