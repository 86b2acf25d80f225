//! Static exchange evaluation: what a capture is worth once both sides have
//! taken back on the same square as long as it pays.
//!
//! <https://www.chessprogramming.org/Static_Exchange_Evaluation>

use super::make::victim_square;
use super::moves::Move;
use super::piece::{Color, Man, ManId, ManSet, PieceKind};
use super::position::Position;
use super::relation::Relation;
use super::square::Square;

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
        let victim = victim_square(mv, self.side);
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

        let mut exchange = Exchange {
            position: self,
            target: to,
            attackers: Color::ALL.map(|color| self.attackers(color, to)),
        };
        exchange.lift(self.side, self.man_at(from).id(), from);
        if victim != to {
            exchange.reveal_behind(victim);
        }
        let mut side = !self.side;
        // Each turn the side to move takes with its least valuable man, and
        // wins the argument if it stands well even when that man is lost.
        while let Some(value) = exchange.take_least(side) {
            // The king may not take what is defended.
            if value == VALUES[PieceKind::King.index()] && exchange.can_take(!side) {
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

/// The men that bear on a square, one leaving after the other.
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
    /// By side.
    attackers: [ManSet; 2],
}

impl Exchange<'_> {
    #[inline(always)]
    fn can_take(&self, side: Color) -> bool {
        !self.attackers[side.index()].is_empty()
    }

    /// Removes the least valuable man of a side that bears on the square, and
    /// gives its value.
    #[inline]
    fn take_least(&mut self, side: Color) -> Option<i32> {
        const BY_VALUE: [PieceKind; 6] = PieceKind::ALL;
        let attackers = self.attackers[side.index()];
        for kind in BY_VALUE {
            let mut of_kind = self.position.men_of(side, kind).intersection(attackers);
            if let Some(id) = of_kind.next() {
                self.lift(side, id, self.position.square_of(side, id));
                return Some(value(kind));
            }
        }
        None
    }

    #[inline(always)]
    fn lift(&mut self, side: Color, id: ManId, square: Square) {
        let attackers = &mut self.attackers[side.index()];
        *attackers = attackers.without(ManSet::of(id));
        self.reveal_behind(square);
    }

    /// Adds the slider that sees the target now that nobody stands on `square`,
    /// if there is one. All between the two have left before.
    #[inline(always)]
    fn reveal_behind(&mut self, square: Square) {
        let line = Relation::between(self.target, square);
        let (true, Some(step)) = (line.is_line(), line.step()) else {
            return;
        };
        let mut walk = square.step(step);
        while let Some(behind) = walk {
            let man = self.position.man_at(behind);
            if !man.is_none() {
                // Only a slider can be so far away.
                if Relation::between(behind, self.target).admits(man) {
                    let attackers = &mut self.attackers[man.color().index()];
                    *attackers = attackers.union(ManSet::of(man.id()));
                }
                return;
            }
            walk = behind.step(step);
        }
    }
}
