//! Singular extensions: a move much better than all others is searched deeper (Anantharaman,
//! Campbell, Hsu, "Singular Extensions", 1988). The search that tests the TT move may also extend
//! it by two plies (double extensions), reduce it (negative extensions), or cut the node off
//! (multi-cut). At low depth the TT move is extended without a search of the others.
//! <https://www.chessprogramming.org/Singular_Extensions>

use super::history::TT_MOVE_HISTORY_MAX;
use super::node::{Node, NodeType, NonPv};
use super::params;
use super::transposition::Bound;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

pub enum Singularity {
    /// The move is extended by this number of plies, or reduced where it is negative.
    Extend(i32),
    /// Other moves fail high too, so that the node returns this value (multi-cut).
    Cutoff(Score),
}

impl<E: Evaluation> Worker<'_, E> {
    /// Returns whether a line may be extended at `ply`, which must not be far beyond the
    /// iteration's depth: a line in which each move wins a ply back would never end, and its tree
    /// explode.
    #[inline(always)]
    pub fn may_extend(&self, ply: usize) -> bool {
        ply < (params::extension_ply_factor() * self.root_depth) as usize
    }

    /// Returns whether the TT move is tested by a singular search.
    #[inline(always)]
    pub fn may_be_singular(&self, node: &Node) -> bool {
        node.depth >= min_singular_depth(node)
            && self.may_extend(node.ply)
            && node.tt_entry.is_some_and(|tt_entry| {
                tt_entry.bound.is_lower()
                    && tt_entry.depth >= node.depth - params::singular_tt_lag()
            })
            && !node.tt_score.is_decided()
    }

    /// Low-depth singular extension: returns whether the TT move gets a ply where the depth is too
    /// low for a singular search. It gets one if it has failed high before, and the static
    /// evaluation is well below alpha.
    #[inline(always)]
    pub fn extends_at_low_depth(&self, node: &Node, alpha: Score) -> bool {
        node.depth < min_singular_depth(node)
            && !node.in_check
            && node.tt_entry.is_some_and(|tt_entry| tt_entry.bound == Bound::Lower)
            && node.static_eval <= alpha - params::low_depth_extension_margin()
            && self.may_extend(node.ply)
    }

    /// Searches the node without the TT move, with a null window somewhat below its score, and
    /// returns what follows for the TT move or the node.
    pub fn singularity<N: NodeType>(&mut self, node: Node) -> Singularity {
        let Node { ply, depth, beta, cut_node, tt_score, tt_move, .. } = node;
        let singular_beta = tt_score - (depth * params::singular_margin() / 64).max(1);
        let singular_depth = (depth - 1) * params::singular_depth_part() / 64;
        self.stack[ply].excluded = tt_move;
        let score =
            self.search::<NonPv>(singular_beta - 1, singular_beta, singular_depth, cut_node, ply);
        self.stack[ply].excluded = Move::NONE;

        if score < singular_beta {
            let may_double = self.stack[ply].double_extensions < params::most_double_extensions();
            let margin = params::extension_margin_pv() * i32::from(N::PV)
                + params::extension_margin_tt_history() * i32::from(self.tt_move_history)
                    / TT_MOVE_HISTORY_MAX;
            let is_double = may_double && score < singular_beta - margin;
            Singularity::Extend(1 + i32::from(is_double))
        } else if score >= beta && !score.is_decided() {
            if !self.stopped {
                // A cutoff without the TT move is worth more than its depth: the correction
                // histories learn as from a deeper search.
                let depth = singular_depth * params::multicut_correction() / 64;
                let node = Node { depth, ..node };
                self.update_corrections(&node, (score, Bound::Lower), Move::NONE);
            }
            Singularity::Cutoff(score)
        } else if tt_score >= beta {
            Singularity::Extend(-params::negative_extension() + i32::from(N::PV))
        } else if cut_node {
            Singularity::Extend(-params::negative_extension_cut_node())
        } else {
            Singularity::Extend(0)
        }
    }
}

/// Returns the least depth of a node whose TT move is tested by a singular search.
fn min_singular_depth(node: &Node) -> i32 {
    params::singular_depth() + i32::from(node.tt_pv)
}
