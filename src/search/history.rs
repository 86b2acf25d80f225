//! Which quiet moves have cut off before: on their own (butterfly history), and
//! as answers to the moves before them (continuation history).
//!
//! <https://www.chessprogramming.org/History_Heuristic>

use super::params;
use crate::board::{Color, Man, Move, Square};

/// A man going to a square: what a continuation history remembers of a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Visit(u16);

impl Visit {
    /// Stands for no move, as before the root or after a null move: what is
    /// learned there concerns no real visit.
    pub const NONE: Visit = Visit(0);

    const COUNT: usize = 1024;

    /// The visit of this man to this square.
    pub fn new(man: Man, to: Square) -> Visit {
        Visit((man.piece_index() as u16) << 6 | u16::from(to.dense()))
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0) % Visit::COUNT
    }
}

/// What a quiet move's value is looked up by.
#[derive(Copy, Clone, Debug)]
pub struct Context {
    /// The side to move.
    pub side: Color,
    /// The visits of the last move and of the one before it.
    pub before: [Visit; 2],
}

type Continuations = [[i16; Visit::COUNT]; Visit::COUNT];

/// Values of quiet moves, each within ± [`params::HISTORY_MAX`].
pub struct History {
    /// By side and pair of squares.
    butterfly: Box<[[i16; 4096]; 2]>,
    /// By an earlier visit and the move's own; one table for both distances.
    continuations: Box<Continuations>,
}

impl Default for History {
    fn default() -> History {
        History {
            butterfly: bytemuck::allocation::zeroed_box(),
            continuations: bytemuck::allocation::zeroed_box(),
        }
    }
}

impl History {
    /// How well the move has done in this context: the sum of three values.
    #[inline(always)]
    pub fn get(&self, context: Context, mv: Move, visit: Visit) -> i32 {
        let [last, one_before] = context.before;
        i32::from(self.butterfly[context.side.index()][mv.squares_index()])
            + i32::from(self.continuations[last.index()][visit.index()])
            + i32::from(self.continuations[one_before.index()][visit.index()])
    }

    /// Credits the move that cut off, and debits the quiet moves that were
    /// tried before it.
    pub fn cutoff(
        &mut self,
        context: Context,
        best: (Move, Visit),
        tried: &[(Move, Visit)],
        depth: i32,
    ) {
        let bonus = (params::HISTORY_BONUS * depth).min(params::HISTORY_BONUS_MAX);
        self.add(context, best, bonus);
        for &mv in tried {
            self.add(context, mv, -bonus);
        }
    }

    fn add(&mut self, context: Context, (mv, visit): (Move, Visit), bonus: i32) {
        pull(
            &mut self.butterfly[context.side.index()][mv.squares_index()],
            bonus,
        );
        for before in context.before {
            pull(
                &mut self.continuations[before.index()][visit.index()],
                bonus,
            );
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for side in self.butterfly.iter_mut() {
            side.fill(0);
        }
        for visit in self.continuations.iter_mut() {
            visit.fill(0);
        }
    }
}

/// Moves a value towards its bound, the less the nearer it is: no value ever
/// passes it, and old experience fades.
fn pull(value: &mut i16, bonus: i32) {
    let now = i32::from(*value);
    *value = (now + bonus - now * bonus.abs() / params::HISTORY_MAX) as i16;
}
