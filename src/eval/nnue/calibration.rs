//! A correction of the network's output by the results of games.
//!
//! Most of what a network learns from are scores of searches with the network before it, so an
//! error of its judgement comes back in them. Results of games are free of it, and noisy: too noisy
//! for a whole network, not for four numbers. They show how values shrink or grow as pieces leave
//! the board, as other engines scale their evaluation by material. `ox88 calibrate` fits them;
//! `training.md` tells what they brought.

/// The number that stands for one in the weights, and for one logistic unit of outputs.
pub const ONE: i32 = 1 << 12;
/// The number of pieces on a full board.
pub const FULL: usize = 32;
/// The output, in 4096ths of a logistic unit, whose bent output is one half. The bent output of x
/// is x / (HALF + x).
const HALF: u64 = 3 * ONE as u64 / 4;

/// The number of inputs: the output, and the bent output, which tends towards minus one and one.
pub const TERMS: usize = 2;

/// The weights of the inputs, in 4096ths: each is a number plus another times the share of pieces
/// on the board.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Calibration(pub [[i16; 2]; TERMS]);

impl Calibration {
    /// Returns the inputs for an output in 4096ths of a logistic unit, in 4096ths too.
    #[inline(always)]
    pub fn inputs(output: i32) -> [i64; TERMS] {
        // The bent output is computed from the magnitude, without a branch on the sign, which
        // cannot be predicted.
        let sign = output >> 31;
        let magnitude = u64::from((output ^ sign).wrapping_sub(sign).cast_unsigned());
        let bent = (magnitude * ONE as u64 / (HALF + magnitude)).cast_signed();
        [output.into(), (bent ^ i64::from(sign)) - i64::from(sign)]
    }

    /// Returns the correction of the network's output, with this number of pieces on the board.
    #[inline(always)]
    pub fn correction(&self, output: i32, pieces: usize) -> i64 {
        // Without a calibration there is nothing to divide for; the branch is always predicted.
        if *self == Calibration::default() {
            return 0;
        }
        let terms = self.0.iter().zip(Calibration::inputs(output));
        let terms = terms.map(|(weight, input)| {
            let [least, growth] = weight.map(i64::from);
            (least * FULL as i64 + growth * pieces as i64) * input
        });
        terms.sum::<i64>() / (FULL as i64 * i64::from(ONE))
    }
}
