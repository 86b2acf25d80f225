//! The attacks of a piece. Those of a slider are found by walking the mailbox square by square: a
//! ray ends at the first piece, or where a step leaves the board. The others are in a table.

use crate::board::direction::Direction;
use crate::board::mailbox::Mailbox;
use crate::board::piece::{Color, Piece, PieceType, PlacedPiece};
use crate::board::square::{Square, SquareSet};
use crate::board::step::Step;

/// Returns the squares from the next one on, up to and including the first at which the ray `ends`.
#[inline(always)]
fn ray(from: Square, step: Step, ends: impl Fn(Square) -> bool) -> SquareSet {
    let mut passed = SquareSet::EMPTY;
    let mut square = from;
    while let Some(next) = square.step(step) {
        passed.insert(next);
        square = next;
        if ends(next) {
            break;
        }
    }
    passed
}

#[inline(always)]
pub fn to_first_piece(mailbox: &Mailbox, from: Square, step: Step) -> SquareSet {
    ray(from, step, |square| !mailbox[square].is_none())
}

#[inline(always)]
pub fn to_edge(from: Square, step: Step) -> SquareSet {
    ray(from, step, |_| false)
}

/// Returns the squares that a piece attacks from this square, own pieces' included.
#[inline]
pub fn attacks(mailbox: &Mailbox, piece: PlacedPiece, from: Square) -> SquareSet {
    let leaps = LEAPS[piece.piece_index()][from.dense() as usize & 63];
    let mut attacked = SquareSet(leaps);
    if let Some(slider) = piece.piece_type().filter(|piece_type| piece_type.is_slider()) {
        for &step in slider.steps() {
            attacked |= to_first_piece(mailbox, from, step);
        }
    }
    attacked
}

/// Returns the attacks of a pawn, a knight or a king; none for a slider.
#[inline(always)]
pub fn leaper_attacks(piece: Piece, from: Square) -> SquareSet {
    SquareSet(LEAPS[piece.index()][from.dense() as usize & 63])
}

#[inline(always)]
pub fn king_attacks(from: Square) -> SquareSet {
    SquareSet(LEAPS[PieceType::King as usize][from.dense() as usize & 63])
}

/// The attacks of pawns, knights and kings, by [`PlacedPiece::piece_index`] and 64-square number.
static LEAPS: [[u64; 64]; 16] = {
    let mut leaps = [[0; 64]; 16];
    let [white, black] = [Color::White.pawn_captures(), Color::Black.pawn_captures()];
    let leapers: [(usize, &[Step]); 6] = [
        (PieceType::Pawn as usize, &white),
        (8 | PieceType::Pawn as usize, &black),
        (PieceType::Knight as usize, &Step::KNIGHT),
        (8 | PieceType::Knight as usize, &Step::KNIGHT),
        (PieceType::King as usize, &Step::QUEEN),
        (8 | PieceType::King as usize, &Step::QUEEN),
    ];
    let mut leaper = 0;
    while leaper < leapers.len() {
        let (piece, steps) = leapers[leaper];
        let mut number = 0;
        while number < 64 {
            let mut i = 0;
            while i < steps.len() {
                if let Some(to) = Square::from_dense(number).step(steps[i]) {
                    leaps[piece][number as usize] |= SquareSet::of(to).0;
                }
                i += 1;
            }
            number += 1;
        }
        leaper += 1;
    }
    leaps
};

/// Returns the step by which a slider goes on beyond a square that it attacks.
#[inline(always)]
pub fn onward(slider: Square, through: Square) -> Step {
    Direction::between(slider, through).step().unwrap_or(Step::NORTH)
}
