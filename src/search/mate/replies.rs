//! The defender's moves, and in which order to try them.

use arrayvec::ArrayVec;

use super::hunt::Hunt;
use crate::board::{Move, MoveList};

/// What a check and a capture are worth each as replies, more than any number
/// of refutations.
const FORCING: u32 = 1 << 24;

/// The replies of the defender, the likeliest to refute first: what refuted
/// here before, what refuted elsewhere last, checks and captures, and all by
/// how often they refuted.
pub struct Replies {
    moves: MoveList,
    /// Of each move; the higher, the earlier.
    order: ArrayVec<u32, 256>,
    next: usize,
}

impl Replies {
    pub fn new(hunt: &Hunt, left: u8, hint: Move) -> Replies {
        let killers = hunt.killers[usize::from(left)];
        let position = &hunt.position;
        let moves = position.legal_moves();
        let order = |&mv: &Move| match mv {
            _ if mv == hint => u32::MAX,
            _ if mv == killers[0] => u32::MAX - 1,
            _ if mv == killers[1] => u32::MAX - 2,
            _ => {
                let forcing = u32::from(mv.is_capture()) + u32::from(position.gives_check(mv));
                FORCING * forcing + hunt.history[mv.squares_index()]
            }
        };
        Replies {
            order: moves.iter().map(order).collect(),
            moves,
            next: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl Iterator for Replies {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let rest = &self.order[self.next..];
        let order = rest.iter().copied().max()?;
        let best = self.next + rest.iter().position(|&other| other == order)?;
        self.moves.swap(self.next, best);
        self.order.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}

impl Hunt<'_> {
    /// Keeps in mind that the reply refuted, with so many moves left.
    pub fn remember_refutation(&mut self, reply: Move, left: u8) {
        let killers = &mut self.killers[usize::from(left)];
        if killers[0] != reply {
            *killers = [reply, killers[0]];
        }
        let count = &mut self.history[reply.squares_index()];
        *count = (*count + 1).min(FORCING - 1);
    }
}
