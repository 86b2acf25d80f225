//! Move ordering for the mate search.

use arrayvec::ArrayVec;

use super::MOST_MOVES;
use crate::board::{Move, MoveList, Position};

/// The order of a move that mates: before the hash move (`HINT`). The order of another candidate is
/// its number of replies, plus `QUIET` if it gives no check.
const MATES: i16 = -2;
const HINT: i16 = -1;
const QUIET: i16 = 8;

/// A move of the attacker. The type is small, since each ply has a list of them on the stack.
#[derive(Copy, Clone)]
pub struct Candidate {
    pub mv: Move,
    /// The order of the move; the lowest comes first.
    pub order: i16,
    /// The nodes of the move's last search.
    pub effort: u32,
}

/// The candidates of a node, without moves that stalemate.
pub type Candidates = ArrayVec<Candidate, 256>;

impl Candidate {
    /// Returns the candidate of a move, after which the position is `after`; none if that is
    /// stalemate.
    pub fn new(mv: Move, hint: Move, after: &Position) -> Option<Candidate> {
        let replies = after.count_legal_moves() as i16;
        let order = match (replies, after.in_check()) {
            (0, true) => MATES,
            (0, false) => return None,
            _ if mv == hint => HINT,
            (_, true) => replies,
            (_, false) => QUIET + replies,
        };
        Some(Candidate { mv, order, effort: 0 })
    }

    pub fn mates(&self) -> bool {
        self.order == MATES
    }
}

/// A check and a capture add this to the order of a reply, so that they come before quiet replies,
/// however often those refuted.
const FORCING: u32 = 1 << 24;

/// The replies that refuted before, which are tried early.
pub struct Refutations {
    /// The last refutations, by the attacker's moves left.
    killers: Vec<[Move; 2]>,
    /// How often a reply refuted, by [`Move::squares_index`].
    history: Vec<u32>,
}

impl Refutations {
    pub fn new() -> Refutations {
        Refutations {
            killers: vec![[Move::NONE; 2]; MOST_MOVES as usize + 1],
            history: vec![0; 1 << 12],
        }
    }

    pub fn add(&mut self, reply: Move, left: u8) {
        let killers = &mut self.killers[usize::from(left)];
        if killers[0] != reply {
            *killers = [reply, killers[0]];
        }
        let count = &mut self.history[reply.squares_index()];
        *count = (*count + 1).min(FORCING - 1);
    }
}

/// The replies of a node, the likeliest refutation first: hash move, killers, checks and captures,
/// history.
pub struct Replies {
    moves: MoveList,
    /// The order of each move; the highest comes first.
    order: ArrayVec<u32, 256>,
    next: usize,
}

impl Replies {
    pub fn new(position: &Position, refutations: &Refutations, left: u8, hint: Move) -> Replies {
        let killers = refutations.killers[usize::from(left)];
        let moves = position.legal_moves();
        let order = |&mv: &Move| {
            if let Some(rank) = [hint, killers[0], killers[1]].iter().position(|&early| early == mv)
            {
                return u32::MAX - rank as u32;
            }
            let forcing = u32::from(mv.is_capture()) + u32::from(position.gives_check(mv));
            FORCING * forcing + refutations.history[mv.squares_index()]
        };
        Replies { order: moves.iter().map(order).collect(), moves, next: 0 }
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
