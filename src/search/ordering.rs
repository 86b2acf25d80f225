//! In which order to try the moves of a node: the table's move, captures that
//! win or hold by exchange (best victim first), killers, quiet moves by
//! history, and last the captures that lose.
//!
//! <https://www.chessprogramming.org/Move_Ordering>

use arrayvec::ArrayVec;

use super::history::{Context, History, Visit};
use crate::board::{All, Checks, Move, MoveList, Noisy, PieceKind, Position, Selection, see};

/// Order values: the higher, the earlier.
const TABLE_MOVE: i32 = i32::MAX;
const GOOD_NOISY: i32 = 1_000_000;
const KILLER: i32 = 900_000;
const BAD_NOISY: i32 = -1_000_000;

/// Two quiet moves that cut off sibling nodes.
pub type Killers = [Move; 2];

/// Hands out the moves of a node, best first.
pub struct Picker {
    moves: MoveList,
    order: ArrayVec<i32, 256>,
    next: usize,
}

impl Picker {
    /// All moves of a position.
    #[inline(always)]
    pub fn all(
        position: &Position,
        checks: Checks,
        table_move: Move,
        killers: Killers,
        history: &History,
        context: Context,
    ) -> Picker {
        Picker::new::<All>(position, checks, table_move, |mv| {
            if let Some(rank) = killers.iter().position(|&killer| killer == mv) {
                KILLER - rank as i32
            } else {
                history.get(context, mv, Visit::new(position.man_at(mv.from()), mv.to()))
            }
        })
    }

    /// The noisy moves of a position.
    #[inline(always)]
    pub fn noisy(position: &Position, checks: Checks, table_move: Move) -> Picker {
        Picker::new::<Noisy>(position, checks, table_move, |_| 0)
    }

    #[inline(always)]
    fn new<S: Selection>(
        position: &Position,
        checks: Checks,
        table_move: Move,
        quiet_order: impl Fn(Move) -> i32,
    ) -> Picker {
        let mut picker = Picker {
            moves: MoveList::new(),
            order: ArrayVec::new(),
            next: 0,
        };
        position.generate::<S>(checks, &mut picker.moves);
        picker.order.extend(picker.moves.iter().map(|&mv| {
            if mv == table_move {
                TABLE_MOVE
            } else if mv.is_noisy() {
                GOOD_NOISY + victim_first(position, mv)
            } else {
                quiet_order(mv)
            }
        }));
        picker
    }

    /// The best move not yet handed out. Whether a capture loses is looked up
    /// only when its turn comes: most nodes are cut off before.
    pub fn next(&mut self, position: &Position) -> Option<Move> {
        loop {
            // The highest value, then its place: both searches are vector code.
            let rest = &self.order[self.next..];
            let order = rest.iter().copied().max()?;
            let best = self.next + rest.iter().position(|&other| other == order)?;
            let mv = self.moves[best];
            let unproven = order >= GOOD_NOISY && order != TABLE_MOVE;
            if unproven && !position.see_at_least(mv, 0) {
                self.order[best] = order - GOOD_NOISY + BAD_NOISY;
                continue;
            }
            self.moves.swap(self.next, best);
            self.order.swap(self.next, best);
            self.next += 1;
            return Some(mv);
        }
    }

    /// Hands out no more quiet moves.
    pub fn skip_quiets(&mut self) {
        let mut kept = self.next;
        for i in self.next..self.moves.len() {
            if self.moves[i].is_noisy() {
                self.moves.swap(kept, i);
                self.order.swap(kept, i);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.order.truncate(kept);
    }

    /// Whether the move handed out last was put last for losing material.
    pub fn is_losing(&self) -> bool {
        self.next > 0 && self.order[self.next - 1] <= BAD_NOISY / 2
    }
}

/// Most valuable victim first, then least valuable attacker; 0 to some 20,000.
fn victim_first(position: &Position, mv: Move) -> i32 {
    let kind = |square| position.man_at(square).kind();
    let victim = match kind(mv.to()) {
        Some(victim) if mv.is_capture() => see::value(victim),
        _ if mv.is_en_passant() => see::value(PieceKind::Pawn),
        _ => 0,
    };
    let promotion = mv.promotion().map_or(0, see::value);
    let attacker = match kind(mv.from()) {
        Some(PieceKind::King) | None => 10,
        Some(attacker) => see::value(attacker) / 100,
    };
    (victim + promotion) * 10 + 10 - attacker
}
