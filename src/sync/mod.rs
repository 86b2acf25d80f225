//! What threads share without locks: words that are accessed relaxed, and
//! tables of them. And how they share work, and what large tables lie in.
//!
//! Under `cfg(loom)` the atomics of the unit tests are loom's, so that its
//! models (`scripts/threads.sh`) walk through all orders in which threads can
//! access them, in the very code that the program runs.

mod buckets;
mod in_order;
mod pages;

pub use buckets::{Bucket, Buckets, Slot, allocate, place};
pub use in_order::in_order;
pub use pages::{LargeBox, Pages};

#[cfg(not(all(test, loom)))]
pub use std::sync::atomic;

#[cfg(all(test, loom))]
pub use loom::sync::atomic;

use std::time::Duration;

/// Sleeps, for a thread that waits for a flag.
#[cfg(not(all(test, loom)))]
pub fn nap(time: Duration) {
    std::thread::sleep(time);
}

/// In a model there is no time: a thread that naps yields to the others.
#[cfg(all(test, loom))]
pub fn nap(_: Duration) {
    loom::thread::yield_now();
}
