//! How two squares lie to each other, looked up by the difference of their 0x88 indices: the step
//! from one to the other, and the pieces that move that way.
//! <https://www.chessprogramming.org/0x88#Square_Relationship>

use super::piece::{Color, PieceType, PlacedPiece};
use super::square::{Square, SquareSet};
use super::step::Step;

/// The direction from one square to another.
///
/// ```
/// use ox88::board::{Position, Direction, Square};
/// let [a1, d4, e3]: [Square; 3] = ["a1", "d4", "e3"].map(|name| name.parse().unwrap());
/// let diagonal = Direction::between(a1, d4);
/// let step = diagonal.step().unwrap();
/// assert_eq!(a1.step(step).unwrap().to_string(), "b2");
/// assert_eq!(Direction::between(a1, e3).step(), None);
/// // A rook does not attack along a diagonal.
/// assert!(!Position::startpos().piece_on(a1).can_move_along(diagonal));
/// ```
#[derive(Copy, Clone)]
pub struct Direction {
    /// The [`MASKS`] of the pieces that could attack the second square on an empty board.
    movers: u8,
    /// The step towards the second square, or 0 where they share no line.
    step: i8,
}

/// The bit of each piece in [`Direction`], by [`PlacedPiece::piece_index`]: the number of its type,
/// and 0, which no type has, for a black pawn; none for no piece.
const MASKS: [u8; 16] = [0, 2, 4, 8, 0, 32, 64, 128, 0, 1, 4, 8, 0, 32, 64, 128];

/// The direction of each pair of squares, by the difference of their indices plus 0x77. There are
/// 256 entries, so that a byte needs no check.
static DIRECTIONS: [Direction; 256] = {
    let mut table = [Direction { movers: 0, step: 0 }; 256];
    let centre = 0x77i16;

    let mut i = 0;
    while i < 8 {
        let step = Step::QUEEN[i].0;
        let slider = if i < 4 { PieceType::Rook } else { PieceType::Bishop };
        let mut distance = 1;
        while distance < 8 {
            let entry = &mut table[(centre + distance * step as i16) as usize];
            entry.movers |= 1 << slider as u8 | 1 << PieceType::Queen as u8;
            if distance == 1 {
                entry.movers |= 1 << PieceType::King as u8;
            }
            entry.step = step;
            distance += 1;
        }
        let jump = Step::KNIGHT[i].0;
        let entry = &mut table[(centre + jump as i16) as usize];
        entry.movers |= 1 << PieceType::Knight as u8;
        i += 1;
    }

    let mut i = 0;
    while i < 2 {
        let white = Color::White.pawn_captures()[i].0 as i16;
        let black = Color::Black.pawn_captures()[i].0 as i16;
        table[(centre + white) as usize].movers |= 1 << PieceType::Pawn as u8;
        table[(centre + black) as usize].movers |= 1;
        i += 1;
    }
    table
};

/// The squares strictly between two squares of a line, indexed as [`DIRECTIONS`] and rotated so
/// that the first square has number 0.
static BETWEEN: [u64; 256] = {
    let mut table = [0u64; 256];
    let mut i = 0;
    while i < 8 {
        let step = Step::QUEEN[i].0 as i16;
        let dense = Step::QUEEN[i].dense();
        let mut squares = 0u64;
        let mut distance = 1;
        while distance < 8 {
            table[(0x77 + distance * step) as usize] = squares;
            squares |= 1 << ((distance * dense) & 63);
            distance += 1;
        }
        i += 1;
    }
    table
};

/// Returns the squares strictly between two of one rank, file or diagonal; none for other pairs.
#[inline(always)]
pub(super) fn between(from: Square, to: Square) -> SquareSet {
    let difference = (to.index() as u8).wrapping_sub(from.index() as u8);
    let turned = BETWEEN[difference.wrapping_add(0x77) as usize];
    SquareSet(turned.rotate_left(from.dense() as u32))
}

impl Direction {
    /// Returns the direction from `from` to `to`.
    #[inline(always)]
    pub fn between(from: Square, to: Square) -> Direction {
        let difference = (to.index() as u8).wrapping_sub(from.index() as u8);
        DIRECTIONS[difference.wrapping_add(0x77) as usize]
    }

    /// Returns the step to the second square, if both share a rank, file or diagonal.
    #[inline(always)]
    pub fn step(self) -> Option<Step> {
        if self.step == 0 { None } else { Some(Step(self.step)) }
    }
}

impl PlacedPiece {
    /// Returns whether the piece could attack along this direction on an empty board; false for no
    /// piece.
    #[inline(always)]
    pub fn can_move_along(self, direction: Direction) -> bool {
        direction.movers & MASKS[self.piece_index()] != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::piece::{Piece, PieceId};

    #[test]
    fn between_agrees_with_walking() {
        for from in Square::all() {
            let mut on_lines = SquareSet::EMPTY;
            for step in Step::QUEEN {
                let mut passed = SquareSet::EMPTY;
                let mut next = from.step(step);
                while let Some(to) = next {
                    assert_eq!(between(from, to), passed, "{from}{to}");
                    passed.insert(to);
                    next = to.step(step);
                }
                on_lines |= passed;
            }
            for to in !on_lines {
                assert!(between(from, to).is_empty(), "{from}{to}");
            }
        }
    }

    #[test]
    fn agrees_with_walking() {
        for from in Square::all() {
            for color in Color::ALL {
                for piece_type in PieceType::ALL {
                    let piece = PlacedPiece::new(Piece { color, piece_type }, PieceId::KING);
                    let mut reached = Vec::new();
                    let captures = color.pawn_captures();
                    let steps =
                        if piece_type == PieceType::Pawn { &captures } else { piece_type.steps() };
                    for &step in steps {
                        let mut next = from.step(step);
                        while let Some(to) = next {
                            reached.push(to);
                            let expected = (piece_type != PieceType::Knight).then_some(step);
                            assert_eq!(Direction::between(from, to).step(), expected);
                            next = if piece_type.is_slider() { to.step(step) } else { None };
                        }
                    }
                    for to in Square::all() {
                        let direction = Direction::between(from, to);
                        assert_eq!(
                            piece.can_move_along(direction),
                            reached.contains(&to),
                            "{piece:?} {from}{to}"
                        );
                        assert!(!PlacedPiece::NONE.can_move_along(direction));
                    }
                }
            }
        }
    }
}
