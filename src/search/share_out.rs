//! Work that several threads take from one heap.

use std::sync::Mutex;

/// Does `work` on every item, on this thread and on others up to so many in
/// all. Where the system has no more threads, fewer share the work.
pub fn share_out<T>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    work: impl Fn(T) + Sync,
) {
    let heap = Mutex::new(items);
    let take = || heap.lock().ok()?.next();
    let drain = || {
        while let Some(item) = take() {
            work(item);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new()
                .spawn_scoped(scope, drain)
                .is_err()
            {
                break;
            }
        }
        drain();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_once() {
        for threads in [0, 1, 3, 40] {
            let mut items = [0; 1000];
            share_out(items.iter_mut(), threads, |item| *item += 1);
            assert_eq!(items, [1; 1000]);
        }
    }
}
