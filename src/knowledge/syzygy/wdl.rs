//! The values that tables have for a position, seen from the side to move.

use std::ops::Neg;

/// The result with best play. The fifty-move rule turns some wins into draws.
///
/// ```
/// use ox88::knowledge::syzygy::Wdl;
/// assert!(-Wdl::Win < Wdl::BlessedLoss && Wdl::BlessedLoss < Wdl::Draw);
/// assert_eq!(Wdl::CursedWin.without_fifty_moves(), Wdl::Win);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// A loss.
    Loss = -2,
    /// A loss that the fifty-move rule turns into a draw.
    BlessedLoss = -1,
    /// A draw.
    Draw = 0,
    /// A win that the fifty-move rule turns into a draw.
    CursedWin = 1,
    /// A win.
    Win = 2,
}

/// The least distance, in plies, that the fifty-move rule makes a draw.
const DRAWN_BY_CLOCK: i32 = 101;

impl Wdl {
    /// All results, the worst first, in the order of the files.
    pub const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// Returns the result if there were no fifty-move rule.
    #[must_use]
    pub fn without_fifty_moves(self) -> Wdl {
        match self {
            Wdl::BlessedLoss => Wdl::Loss,
            Wdl::CursedWin => Wdl::Win,
            other => other,
        }
    }

    /// Returns the distance when a zeroing move that keeps this result comes next.
    pub fn dtz_before_zeroing(self) -> Dtz {
        Dtz(match self {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -DRAWN_BY_CLOCK,
            Wdl::Draw => 0,
            Wdl::CursedWin => DRAWN_BY_CLOCK,
            Wdl::Win => 1,
        })
    }
}

impl Neg for Wdl {
    type Output = Wdl;

    fn neg(self) -> Wdl {
        Wdl::ALL[(2 - self as i32) as usize]
    }
}

/// The plies to the next zeroing move or mate: positive where the side to move wins, negative where
/// it loses, 0 in a draw. Beyond 100 the fifty-move rule makes it a draw. Tables that count moves
/// may give one ply less than the truth, where that changes no result from a clock of zero.
///
/// ```
/// use ox88::knowledge::syzygy::Dtz;
/// // The side to move wins in five plies.
/// let here = Dtz(5);
/// // Before the quiet move that led here, its opponent was to move, and lost in six.
/// assert_eq!(here.one_ply_before(), Dtz(-6));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Dtz(pub i32);

impl Dtz {
    /// Returns the distance for the other side, one quiet ply earlier.
    #[must_use]
    pub fn one_ply_before(self) -> Dtz {
        Dtz(-self.0 - self.0.signum())
    }
}
