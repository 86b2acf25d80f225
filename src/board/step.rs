//! Steps by which pieces move: differences of 0x88 indices. Ranks are eight squares wide but 16
//! indices apart, so a difference stands for the same files and ranks wherever it begins.

/// The difference of two 0x88 indices.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Step(pub(super) i8);

impl Step {
    /// One rank up.
    pub const NORTH: Step = Step(16);
    /// One rank down.
    pub const SOUTH: Step = Step(-16);
    /// One file towards the h-file.
    pub const EAST: Step = Step(1);
    /// One file towards the a-file.
    pub const WEST: Step = Step(-1);
    /// The eight steps of a queen or king: those of a rook, then those of a bishop, each clockwise
    /// from the north or the north-east. Step `n ^ 2` is the opposite of step `n`, which the attack
    /// table relies on.
    pub const QUEEN: [Step; 8] =
        [Step(16), Step(1), Step(-16), Step(-1), Step(17), Step(-15), Step(-17), Step(15)];
    /// The eight jumps of a knight.
    pub const KNIGHT: [Step; 8] =
        [Step(33), Step(18), Step(-14), Step(-31), Step(-33), Step(-18), Step(14), Step(31)];

    /// Returns the opposite step.
    pub const fn reversed(self) -> Step {
        Step(-self.0)
    }

    /// Returns the difference of [`Square::dense`](super::square::Square::dense) numbers.
    pub(super) const fn dense(self) -> i16 {
        let step = self.0 as i16;
        let ranks = (step + 8) >> 4;
        step - 8 * ranks
    }

    /// Returns twice the step.
    pub const fn doubled(self) -> Step {
        Step(2 * self.0)
    }
}
