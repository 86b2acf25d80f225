//! What a search may take: its limits, the nodes that its threads share, and the
//! signals by which other threads end it.

use std::time::{Duration, Instant};

use super::skill::Skill;
use super::tablebase::Probing;
use crate::board::{Color, Move};
use crate::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// One side's chess clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left on the clock; zero where the client said less than nothing.
    pub remaining: Option<Duration>,
    /// Time added after each move.
    pub increment: Duration,
}

/// The limits of a search, and what is asked of it. The default has no limit.
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
    /// When the search was asked for: all times count from here.
    pub start: Instant,
    /// Only these root moves are looked at; all, where none of the list is legal.
    pub search_moves: Vec<Move>,
    /// The sides' clocks, White's first.
    pub clocks: [Clock; 2],
    /// Moves until more time is added, if the game is played so.
    pub moves_to_go: Option<u32>,
    /// Plies of the last iteration.
    pub depth: Option<i32>,
    /// Positions to visit, counted exactly.
    pub nodes: Option<u64>,
    /// Positions after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// Moves within which a mate is looked for: see [`super::find_mate`].
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// No answer before [`super::Signals::stop`].
    pub infinite: bool,
    /// The opponent is thinking: no answer, and no clock of ours, before
    /// [`super::Signals::ponder_hit`].
    pub ponder: bool,
    /// How many best lines to report, at least 1.
    pub multi_pv: usize,
    /// To play worse than it could.
    pub skill: Option<Skill>,
    /// Threads that search together, at least 1.
    pub threads: usize,
    /// Time that the way to the client and back may take.
    pub move_overhead: Duration,
    /// How endgame tables are used.
    pub probing: Probing,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            start: Instant::now(),
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
    /// Default time that a move takes to reach the clock.
    pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

    /// The clock of this side.
    pub fn clock(&self, color: Color) -> Clock {
        self.clocks[color.index()]
    }
}

/// Nodes that are allotted at once. Between two allotments a thread looks
/// neither at the clock nor at signals.
const ALLOTMENT: u64 = 1024;

/// The nodes of one search. Relaxed: each allotment is one step of one counter,
/// which all threads see in the same order, and orders nothing else.
pub struct NodeAllowance {
    limit: Option<u64>,
    /// Also counts what was asked for beyond the limit.
    asked_for: AtomicU64,
}

impl NodeAllowance {
    /// So many nodes, or as many as there are.
    pub fn new(limit: Option<u64>) -> NodeAllowance {
        NodeAllowance {
            limit,
            asked_for: AtomicU64::new(0),
        }
    }

    /// As many nodes as a thread may visit before it asks again: none where the
    /// limit is reached.
    pub fn allot(&self) -> u64 {
        let limit = self.limit.unwrap_or(u64::MAX);
        let before = self.asked_for.fetch_add(ALLOTMENT, Ordering::Relaxed);
        limit.saturating_sub(before).min(ALLOTMENT)
    }
}

/// Nodes that one thread has visited, for the others to read. Relaxed: it is a
/// number to display, and orders nothing else. It has a cache line of its own, as
/// its thread writes it at every node.
#[derive(Default)]
#[repr(align(64))]
pub struct NodeCounter(AtomicU64);

impl NodeCounter {
    /// The thread has visited so many.
    #[inline(always)]
    pub fn set(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }

    /// How many the thread has visited.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The flags of one search, shared with the threads that may end it. All accesses are
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

#[cfg(all(test, loom))]
mod models {
    use std::sync::Arc;

    use loom::thread;

    use super::*;

    /// However threads ask, they get the whole limit and no more.
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
                let here = ask(&allowance);
                assert_eq!(here + helper.join().unwrap(), limit);
            });
        }
    }
}
