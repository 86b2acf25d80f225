//! Values tapered from middlegame to endgame. <https://www.chessprogramming.org/Tapered_Eval>

use std::ops::{AddAssign, SubAssign};

/// A value for the middlegame and one for the endgame, in centipawns.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Tapered {
    pub middlegame: i16,
    pub endgame: i16,
}

impl Tapered {
    pub const fn new(middlegame: i16, endgame: i16) -> Tapered {
        Tapered { middlegame, endgame }
    }

    pub fn at(self, phase: Phase) -> i32 {
        let weight = phase.0.clamp(0, Phase::FULL.0);
        let middlegame = i32::from(self.middlegame) * weight;
        let endgame = i32::from(self.endgame) * (Phase::FULL.0 - weight);
        (middlegame + endgame) / Phase::FULL.0
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        self.middlegame += other.middlegame;
        self.endgame += other.endgame;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Tapered) {
        self.middlegame -= other.middlegame;
        self.endgame -= other.endgame;
    }
}

/// The phase of the game: material other than pawns, which is 24 at the start, 0 in a pawn ending,
/// and above 24 after promotions.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Phase(pub i32);

impl Phase {
    pub const FULL: Phase = Phase(24);
}
