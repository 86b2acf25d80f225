//! Search statistics, which `ox88 bench` prints in builds with the feature `stats`; in other builds
//! nothing is counted. One pruned node or move in a thousand is searched anyway, to measure how
//! often pruning is wrong, which changes the node count of such a build.

use std::fmt;

use super::node::{Node, NodeType, NonPv};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

/// The number of pruned nodes or moves of which one is searched, to see if the pruning was right.
const SAMPLE: u64 = 1000;

/// Deeper nodes count as of this depth, in plies.
const DEEPEST: usize = 16;

/// The number of classes of reductions (by plies) and of fail highs (by move count). The last class
/// includes all beyond.
const CLASSES: usize = 8;

/// The rules that prune nodes and moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pruning {
    Razoring,
    ReverseFutility,
    NullMove,
    ProbCut,
    History,
    Futility,
    See,
    NoisyFutility,
    NoisySee,
}

impl Pruning {
    const ALL: [Pruning; 9] = [
        Pruning::Razoring,
        Pruning::ReverseFutility,
        Pruning::NullMove,
        Pruning::ProbCut,
        Pruning::History,
        Pruning::Futility,
        Pruning::See,
        Pruning::NoisyFutility,
        Pruning::NoisySee,
    ];
}

#[derive(Copy, Clone, Default)]
struct Tries {
    all: u64,
    successes: u64,
}

impl Tries {
    #[inline(always)]
    fn add(&mut self, is_success: bool) {
        if Statistics::IS_ON {
            self.all += 1;
            self.successes += u64::from(is_success);
        }
    }

    fn success_rate(self) -> String {
        per_cent(self.successes, self.all)
    }
}

fn per_cent(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_string(),
        _ => format!("{:.1}", 100.0 * part as f64 / whole as f64),
    }
}

type ByDepth<T> = [T; DEEPEST + 1];

fn depth_class(depth: i32) -> usize {
    depth.clamp(0, DEEPEST as i32) as usize
}

/// The statistics of one thread.
#[derive(Clone, Default)]
pub struct Statistics {
    /// The nodes of the main search by type (PV, cut and all nodes) and depth.
    nodes: [ByDepth<u64>; 3],
    quiescence: u64,
    fail_highs: [u64; CLASSES],
    reductions: [Tries; CLASSES],
    researches: Tries,
    prunings: [ByDepth<Tries>; Pruning::ALL.len()],
    /// The number of prunings that were checked, and the number of prunings that were wrong.
    errors: [ByDepth<Tries>; Pruning::ALL.len()],
    pruned: u64,
    sampled_ply: Option<usize>,
}

impl Statistics {
    /// Whether this build has statistics.
    pub const IS_ON: bool = cfg!(feature = "stats");

    #[inline(always)]
    pub(super) fn node<N: NodeType>(&mut self, node: &Node) {
        if Statistics::IS_ON {
            let kind = if N::PV { 0 } else { 2 - usize::from(node.cut_node) };
            self.nodes[kind][depth_class(node.depth)] += 1;
        }
    }

    #[inline(always)]
    pub(super) fn quiescence(&mut self) {
        if Statistics::IS_ON {
            self.quiescence += 1;
        }
    }

    /// Counts a fail high by the `move_count`-th move, from 1.
    #[inline(always)]
    pub(super) fn fail_high(&mut self, move_count: usize) {
        if Statistics::IS_ON {
            self.fail_highs[(move_count - 1).min(CLASSES - 1)] += 1;
        }
    }

    /// Counts a reduced move, and whether it failed low.
    #[inline(always)]
    pub(super) fn reduction(&mut self, plies: i32, is_confirmed: bool) {
        self.reductions[plies.clamp(0, CLASSES as i32 - 1) as usize].add(is_confirmed);
    }

    /// Counts a re-search, and whether it failed high again.
    #[inline(always)]
    pub(super) fn research(&mut self, fails_high: bool) {
        self.researches.add(fails_high);
    }

    /// Returns whether the node at this ply was pruned and is searched for the statistics.
    #[inline(always)]
    pub(super) fn is_sampled(&self, ply: usize) -> bool {
        Statistics::IS_ON && self.sampled_ply == Some(ply)
    }

    /// Counts an attempt to prune. Returns whether what is pruned shall be searched.
    #[inline(always)]
    fn pruning(&mut self, kind: Pruning, depth: i32, is_success: bool) -> bool {
        self.prunings[kind as usize][depth_class(depth)].add(is_success);
        if !Statistics::IS_ON || !is_success || self.sampled_ply.is_some() {
            return false;
        }
        self.pruned += 1;
        self.pruned.is_multiple_of(SAMPLE)
    }
}

impl<E: Evaluation> Worker<'_, E> {
    /// Counts an attempt to prune a node; a sample of the pruned nodes is searched with a null
    /// window above `alpha`.
    #[inline(always)]
    pub fn count_pruning(&mut self, kind: Pruning, node: &Node, alpha: Score, is_success: bool) {
        if self.statistics.pruning(kind, node.depth, is_success) && !self.stopped {
            self.sample(kind, node, alpha, None);
        }
    }

    /// Counts a pruned move; a sample is searched with a null window above `alpha`.
    #[inline(always)]
    pub fn count_pruned_move(&mut self, kind: Pruning, node: &Node, alpha: Score, mv: Move) {
        if self.statistics.pruning(kind, node.depth, true) {
            self.sample(kind, node, alpha, Some(mv));
        }
    }

    /// Searches a sampled node, or the position after a sampled move, and counts whether the pruning
    /// was wrong.
    #[cold]
    fn sample(&mut self, kind: Pruning, node: &Node, alpha: Score, mv: Option<Move>) {
        let &Node { ply, depth, cut_node, .. } = node;
        self.statistics.sampled_ply = Some(ply);
        let is_wrong = if let Some(mv) = mv {
            self.make(mv, ply);
            let score = -self.search::<NonPv>(-alpha - 1, -alpha, depth - 1, !cut_node, ply + 1);
            self.unmake();
            score > alpha
        } else {
            let score = self.search::<NonPv>(alpha, alpha + 1, depth, cut_node, ply);
            (score <= alpha) != (kind == Pruning::Razoring)
        };
        self.statistics.sampled_ply = None;
        self.statistics.errors[kind as usize][depth_class(depth)].add(is_wrong);
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let main: u64 = self.nodes.as_flattened().iter().sum();
        let all = main + self.quiescence;
        let quiescence = per_cent(self.quiescence, all);
        writeln!(f, "nodes {all}, of these in quiescence search {quiescence} %")?;

        writeln!(f, "\nnodes by depth: PV, cut, all")?;
        let [pv, cut, others] = &self.nodes;
        for (depth, ((pv, cut), others)) in pv.iter().zip(cut).zip(others).enumerate() {
            writeln!(f, "  {depth:>2} {pv:>9} {cut:>9} {others:>9}")?;
        }

        writeln!(f, "\nfail highs by move count (the last row: and later), %")?;
        let fail_highs = self.fail_highs.iter().sum();
        for (index, &count) in self.fail_highs.iter().enumerate() {
            writeln!(f, "  {:>2} {:>8}", index + 1, per_cent(count, fail_highs))?;
        }

        writeln!(
            f,
            "\nreduced moves: plies (the last row: and more), count, % confirmed (score not above alpha)"
        )?;
        for (plies, tries) in self.reductions.iter().enumerate() {
            writeln!(f, "  {plies:>2} {:>10} {:>8}", tries.all, tries.success_rate())?;
        }
        let Tries { all, .. } = self.researches;
        let again = self.researches.success_rate();
        writeln!(f, "searched again {all}, of these above alpha again {again} %")?;

        writeln!(
            f,
            "\npruning by depth: tries; % that prune; % of those checked that are wrong (checked)"
        )?;
        for kind in Pruning::ALL {
            writeln!(f, "  {kind:?}")?;
            let (prunings, errors) = (&self.prunings[kind as usize], &self.errors[kind as usize]);
            for (depth, (tries, errors)) in prunings.iter().zip(errors).enumerate() {
                let (rate, wrong) = (tries.success_rate(), errors.success_rate());
                if tries.all > 0 {
                    let (all, checked) = (tries.all, errors.all);
                    writeln!(f, "    {depth:>2} {all:>10} {rate:>6} {wrong:>6} ({checked})")?;
                }
            }
        }
        Ok(())
    }
}
