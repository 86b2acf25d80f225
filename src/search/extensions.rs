//! Singular extensions: a move that is better than all others by far decides
//! about the node, and is searched deeper.
//!
//! Anantharaman, Campbell, Hsu, "Singular Extensions" (1988).
//! <https://www.chessprogramming.org/Singular_Extensions>

use super::alphabeta::{NodeType, NonPv};
use super::params;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::{Evaluation, Score};

/// How far a line may be extended by more than a ply at a time, in times.
const MOST_DOUBLE_EXTENSIONS: i32 = 8;

/// What a search without the table's move tells about that move.
pub enum Singularity {
    /// Search it so many plies deeper, or less deep where negative.
    Extend(i32),
    /// Other moves fail high too: give this value at once (multi-cut).
    Cutoff(Score),
}

impl<E: Evaluation> Worker<'_, E> {
    /// Searches the position without the table's move, which is worth at least
    /// `table_score`, to see if another comes near.
    pub fn singularity<N: NodeType>(
        &mut self,
        table_score: Score,
        beta: Score,
        depth: i32,
        cut_node: bool,
        mv: Move,
        ply: usize,
    ) -> Singularity {
        let near = table_score - (depth * params::singular_margin() / 64).max(1);
        self.stack[ply].excluded = mv;
        let others = self.search::<NonPv>(near - 1, near, (depth - 1) / 2, cut_node, ply);
        self.stack[ply].excluded = Move::NONE;

        if others < near {
            let may_double = self.stack[ply].double_extensions < MOST_DOUBLE_EXTENSIONS;
            let twice = params::double_extension_margin() + 200 * i32::from(N::PV);
            let thrice = params::triple_extension_margin() + 200 * i32::from(N::PV);
            let is_below = |margin: i32| others < near - margin;
            Singularity::Extend(match () {
                () if may_double && !mv.is_noisy() && is_below(thrice) => 3,
                () if may_double && is_below(twice) => 2,
                () => 1,
            })
        } else if others >= beta && !others.is_decided() {
            Singularity::Cutoff(others)
        } else if table_score >= beta {
            Singularity::Extend(-3 + i32::from(N::PV))
        } else if cut_node {
            Singularity::Extend(-2)
        } else {
            Singularity::Extend(0)
        }
    }
}
