//! What a search may take.

use std::time::{Duration, Instant};

use super::skill::Skill;
use super::tablebase::Probing;
use crate::board::{Color, Move};

/// One side's chess clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left on the clock; zero where the client said less than nothing.
    pub remaining: Option<Duration>,
    /// Time added after each move.
    pub increment: Duration,
}

/// Bounds of a search, and what is asked of it. The default has no bound.
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
    /// What is kept back for each move's way to the clock, unless told otherwise.
    pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

    /// The clock of this side.
    pub fn clock(&self, color: Color) -> Clock {
        self.clocks[color.index()]
    }
}
