//! Move generation and ordering for the mate search.

use arrayvec::ArrayVec;

use super::search::{MateSearch, Stopped};
use crate::board::{All, Move, MoveList};

/// Lowest first: mate; the hash move; number of replies, plus `QUIET` if no check.
const MATES: i16 = -2;
const HINT: i16 = -1;
const QUIET: i16 = 8;

/// A move of the attacker. Small, since each ply has a list on the stack.
#[derive(Copy, Clone)]
pub struct Candidate {
    pub mv: Move,
    order: i16,
    /// Nodes of its last search.
    pub effort: u32,
}

/// Without moves that stalemate.
pub type Candidates = ArrayVec<Candidate, 256>;

impl Candidate {
    pub fn mates(&self) -> bool {
        self.order == MATES
    }
}

impl MateSearch<'_> {
    /// Fewest replies first; a mate is the first.
    pub fn candidates(&mut self, moves: &[Move], hint: Move) -> Result<Candidates, Stopped> {
        let mut candidates = Candidates::new();
        for &mv in moves.iter().take(candidates.capacity()) {
            self.play(mv)?;
            let replies = self.position.count_legal_moves() as i16;
            let in_check = self.position.in_check();
            self.position.unmake();
            let order = match (replies, in_check) {
                (0, true) => MATES,
                (0, false) => continue,
                _ if mv == hint => HINT,
                (_, true) => replies,
                (_, false) => QUIET + replies,
            };
            candidates.push(Candidate {
                mv,
                order,
                effort: 0,
            });
        }
        candidates.sort_by_key(|candidate| candidate.order);
        Ok(candidates)
    }

    pub fn mate_in_one(&mut self) -> Result<Option<Move>, Stopped> {
        let mut moves = MoveList::new();
        let checks = self.position.checks();
        self.position.generate::<All>(checks, &mut moves);
        for mv in moves {
            if self.may_give_check(mv) {
                self.play(mv)?;
                let is_mate = self.is_mate();
                self.position.unmake();
                if is_mate {
                    return Ok(Some(mv));
                }
            }
        }
        Ok(None)
    }

    /// Also true where [`Position::gives_check`](crate::board::Position::gives_check) cannot tell.
    fn may_give_check(&self, mv: Move) -> bool {
        !mv.is_plain() || self.position.gives_check(mv)
    }

    fn is_mate(&self) -> bool {
        self.position.in_check() && !self.position.has_legal_move()
    }
}

/// Order of a check and of a capture, above any number of refutations.
const FORCING: u32 = 1 << 24;

/// Likeliest refutation first: hash move, killers, checks and captures, history.
pub struct Replies {
    moves: MoveList,
    /// By move; the higher, the earlier.
    order: ArrayVec<u32, 256>,
    next: usize,
}

impl Replies {
    pub fn new(search: &MateSearch, left: u8, hint: Move) -> Replies {
        let killers = search.killers[usize::from(left)];
        let position = &search.position;
        let moves = position.legal_moves();
        let order = |&mv: &Move| match mv {
            _ if mv == hint => u32::MAX,
            _ if mv == killers[0] => u32::MAX - 1,
            _ if mv == killers[1] => u32::MAX - 2,
            _ => {
                let forcing = u32::from(mv.is_capture()) + u32::from(position.gives_check(mv));
                FORCING * forcing + search.history[mv.squares_index()]
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

impl MateSearch<'_> {
    pub fn remember_refutation(&mut self, reply: Move, left: u8) {
        let killers = &mut self.killers[usize::from(left)];
        if killers[0] != reply {
            *killers = [reply, killers[0]];
        }
        let count = &mut self.history[reply.squares_index()];
        *count = (*count + 1).min(FORCING - 1);
    }
}
