//! Attack tables, and the vector operations that keep them.
//!
//! An attack table tells for each side and square which men attack it, own
//! men's squares included: 2 × 64 sets of 16 men, 256 bytes. Read the other way
//! it tells for each man which squares it attacks. Three implementations of one
//! contract, [`AttackTable`], keep it; the build's target features choose one,
//! and all that the build machine can run are tested against each other.
//!
//! The idea is told in "Byteboard attack tables" (87flowers.com) for boards of
//! 64 bytes.
#![allow(dead_code, reason = "a build uses one of the tables, its tests all")]

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512vpopcntdq"
))]
mod avx512;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;

mod by_man;
mod portable;
#[cfg(test)]
mod tests;
mod walk;

use super::piece::{Color, Man, ManId, ManSet};
use super::position::Mailbox;
use super::square::{Square, SquareSet};

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512vbmi",
        target_feature = "avx512vpopcntdq"
    ) => { pub(super) use avx512::Planes as Table; }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        pub(super) use avx2::Avx2Table as Table;
    }
    _ => { pub(super) use portable::PortableTable as Table; }
}

/// Where the men stand: what tables are computed from.
#[derive(Copy, Clone)]
pub(super) struct Ground<'a> {
    pub mailbox: &'a Mailbox,
    /// By side and [`ManId`].
    pub squares: &'a [[Square; 16]; 2],
    /// Bishops, rooks and queens of each side.
    pub sliders: [ManSet; 2],
}

/// A man has gone from one square to another, perhaps taking.
#[derive(Copy, Clone)]
pub(super) struct Shift {
    /// As it stands now: what a pawn became, if it promoted.
    pub man: Man,
    pub from: Square,
    pub to: Square,
    /// Whom it took, or [`Man::NONE`].
    pub taken: Man,
}

/// For each side and square the set of men that attack it.
///
/// Changes go through `&self`: a table is a memo of what the board says, filled
/// in when somebody first looks at it.
///
/// All changes look at the board as it is after the whole move, and leave every
/// bit that they touch as it must be on that board. Changes that belong to one
/// move may therefore come in any order.
pub(super) trait AttackTable: Clone + Default {
    /// The name of the implementation.
    const NAME: &'static str;

    /// Forgets all attacks.
    fn clear(&self);

    /// Adds the attacks of a man that had none in the table.
    fn add(&self, ground: Ground, man: Man, square: Square);

    /// Becomes the table that follows `before` when a man has moved, as far as
    /// its own attacks, those of the man that it took, and the lines that it
    /// opened and closed are concerned. `from` must be empty now.
    fn follow(&self, before: &Self, ground: Ground, shift: Shift);

    /// Opens the lines that ended at a square which is empty now.
    fn vacate(&self, ground: Ground, square: Square);

    /// The men of a side that attack a square.
    fn attackers(&self, color: Color, square: Square) -> ManSet;

    /// The squares that a man attacks.
    fn targets(&self, color: Color, id: ManId) -> SquareSet;

    /// The squares that a side attacks.
    fn attacked(&self, color: Color) -> SquareSet;

    /// Number of pairs of a man of `men` and a square of `over` attacked by it.
    fn count(&self, color: Color, men: ManSet, over: SquareSet) -> u32;
}
