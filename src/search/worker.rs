//! What one thread of a search holds, and what all of them share.

use std::sync::OnceLock;

use arrayvec::ArrayVec;

use super::history::{Context, History, Visit};
use super::limits::Limits;
use super::ordering::Killers;
use super::params;
use super::root::RootMove;
use super::signals::Signals;
use super::time::Budget;
use super::transposition::{Entry, Table};
use crate::board::{Checks, Move, Position};
use crate::eval::{Evaluation, MAX_PLY, Score};

/// How many nodes pass between two looks at clock and signals.
const POLL_INTERVAL: u64 = 1024;

/// What all threads of a search share.
pub struct Shared<'a> {
    pub table: &'a Table,
    pub signals: &'a Signals,
    pub limits: &'a Limits,
}

/// What is kept for each ply of the line under search.
#[derive(Clone)]
pub struct Ply {
    pub killers: Killers,
    /// Checks and pins of the position.
    pub checks: Checks,
    /// The move made from here.
    pub visit: Visit,
    /// The static evaluation, or [`Score::NONE`] in check.
    pub eval: Score,
    /// The best line from here on.
    pub line: ArrayVec<Move, MAX_PLY>,
}

impl Default for Ply {
    fn default() -> Ply {
        Ply {
            killers: [Move::NONE; 2],
            checks: Checks::default(),
            visit: Visit::NONE,
            eval: Score::NONE,
            line: ArrayVec::new(),
        }
    }
}

/// One thread's search.
pub struct Worker<'a, E> {
    pub shared: &'a Shared<'a>,
    pub history: &'a mut History,
    pub position: Position,
    pub evaluation: E,
    pub budget: Budget,
    pub stack: Vec<Ply>,
    pub root_moves: Vec<RootMove>,
    /// Root moves before this one are already ranked in this iteration.
    pub root_from: usize,
    pub nodes: u64,
    /// Plies of the longest line since it was last set to zero.
    pub selective_depth: usize,
    /// Set once the search must end; every result from then on is void.
    pub stopped: bool,
}

impl<'a, E: Evaluation + Default> Worker<'a, E> {
    pub fn new(
        shared: &'a Shared<'a>,
        history: &'a mut History,
        position: &Position,
        root_moves: Vec<RootMove>,
    ) -> Worker<'a, E> {
        let mut evaluation = E::default();
        evaluation.reset(position);
        let mut stack = vec![Ply::default(); MAX_PLY + 2];
        stack[0].checks = position.checks();
        Worker {
            shared,
            history,
            position: position.clone(),
            evaluation,
            budget: Budget::new(shared.limits, position.side_to_move()),
            stack,
            root_moves,
            root_from: 0,
            nodes: 0,
            selective_depth: 0,
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
        self.stack[ply].visit = Visit::new(self.position.man_at(mv.from()), mv.to());
        self.evaluation.push();
        self.position.make_observed(mv, &mut self.evaluation);
        self.stack[ply + 1].checks = self.position.checks();
    }

    /// Passes the turn, out of check.
    pub fn make_null(&mut self, ply: usize) {
        self.stack[ply].visit = Visit::NONE;
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

    /// What the history of the node's quiet moves is looked up by.
    #[inline(always)]
    pub fn context(&self, ply: usize) -> Context {
        let visit = |back: usize| match ply.checked_sub(back) {
            Some(earlier) => self.stack[earlier].visit,
            None => Visit::NONE,
        };
        Context {
            side: self.position.side_to_move(),
            before: [visit(1), visit(2)],
        }
    }

    /// Counts a node, and tells whether the search must end.
    #[inline(always)]
    pub fn enter_node(&mut self) -> bool {
        self.nodes += 1;
        if let Some(limit) = self.shared.limits.nodes
            && self.nodes > limit
        {
            self.nodes = limit;
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        self.stopped
    }

    fn poll(&mut self) {
        let signals = self.shared.signals;
        if signals.is_stopped() || self.budget.is_spent(signals) {
            self.stopped = true;
        }
    }

    /// Keeps in the table what was found of the position, `ply` plies below the
    /// root, from which its score counts mates.
    pub fn store(&self, ply: usize, entry: Entry) {
        let entry = Entry {
            score: entry.score.to_table(ply),
            ..entry
        };
        self.shared.table.store(self.position.key(), entry);
    }

    /// Makes `mv` followed by the best line of the next ply the best line of
    /// this one.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.stack.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(lower[0].line.iter().copied().take(room));
    }
}

/// Plies by which the `number`-th move is searched less deeply.
pub fn reduction(depth: i32, number: usize) -> i32 {
    static TABLE: OnceLock<[[i8; 64]; 64]> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let logarithms = (depth as f64).ln() * (number as f64).ln();
                *entry = (params::REDUCTION_BASE + logarithms / params::REDUCTION_DIVISOR) as i8;
            }
        }
        table
    });
    i32::from(table[(depth.clamp(0, 63)) as usize][number.min(63)])
}
