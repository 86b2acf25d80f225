//! What a search reports while it runs, and receivers that keep it.

use std::time::Duration;

use super::transposition::Bound;
use crate::board::Move;
use crate::eval::{Chances, Score, WinModel};

/// The best line, or the n-th best.
#[derive(Clone, Default, Debug)]
pub struct Info<'a> {
    /// The depth of the iteration, in plies.
    pub depth: i32,
    /// The length in plies of the longest line that had been followed for this rank when the line
    /// was found (UCI's `seldepth`).
    pub selective_depth: usize,
    /// The rank of the line among the best, from 1.
    pub multi_pv: usize,
    /// The value for the side to move at the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the position is known to be drawn: by the rules or by endgame tables.
    pub is_drawn: bool,
    /// The number of positions visited so far.
    pub nodes: u64,
    /// The time since the search was asked for.
    pub time: Duration,
    /// The part of the table that is filled by this search, in per mille.
    pub hash_full: u32,
    /// The number of successful probes of endgame tables.
    pub tb_hits: u64,
    /// The moves of the line, which is empty only without legal moves.
    pub line: &'a [Move],
}

impl Info<'_> {
    /// Returns the report of a score that no search has found, without a line.
    pub fn unsearched(score: Score, time: Duration) -> Info<'static> {
        Info { multi_pv: 1, score, bound: Bound::Exact, time, ..Info::default() }
    }

    /// Returns the positions visited per second.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }

    /// Returns the chances of win, draw and loss that the score stands for.
    pub fn chances(&self, model: &WinModel) -> Chances {
        if self.is_drawn { Chances::DRAWN } else { model.chances(self.score) }
    }
}

/// Returns the nodes per second of a search that has visited `nodes` positions in `time`.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    (u128::from(nodes) * 1_000_000 / micros) as u64
}

/// The result of a search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play, or [`Move::NONE`] where there is no legal one.
    pub best: Move,
    /// The expected reply, legal after `best`.
    pub ponder: Option<Move>,
    /// The value for the side to move.
    pub score: Score,
    /// The number of positions visited.
    pub nodes: u64,
}

/// Receives what a search finds.
///
/// ```
/// use ox88::board::Position;
/// use ox88::search::{Info, Limits, Report, Searcher, Signals};
/// struct Depths(Vec<i32>);
/// impl Report for Depths {
///     fn line(&mut self, info: &Info) { self.0.push(info.depth) }
/// }
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let mut depths = Depths(Vec::new());
/// Searcher::new(1).unwrap().search(
///     &Position::startpos(), &limits, &Signals::default(), &mut depths,
/// );
/// assert_eq!(depths.0.last(), Some(&3));
/// ```
pub trait Report {
    /// Is called when a line has been found or has changed its value.
    fn line(&mut self, info: &Info);
    /// Is called when the search begins this root move, the `move_count`-th from 1.
    fn current_move(&mut self, _depth: i32, _mv: Move, _move_count: usize) {}
    /// Is called when a mate search has found no mate within this number of moves.
    fn no_mate(&mut self, _moves: u32, _nodes: u64) {}
    /// Is called about once a second by a mate search, with its nodes and the time since it was
    /// asked for.
    fn mate_progress(&mut self, _nodes: u64, _time: Duration) {}
    /// Is called when the search has its answer; helper threads may still be ending.
    fn answer(&mut self, _answer: &Answer) {}
}

/// A receiver that passes on the best `lines` lines, with the nodes of an earlier search added.
pub(super) struct Relay<'a> {
    pub lines: usize,
    pub earlier_nodes: u64,
    pub listener: &'a mut dyn Report,
}

impl Report for Relay<'_> {
    fn line(&mut self, info: &Info) {
        if info.multi_pv <= self.lines {
            let nodes = info.nodes + self.earlier_nodes;
            self.listener.line(&Info { nodes, ..info.clone() });
        }
    }

    fn current_move(&mut self, depth: i32, mv: Move, move_count: usize) {
        self.listener.current_move(depth, mv, move_count);
    }

    fn answer(&mut self, answer: &Answer) {
        let nodes = answer.nodes + self.earlier_nodes;
        self.listener.answer(&Answer { nodes, ..*answer });
    }
}

/// A receiver that ignores everything.
pub struct Silent;

impl Report for Silent {
    fn line(&mut self, _: &Info) {}
}

/// A line as it was last reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The moves of the line, at least one.
    pub moves: Vec<Move>,
    /// The value for the side to move.
    pub score: Score,
    /// Whether the position is known to be drawn, as in [`Info::is_drawn`].
    pub is_drawn: bool,
    /// The depth of the iteration, in plies.
    pub depth: i32,
}

impl Line {
    /// Returns the line that is reported.
    pub fn of(info: &Info) -> Line {
        Line {
            moves: info.line.to_vec(),
            score: info.score,
            is_drawn: info.is_drawn,
            depth: info.depth,
        }
    }

    /// Returns the move to play.
    pub fn first(&self) -> Move {
        self.moves.first().copied().unwrap_or(Move::NONE)
    }
}

/// The last reported lines, the best first.
///
/// ```
/// use ox88::board::Position;
/// use ox88::search::{Limits, Lines, Searcher, Signals};
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let limits = Limits { depth: Some(3), multi_pv: 2, ..Limits::default() };
/// let mut lines = Lines::default();
/// let mut searcher = Searcher::new(1).unwrap();
/// searcher.search(&position, &limits, &Signals::default(), &mut lines);
/// assert_eq!(lines.best.len(), 2);
/// assert_eq!(position.san(lines.best[0].first()), "Ra8#");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Lines {
    /// The lines. There are none if the position has no legal move.
    pub best: Vec<Line>,
}

impl Report for Lines {
    fn line(&mut self, info: &Info) {
        if info.line.is_empty() {
            return;
        }
        self.best.truncate(info.multi_pv.saturating_sub(1));
        self.best.push(Line::of(info));
    }
}
