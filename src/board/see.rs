//! Static exchange evaluation (SEE). <https://www.chessprogramming.org/Static_Exchange_Evaluation>

use super::direction::Direction;
use super::make::victim_square;
use super::moves::Move;
use super::piece::{Color, PieceId, PieceSet, PieceType, PlacedPiece};
use super::position::Position;
use super::square::Square;

/// The exchange values in centipawns, by [`PieceType::index`]. The king's is higher than all that
/// can be won.
const VALUES: [i32; PieceType::COUNT] = [0, 100, 325, 20_000, 0, 335, 500, 975];

/// Returns the exchange value of a type, in centipawns.
pub fn value(piece_type: PieceType) -> i32 {
    VALUES[piece_type.index()]
}

#[inline(always)]
fn piece_value(piece: PlacedPiece) -> i32 {
    VALUES[piece.type_index()]
}

/// Returns the exchange value of what a move takes, in centipawns.
#[inline(always)]
pub fn captured_value(position: &Position, mv: Move) -> i32 {
    // Sums that need no branch. An empty square has no value.
    let on_target = if mv.is_capture() { piece_value(position.piece_on(mv.to())) } else { 0 };
    let passed = if mv.is_en_passant() { value(PieceType::Pawn) } else { 0 };
    on_target + passed
}

impl Position {
    /// Returns whether a legal move's exchange wins at least `threshold` centipawns; pins are
    /// ignored, and castling wins 0.
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
        let promotion =
            mv.promotion().map_or(0, |piece_type| value(piece_type) - value(PieceType::Pawn));
        let gain = captured_value(self, mv);

        // By how much the side that has just moved is above the threshold if the exchange stops
        // now.
        let mut balance = gain + promotion - threshold;
        if balance < 0 {
            return false;
        }
        balance -= piece_value(self.piece_on(from)) + promotion;
        if balance >= 0 {
            return true;
        }

        // No piece can recapture, not even one behind the piece that has moved (x-ray).
        let them = !self.side;
        if self.attackers(them, to).is_empty()
            && self.attackers(them, from).is_empty()
            && victim == to
        {
            return true;
        }

        let mut exchange = Exchange {
            position: self,
            target: to,
            attackers: Color::ALL.map(|color| self.attackers(color, to)),
        };
        exchange.remove(self.side, self.piece_on(from).id(), from);
        if victim != to {
            exchange.reveal_behind(victim);
        }
        let mut side = !self.side;
        // A side wins if its balance is not negative even when its least valuable attacker is lost.
        // Of the balances of both, `b` and `-b - 1`, one is not negative.
        while let Some(value) = exchange.take_least(side) {
            // The king may not take what is defended.
            let defenders = exchange.attackers[(!side).index()];
            if value == VALUES[PieceType::King.index()] && !defenders.is_empty() {
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

/// An exchange on one square.
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
    /// The pieces of each side that can still capture, also from behind those that have left.
    attackers: [PieceSet; 2],
}

impl Exchange<'_> {
    #[inline]
    fn take_least(&mut self, side: Color) -> Option<i32> {
        let attackers = self.attackers[side.index()];
        if attackers.is_empty() {
            return None;
        }
        // The types are listed by value.
        for piece_type in PieceType::ALL {
            let mut of_type = self.position.pieces_of(side, piece_type) & attackers;
            if let Some(id) = of_type.next() {
                self.remove(side, id, self.position.square_of(side, id));
                return Some(value(piece_type));
            }
        }
        None
    }

    #[inline(always)]
    fn remove(&mut self, side: Color, id: PieceId, square: Square) {
        let attackers = &mut self.attackers[side.index()];
        *attackers &= !PieceSet::of(id);
        self.reveal_behind(square);
    }

    #[inline(always)]
    fn reveal_behind(&mut self, square: Square) {
        let Some(step) = Direction::between(self.target, square).step() else {
            return;
        };
        let mut walk = square.step(step);
        while let Some(behind) = walk {
            let piece = self.position.piece_on(behind);
            if !piece.is_none() {
                // Only a slider can be so far away.
                if piece.can_move_along(Direction::between(behind, self.target)) {
                    let attackers = &mut self.attackers[piece.color().index()];
                    *attackers |= PieceSet::of(piece.id());
                }
                return;
            }
            walk = behind.step(step);
        }
    }
}
