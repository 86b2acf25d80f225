//! The attack table of a position: for each side and square the set of the pieces that attack it
//! (256 bytes), own pieces' squares included, and for each piece the squares that it attacks.
//! Checks, legal moves, exchanges and the network's inputs are read from it. The idea is that of
//! "Byteboard attack tables" (87flowers.com).
//!
//! A table is updated from the squares that a move changes. Eight rays and eight knight moves from a
//! square are 64 squares: one vector addition computes their indices, one test against `0x88` shows
//! which are on the board, and one permute reads their pieces. Where a square becomes empty, the
//! first piece on each ray, if it slides along it, is extended along the opposite ray; where one
//! becomes occupied, it is cut off. A table is computed when it is first used, and the one before
//! the move is kept, so that unmaking costs nothing (`memo.rs`).
//!
//! ```text
//! 7 | n . . . . . . .     A piece leaves a4 (*), and the eight rays from a4 are read. On the ray
//! 6 | x . . . . . . .     to the south the first piece is the rook, which slides along this ray.
//! 5 | x . . . . . . .     So it now attacks the opposite ray, up to the first piece there and
//! 4 | * . . . . . . .     including it: a5, a6 and a7. A piece that goes to a4 takes the same
//! 3 | o . . . . . . .     squares away from the rook. a2, a3 and a4 itself (o, *) are attacked
//! 2 | o . . . . . . .     by it before and after.
//! 1 | R . . . . . . .
//!     a b c d e f g h
//! ```
//!
//! The target features choose one of three implementations of [`AttackTable`]: for AVX-512; for
//! AVX2, where a table gives the squares on the rays, and a permute is four shuffles; and for any
//! machine (`portable.rs`, which walks the mailbox and is the plainest).
#![allow(dead_code, reason = "a build uses one of the tables, its tests all")]

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
pub(super) use walk::{king_attacks, leaper_attacks, to_edge};

use super::piece::{Color, PieceId, PieceSet, PlacedPiece};
use super::position::Position;
use super::square::{Square, SquareSet};

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512vbmi",
        target_feature = "avx512vpopcntdq"
    ) => {
        mod avx512;
        pub(super) use avx512::Avx512Table as Table;
    }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        pub(super) use avx2::Avx2Table as Table;
    }
    _ => { pub(super) use portable::PortableTable as Table; }
}

/// The change of the board by a move; castling is two of them, the king's and the rook's.
#[derive(Copy, Clone)]
pub(super) struct MoveDelta {
    /// The piece that moved; if a pawn promoted, what it became.
    pub piece: PlacedPiece,
    pub from: Square,
    pub to: Square,
    /// [`PlacedPiece::NONE`] if the move did not capture.
    pub taken: PlacedPiece,
}

/// An implementation of the attack table. Tables are filled when they are first needed, hence
/// `&self`. Each change sees the board as it is after the whole move and sets what it touches to
/// its final value, so the changes of one move may come in any order.
pub(super) trait AttackTable: Clone + Default {
    fn clear(&self);

    /// Adds the attacks of a piece, which must not have any in the table.
    fn add(&self, position: &Position, piece: PlacedPiece, square: Square);

    /// Computes the table after a move from the one before it: the attacks of both pieces, and the
    /// lines that the move opens and closes. `from` is empty.
    fn update_from(&self, before: &Self, position: &Position, delta: MoveDelta);

    /// Extends the sliders' lines through a square that has become empty.
    fn open_lines(&self, position: &Position, square: Square);

    fn attackers(&self, color: Color, square: Square) -> PieceSet;

    fn attacks_from(&self, color: Color, id: PieceId) -> SquareSet;

    fn attacked_by(&self, color: Color, pieces: PieceSet) -> SquareSet;

    fn attacked(&self, color: Color) -> SquareSet;

    /// Returns the number of pairs of a piece and a square of `over` that it attacks.
    fn count(&self, color: Color, pieces: PieceSet, over: SquareSet) -> u32;
}
