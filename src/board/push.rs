//! Moves added to a list, one for each of a set of targets. Builds with AVX-512 VBMI2 add them as a
//! vector, since loops over bits end unpredictably.

use super::moves::{Move, MoveKind, MoveList};
use super::square::{Square, SquareSet};
use super::step::Step;

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512vbmi2"
    ) => {
        mod vectors;
        pub(super) use vectors::{push_stepped, push_targets};
    }
    _ => {
        pub(super) use one_by_one::{push_stepped, push_targets};
    }
}

#[allow(dead_code, reason = "where vectors are used, for tests only")]
mod one_by_one {
    use super::*;

    /// Adds a move from a square to each of the targets, in order from a1 to h8.
    #[inline(always)]
    pub fn push_targets(moves: &mut MoveList, from: Square, targets: SquareSet, kind: MoveKind) {
        for to in targets {
            moves.push(Move::new(from, to, kind));
        }
    }

    /// Adds a move to each target, in order from a1 to h8. It begins one `step` before the target;
    /// that square must be on the board.
    #[inline(always)]
    pub fn push_stepped(moves: &mut MoveList, step: Step, targets: SquareSet, kind: MoveKind) {
        for (from, to) in targets.stepped_from(step) {
            moves.push(Move::new(from, to, kind));
        }
    }
}
