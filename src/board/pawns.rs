//! Where pawns can go, all pawns at once.

use super::position::Position;
use super::square::SquareSet;

/// The squares that pawns of the side to move reach, by the way in which they
/// go there; en passant left out.
pub(super) struct PawnTargets {
    /// One square ahead.
    pub single: SquareSet,
    /// Two squares ahead.
    pub double: SquareSet,
    /// By taking towards the a-file.
    pub west: SquareSet,
    /// By taking towards the h-file.
    pub east: SquareSet,
}

impl Position {
    /// Those of the `allowed` squares that these pawns of the side to move reach.
    #[inline(always)]
    pub(super) fn pawn_targets(&self, pawns: SquareSet, allowed: SquareSet) -> PawnTargets {
        let us = self.side;
        let empty = self.empty_squares();
        let captures = allowed.intersection(self.occupied_by(!us));
        let ahead = pawns.forward(us);
        // What is passed need not be allowed, only empty.
        let pushed = ahead.intersection(empty);
        let passed = pushed.intersection(SquareSet::rank(us.rank(2)));
        PawnTargets {
            single: pushed.intersection(allowed),
            double: passed.forward(us).intersection(empty).intersection(allowed),
            west: ahead.west().intersection(captures),
            east: ahead.east().intersection(captures),
        }
    }
}
