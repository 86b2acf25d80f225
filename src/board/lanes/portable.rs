//! The attack table for any machine.

use std::cell::Cell;

use super::by_man::{Scan, TargetLists, Targets};
use crate::board::piece::ManSet;
use crate::board::square::SquareSet;

/// The attack table without vector operations.
pub type PortableTable = TargetLists<OneByOne>;

/// Reads the lists one after the other.
#[derive(Clone, Default)]
pub struct OneByOne;

impl Scan for OneByOne {
    const NAME: &'static str = "portable";

    #[inline(always)]
    fn attackers(targets: &Targets, men: ManSet, squares: SquareSet) -> ManSet {
        let mut bits = 0;
        for (id, targets) in targets.iter().enumerate() {
            let attacks = !targets.get().intersection(squares).is_empty();
            bits |= u16::from(attacks) << id;
        }
        ManSet::from_bits(bits).intersection(men)
    }

    #[inline(always)]
    fn attacked(targets: &Targets) -> SquareSet {
        let targets = targets.iter().map(Cell::get);
        targets.fold(SquareSet::EMPTY, SquareSet::union)
    }
}
