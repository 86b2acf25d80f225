//! What the difference of two squares tells: which pieces on the first could
//! attack the second on an empty board, and along which step.
//!
//! This is the gift of 0x88: on an 8×8 numbering the difference of two squares
//! does not fix how they lie to each other, here it does, so that one table of
//! 239 entries answers for all pairs.
//! <https://www.chessprogramming.org/0x88#Square_Relationship>

use super::piece::{Color, Man, PieceKind};
use super::square::{Square, SquareSet, Step};

/// How one square lies to another.
///
/// ```
/// use ox88::board::{Position, Relation, Square};
/// let [a1, d4, e3]: [Square; 3] = ["a1", "d4", "e3"].map(|name| name.parse().unwrap());
/// let diagonal = Relation::between(a1, d4);
/// let step = diagonal.step().unwrap();
/// assert!(diagonal.is_line() && a1.step(step).unwrap().to_string() == "b2");
/// assert!(!Relation::between(a1, e3).is_line());
/// // A rook does not attack along a diagonal.
/// assert!(!diagonal.admits(Position::startpos().man_at(a1)));
/// ```
#[derive(Copy, Clone)]
pub struct Relation {
    /// One bit for each way to attack, as [`way`] numbers them.
    ways: u8,
    step: i8,
}

/// The bit of the way in which a piece with this index attacks. Kinds have the
/// bit of their own number; a black pawn has bit 0, which no kind uses.
const fn way(piece_index: usize) -> u8 {
    const BLACK_PAWN: usize = 8 | PieceKind::Pawn as usize;
    match piece_index {
        0 | 8 => 0,
        BLACK_PAWN => 1,
        _ => 1 << (piece_index & 7),
    }
}

const WAYS: [u8; 16] = {
    let mut ways = [0; 16];
    let mut index = 0;
    while index < 16 {
        ways[index] = way(index);
        index += 1;
    }
    ways
};

/// Indexed by `to - from + 0x77`; 256 entries so that a byte needs no check.
static RELATIONS: [Relation; 256] = {
    let mut table = [Relation { ways: 0, step: 0 }; 256];
    let centre = 0x77i16;

    let mut i = 0;
    while i < 8 {
        let step = Step::QUEEN[i].0;
        let slider = if i < 4 {
            PieceKind::Rook
        } else {
            PieceKind::Bishop
        };
        let mut distance = 1;
        while distance < 8 {
            let entry = &mut table[(centre + distance * step as i16) as usize];
            entry.ways |= 1 << slider as u8 | 1 << PieceKind::Queen as u8;
            if distance == 1 {
                entry.ways |= 1 << PieceKind::King as u8;
            }
            entry.step = step;
            distance += 1;
        }
        let jump = Step::KNIGHT[i].0;
        let entry = &mut table[(centre + jump as i16) as usize];
        entry.ways |= 1 << PieceKind::Knight as u8;
        entry.step = jump;
        i += 1;
    }

    let mut i = 0;
    while i < 2 {
        let white = Color::White.pawn_captures()[i].0 as i16;
        let black = Color::Black.pawn_captures()[i].0 as i16;
        table[(centre + white) as usize].ways |= 1 << PieceKind::Pawn as u8;
        table[(centre + black) as usize].ways |= 1;
        i += 1;
    }
    table
};

/// Indexed like [`RELATIONS`]: the squares strictly between two of one line, as
/// a set turned round so that the first square is number 0. Numbers differ by
/// the same amount wherever the two stand, so turning it back is all that is
/// needed to read it for any pair.
static BETWEEN: [u64; 256] = {
    let mut table = [0u64; 256];
    let mut i = 0;
    while i < 8 {
        let step = Step::QUEEN[i].0 as i16;
        // The same step in 64-square numbers.
        let rank = (step + 8) >> 4;
        let dense = 8 * rank + (step - 16 * rank);
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

/// The squares strictly between two squares of one line; none where the two do
/// not lie on one line.
#[inline(always)]
pub(super) fn between(from: Square, to: Square) -> SquareSet {
    let difference = (to.index() as u8).wrapping_sub(from.index() as u8);
    let turned = BETWEEN[difference.wrapping_add(0x77) as usize];
    SquareSet(turned.rotate_left(from.dense() as u32))
}

impl Relation {
    /// How `to` lies as seen from `from`.
    #[inline(always)]
    pub fn between(from: Square, to: Square) -> Relation {
        let difference = (to.index() as u8).wrapping_sub(from.index() as u8);
        RELATIONS[difference.wrapping_add(0x77) as usize]
    }

    /// Whether this man could attack along this relation if nothing stood in
    /// between. Never true for an empty square.
    #[inline(always)]
    pub fn admits(self, man: Man) -> bool {
        self.ways & WAYS[man.piece_index()] != 0
    }

    /// The step that leads from the first square to the second, if they lie on
    /// one line (any number of steps) or a knight's jump apart.
    #[inline(always)]
    pub fn step(self) -> Option<Step> {
        if self.step == 0 {
            None
        } else {
            Some(Step(self.step))
        }
    }

    /// Whether the squares lie on one rank, file or diagonal.
    #[inline(always)]
    pub fn is_line(self) -> bool {
        self.ways & (1 << PieceKind::Queen as u8) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::piece::{ManId, Piece};

    /// Walks from each square along each line.
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
                on_lines = on_lines.union(passed);
            }
            for to in SquareSet::ALL.without(on_lines) {
                assert!(between(from, to).is_empty(), "{from}{to}");
            }
        }
    }

    /// Walks each piece over the empty board and compares with the table.
    #[test]
    fn agrees_with_walking() {
        for from in Square::all() {
            for color in Color::ALL {
                for kind in PieceKind::ALL {
                    let man = Man::new(Piece { color, kind }, ManId::KING);
                    let mut reached = Vec::new();
                    let captures = color.pawn_captures();
                    let steps = if kind == PieceKind::Pawn {
                        &captures
                    } else {
                        kind.steps()
                    };
                    for &step in steps {
                        let mut next = from.step(step);
                        while let Some(to) = next {
                            reached.push(to);
                            assert_eq!(Relation::between(from, to).step(), Some(step));
                            next = if kind.is_slider() {
                                to.step(step)
                            } else {
                                None
                            };
                        }
                    }
                    for to in Square::all() {
                        let relation = Relation::between(from, to);
                        assert_eq!(
                            relation.admits(man),
                            reached.contains(&to),
                            "{man:?} {from}{to}"
                        );
                        assert!(!relation.admits(Man::NONE));
                    }
                }
            }
        }
    }
}
