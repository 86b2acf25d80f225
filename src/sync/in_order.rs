//! Work on several threads, with results in the order of the items, whatever the number of threads.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use super::locked;

/// Does the `work` for each item: each worker, on its own thread, takes the next one. `keep` gets
/// the results in the order of the items, until it breaks off. An item goes to one thread only, and
/// need not be `Sync`.
///
/// # Errors
/// Where a thread cannot be created, or a result cannot be passed on; no more work is begun then.
pub fn in_order<T, W: Send, R: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    workers: Vec<W>,
    work: impl Fn(&mut W, T) -> R + Sync,
    mut keep: impl FnMut(R) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let next = Mutex::new(items.into_iter().enumerate());
    let is_over = AtomicBool::new(false);
    // Workers wait while as many results as there are workers wait for `keep`. Results that come
    // before their turn are held without limit.
    let (sender, results) = sync_channel(workers.len());
    let (next, is_over, work) = (&next, &is_over, &work);
    thread::scope(|scope| {
        let count = workers.len();
        for (place, mut worker) in workers.into_iter().enumerate() {
            let sender = sender.clone();
            let go_on = move || {
                while !is_over.load(Ordering::Relaxed) {
                    let item = locked(next).next();
                    let Some((number, item)) = item else {
                        return;
                    };
                    if sender.send((number, work(&mut worker, item))).is_err() {
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
        let mut due = 0;
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&due) {
                match keep(result) {
                    Ok(ControlFlow::Continue(())) => due += 1,
                    end => {
                        is_over.store(true, Ordering::Relaxed);
                        return end.map(|_| ());
                    }
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for workers in [1, 3] {
            let items: Vec<Cell<u64>> = (0..100).map(Cell::new).collect();
            let mut kept = Vec::new();
            let done = AtomicUsize::new(0);
            let work = |_: &mut (), item: Cell<u64>| {
                // The first result comes behind another, which a worker sends before its second one.
                while item.get() == 0 && workers > 1 && done.load(Ordering::Relaxed) < workers {
                    thread::yield_now();
                }
                done.fetch_add(1, Ordering::Relaxed);
                item.get()
            };
            let keep = |result| {
                kept.push(result);
                Ok(ControlFlow::Continue(()))
            };
            in_order(items, vec![(); workers], work, keep).unwrap();
            assert!(kept.into_iter().eq(0..100));
        }
    }

    /// There is no end of items.
    #[test]
    fn an_error_and_a_break_end_the_work() {
        for is_error in [true, false] {
            let work = |_: &mut (), number: u64| number;
            let keep = |number: u64| match number {
                7 if is_error => Err(io::Error::from(io::ErrorKind::StorageFull)),
                7 => Ok(ControlFlow::Break(())),
                _ => Ok(ControlFlow::Continue(())),
            };
            let done = in_order(0.., vec![(); 2], work, keep);
            let error = done.err().map(|error| error.kind());
            assert_eq!(error, is_error.then_some(io::ErrorKind::StorageFull));
        }
    }
}
