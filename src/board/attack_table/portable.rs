//! The attack table for any machine: a set of squares per piece, kept by walking the mailbox.

use std::cell::Cell;

use super::{AttackTable, MoveDelta, walk};
use crate::board::piece::{Color, PieceId, PieceSet, PlacedPiece};
use crate::board::position::Position;
use crate::board::square::{Square, SquareSet};

/// The squares that each piece attacks, by [`PieceId`]; none for a captured piece.
type Targets = [Cell<SquareSet>; 16];

#[derive(Clone, Default)]
#[repr(C, align(64))]
pub struct PortableTable([Targets; 2]);

#[inline(always)]
fn attackers(targets: &Targets, pieces: PieceSet, squares: SquareSet) -> PieceSet {
    let mut bits = 0;
    for (id, targets) in targets.iter().enumerate() {
        let attacks = !(targets.get() & squares).is_empty();
        bits |= u16::from(attacks) << id;
    }
    PieceSet::from_bits(bits) & pieces
}

impl PortableTable {
    #[inline(always)]
    fn of(&self, color: Color, id: PieceId) -> &Cell<SquareSet> {
        &self.0[color.index()][id.index()]
    }

    /// Calls `change` for each slider that attacked one of `squares` before.
    #[inline(always)]
    fn for_sliders(
        &self,
        before: &Self,
        position: &Position,
        squares: SquareSet,
        change: impl Fn(&Cell<SquareSet>, Square),
    ) {
        for color in Color::ALL {
            for id in attackers(&before.0[color.index()], position.sliders(color), squares) {
                change(self.of(color, id), position.square_of(color, id));
            }
        }
    }
}

/// Extends a slider's line through a square that is empty now, if it attacks that square.
#[inline(always)]
fn open(position: &Position, targets: &Cell<SquareSet>, slider: Square, square: Square) {
    if targets.get().contains(square) {
        let step = walk::onward(slider, square);
        let opened = walk::to_first_piece(&position.board, square, step);
        targets.set(targets.get() | opened);
    }
}

impl AttackTable for PortableTable {
    fn clear(&self) {
        for targets in self.0.iter().flatten() {
            targets.set(SquareSet::EMPTY);
        }
    }

    #[inline]
    fn add(&self, position: &Position, piece: PlacedPiece, square: Square) {
        let targets = walk::attacks(&position.board, piece, square);
        self.of(piece.color(), piece.id()).set(targets);
    }

    #[inline]
    fn update_from(&self, before: &Self, position: &Position, delta: MoveDelta) {
        for (targets, old) in self.0.iter().flatten().zip(before.0.iter().flatten()) {
            targets.set(old.get());
        }
        let MoveDelta { piece, from, to, taken } = delta;
        self.of(piece.color(), piece.id()).set(SquareSet::EMPTY);
        if !taken.is_none() {
            self.of(taken.color(), taken.id()).set(SquareSet::EMPTY);
        }
        let changed = SquareSet::of(from) | SquareSet::of(to);
        self.for_sliders(before, position, changed, |targets, slider| {
            // The line is closed first: a slider that no longer sees `from` past it gains nothing.
            if targets.get().contains(to) {
                let beyond = walk::to_edge(to, walk::onward(slider, to));
                targets.set(targets.get() & !beyond);
            }
            open(position, targets, slider, from);
        });
        self.add(position, piece, to);
    }

    #[inline]
    fn open_lines(&self, position: &Position, square: Square) {
        self.for_sliders(self, position, SquareSet::of(square), |targets, slider| {
            open(position, targets, slider, square);
        });
    }

    #[inline]
    fn attackers(&self, color: Color, square: Square) -> PieceSet {
        attackers(&self.0[color.index()], PieceSet::ALL, SquareSet::of(square))
    }

    #[inline(always)]
    fn attacks_from(&self, color: Color, id: PieceId) -> SquareSet {
        self.of(color, id).get()
    }

    #[inline]
    fn attacked_by(&self, color: Color, pieces: PieceSet) -> SquareSet {
        pieces.fold(SquareSet::EMPTY, |attacked, id| attacked | self.attacks_from(color, id))
    }

    #[inline]
    fn attacked(&self, color: Color) -> SquareSet {
        let targets = self.0[color.index()].iter().map(Cell::get);
        targets.fold(SquareSet::EMPTY, |all, of_one| all | of_one)
    }

    #[inline]
    fn count(&self, color: Color, pieces: PieceSet, over: SquareSet) -> u32 {
        pieces.map(|id| (self.attacks_from(color, id) & over).len()).sum()
    }
}
