//! The squares to which pawns can go, for all pawns at once.

use super::position::Position;
use super::square::SquareSet;

/// The targets of the pawns of the side to move, without en passant.
pub(super) struct PawnTargets {
    pub single: SquareSet,
    pub double: SquareSet,
    /// Captures towards the a-file.
    pub west: SquareSet,
    /// Captures towards the h-file.
    pub east: SquareSet,
}

impl Position {
    #[inline(always)]
    pub(super) fn pawn_targets(&self, pawns: SquareSet, allowed: SquareSet) -> PawnTargets {
        let us = self.side;
        let empty = self.empty_squares();
        let captures = allowed & self.occupied_by(!us);
        let ahead = pawns.forward(us);
        // The passed square need not be allowed, only empty.
        let pushed = ahead & empty;
        let passed = pushed & SquareSet::rank(us.rank(2));
        PawnTargets {
            single: pushed & allowed,
            double: passed.forward(us) & empty & allowed,
            west: ahead.west() & captures,
            east: ahead.east() & captures,
        }
    }
}
