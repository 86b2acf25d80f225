//! How other threads reach a running search.

use std::sync::atomic::{AtomicBool, Ordering};

/// The flags of one search, shared with whoever may end it. All accesses are
/// relaxed: the flags order no other memory, they only have to arrive.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Signals {
    /// Asks the search to answer now.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Tells a pondering search that the expected move was played: from now on
    /// it thinks on its own clock.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::Relaxed);
    }

    /// Whether [`Signals::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether [`Signals::ponder_hit`] was called.
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }
}
