//! Attack tables, and the vector operations that keep them.
//!
//! An attack table tells for each side and square which pieces attack it, own
//! pieces' squares included: 2 × 64 sets of 16 pieces, 256 bytes. Read the other way
//! it tells for each piece which squares it attacks. Three implementations of one
//! contract, [`AttackTable`], keep it; the build's target features choose one,
//! and all that the build machine can run are tested against each other.
//!
//! The idea is from "Byteboard attack tables" (87flowers.com) for boards of
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

mod memo;
mod planes;
mod portable;
mod ray_order;
#[cfg(test)]
mod tests;
mod walk;

pub(super) use memo::AttackMemo;
pub(super) use walk::king_attacks;

use super::piece::{Color, PieceId, PieceSet, PlacedPiece};
use super::position::Mailbox;
use super::square::{Square, SquareSet};

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512vbmi",
        target_feature = "avx512vpopcntdq"
    ) => { pub(super) use avx512::Avx512Table as Table; }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        pub(super) use avx2::Avx2Table as Table;
    }
    _ => { pub(super) use portable::PortableTable as Table; }
}

/// Where the pieces stand: what tables are computed from.
#[derive(Copy, Clone)]
pub(super) struct BoardView<'a> {
    pub mailbox: &'a Mailbox,
    /// By side and [`PieceId`].
    pub squares: &'a [[Square; 16]; 2],
    /// Bishops, rooks and queens of each side.
    pub sliders: [PieceSet; 2],
}

/// A piece has gone from one square to another, perhaps taking.
#[derive(Copy, Clone)]
pub(super) struct MoveDelta {
    /// As it stands now: what a pawn became, if it promoted.
    pub piece: PlacedPiece,
    pub from: Square,
    pub to: Square,
    /// Whom it took, or [`PlacedPiece::NONE`].
    pub taken: PlacedPiece,
}

/// For each side and square the set of pieces that attack it.
///
/// Changes go through `&self`: a table is a memo of what the board says, filled
/// in when it is first asked for.
///
/// All changes look at the board as it is after the whole move, and leave every
/// bit that they touch as it must be on that board. Changes that belong to one
/// move may therefore come in any order.
pub(super) trait AttackTable: Clone + Default {
    /// The name of the implementation.
    const NAME: &'static str;

    /// Forgets all attacks.
    fn clear(&self);

    /// Adds the attacks of a piece that had none in the table.
    fn add(&self, view: BoardView, piece: PlacedPiece, square: Square);

    /// Becomes the table that follows `before` when a piece has moved, as far as
    /// its own attacks, those of the piece that it took, and the lines that it
    /// opened and closed are concerned. `from` must be empty now.
    fn update_from(&self, before: &Self, view: BoardView, delta: MoveDelta);

    /// Opens the lines that ended at a square which is empty now.
    fn open_lines(&self, view: BoardView, square: Square);

    /// The pieces of a side that attack a square.
    fn attackers(&self, color: Color, square: Square) -> PieceSet;

    /// The squares that a piece attacks.
    fn targets(&self, color: Color, id: PieceId) -> SquareSet;

    /// The squares that any of these pieces attacks.
    fn attacked_by(&self, color: Color, pieces: PieceSet) -> SquareSet;

    /// The squares that a side attacks.
    fn attacked(&self, color: Color) -> SquareSet;

    /// Number of pairs of a piece of `pieces` and a square of `over` attacked by it.
    fn count(&self, color: Color, pieces: PieceSet, over: SquareSet) -> u32;
}
