//! The attack table for any machine.

use std::cell::Cell;

use super::target_lists::{Scan, TargetLists, Targets};
use crate::board::piece::PieceSet;
use crate::board::square::SquareSet;

/// The attack table without vector operations.
pub type PortableTable = TargetLists<OneByOne>;

/// Reads the lists one after the other.
#[derive(Clone, Default)]
pub struct OneByOne;

impl Scan for OneByOne {
    const NAME: &'static str = "portable";

    #[inline(always)]
    fn attackers(targets: &Targets, pieces: PieceSet, squares: SquareSet) -> PieceSet {
        let mut bits = 0;
        for (id, targets) in targets.iter().enumerate() {
            let attacks = !targets.get().intersection(squares).is_empty();
            bits |= u16::from(attacks) << id;
        }
        PieceSet::from_bits(bits).intersection(pieces)
    }

    #[inline(always)]
    fn attacked(targets: &Targets) -> SquareSet {
        let targets = targets.iter().map(Cell::get);
        targets.fold(SquareSet::EMPTY, SquareSet::union)
    }
}
