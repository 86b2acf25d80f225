//! Work that is done at once on several threads.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread::{self, Builder};

use super::locked;

/// Does the work for all parts, each on a thread of its own, or on this one where no more can be
/// started; returns the results in the order of the parts.
pub fn in_parallel<T: Send, R: Send>(
    parts: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    // A part stays here where its thread cannot be started.
    let parts: Vec<_> = parts.into_iter().map(|part| Mutex::new(Some(part))).collect();
    let take = |part: &Mutex<Option<T>>| {
        let mut part = locked(part);
        part.take().map(&work)
    };
    let take = &take;
    thread::scope(|scope| {
        let start = |part| Builder::new().spawn_scoped(scope, move || take(part)).ok();
        let threads: Vec<_> = parts.iter().map(start).collect();
        let results = parts.iter().zip(threads).map(|(part, thread)| match thread {
            Some(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            None => take(part),
        });
        results.flatten().collect()
    })
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_the_parts() {
        let mut numbers = [1, 2, 3, 4, 5];
        let doubled = in_parallel(numbers.chunks_mut(2), |part| {
            part.iter_mut().for_each(|number| *number *= 2);
            part.to_vec()
        });
        assert_eq!(doubled, [vec![2, 4], vec![6, 8], vec![10]]);
        assert_eq!(numbers, [2, 4, 6, 8, 10]);
        assert!(in_parallel([0; 0], |number| number).is_empty());
    }
}
