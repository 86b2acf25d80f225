//! Node types, and what is known of a node. <https://www.chessprogramming.org/Node_Types>

use super::params;
use super::reductions::PLY;
use super::transposition::TtEntry;
use crate::board::Move;
use crate::eval::Score;

/// The type of a node: root, PV or non-PV. It is a type parameter, so that the search is compiled
/// for each of them.
pub trait NodeType {
    const PV: bool;
    const ROOT: bool;
    /// Whether there are pruning, reductions, extensions, TT cutoffs, upcoming repetitions and
    /// quiescence search. Only tests have a type without them.
    const SELECTIVE: bool = true;
    /// The node type of a child with an open window.
    type Pv: NodeType;
    /// The node type of a child with a null window.
    type NonPv: NodeType;
}

pub struct Root;
pub struct Pv;
pub struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Pv = Pv;
    type NonPv = NonPv;
}
impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Pv = Pv;
    type NonPv = NonPv;
}
impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Pv = Pv;
    type NonPv = NonPv;
}

/// What is known of a node before its moves are searched. Pruning, extensions and reductions go by
/// it.
#[derive(Copy, Clone)]
pub struct Node {
    /// The distance from the root, in plies.
    pub ply: usize,
    /// The depth to which the node is searched, more than 0 plies.
    pub depth: i32,
    pub beta: Score,
    /// Whether the node is expected to fail high.
    pub cut_node: bool,
    pub in_check: bool,
    /// Whether the position is or was on a principal variation.
    pub tt_pv: bool,
    pub tt_entry: Option<TtEntry>,
    pub tt_score: Score,
    pub tt_move: Move,
    /// The uncorrected static evaluation; [`Score::NONE`] in check and in singular searches.
    pub raw_eval: Score,
    /// The correction of the static evaluation, in centipawns; 0 in check and in singular searches.
    pub correction: i32,
    pub static_eval: Score,
    /// The static evaluation, or the TT score where that is more accurate.
    pub eval: Score,
    /// Whether the static evaluation has risen or hardly fallen since the side's last move. From
    /// internal iterative reduction on, it is also set where the static evaluation is at least
    /// beta.
    pub improving: bool,
    /// How much the static evaluation has fallen since the side's last move, in centipawns, if by
    /// `improving_margin` or more; 0 otherwise, and where the earlier evaluation is not known.
    pub worsening: i32,
}

impl Node {
    /// Returns the depth to which a move would be searched after its late move reduction.
    /// `reduction` is the part by its move count, in 1024ths of a ply; a quiet move's history is
    /// added here.
    #[inline(always)]
    pub fn lmr_depth(&self, is_quiet: bool, history: i32, reduction: i32) -> i32 {
        let by_history =
            if is_quiet { history * PLY / params::pruning_history_divisor() } else { 0 };
        (self.depth - 1 - (reduction - by_history) / PLY).max(0)
    }
}
