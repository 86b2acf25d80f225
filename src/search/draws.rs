//! Draws, as the search sees them.
//!
//! <https://www.chessprogramming.org/Draw>

use crate::board::Position;
use crate::eval::endgame;

impl Position {
    /// Whether the game is drawn here, `ply` plies below the root, by the rules
    /// that need no look at the moves, or by what is known of king and pawn.
    /// Mate on the hundredth ply is still mate.
    pub(super) fn is_drawn(&self, ply: usize) -> bool {
        if self.halfmove_clock() >= 100 && (!self.in_check() || self.has_legal_move()) {
            return true;
        }
        self.is_repetition(ply) || self.is_insufficient_material() || endgame::is_drawn(self)
    }
}
