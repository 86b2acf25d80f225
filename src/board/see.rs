//! Static exchange evaluation: what a capture is worth once both sides have
//! taken back on the same square as long as it pays.
//!
//! <https://www.chessprogramming.org/Static_Exchange_Evaluation>

use super::make::en_passant_victim;
use super::moves::Move;
use super::piece::{Color, Man, PieceKind};
use super::position::Position;
use super::relation::Relation;
use super::square::{Square, Step};

/// Exchange values by [`PieceKind::index`], in centipawns. The king's is higher
/// than all that can be won.
const VALUES: [i32; PieceKind::COUNT] = [0, 100, 325, 20_000, 0, 335, 500, 975];

/// The exchange value of a kind, in centipawns.
pub fn value(kind: PieceKind) -> i32 {
    VALUES[kind.index()]
}

fn man_value(man: Man) -> i32 {
    VALUES[man.piece_index() & 7]
}

impl Position {
    /// Whether a legal move wins at least `threshold` centipawns by exchanges
    /// on its target square. Pins are not looked at; castling counts as 0.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let position = Position::from_fen("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1").unwrap();
    /// let takes = position.parse_move("e1e5").unwrap();
    /// assert!(position.see_at_least(takes, -400));
    /// assert!(!position.see_at_least(takes, 0));
    /// ```
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let victim = if mv.is_en_passant() {
            en_passant_victim(to, self.side)
        } else {
            to
        };
        let promotion = mv
            .promotion()
            .map_or(0, |kind| value(kind) - value(PieceKind::Pawn));
        let gain = if mv.is_capture() {
            man_value(self.man_at(victim))
        } else {
            0
        };

        // `balance` is what the side that has just moved is above the
        // threshold if the exchange stops now.
        let mut balance = gain + promotion - threshold;
        if balance < 0 {
            return false;
        }
        balance -= man_value(self.man_at(from)) + promotion;
        if balance >= 0 {
            return true;
        }

        let mut attackers = Attackers::of(self, to, from, victim);
        let mut side = !self.side;
        // Each turn the side to move takes with its least valuable man, and
        // wins the argument if it stands well even when that man is lost.
        while let Some(value) = attackers.take_least(self, side) {
            // The king may not take what is defended.
            if value == VALUES[PieceKind::King.index()] && attackers.any(self, !side) {
                break;
            }
            balance = -balance - 1 - value;
            side = !side;
            if balance >= 0 {
                break;
            }
        }
        side != self.side
    }
}

/// The men that bear on a square: at the head of each of its eight lines, and
/// a jump away. A line's head moves on to the man behind it once it has taken.
struct Attackers {
    target: Square,
    heads: [Option<Square>; 8],
    knights: [u8; 2],
    /// A man that has left the board or its square before the exchange.
    gone: [Square; 2],
}

impl Attackers {
    fn of(position: &Position, target: Square, from: Square, victim: Square) -> Attackers {
        let gone = [from, victim];
        let mut attackers = Attackers {
            target,
            heads: [None; 8],
            knights: [0; 2],
            gone,
        };
        for (line, step) in Step::QUEEN.into_iter().enumerate() {
            attackers.heads[line] = attackers.next_on_line(position, target, step);
        }
        for color in Color::ALL {
            for id in position.men_of(color, PieceKind::Knight) {
                let square = position.square_of(color, id);
                let man = position.man_at(square);
                if square != from && Relation::between(square, target).admits(man) {
                    attackers.knights[color.index()] += 1;
                }
            }
        }
        attackers
    }

    fn next_on_line(&self, position: &Position, from: Square, step: Step) -> Option<Square> {
        let mut square = from.step(step);
        while let Some(next) = square {
            if !position.man_at(next).is_none() && !self.gone.contains(&next) {
                return Some(next);
            }
            square = next.step(step);
        }
        None
    }

    fn attacks(&self, position: &Position, line: usize, side: Color) -> Option<(Square, Man)> {
        let square = self.heads[line]?;
        let man = position.man_at(square);
        let bears = man.is(side) && Relation::between(square, self.target).admits(man);
        bears.then_some((square, man))
    }

    fn any(&self, position: &Position, side: Color) -> bool {
        self.knights[side.index()] > 0
            || (0..8).any(|line| self.attacks(position, line, side).is_some())
    }

    /// Removes the least valuable man of a side that bears on the square, and
    /// gives its value.
    fn take_least(&mut self, position: &Position, side: Color) -> Option<i32> {
        let mut least: Option<(i32, usize)> = None;
        for line in 0..8 {
            if let Some((_, man)) = self.attacks(position, line, side) {
                let value = man_value(man);
                if least.is_none_or(|(other, _)| value < other) {
                    least = Some((value, line));
                }
            }
        }
        let knight = VALUES[PieceKind::Knight.index()];
        if self.knights[side.index()] > 0 && least.is_none_or(|(value, _)| knight < value) {
            self.knights[side.index()] -= 1;
            return Some(knight);
        }
        let (value, line) = least?;
        if let Some(square) = self.heads[line] {
            self.heads[line] = self.next_on_line(position, square, Step::QUEEN[line]);
        }
        Some(value)
    }
}
