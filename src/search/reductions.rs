//! Late move reductions (LMR): the later a move in the order, the shallower it is first searched.
//! Step 15 of `alphabeta.rs` adds up the three parts of a reduction: [`by_move_count`],
//! `adjustment` and `adjustment_by_alpha`. There the gain of a capture counts as history, too
//! (`reduction_gain_weight`). <https://www.chessprogramming.org/Late_Move_Reductions>

use std::sync::OnceLock;

use super::node::{Node, NodeType};
use super::params;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

/// One ply in the unit of reductions, which are counted in 1024ths of a ply.
pub const PLY: i32 = 1024;

/// Returns the reduction of the `move_count`-th move, from 1, in 1024ths of a ply.
#[inline(always)]
pub fn by_move_count(depth: i32, move_count: usize, is_quiet: bool) -> i32 {
    let logarithms = logarithms();
    let product = logarithms[depth.clamp(0, 63) as usize] * logarithms[move_count.min(63)] / PLY;
    if is_quiet {
        params::reduction_base() + product * params::reduction_factor() / PLY
    } else {
        params::reduction_noisy_base() + product * params::reduction_noisy_factor() / PLY
    }
}

impl<E: Evaluation> Worker<'_, E> {
    /// Returns what the node, the history and a check add to the reduction of a move just made, in
    /// 1024ths of a ply.
    #[inline(always)]
    pub fn adjustment<N: NodeType>(&self, node: &Node, mv: Move, history: i32) -> i32 {
        let next = &self.stack[node.ply + 1];
        let where_true = |condition, by: i32| if condition { by } else { 0 };
        let is_deep_tt_pv =
            node.tt_pv && node.tt_entry.is_some_and(|tt_entry| tt_entry.depth >= node.depth);
        let is_tt_noisy = node.tt_move.is_noisy() && !mv.is_noisy();
        let is_tt_low = !N::PV && node.tt_score != Score::NONE && node.tt_score < node.beta;
        let by_worsening = params::reduction_worsening_slope() * node.worsening;
        where_true(!node.improving, params::reduction_worsening())
            + by_worsening.min(params::reduction_worsening_max())
            + where_true(node.cut_node, params::reduction_cut_node())
            - where_true(node.tt_pv, params::reduction_pv())
            - where_true(N::PV, params::reduction_pv())
            - where_true(is_deep_tt_pv, params::reduction_deep_tt_pv())
            + where_true(is_tt_noisy, params::reduction_noisy_tt_move())
            - where_true(next.in_check(), params::reduction_check())
            + where_true(
                next.cutoffs > params::reduction_cutoffs_min(),
                params::reduction_cutoffs(),
            )
            - params::reduction_correction() * node.correction.abs()
            + where_true(is_tt_low, params::reduction_tt_low())
            - history * PLY / params::reduction_history_divisor()
    }

    /// Returns what the distance of the evaluation to alpha adds to the reduction of a quiet move,
    /// in 1024ths of a ply. A quiet move will hardly reach an alpha that is far above.
    #[inline(always)]
    pub fn adjustment_by_alpha(&self, node: &Node, mv: Move, alpha: Score) -> i32 {
        if mv.is_noisy() || node.in_check || alpha.is_decided() {
            return 0;
        }
        let below = alpha.get() - node.eval.get();
        params::reduction_below_alpha()
            * below.clamp(-params::reduction_above_alpha_max(), params::reduction_below_alpha_max())
    }
}

/// Returns by how many plies a null-window search without late move reduction is shallower, such as
/// that of the first move of a non-PV node. `reduction` is in 1024ths of a ply.
#[inline(always)]
pub fn first_move_reduction(reduction: i32, has_tt_move: bool) -> i32 {
    let no_tt_move = params::first_move_reduction_no_tt_move() * i32::from(!has_tt_move);
    i32::from(reduction + no_tt_move > params::first_move_reduction())
}

/// Returns the natural logarithms of small numbers, in 1024ths.
fn logarithms() -> &'static [i32; 64] {
    static TABLE: OnceLock<[i32; 64]> = OnceLock::new();
    TABLE.get_or_init(|| {
        std::array::from_fn(|n| ((n.max(1) as f64).ln() * f64::from(PLY)).round() as i32)
    })
}
