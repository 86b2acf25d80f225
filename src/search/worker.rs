//! What one thread of a search has, and what all threads of a search share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::correction::{CorrectionKeys, Corrections};
use super::history::{Context, DISTANCES, FARTHEST, History, PieceTo};
use super::lateness::Lateness;
use super::limits::{Limits, NodeAllowance, NodeCounter, Signals};
use super::node::NodeType;
use super::params;
use super::pv::PvTable;
use super::report::Report;
use super::root_moves::{RootMove, list_root_moves};
use super::statistics::Statistics;
use super::tablebase::Tablebases;
use super::time::TimeManager;
use super::transposition::{Bound, TranspositionTable, TtEntry};
use crate::board::{Checks, Move, Outcome, PieceSet, Position};
use crate::eval::{Evaluation, MAX_PLY, Score, endgame};
use crate::knowledge::syzygy::Tables;
use crate::sync::{LargeBox, locked};

/// A stopped search still finishes its first iteration, so that its answer is not
/// arbitrary, unless that takes more nodes than this.
const FIRST_ITERATION_NODES: u64 = 10_000;

/// What all threads share: the transposition table, and what is set up anew for each search.
pub struct Shared {
    pub tt: TranspositionTable,
    /// The position at the root. Each thread takes a copy, as positions cache attacks and are not
    /// `Sync`.
    position: Mutex<Position>,
    pub root_moves: Vec<RootMove>,
    pub limits: Limits,
    /// The value that the side's last search in the same game found.
    pub last_score: Option<Score>,
    pub tablebases: Tablebases,
    /// Stops the helpers once the first thread is done.
    pub done: AtomicBool,
    /// The results of the threads by their numbers, for the vote.
    pub results: Vec<Mutex<Option<ThreadResult>>>,
    pub counters: Vec<NodeCounter>,
    nodes: NodeAllowance,
}

impl Shared {
    pub fn new(tt: TranspositionTable) -> Shared {
        let limits = Limits::default();
        Shared {
            tt,
            position: Mutex::new(Position::startpos()),
            root_moves: Vec::new(),
            tablebases: Tablebases::new(None, &limits),
            limits,
            last_score: None,
            done: AtomicBool::new(false),
            results: vec![Mutex::default()],
            counters: vec![NodeCounter::default()],
            nodes: NodeAllowance::new(None),
        }
    }

    /// Sets up a search. The moves of the root are ranked by endgame tables, until it is late.
    pub fn begin(
        &mut self,
        position: &Position,
        limits: &Limits,
        tables: Option<&Arc<Tables>>,
        is_late: &dyn Fn() -> bool,
    ) {
        self.tt.begin_search();
        locked(&self.position).clone_from(position);
        list_root_moves(&mut self.root_moves, position, &limits.search_moves);
        self.limits.clone_from(limits);
        self.tablebases = Tablebases::new(tables.cloned(), limits);
        self.tablebases.rank(position, &mut self.root_moves, limits.multi_pv, is_late);
        *self.done.get_mut() = false;
        for result in &mut self.results {
            *result = Mutex::default();
        }
        for counter in &self.counters {
            counter.set(0);
        }
        self.nodes = NodeAllowance::new(limits.nodes);
    }
}

/// What a thread has found, for the vote.
#[derive(Clone)]
pub struct ThreadResult {
    pub best: RootMove,
    pub score: Score,
    /// The depth of its last finished iteration.
    pub depth: i32,
}

/// What a thread keeps between searches.
pub struct ThreadData {
    history: LargeBox<History>,
    corrections: LargeBox<Corrections>,
    stack: Box<[StackEntry]>,
    pv: PvTable,
    position: Position,
    root_moves: Vec<RootMove>,
    pub statistics: Statistics,
}

impl ThreadData {
    /// Returns `None` where there is no memory.
    pub fn new() -> Option<ThreadData> {
        Some(ThreadData {
            history: History::new()?,
            corrections: Corrections::new()?,
            stack: vec![StackEntry::default(); MAX_PLY + 2].into(),
            pv: PvTable::new(),
            position: Position::startpos(),
            root_moves: Vec::new(),
            statistics: Statistics::default(),
        })
    }

    pub fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// What is known of a ply of the line under search. Each entry is aligned to lie in one cache line.
#[derive(Clone, Default)]
#[repr(align(64))]
pub struct StackEntry {
    /// The pieces that give check to the side to move.
    pub checkers: PieceSet,
    /// The move made at this ply.
    pub mv: Move,
    pub piece_to: PieceTo,
    /// The keys of the histories. Nodes that return before ProbCut do not set them.
    pub context: Context,
    /// The corrected static evaluation; [`Score::NONE`] in check.
    pub static_eval: Score,
    /// The TT move, where a singular search of this node leaves it out (`extensions.rs`).
    pub excluded: Move,
    /// The quiet move that last cut off a node at this ply with the same parent.
    pub killer: Move,
    pub tt_pv: bool,
    /// The move count of the move made at this ply, from 1.
    pub move_count: i32,
    /// The late move reduction of the move made at this ply, in 1024ths of a ply, before it is
    /// bounded by the depth; 0 if it is not searched with one now.
    pub reduction: i32,
    /// The number of fail highs at this ply since the grandparent was entered.
    pub cutoffs: i32,
    /// The number of double extensions in the line so far.
    pub double_extensions: i32,
}

const _: () = assert!(size_of::<StackEntry>() == 64, "an entry fits in a cache line");

impl StackEntry {
    /// Returns whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

/// The search of one thread: what it shares with the others, what it keeps for the next search, and
/// what it knows of this one.
pub struct Worker<'a, E> {
    pub shared: &'a Shared,
    pub signals: &'a Signals,
    pub report: &'a mut dyn Report,
    /// The number of the thread; the first, 0, watches the time and reports.
    pub thread: usize,
    pub history: &'a mut History,
    pub corrections: &'a mut Corrections,
    pub stack: &'a mut [StackEntry],
    pub pv: &'a mut PvTable,
    pub position: &'a mut Position,
    pub root_moves: &'a mut Vec<RootMove>,
    pub statistics: &'a mut Statistics,
    pub evaluation: &'a mut E,
    pub time: TimeManager,
    /// The index of the root move whose line is searched. The root moves before it have their place
    /// in this iteration.
    pub pv_index: usize,
    /// The current iteration, in plies.
    pub root_depth: i32,
    /// The last finished iteration; 0 before the first.
    pub completed_depth: i32,
    /// The first move of the best line as last reported.
    pub reported_move: Move,
    /// The number of times that another move became the best within the iteration, re-searches
    /// included.
    pub best_move_changes: u32,
    /// The nodes that this thread has visited.
    pub nodes: u64,
    counter: &'a NodeCounter,
    /// The nodes that are left until the clock and the signals are polled.
    nodes_until_poll: u64,
    /// The length of the longest line, in plies.
    pub selective_depth: usize,
    /// The least ply with null moves during a verification search, otherwise 0.
    pub nmp_min_ply: usize,
    /// The ply of the verification search, whose node is entered twice; `usize::MAX` without one.
    pub verified_ply: usize,
    /// What is added to the static evaluation if White or Black is to move, in centipawns.
    pub optimism: [i32; 2],
    /// The TT move history, which rises where TT moves are best in non-PV nodes: within plus and
    /// minus [`TT_MOVE_HISTORY_MAX`](super::history::TT_MOVE_HISTORY_MAX).
    pub tt_move_history: i16,
    /// Whether the search has been stopped, so that its results are void from then on.
    pub stopped: bool,
    /// The game's moves before the root, the last first.
    before_root: [PieceTo; FARTHEST],
}

impl<'a, E: Evaluation> Worker<'a, E> {
    /// Sets up a thread's search; the threads that help the first one need no time of their own.
    pub fn new(
        shared: &'a Shared,
        signals: &'a Signals,
        report: &'a mut dyn Report,
        thread: usize,
        data: &'a mut ThreadData,
        evaluation: &'a mut E,
        time: Option<TimeManager>,
    ) -> Worker<'a, E> {
        data.position.clone_from(&locked(&shared.position));
        data.root_moves.clone_from(&shared.root_moves);
        evaluation.reset(&data.position);
        data.history.age();
        data.stack.fill(StackEntry::default());
        data.stack[0].checkers = data.position.checkers();
        let side = data.position.side_to_move();
        let mut before_root = [PieceTo::NONE; FARTHEST];
        for (to, (piece, mv)) in before_root.iter_mut().zip(data.position.moves_back()) {
            if !mv.is_none() {
                *to = PieceTo::new(piece, mv.to());
            }
        }
        Worker {
            shared,
            signals,
            report,
            thread,
            time: time
                .unwrap_or_else(|| TimeManager::new(&shared.limits, side, Lateness::default())),
            history: &mut data.history,
            corrections: &mut data.corrections,
            stack: &mut data.stack,
            pv: &mut data.pv,
            position: &mut data.position,
            root_moves: &mut data.root_moves,
            statistics: &mut data.statistics,
            evaluation,
            pv_index: 0,
            root_depth: 0,
            completed_depth: 0,
            reported_move: Move::NONE,
            best_move_changes: 0,
            nodes: 0,
            counter: &shared.counters[thread],
            nodes_until_poll: shared.nodes.of_thread(thread),
            selective_depth: 0,
            nmp_min_ply: 0,
            optimism: [0; 2],
            tt_move_history: 0,
            verified_ply: usize::MAX,
            stopped: false,
            before_root,
        }
    }
}

impl<E: Evaluation> Worker<'_, E> {
    /// Returns the checks and pins. Pins are computed only here, as nearly half of the nodes return
    /// before moves are generated.
    #[inline(always)]
    pub fn checks(&self, ply: usize) -> Checks {
        Checks { checkers: self.stack[ply].checkers, pinned: self.position.pinned() }
    }

    /// Prefetches the bucket of the transposition table for the position after a move.
    #[inline(always)]
    pub fn prefetch(&self, mv: Move) {
        let key = self.position.likely_key_after(mv);
        self.shared.tt.prefetch(key);
    }

    #[inline(always)]
    pub fn make(&mut self, mv: Move, ply: usize) {
        self.stack[ply].mv = mv;
        self.stack[ply].piece_to = self.piece_to(mv);
        self.evaluation.push(self.position);
        self.position.make(mv);
        self.corrections.prefetch(&self.correction_keys(ply + 1));
        self.stack[ply + 1].checkers = self.position.checkers();
    }

    /// Makes a null move, which is not legal in check.
    pub fn make_null(&mut self, ply: usize) {
        self.stack[ply].mv = Move::NONE;
        self.stack[ply].piece_to = PieceTo::NONE;
        self.evaluation.push(self.position);
        self.position.make_null();
        self.shared.tt.prefetch(self.position.key());
        self.stack[ply + 1].checkers = self.position.checkers();
    }

    #[inline(always)]
    pub fn unmake(&mut self) {
        self.position.unmake();
        self.evaluation.pop();
    }

    #[inline(always)]
    pub fn piece_to(&self, mv: Move) -> PieceTo {
        PieceTo::new(self.position.piece_on(mv.from()), mv.to())
    }

    /// Returns the moves before this ply at these distances. A loop is used because the compiler
    /// does not inline `map` into the search.
    #[inline(always)]
    fn prior_pieces_to<const N: usize>(&self, ply: usize, distances: [usize; N]) -> [PieceTo; N] {
        let mut pieces_to = [PieceTo::NONE; N];
        for (to, back) in pieces_to.iter_mut().zip(distances) {
            *to = match ply.checked_sub(back) {
                Some(earlier) => self.stack[earlier].piece_to,
                None => self.before_root[back - ply - 1],
            };
        }
        pieces_to
    }

    #[inline(always)]
    pub fn context(&self, ply: usize) -> Context {
        let side = self.position.side_to_move();
        Context {
            threats: self.position.attacked(!side),
            before: self.prior_pieces_to(ply, DISTANCES),
            pawns: self.position.pawn_key(),
            in_check: self.stack[ply].in_check(),
        }
    }

    #[inline(always)]
    pub fn correction_keys(&self, ply: usize) -> CorrectionKeys {
        CorrectionKeys::of(self.position, self.prior_pieces_to(ply, [1, 2]))
    }

    /// Returns the uncorrected evaluation, and its correction in centipawns (0 for known endings).
    /// The corrections are read first, so that their cache misses overlap with the evaluation of
    /// the network.
    #[inline(always)]
    pub fn raw_eval_and_correction<N: NodeType>(
        &mut self,
        tt_entry: Option<TtEntry>,
        tt_pv: bool,
        ply: usize,
    ) -> (Score, i32) {
        let correction = self.corrections.get(&self.correction_keys(ply));
        let raw_eval = self.raw_eval::<N>(tt_entry, tt_pv);
        if self.is_known_ending(raw_eval) { (raw_eval, 0) } else { (raw_eval, correction) }
    }

    /// Returns the evaluation from the table, or computes it. What was computed is stored in the
    /// table, as many nodes return before they store a result.
    #[inline(always)]
    fn raw_eval<N: NodeType>(&mut self, tt_entry: Option<TtEntry>, tt_pv: bool) -> Score {
        let known = tt_entry.map_or(Score::NONE, |tt_entry| tt_entry.raw_eval);
        if known != Score::NONE {
            return known;
        }
        let raw_eval = self.evaluation.evaluate(self.position);
        if N::SELECTIVE && tt_entry.is_none() {
            let entry = TtEntry::eval_only(raw_eval, tt_pv);
            self.shared.tt.store(self.position.key(), entry);
        }
        raw_eval
    }

    /// Returns the corrected evaluation, scaled down as the fifty moves run out, and with the
    /// side's optimism; known endings are unchanged.
    #[inline(always)]
    pub fn corrected(&self, raw_eval: Score, correction: i32) -> Score {
        if self.is_known_ending(raw_eval) {
            return raw_eval;
        }
        let clock = self.position.halfmove_clock() as i32;
        let faded = raw_eval.get() * (params::fading() - clock.min(100)) / params::fading();
        let optimism = self.optimism[self.position.side_to_move().index()];
        Score::estimate(faded + correction + optimism)
    }

    /// Returns whether an evaluation is that of a known ending: a win, or a draw against a bare
    /// king.
    #[inline(always)]
    pub fn is_known_ending(&self, raw_eval: Score) -> bool {
        raw_eval.is_known_win_or_loss()
            || (raw_eval == Score::DRAW && self.position.has_bare_king())
    }

    /// Returns how much the static evaluation has risen in the last two plies, in centipawns; in
    /// four where the side was in check two plies ago. Returns `None` where it was in check then,
    /// too, and for the first plies. <https://www.chessprogramming.org/Improving>
    pub fn improvement(&self, ply: usize, static_eval: Score) -> Option<i32> {
        let earlier = |back: usize| {
            let before = self.stack[ply.checked_sub(back)?].static_eval;
            (before != Score::NONE).then_some(before)
        };
        let before = earlier(2).or_else(|| earlier(4))?;
        Some(static_eval.get() - before.get())
    }

    /// Begins a node; returns its value if the search must end, the game is drawn, or the
    /// line is too long.
    #[inline(always)]
    pub fn enter<N: NodeType>(&mut self, ply: usize) -> Option<Score> {
        if N::PV {
            self.pv.clear(ply);
        }
        if self.count_node() {
            return Some(Score::DRAW);
        }
        self.selective_depth = self.selective_depth.max(ply);
        if N::ROOT {
            return None;
        }
        if self.is_draw(ply) {
            return Some(Score::DRAW);
        }
        (ply >= MAX_PLY).then(|| self.evaluation.evaluate(self.position))
    }

    /// Returns whether the position is drawn by repetition, the fifty-move rule, insufficient
    /// material, or as a known pawn ending. Stalemate is not included; mate on the hundredth ply
    /// is still mate.
    fn is_draw(&self, ply: usize) -> bool {
        let position = &self.position;
        if position.halfmove_clock() >= Position::FIFTY_MOVES
            && (!position.in_check() || position.has_legal_move())
        {
            return true;
        }
        position.is_repetition(ply)
            || position.is_insufficient_material()
            || endgame::is_drawn(position)
    }

    /// Returns the value of a leaf of a non-selective search, which has no quiescence search.
    #[cold]
    pub fn leaf(&mut self, ply: usize) -> Score {
        match self.position.outcome() {
            Some(Outcome::Checkmate) => Score::mated_in(ply),
            Some(_) => Score::DRAW,
            None => self.evaluation.evaluate(self.position),
        }
    }

    /// Counts a node, and returns whether the search must end.
    #[inline(always)]
    fn count_node(&mut self) -> bool {
        if self.nodes_until_poll == 0 {
            self.poll();
            if self.stopped {
                return true;
            }
        }
        self.nodes_until_poll -= 1;
        self.nodes += 1;
        self.counter.set(self.nodes);
        self.stopped
    }

    #[cold]
    fn poll(&mut self) {
        self.nodes_until_poll = self.shared.nodes.allot();
        if self.nodes_until_poll == 0 {
            self.stopped = true;
        }
        self.check_limits();
    }

    /// Returns the score and bound of the position by endgame tables, unless the search must end
    /// before they have answered: they may lie on a slow disk.
    #[cold]
    pub fn probe_tablebases(&mut self, ply: usize) -> Option<(Score, Bound)> {
        let (signals, deadline) = (self.signals, self.time.deadline(self.signals));
        let is_late = || {
            signals.is_stopped()
                || self.shared.done.load(Ordering::Relaxed)
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let tablebases = &self.shared.tablebases;
        let found = tablebases.probe(self.position, ply, &is_late)?;
        self.check_limits();
        Some(found)
    }

    /// Sets `stopped` once the search must end, except by its limit of nodes. It is called at each
    /// poll, and after each probe of endgame tables.
    pub fn check_limits(&mut self) {
        if self.thread != 0 {
            self.stopped |= self.shared.done.load(Ordering::Relaxed);
        } else if self.completed_depth > 0 || self.nodes >= FIRST_ITERATION_NODES {
            self.stopped |= self.signals.is_stopped() || self.time.is_spent(self.signals);
        }
    }

    pub fn all_nodes(&self) -> u64 {
        self.shared.counters.iter().map(NodeCounter::get).sum()
    }

    /// Stores an entry for the position, which is `ply` plies below the root. The entry's score
    /// counts mates from the root.
    pub fn store(&self, ply: usize, tt_entry: TtEntry) {
        let tt_entry = TtEntry { score: tt_entry.score.to_tt(ply), ..tt_entry };
        self.shared.tt.store(self.position.key(), tt_entry);
    }
}
