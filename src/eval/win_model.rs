//! The chances of win, draw and loss (WDL) that a score stands for.
//! <https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>

use std::fmt;

use super::{Score, material};
use crate::board::{Color, Position};

// Printed by scripts/fit_wdl.py (--engine g22) from 558 games of the twenty-second network against
// the nineteenth in the same search (scripts/match.py, --tc 2+0.02 --openings unbalanced.epd --seed
// 99): 35,071 positions.

/// The range of material for which the fit had enough positions; material beyond it is clamped.
const MATERIAL: (i32, i32) = (5, 78);

/// The centipawns that win half of the games: a polynomial of material over [`FULL`], constant
/// first.
const HALF: [f64; 4] = [249.237, -166.322, 84.848, -60.074];

/// The centipawns beyond [`HALF`] that win 73 % of the games (the logistic curve at 1): a
/// polynomial like it.
const SPREAD: [f64; 4] = [20.436, 124.710, -147.724, 67.506];

/// The material at the start.
const FULL: f64 = 78.0;

/// Chances of the side to move, in per mille; their sum is 1000.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Chances {
    /// The chance of a win.
    pub win: u16,
    /// The chance of a draw.
    pub draw: u16,
    /// The chance of a loss.
    pub loss: u16,
}

impl Chances {
    const SURE: u16 = 1000;

    /// The chances of a position that is known to be drawn.
    pub const DRAWN: Chances = Chances { win: 0, draw: Chances::SURE, loss: 0 };

    /// Returns the expected points: 1 for a win, a half for a draw.
    pub fn expectation(self) -> f64 {
        (f64::from(self.win) + 0.5 * f64::from(self.draw)) / f64::from(Chances::SURE)
    }

    fn new(win: f64, loss: f64) -> Chances {
        let per_mille = |chance: f64| (chance * f64::from(Chances::SURE)).round() as u16;
        let win = per_mille(win).min(Chances::SURE);
        // Both halves may round up.
        let loss = per_mille(loss).min(Chances::SURE - win);
        Chances { win, draw: Chances::SURE - win - loss, loss }
    }
}

/// Writes the chances as UCI does: `W D L`.
impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

/// The curve that turns scores into chances, as in games of the engine, by the material left.
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::{Score, WinModel};
/// let model = WinModel::of(&Position::startpos());
/// let even = model.chances(Score::DRAW);
/// assert_eq!(even.win, even.loss);
/// assert!(model.chances(Score::centipawns(300)).win > even.win);
/// assert_eq!(model.chances(Score::mated_in(4)).to_string(), "0 0 1000");
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct WinModel {
    half: f64,
    spread: f64,
}

impl WinModel {
    /// Returns the model for scores from a search of this position.
    pub fn of(position: &Position) -> WinModel {
        WinModel::at(material_in_pawns(position))
    }

    fn at(material: i32) -> WinModel {
        let share = f64::from(material.clamp(MATERIAL.0, MATERIAL.1)) / FULL;
        WinModel { half: polynomial(&HALF, share), spread: polynomial(&SPREAD, share) }
    }

    /// Returns the chances of the side to move with this score; a mate is so large that it is
    /// certain.
    pub fn chances(&self, score: Score) -> Chances {
        let score = f64::from(score.get());
        Chances::new(self.win(score), self.win(-score))
    }

    fn win(&self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.half - score) / self.spread).exp())
    }
}

/// Returns the material of both sides in pawns: 0 for bare kings, 78 at the start.
fn material_in_pawns(position: &Position) -> i32 {
    let [white, black] = Color::ALL.map(|side| material::of(position, side));
    (white + black) / 100
}

fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    let horner = |sum, &coefficient| sum * x + coefficient;
    coefficients.iter().rev().fold(0.0, horner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The material of positions, those after many promotions included.
    const MATERIALS: std::ops::RangeInclusive<i32> = 0..=250;

    #[test]
    fn the_constants_are_a_model() {
        assert!(MATERIAL.0 <= MATERIAL.1);
        for model in MATERIALS.map(WinModel::at) {
            assert!(model.half > 0.0 && model.half < 1000.0, "{model:?}");
            assert!(model.spread > 0.0 && model.spread < 1000.0, "{model:?}");
        }
    }

    #[test]
    fn every_score_has_its_chances() {
        for model in MATERIALS.map(WinModel::at) {
            let mut last = 0;
            for number in (-32_002..=32_002_i16).step_by(7) {
                let score = Score::from_bits(number as u16);
                let ours = model.chances(score);
                let theirs = model.chances(-score);
                assert_eq!(ours.win + ours.draw + ours.loss, 1000, "{ours}");
                assert_eq!(
                    (ours.win, ours.draw, ours.loss),
                    (theirs.loss, theirs.draw, theirs.win),
                    "{score} in {model:?}"
                );
                // Below all mates are no scores.
                if !score.is_mate() && score >= -Score::MATE {
                    assert!(last <= ours.win, "{score} in {model:?}");
                    last = ours.win;
                }
            }
        }
    }

    #[test]
    fn mates_are_certain() {
        let (won, lost) = (Chances::new(1.0, 0.0), Chances::new(0.0, 1.0));
        for model in MATERIALS.map(WinModel::at) {
            for plies in 0..=crate::eval::MAX_PLY {
                assert_eq!(model.chances(Score::mate_in(plies)), won);
                assert_eq!(model.chances(Score::mated_in(plies)), lost);
            }
            assert_eq!(model.chances(Score::MAX_EVAL), won);
        }
    }

    #[test]
    fn material_is_counted_in_pawns() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 78),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
            ("4k3/p7/n7/b7/8/8/8/R3K2Q w - - 0 1", 21),
        ] {
            assert_eq!(material_in_pawns(&Position::from_fen(fen).unwrap()), expected);
        }
    }
}
