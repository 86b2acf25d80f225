//! Singular extensions: a move much better than all others is searched deeper. Anantharaman,
//! Campbell, Hsu, "Singular Extensions" (1988).
//! <https://www.chessprogramming.org/Singular_Extensions>

use super::node::{Node, NodeType, NonPv};
use super::params;
use super::transposition::Bound;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

pub enum Singularity {
    /// In plies; negative for a reduction.
    Extend(i32),
    /// Other moves fail high too: return this value (multi-cut).
    Cutoff(Score),
}

impl<E: Evaluation> Worker<'_, E> {
    /// Whether a line may be extended at `ply`, by whatever reason: not far beyond the iteration's
    /// depth. A line in which each move wins a ply back would never end, and its tree explode.
    #[inline(always)]
    pub fn may_extend(&self, ply: usize) -> bool {
        ply < (params::extension_ply_factor() * self.depth) as usize
    }

    #[inline(always)]
    pub fn may_be_singular(&self, node: &Node) -> bool {
        node.depth >= params::singular_depth() + i32::from(node.tt_pv)
            && self.may_extend(node.ply)
            && node.tt_entry.is_some_and(|tt_entry| {
                tt_entry.bound != Bound::Upper
                    && tt_entry.depth >= node.depth - params::singular_tt_lag()
            })
            && !node.tt_score.is_decided()
    }

    /// Searches without the table's move, with a null window somewhat below its score.
    pub fn singularity<N: NodeType>(&mut self, node: Node) -> Singularity {
        let Node {
            ply,
            depth,
            beta,
            cut_node,
            tt_score,
            tt_move,
            ..
        } = node;
        let near = tt_score - (depth * params::singular_margin() / 64).max(1);
        self.stack[ply].excluded = tt_move;
        let others = self.search::<NonPv>(near - 1, near, (depth - 1) / 2, cut_node, ply);
        self.stack[ply].excluded = Move::NONE;

        if others < near {
            let may_double = self.stack[ply].double_extensions < params::most_double_extensions();
            let stricter = params::extension_margin_pv() * i32::from(N::PV)
                - params::extension_margin_quiet() * i32::from(!tt_move.is_noisy());
            let twice = params::double_extension_margin() + stricter;
            let thrice = params::triple_extension_margin() + stricter;
            let is_below = |margin: i32| others < near - margin;
            Singularity::Extend(match () {
                () if may_double && !tt_move.is_noisy() && is_below(thrice) => 3,
                () if may_double && is_below(twice) => 2,
                () => 1,
            })
        } else if others >= beta && !others.is_decided() {
            Singularity::Cutoff(others)
        } else if tt_score >= beta {
            Singularity::Extend(-params::negative_extension() + i32::from(N::PV))
        } else if cut_node {
            Singularity::Extend(-params::negative_extension_cut_node())
        } else {
            Singularity::Extend(0)
        }
    }
}
