//! The delay with which a search looks at the clock on a busy machine.

use std::time::Duration;

/// The longest time between two looks at the clock that is no delay. It is several times what a
/// search needs for the nodes between them.
const USUAL: Duration = Duration::from_millis(5);

/// The longest delay that counts. Pauses of the whole machine, such as its sleep, do not predict
/// delays of the next search.
const MAX: Duration = Duration::from_millis(100);

/// The largest recent delay between two looks at the clock, which fades from search to search. On a
/// busy machine, other processes have the processor in between: a search that reaches its limit
/// may have to wait as long before it can answer.
#[derive(Copy, Clone, Debug, Default)]
pub struct Lateness(Duration);

impl Lateness {
    /// Counts the time between two looks at the clock.
    pub fn count(&mut self, interval: Duration) {
        self.0 = self.0.max(interval.saturating_sub(USUAL).min(MAX));
    }

    /// Returns the delay that the next search has to expect. It fades to half of itself in some
    /// forty searches: on a busy machine, short searches seldom lose the processor, but the next
    /// long one does.
    pub fn faded(self) -> Lateness {
        Lateness(self.0 * 63 / 64)
    }

    /// Returns the time that is kept in reserve.
    pub fn reserve(self) -> Duration {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn the_largest_delay_is_kept_in_reserve() {
        let mut lateness = Lateness::default();
        lateness.count(USUAL);
        assert_eq!(lateness.reserve(), Duration::ZERO);
        for (interval, reserve) in [(30, 25), (20, 25), (45, 40), (3_600_000, 100)] {
            lateness.count(milliseconds(interval));
            assert_eq!(lateness.reserve(), milliseconds(reserve));
        }
    }

    #[test]
    fn delays_fade() {
        let mut lateness = Lateness::default();
        lateness.count(milliseconds(45));
        let mut after = |searches| {
            lateness = (0..searches).fold(lateness, |lateness, _| lateness.faded());
            lateness.reserve()
        };
        assert!(after(20) > milliseconds(25));
        assert!(after(40) < milliseconds(20));
        assert!(after(200) < milliseconds(1));
    }
}
