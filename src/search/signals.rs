//! How other threads reach a running search.

use crate::sync::atomic::{AtomicBool, Ordering};

/// The flags of one search, shared with whoever may end it. All accesses are
/// relaxed: the flags order no other memory, they only have to arrive. They are
/// never taken back; what is to begin anew has flags of its own.
///
/// ```
/// use ox88::board::Position;
/// use ox88::search::{Limits, Searcher, Signals, Silent};
/// let (limits, signals) = (Limits { infinite: true, ..Limits::default() }, Signals::default());
/// signals.stop();
/// let mut searcher = Searcher::new(1).unwrap();
/// let answer = searcher.search(&Position::startpos(), &limits, &signals, &mut Silent);
/// // However early it is stopped, there is a move to play.
/// assert!(!answer.best.is_none());
/// ```
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
