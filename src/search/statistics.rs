//! Search statistics, in builds with the feature `stats`; otherwise these functions count nothing.
//! One pruned node or move in a thousand is searched, to measure how often pruning is wrong,
//! which changes the node count of such a build.

use std::fmt;

const SAMPLE: u64 = 1000;

/// In plies; deeper nodes count as of this depth.
const DEEPEST: usize = 16;

/// The last class includes all beyond.
const CLASSES: usize = 8;

#[derive(Copy, Clone, Default)]
struct Counter {
    #[cfg(feature = "stats")]
    value: u64,
}

impl Counter {
    #[inline(always)]
    fn add(&mut self) {
        #[cfg(feature = "stats")]
        {
            self.value += 1;
        }
    }

    fn get(self) -> u64 {
        #[cfg(feature = "stats")]
        return self.value;
        #[cfg(not(feature = "stats"))]
        0
    }
}

#[derive(Copy, Clone, Default)]
struct Tries {
    all: Counter,
    successes: Counter,
}

impl Tries {
    #[inline(always)]
    fn add(&mut self, is_success: bool) {
        self.all.add();
        if is_success {
            self.successes.add();
        }
    }
}

fn per_cent(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_string(),
        _ => format!("{:.1}", 100.0 * part as f64 / whole as f64),
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pruning {
    Razoring,
    ReverseFutility,
    NullMove,
    ProbCut,
    SmallProbCut,
    History,
    Futility,
    See,
    NoisyFutility,
    NoisySee,
}

impl Pruning {
    const COUNT: usize = 10;

    const NAMES: [(Pruning, &str); Pruning::COUNT] = [
        (Pruning::Razoring, "razoring"),
        (Pruning::ReverseFutility, "reverse futility"),
        (Pruning::NullMove, "null move"),
        (Pruning::ProbCut, "ProbCut"),
        (Pruning::SmallProbCut, "small ProbCut"),
        (Pruning::History, "quiet, history"),
        (Pruning::Futility, "quiet, futility"),
        (Pruning::See, "quiet, SEE"),
        (Pruning::NoisyFutility, "noisy, futility"),
        (Pruning::NoisySee, "noisy, SEE"),
    ];
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NodeKind {
    Pv,
    Cut,
    All,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MoveClass {
    TtMove,
    /// By SEE within the margin of its order.
    GoodNoisy,
    Killer,
    Quiet,
    /// Beyond it.
    BadNoisy,
}

/// The statistics of one thread.
#[derive(Clone, Default)]
pub struct Statistics {
    nodes: [[Counter; DEEPEST + 1]; 3],
    quiescence: Counter,
    probes: Tries,
    tt_cutoffs: Counter,
    evaluations: Tries,
    fail_highs: Counter,
    fail_highs_by_move_count: [Counter; CLASSES],
    fail_highs_by_class: [Counter; 5],
    reductions: [Tries; CLASSES],
    researches: Tries,
    prunings: [[Tries; DEEPEST + 1]; Pruning::COUNT],
    /// Of those checked: the wrong ones.
    errors: [[Tries; DEEPEST + 1]; Pruning::COUNT],
    extensions: [Counter; 7],
    pruned: u64,
    checked_ply: Option<usize>,
}

fn class_of_depth(depth: i32) -> usize {
    depth.clamp(0, DEEPEST as i32) as usize
}

impl Statistics {
    /// Whether this build has statistics.
    pub const IS_ON: bool = cfg!(feature = "stats");

    /// Counts a node of the main search.
    #[inline(always)]
    pub fn node(&mut self, kind: NodeKind, depth: i32) {
        self.nodes[kind as usize][class_of_depth(depth)].add();
    }

    /// Counts a node of quiescence search.
    #[inline(always)]
    pub fn quiescence(&mut self) {
        self.quiescence.add();
    }

    /// Counts a probe of the transposition table.
    #[inline(always)]
    pub fn probe(&mut self, is_hit: bool) {
        self.probes.add(is_hit);
    }

    /// Counts a table cutoff.
    #[inline(always)]
    pub fn tt_cutoff(&mut self) {
        self.tt_cutoffs.add();
    }

    /// Counts a static evaluation: computed, or from the table.
    #[inline(always)]
    pub fn evaluation(&mut self, is_computed: bool) {
        self.evaluations.add(is_computed);
    }

    /// Counts a fail high by the `move_count`-th move, from 1.
    #[inline(always)]
    pub fn fail_high(&mut self, move_count: usize, class: MoveClass) {
        self.fail_highs.add();
        self.fail_highs_by_move_count[(move_count - 1).min(CLASSES - 1)].add();
        self.fail_highs_by_class[class as usize].add();
    }

    /// Counts a reduced move, and whether it failed low.
    #[inline(always)]
    pub fn reduction(&mut self, plies: i32, is_confirmed: bool) {
        self.reductions[plies.clamp(0, CLASSES as i32 - 1) as usize].add(is_confirmed);
    }

    /// Counts a re-search, and whether it failed high again.
    #[inline(always)]
    pub fn research(&mut self, fails_high: bool) {
        self.researches.add(fails_high);
    }

    /// Counts an extension of -3 to 3 plies.
    #[inline(always)]
    pub fn extension(&mut self, plies: i32) {
        self.extensions[(plies.clamp(-3, 3) + 3) as usize].add();
    }

    /// Counts a pruning test. Returns whether to search what is pruned.
    #[inline(always)]
    pub fn pruning(&mut self, kind: Pruning, depth: i32, is_success: bool) -> bool {
        self.prunings[kind as usize][class_of_depth(depth)].add(is_success);
        if !Statistics::IS_ON || !is_success || self.checked_ply.is_some() {
            return false;
        }
        self.pruned += 1;
        self.pruned.is_multiple_of(SAMPLE)
    }

    /// Whether the pruned node at this ply is searched.
    #[inline(always)]
    pub fn is_checked(&self, ply: usize) -> bool {
        Statistics::IS_ON && self.checked_ply == Some(ply)
    }

    /// Begins to search a pruned node at this ply.
    pub fn begin_check(&mut self, ply: usize) {
        self.checked_ply = Some(ply);
    }

    /// Ends the search of a pruned node.
    pub fn end_check(&mut self, kind: Pruning, depth: i32, is_wrong: bool) {
        self.checked_ply = None;
        self.errors[kind as usize][class_of_depth(depth)].add(is_wrong);
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sum = |counts: &[Counter]| counts.iter().map(|count| count.get()).sum::<u64>();
        let main: u64 = self.nodes.iter().map(|counts| sum(counts)).sum();
        let all = main + self.quiescence.get();
        writeln!(f, "nodes           {all:>12}")?;
        writeln!(
            f,
            "  quiescence    {:>12} %",
            per_cent(self.quiescence.get(), all)
        )?;
        for (kind, counts) in ["PV", "cut", "all"].iter().zip(&self.nodes) {
            writeln!(f, "  {kind:<14}{:>12} %", per_cent(sum(counts), all))?;
        }
        let share = |tries: &Tries| per_cent(tries.successes.get(), tries.all.get());
        writeln!(f, "table hits      {:>12} %", share(&self.probes))?;
        writeln!(
            f,
            "table cutoffs   {:>12} % of the probes",
            per_cent(self.tt_cutoffs.get(), self.probes.all.get())
        )?;
        writeln!(
            f,
            "evaluations     {:>12} % of the nodes, {} % of those asked for",
            per_cent(self.evaluations.successes.get(), all),
            share(&self.evaluations)
        )?;

        let highs = self.fail_highs.get();
        writeln!(f, "\nfail highs by move count, %")?;
        for (index, count) in self.fail_highs_by_move_count.iter().enumerate() {
            let from = if index + 1 == CLASSES { " on" } else { "" };
            writeln!(
                f,
                "  {:>2}{from:<3} {:>8}",
                index + 1,
                per_cent(count.get(), highs)
            )?;
        }
        writeln!(f, "\nfail highs by kind of the move, %")?;
        let classes = [
            "table's move",
            "good noisy",
            "killer",
            "quiet",
            "losing noisy",
        ];
        for (name, count) in classes.iter().zip(&self.fail_highs_by_class) {
            writeln!(f, "  {name:<14}{:>8}", per_cent(count.get(), highs))?;
        }

        writeln!(
            f,
            "\nreduced moves: plies, count, % confirmed (score not above alpha)"
        )?;
        for (plies, tries) in self.reductions.iter().enumerate() {
            writeln!(
                f,
                "  {plies:>2} {:>10} {:>8}",
                tries.all.get(),
                share(tries)
            )?;
        }
        writeln!(
            f,
            "searched again  {:>12}, of these above alpha again {} %",
            self.researches.all.get(),
            share(&self.researches)
        )?;

        writeln!(f, "\nextensions: plies, count")?;
        for (index, count) in self.extensions.iter().enumerate() {
            writeln!(f, "  {:>2} {:>10}", index as i32 - 3, count.get())?;
        }

        writeln!(
            f,
            "\npruning by depth: % of the tries that prune; % of those checked that are wrong (checked)"
        )?;
        for (kind, name) in Pruning::NAMES {
            writeln!(f, "  {name}")?;
            for depth in 0..=DEEPEST {
                let tries = &self.prunings[kind as usize][depth];
                let errors = &self.errors[kind as usize][depth];
                if tries.all.get() > 0 {
                    writeln!(
                        f,
                        "    {depth:>2} {:>10} {:>6} {:>6} ({})",
                        tries.all.get(),
                        share(tries),
                        share(errors),
                        errors.all.get()
                    )?;
                }
            }
        }
        writeln!(f, "\nnodes by depth: PV, cut, all")?;
        for depth in 0..=DEEPEST {
            let at = |kind: usize| self.nodes[kind][depth].get();
            writeln!(f, "  {depth:>2} {:>9} {:>9} {:>9}", at(0), at(1), at(2))?;
        }
        Ok(())
    }
}
