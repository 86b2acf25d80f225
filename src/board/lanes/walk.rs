//! Attacks found by walking the mailbox square by square: what the tables
//! without wide vectors are kept by.

use super::Ground;
use crate::board::piece::{Man, PieceKind};
use crate::board::relation::Relation;
use crate::board::square::{Square, SquareSet, Step};

/// The squares from the one after `from` to the first man, his included.
#[inline(always)]
pub fn to_first_man(ground: Ground, from: Square, step: Step) -> SquareSet {
    let mut passed = SquareSet::EMPTY;
    let mut square = from;
    while let Some(next) = square.step(step) {
        passed.insert(next);
        square = next;
        if !ground.mailbox[next].is_none() {
            break;
        }
    }
    passed
}

/// All squares after `from` in a direction.
#[inline(always)]
pub fn to_edge(from: Square, step: Step) -> SquareSet {
    let mut passed = SquareSet::EMPTY;
    let mut square = from;
    while let Some(next) = square.step(step) {
        passed.insert(next);
        square = next;
    }
    passed
}

/// The squares that a man attacks from a square.
#[inline]
pub fn attacks(ground: Ground, man: Man, from: Square) -> SquareSet {
    let mut attacked = SquareSet::EMPTY;
    let mut leap = |steps: &[Step]| {
        for &step in steps {
            if let Some(to) = from.step(step) {
                attacked.insert(to);
            }
        }
    };
    match man.kind() {
        None => {}
        Some(PieceKind::Pawn) => leap(&man.color().pawn_captures()),
        Some(PieceKind::Knight) => leap(&Step::KNIGHT),
        Some(PieceKind::King) => leap(&Step::QUEEN),
        Some(slider) => {
            for &step in slider.steps() {
                attacked = attacked.union(to_first_man(ground, from, step));
            }
        }
    }
    attacked
}

/// The step by which a slider that attacks a square would go on beyond it.
#[inline(always)]
pub fn onward(slider: Square, through: Square) -> Step {
    // A slider never attacks the square on which it stands.
    Relation::between(slider, through)
        .step()
        .unwrap_or(Step::NORTH)
}
