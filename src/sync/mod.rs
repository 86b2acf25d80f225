//! Memory that threads share without locks, ways to share work, memory for large tables, and
//! waiting for inputs and outputs. With `cfg(loom)` the atomics are those of the crate `loom`: its
//! models, tests that `scripts/threads.sh` runs, try all orders of access.

mod buckets;
mod in_order;
mod in_parallel;
mod pages;
mod prefetch;
mod retry;

pub use buckets::{Buckets, Slot, allocate, place};
pub use in_order::in_order;
pub use in_parallel::in_parallel;
pub use pages::{LargeBox, Pages};
pub use prefetch::prefetch;
pub use retry::{Retrying, retry_blocked};

#[cfg(not(all(test, loom)))]
pub use std::sync::atomic;

#[cfg(all(test, loom))]
pub use loom::sync::atomic;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Locks a mutex, even if a thread has panicked while it held the lock: no panic can leave the
/// guarded data half changed.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets this thread sleep for at least this time.
#[cfg(not(all(test, loom)))]
pub fn nap(time: Duration) {
    std::thread::sleep(time);
}

/// Yields to the other threads: loom's models have no time.
#[cfg(all(test, loom))]
pub fn nap(_: Duration) {
    loom::thread::yield_now();
}
