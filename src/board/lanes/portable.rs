//! The attack table for any machine.

use std::cell::Cell;

use super::by_man::{Scan, TargetLists, Targets};
use crate::board::piece::ManSet;
use crate::board::square::{Square, SquareSet};

/// The attack table without vector operations.
pub type PortableTable = TargetLists<OneByOne>;

/// Reads the lists one after the other.
#[derive(Clone, Default)]
pub struct OneByOne;

impl Scan for OneByOne {
    const NAME: &'static str = "portable";

    #[inline(always)]
    fn attackers(targets: &Targets, men: ManSet, square: Square) -> ManSet {
        let mut attackers = ManSet::EMPTY;
        for id in men {
            if targets[id.index()].get().contains(square) {
                attackers.toggle(id);
            }
        }
        attackers
    }

    #[inline(always)]
    fn attacked(targets: &Targets) -> SquareSet {
        let targets = targets.iter().map(Cell::get);
        targets.fold(SquareSet::EMPTY, SquareSet::union)
    }
}
