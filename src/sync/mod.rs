//! What threads share without locks, how they share work, memory for large tables, and waiting for
//! inputs and outputs. With `cfg(loom)` the atomics are loom's: its models (`scripts/threads.sh`)
//! try all orders of access.

mod buckets;
#[cfg(test)]
mod hesitant;
mod in_order;
mod pages;
mod patience;

pub use buckets::{Buckets, Slot, allocate, place};
#[cfg(test)]
pub use hesitant::Hesitant;
pub use in_order::in_order;
pub use pages::{LargeBox, Pages};
pub use patience::{Patient, patiently};

#[cfg(not(all(test, loom)))]
pub use std::sync::atomic;

#[cfg(all(test, loom))]
pub use loom::sync::atomic;

use std::time::Duration;

/// Lets this thread sleep for at least this time.
#[cfg(not(all(test, loom)))]
pub fn nap(time: Duration) {
    std::thread::sleep(time);
}

/// A model has no time: yields to the other threads.
#[cfg(all(test, loom))]
pub fn nap(_: Duration) {
    loom::thread::yield_now();
}
