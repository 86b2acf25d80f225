//! The limits of a search, the allotment of nodes, and the signals that end it.

use std::time::{Duration, Instant};

use super::skill::Skill;
use crate::board::Move;
use crate::knowledge::syzygy::MAX_PIECES;
use crate::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// One side's chess clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// The time left; zero where the client sends a negative number.
    pub remaining: Option<Duration>,
    /// The time added after each move.
    pub increment: Duration,
}

/// How endgame tables are probed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Probing {
    /// The least depth, in plies, at which a position with as many pieces as the largest tables, or
    /// as `max_pieces`, is probed. Positions with fewer pieces are always probed.
    pub depth: i32,
    /// The most pieces, kings included, of probed positions; 0 for none.
    pub max_pieces: u32,
    /// Whether wins that the fifty-move rule prevents are draws.
    pub fifty_moves: bool,
}

impl Default for Probing {
    fn default() -> Probing {
        Probing { depth: 1, max_pieces: MAX_PIECES, fifty_moves: true }
    }
}

/// The limits and options of a search. The default has no limit.
///
/// ```
/// use std::time::Duration;
/// use ox88::search::{Clock, Limits};
/// let five_minutes = Clock { remaining: Some(Duration::from_secs(300)), ..Clock::default() };
/// let limits = Limits { clocks: [five_minutes; 2], multi_pv: 3, ..Limits::default() };
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The start of the clock, by default the time at which the limits are made: limits with a time
    /// serve one search.
    pub start: Instant,
    /// The time from which the search could begin, later than `start` where it waited for other work
    /// of the program. A delay after it is the machine's.
    pub ready: Instant,
    /// The root moves to search; all, if none of these is legal.
    pub search_moves: Vec<Move>,
    /// The sides' clocks, White's first.
    pub clocks: [Clock; 2],
    /// The number of moves until the next time control, if there is one.
    pub moves_to_go: Option<u32>,
    /// The depth of the last iteration, in plies.
    pub depth: Option<i32>,
    /// The number of positions to visit. Several threads may end short of it, by at most 1,024 for
    /// each thread but the first.
    pub nodes: Option<u64>,
    /// The number of positions after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// The number of moves within which a mate is wanted: see `mate/`.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// Whether the search may not answer before [`Signals::stop`].
    pub infinite: bool,
    /// Whether the search may not answer, and its clock does not run, before
    /// [`Signals::ponder_hit`] or `stop`.
    pub ponder: bool,
    /// The number of best lines to report, at least 1.
    pub multi_pv: usize,
    /// The strength, if it is limited; a search for mate ignores it.
    pub skill: Option<Skill>,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The time that a move takes to reach the client and its clock.
    pub move_overhead: Duration,
    /// The way in which endgame tables are probed.
    pub probing: Probing,
}

impl Default for Limits {
    fn default() -> Limits {
        let now = Instant::now();
        Limits {
            start: now,
            ready: now,
            search_moves: Vec::new(),
            clocks: [Clock::default(); 2],
            moves_to_go: None,
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            move_time: None,
            infinite: false,
            ponder: false,
            multi_pv: 1,
            skill: None,
            threads: 1,
            move_overhead: Limits::MOVE_OVERHEAD,
            probing: Probing::default(),
        }
    }
}

impl Limits {
    /// The default of `move_overhead`.
    pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

    /// Returns the limits of a search whose strength is limited: fewer nodes, several lines, one
    /// thread.
    pub fn with_skill(&self, skill: Skill) -> Limits {
        let nodes = skill.nodes();
        Limits {
            nodes: Some(self.nodes.map_or(nodes, |limit| limit.min(nodes))),
            multi_pv: self.multi_pv.max(skill.candidates()),
            threads: 1,
            ..self.clone()
        }
    }
}

/// The limits of a search without a clock; the first that is reached ends it.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// The depth of the last iteration, in plies.
    pub depth: Option<i32>,
    /// The positions to visit.
    pub nodes: Option<u64>,
    /// The time for a move. Games are repeatable only without it.
    pub move_time: Option<Duration>,
}

impl Effort {
    /// The longest time for a move that arguments and specifications take, in milliseconds: a day.
    pub const MAX_MILLISECONDS: u64 = 86_400_000;

    /// Returns the limits of a search that begins now, on one thread.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            // No clock runs, so that nothing is lost on the way to it.
            move_overhead: Duration::ZERO,
            ..Limits::default()
        }
    }
}

/// The nodes that are allotted at once. Between two allotments a thread polls clock and signals
/// only after a probe of endgame tables.
const ALLOTMENT: u64 = 1024;

/// The node limit of one search, which is allotted to its threads in portions. The counter is
/// relaxed, as it orders no other memory.
pub struct NodeAllowance {
    limit: u64,
    /// The nodes that threads have requested, which may exceed the limit.
    asked_for: AtomicU64,
}

impl NodeAllowance {
    /// Returns the allowance of a search. The first portion is reserved for the first thread, so
    /// that there is an answer if the limit leaves none for the others.
    pub fn new(limit: Option<u64>) -> NodeAllowance {
        NodeAllowance { limit: limit.unwrap_or(u64::MAX), asked_for: AtomicU64::new(ALLOTMENT) }
    }

    /// Returns the nodes that a thread begins with: only the first one has an allotment.
    pub fn of_thread(&self, number: usize) -> u64 {
        match number {
            0 => self.limit.min(ALLOTMENT),
            _ => 0,
        }
    }

    /// Returns the nodes that a thread may visit until its next allotment; 0 at the limit.
    pub fn allot(&self) -> u64 {
        let before = self.asked_for.fetch_add(ALLOTMENT, Ordering::Relaxed);
        self.limit.saturating_sub(before).min(ALLOTMENT)
    }
}

/// One thread's nodes, for display and the soft limit of nodes. The counter is relaxed, and has a
/// cache line of its own because it is written at every node.
#[derive(Default)]
#[repr(align(64))]
pub struct NodeCounter(AtomicU64);

impl NodeCounter {
    #[inline(always)]
    pub fn set(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The flags of one search, which threads share and which are never reset. They are relaxed, as
/// they order no memory.
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

    /// Tells a pondering search that the expected move was played: its own clock starts.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::Relaxed);
    }

    /// Returns true if [`Signals::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns true if [`Signals::ponder_hit`] was called.
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }
}

#[cfg(all(test, loom))]
mod models {
    use std::sync::Arc;

    use loom::thread;

    use super::*;

    #[test]
    fn threads_are_allotted_the_limit_and_no_more() {
        for limit in [0, 1, ALLOTMENT, ALLOTMENT + 1, 3 * ALLOTMENT - 1] {
            loom::model(move || {
                let allowance = Arc::new(NodeAllowance::new(Some(limit)));
                let ask = |allowance: &NodeAllowance| allowance.allot() + allowance.allot();
                let helper = thread::spawn({
                    let allowance = Arc::clone(&allowance);
                    move || ask(&allowance)
                });
                let here = allowance.of_thread(0) + allowance.allot();
                assert_eq!(here + helper.join().unwrap(), limit);
            });
        }
    }
}
