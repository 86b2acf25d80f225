//! What one thread of a search holds, and what all of them share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;

use super::correction::{Corrections, Features};
use super::history::{Context, DISTANCES, History, PieceTo};
use super::iterative_deepening::RootMove;
use super::limits::Allowance;
use super::limits::Limits;
use super::limits::Signals;
use super::node::{NodeType, Window};
use super::params;
use super::report::Report;
use super::tablebase::Tablebases;
use super::threads::ThreadResult;
use super::time::TimeManager;
use super::transposition::{TranspositionTable, TtEntry};
use crate::board::{Checks, Move, Position};
use crate::eval::{Evaluation, MAX_PLY, Score};

/// However early a search is stopped, its first iteration is finished, so that
/// the answer is more than just any move; unless that takes more nodes than
/// this.
const FIRST_LOOK: u64 = 10_000;

/// What all threads of a search share.
pub struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub signals: &'a Signals,
    pub limits: &'a Limits,
    /// Endgame tables.
    pub tablebases: Tablebases<'a>,
    /// Ends the helpers once the first thread is done.
    pub done: AtomicBool,
    /// What each thread thinks, for the vote.
    pub results: Vec<Mutex<Option<ThreadResult>>>,
    allowance: Allowance,
}

impl<'a> Shared<'a> {
    pub fn new(
        table: &'a TranspositionTable,
        signals: &'a Signals,
        limits: &'a Limits,
        tablebases: Tablebases<'a>,
    ) -> Shared<'a> {
        Shared {
            table,
            signals,
            limits,
            tablebases,
            done: AtomicBool::new(false),
            results: (0..limits.threads).map(|_| Mutex::new(None)).collect(),
            allowance: Allowance::new(limits.nodes),
        }
    }
}

/// What a thread remembers from one search to the next.
pub struct ThreadData {
    pub history: Box<History>,
    pub corrections: Box<Corrections>,
}

impl ThreadData {
    /// Knows nothing yet; nothing at all where there is no memory for it.
    pub fn new() -> Option<ThreadData> {
        Some(ThreadData {
            history: History::new()?,
            corrections: Corrections::new()?,
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// What is kept for each ply of the line under search.
#[derive(Clone)]
pub struct StackEntry {
    /// Checks and pins of the position.
    pub checks: Checks,
    /// The move made from here, and as a visit.
    pub mv: Move,
    pub piece_to: PieceTo,
    /// What the values of moves from here are looked up by.
    pub context: Context,
    /// The static evaluation, corrected, or [`Score::NONE`] in check.
    pub static_eval: Score,
    /// A move that is left out, to see what the others are worth.
    pub excluded: Move,
    /// The quiet move that last cut off a node at this ply, under the same node
    /// above.
    pub killer: Move,
    /// Whether the position is or was on a principal variation.
    pub tt_pv: bool,
    /// By how many 1024ths of a ply the move made from here was reduced.
    pub reduction: i32,
    /// How many moves of nodes at this ply failed high, since the node above
    /// was entered.
    pub cutoffs: i32,
    /// How often the line so far was extended by more than a ply at a time.
    pub double_extensions: i32,
    /// The best line from here on.
    pub line: ArrayVec<Move, MAX_PLY>,
}

impl Default for StackEntry {
    fn default() -> StackEntry {
        StackEntry {
            checks: Checks::default(),
            mv: Move::NONE,
            piece_to: PieceTo::NONE,
            context: Context::default(),
            static_eval: Score::NONE,
            excluded: Move::NONE,
            killer: Move::NONE,
            tt_pv: false,
            reduction: 0,
            cutoffs: 0,
            double_extensions: 0,
            line: ArrayVec::new(),
        }
    }
}

/// One thread's search.
pub struct Worker<'a, E> {
    pub shared: &'a Shared<'a>,
    pub history: &'a mut History,
    pub corrections: &'a mut Corrections,
    pub report: &'a mut dyn Report,
    /// Number of the thread; the first, 0, watches the time and reports.
    pub thread: usize,
    pub position: Position,
    pub evaluation: E,
    pub time: TimeManager,
    pub stack: Vec<StackEntry>,
    pub root_moves: Vec<RootMove>,
    /// Root moves before this one are already ranked in this iteration.
    pub root_from: usize,
    /// The iteration under way, in plies.
    pub depth: i32,
    /// The last iteration that was finished; 0 before the first.
    pub finished: i32,
    /// The best move as last reported.
    pub reported: Move,
    pub nodes: u64,
    /// Nodes before clock and signals are looked at again.
    allotted: u64,
    /// Plies of the longest line since it was last set to zero.
    pub selective_depth: usize,
    /// No null move is tried above this ply: one is being verified.
    pub null_move_from: usize,
    /// Set once the search must end; every result from then on is void.
    pub stopped: bool,
}

impl<'a, E: Evaluation> Worker<'a, E> {
    pub fn new(
        shared: &'a Shared<'a>,
        data: &'a mut ThreadData,
        mut evaluation: E,
        report: &'a mut dyn Report,
        thread: usize,
        position: &Position,
        root_moves: Vec<RootMove>,
    ) -> Worker<'a, E> {
        evaluation.reset(position);
        let mut stack = vec![StackEntry::default(); MAX_PLY + 2];
        stack[0].checks = position.checks();
        Worker {
            shared,
            history: &mut data.history,
            corrections: &mut data.corrections,
            report,
            thread,
            position: position.clone(),
            evaluation,
            time: TimeManager::new(shared.limits, position.side_to_move()),
            stack,
            root_moves,
            root_from: 0,
            depth: 0,
            finished: 0,
            reported: Move::NONE,
            nodes: 0,
            allotted: 0,
            selective_depth: 0,
            null_move_from: 0,
            stopped: false,
        }
    }
}

impl<E: Evaluation> Worker<'_, E> {
    /// Makes a move on the board and in the evaluation, `ply` plies below the
    /// root.
    #[inline(always)]
    pub fn make(&mut self, mv: Move, ply: usize) {
        self.shared
            .table
            .prefetch(self.position.likely_key_after(mv));
        self.stack[ply].mv = mv;
        self.stack[ply].piece_to = self.piece_to(mv);
        self.evaluation.push();
        self.position.make_observed(mv, &mut self.evaluation);
        self.stack[ply + 1].checks = self.position.checks();
    }

    /// Passes the turn, out of check.
    pub fn make_null(&mut self, ply: usize) {
        self.stack[ply].mv = Move::NONE;
        self.stack[ply].piece_to = PieceTo::NONE;
        self.evaluation.push();
        self.position.make_null();
        self.shared.table.prefetch(self.position.key());
        self.stack[ply + 1].checks = self.position.checks();
    }

    /// Takes the last move back.
    #[inline(always)]
    pub fn unmake(&mut self) {
        self.position.unmake();
        self.evaluation.pop();
    }

    /// A move of the position as a visit.
    #[inline(always)]
    pub fn piece_to(&self, mv: Move) -> PieceTo {
        PieceTo::new(self.position.placed_at(mv.from()), mv.to())
    }

    #[inline(always)]
    fn prior_piece_to(&self, ply: usize, back: usize) -> PieceTo {
        match ply.checked_sub(back) {
            Some(earlier) => self.stack[earlier].piece_to,
            None => PieceTo::NONE,
        }
    }

    /// What the values of the position's moves are looked up by.
    #[inline(always)]
    pub fn context(&self, ply: usize) -> Context {
        let side = self.position.side_to_move();
        Context {
            side,
            threats: self.position.attacked(!side),
            before: DISTANCES.map(|back| self.prior_piece_to(ply, back)),
            pawns: self.position.pawn_key(),
        }
    }

    /// What the correction of the static evaluation is looked up by.
    #[inline(always)]
    pub fn features(&self, ply: usize) -> Features {
        Features::of(
            &self.position,
            [1, 2].map(|back| self.prior_piece_to(ply, back)),
        )
    }

    /// The static evaluation, as the table has it or anew.
    #[inline(always)]
    pub fn raw_eval(&mut self, tt_entry: Option<TtEntry>) -> Score {
        match tt_entry {
            Some(tt_entry) if tt_entry.raw_eval != Score::NONE => tt_entry.raw_eval,
            _ => self.evaluation.evaluate(&self.position),
        }
    }

    /// The static evaluation as experience corrects it; fading as the fifty
    /// moves run out. What is known stays as it is.
    #[inline(always)]
    pub fn corrected(&self, raw_eval: Score, ply: usize) -> Score {
        if raw_eval.is_known() {
            return raw_eval;
        }
        let clock = self.position.halfmove_clock() as i32;
        let faded = raw_eval.get() * (params::fading() - clock.min(100)) / params::fading();
        Score::centipawns(faded + self.corrections.get(&self.features(ply)))
    }

    /// Begins a node, and gives its value where nothing is left to be searched:
    /// the search must end, the game is drawn, or the line is too long.
    #[inline(always)]
    pub fn enter<N: NodeType>(&mut self, ply: usize) -> Option<Score> {
        self.stack[ply].line.clear();
        if self.count_node() {
            return Some(Score::DRAW);
        }
        self.selective_depth = self.selective_depth.max(ply);
        if N::ROOT {
            return None;
        }
        if self.position.is_drawn(ply) {
            return Some(Score::DRAW);
        }
        (ply >= MAX_PLY).then(|| self.evaluation.evaluate(&self.position))
    }

    /// Counts a node, and tells whether the search must end.
    #[inline(always)]
    fn count_node(&mut self) -> bool {
        if self.allotted == 0 {
            self.poll();
            if self.stopped {
                return true;
            }
        }
        self.allotted -= 1;
        self.nodes += 1;
        self.stopped
    }

    #[cold]
    fn poll(&mut self) {
        let signals = self.shared.signals;
        self.allotted = self.shared.allowance.allot();
        if self.allotted == 0 {
            self.stopped = true;
        }
        if self.thread != 0 {
            self.stopped |= signals.is_stopped() || self.shared.done.load(Ordering::Relaxed);
        } else if self.finished > 0 || self.nodes >= FIRST_LOOK {
            self.stopped |= signals.is_stopped() || self.time.is_spent(signals);
        }
    }

    /// Nodes that all threads have visited.
    pub fn all_nodes(&self) -> u64 {
        if self.shared.limits.threads == 1 {
            return self.nodes;
        }
        self.shared.allowance.used(self.allotted)
    }

    /// Keeps in the table what was found of the position, `ply` plies below the
    /// root, from which its score counts mates.
    pub fn store(&self, ply: usize, tt_entry: TtEntry) {
        let tt_entry = TtEntry {
            score: tt_entry.score.to_table(ply),
            ..tt_entry
        };
        self.shared.table.store(self.position.key(), tt_entry);
    }

    /// Takes what a move has turned out to be worth, and tells whether it fails
    /// high: then no other need be tried.
    #[inline(always)]
    pub fn raise<N: NodeType>(
        &mut self,
        window: &mut Window,
        ply: usize,
        mv: Move,
        score: Score,
    ) -> bool {
        if score <= window.best {
            return false;
        }
        window.best = score;
        if score <= window.alpha {
            return false;
        }
        window.best_move = mv;
        if N::PV && !N::ROOT {
            self.extend_line(ply, mv);
        }
        if score >= window.beta {
            return true;
        }
        window.alpha = score;
        false
    }

    /// Makes `mv` followed by the best line of the next ply the best line of
    /// this one.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.stack.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(lower[0].line.iter().copied().take(room));
    }
}
