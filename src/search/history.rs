//! Which quiet moves have cut off before: the butterfly history.
//!
//! <https://www.chessprogramming.org/History_Heuristic>

use super::params;
use crate::board::{Color, Move};

/// A value for each side and pair of squares.
pub struct History {
    values: Box<[[i16; 4096]; 2]>,
}

impl Default for History {
    fn default() -> History {
        History {
            values: Box::new([[0; 4096]; 2]),
        }
    }
}

impl History {
    /// How well the move has done, within ± [`params::HISTORY_MAX`].
    #[inline(always)]
    pub fn get(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.values[color.index()][mv.squares_index()])
    }

    /// Credits the move that cut off, and debits the quiet moves that were
    /// tried before it.
    pub fn cutoff(&mut self, color: Color, best: Move, tried: &[Move], depth: i32) {
        let bonus = (params::HISTORY_BONUS * depth).min(params::HISTORY_BONUS_MAX);
        self.add(color, best, bonus);
        for &mv in tried.iter().filter(|&&mv| mv != best) {
            self.add(color, mv, -bonus);
        }
    }

    /// Moves a value towards its bound, the less the nearer it is: no value
    /// ever passes it, and old experience fades.
    fn add(&mut self, color: Color, mv: Move, bonus: i32) {
        let value = &mut self.values[color.index()][mv.squares_index()];
        let now = i32::from(*value);
        *value = (now + bonus - now * bonus.abs() / params::HISTORY_MAX) as i16;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for side in self.values.iter_mut() {
            side.fill(0);
        }
    }
}
