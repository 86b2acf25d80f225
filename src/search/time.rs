//! How long to think.

use std::time::{Duration, Instant};

use super::Signals;
use super::limits::Limits;
use super::params;
use crate::board::Color;

/// The least time a search is given, however little the clock shows.
const LEAST: Duration = Duration::from_millis(1);

/// The time of one search: after the soft limit it begins nothing new, at the
/// hard limit it breaks off.
#[derive(Clone, Debug)]
pub struct Budget {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// While the opponent thinks no limit holds.
    pondering: bool,
    /// Hard limits count from here.
    own_clock_since: Instant,
}

impl Budget {
    /// The time that these limits give the side to move.
    pub fn new(limits: &Limits, side: Color) -> Budget {
        let clock = limits.clock(side);
        let (mut soft, mut hard) = match clock.remaining {
            Some(remaining) if !limits.infinite => {
                let (soft, hard) = share(
                    remaining,
                    clock.increment,
                    limits.moves_to_go,
                    limits.move_overhead,
                );
                (Some(soft), Some(hard))
            }
            _ => (None, None),
        };
        if let Some(move_time) = limits.move_time
            && !limits.infinite
        {
            let move_time = move_time.saturating_sub(limits.move_overhead).max(LEAST);
            hard = Some(hard.map_or(move_time, |hard| hard.min(move_time)));
            soft = soft.map(|soft| soft.min(move_time));
        }
        Budget {
            start: limits.start,
            soft,
            hard,
            pondering: limits.ponder,
            own_clock_since: limits.start,
        }
    }

    /// Time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time after which nothing new begins, if there is one.
    pub fn soft(&self) -> Option<Duration> {
        self.soft
    }

    /// The time after which the search breaks off, if there is one.
    pub fn hard(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether the search waits for the opponent; learns of a ponder hit.
    pub fn is_pondering(&mut self, signals: &Signals) -> bool {
        if self.pondering && signals.is_ponder_hit() {
            self.pondering = false;
            self.own_clock_since = Instant::now();
        }
        self.pondering
    }

    /// Whether the hard limit is reached.
    pub fn is_spent(&mut self, signals: &Signals) -> bool {
        self.hard.is_some_and(|hard| {
            !self.is_pondering(signals) && self.own_clock_since.elapsed() >= hard
        })
    }

    /// Whether too little is left for another iteration. Time spent pondering
    /// counts as thought: a search that has already gone deep answers at once.
    pub fn ends_before_next_iteration(&mut self, signals: &Signals) -> bool {
        self.soft.is_some_and(|soft| {
            !self.is_pondering(signals) && self.elapsed() >= soft * params::TIME_SOFT_SHARE / 100
        })
    }
}

/// Soft and hard limit for one move of a game.
fn share(
    remaining: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
) -> (Duration, Duration) {
    let left = remaining.saturating_sub(overhead).max(LEAST);
    let moves = moves_to_go.map_or(params::TIME_MOVES_LEFT, |moves| {
        moves.clamp(1, params::TIME_MOVES_LEFT)
    });
    let increment = increment * params::TIME_INCREMENT_SHARE / 100;
    // With the control at hand the whole clock is for this move.
    let most = if moves == 1 {
        left * 9 / 10
    } else {
        left * params::TIME_HARD_SHARE / 100
    };
    let most = most.max(LEAST);
    let soft = (left / moves).saturating_add(increment).min(most);
    let hard = (soft * params::TIME_HARD_FACTOR).min(most);
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock {
            remaining: Some(Duration::from_millis(remaining)),
            increment: Duration::from_millis(increment),
        };
        let limits = Limits {
            clocks: [clock; 2],
            moves_to_go,
            ..Limits::default()
        };
        let budget = Budget::new(&limits, Color::White);
        (budget.soft().unwrap(), budget.hard().unwrap())
    }

    #[test]
    fn never_more_than_the_clock_less_the_overhead() {
        for remaining in [0, 1, 5, 10, 11, 12, 50, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 1, 10, 100, 30_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (soft, hard) = budget(remaining, increment, moves_to_go);
                    let left = Duration::from_millis(remaining.saturating_sub(10).max(1));
                    assert!(
                        soft <= hard && hard <= left,
                        "{remaining} {increment} {moves_to_go:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_second_more_or_a_move_less_gives_more_time() {
        assert!(budget(2_000, 0, None).0 > budget(1_000, 0, None).0);
        assert!(budget(1_000, 20, None).0 > budget(1_000, 0, None).0);
        assert!(budget(1_000, 0, Some(2)).0 > budget(1_000, 0, Some(20)).0);
    }

    #[test]
    fn no_limit_without_a_clock_or_when_infinite() {
        let clock = Clock {
            remaining: Some(LEAST),
            increment: LEAST,
        };
        let free = Budget::new(&Limits::default(), Color::White);
        assert_eq!((free.soft(), free.hard()), (None, None));
        let infinite = Limits {
            clocks: [clock; 2],
            infinite: true,
            ..Limits::default()
        };
        assert_eq!(Budget::new(&infinite, Color::White).hard(), None);
        // Only the mover's clock counts.
        let black = Limits {
            clocks: [Clock::default(), clock],
            ..Limits::default()
        };
        assert_eq!(Budget::new(&black, Color::White).hard(), None);
        assert_eq!(Budget::new(&black, Color::Black).hard(), Some(LEAST));
    }

    #[test]
    fn pondering_uses_no_time_before_the_hit() {
        let clock = Clock {
            remaining: Some(LEAST),
            increment: Duration::ZERO,
        };
        let limits = Limits {
            clocks: [clock; 2],
            ponder: true,
            ..Limits::default()
        };
        let (mut budget, signals) = (Budget::new(&limits, Color::White), Signals::default());
        std::thread::sleep(LEAST * 3);
        assert!(!budget.is_spent(&signals) && !budget.ends_before_next_iteration(&signals));
        signals.ponder_hit();
        assert!(budget.ends_before_next_iteration(&signals));
    }
}
