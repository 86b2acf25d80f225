//! What the results of games say beside a network's output.
//!
//! Most of what a network learns from are scores of searches with the network before it, so an
//! error of its judgement comes back in them. Results of games are free of it, and noisy: too noisy
//! for a whole network, not for twelve numbers. They say how values shrink or grow as pieces leave
//! the board, and what pieces are worth beside the network's opinion. `ox88 calibrate` fits them;
//! `lineage.md` has what they brought.

use super::features::output_bucket;
use crate::board::{Color, PieceType, Position};

/// One in the numbers, and among inputs: a logistic unit or a piece.
pub const ONE: i32 = 1 << 12;
/// The second input is half of one at this output.
const HALF: i64 = 3 * ONE as i64 / 4;
/// Pieces on a full board.
pub const FULL: usize = 32;

/// The pieces whose number counts.
pub const COUNTED: [PieceType; 4] = [
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
];
/// Inputs: the output, the same bent towards minus one and one, and the balance of [`COUNTED`].
pub const TERMS: usize = 2 + COUNTED.len();

/// The pieces of a position, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Material {
    /// Of each of [`COUNTED`], the side's own less the other's.
    pub balance: [i32; COUNTED.len()],
    /// All on the board.
    pub pieces: usize,
}

impl Material {
    /// Counts them.
    #[inline(always)]
    pub fn of(position: &Position) -> Material {
        let us = position.side_to_move();
        let count = |side, piece| position.pieces_of(side, piece).len() as i32;
        let pieces = Color::ALL.map(|side| position.pieces(side).len() as usize);
        Material {
            balance: COUNTED.map(|piece| count(us, piece) - count(!us, piece)),
            pieces: pieces.iter().sum(),
        }
    }

    /// The output bucket.
    #[inline(always)]
    pub fn bucket(&self) -> usize {
        output_bucket(self.pieces)
    }
}

/// Weights of the inputs, in 4096ths: each is a number plus another times the share of pieces on
/// the board.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Calibration(pub [[i16; 2]; TERMS]);

impl Calibration {
    /// The inputs for an output in 4096ths of a logistic unit, in 4096ths too.
    #[inline(always)]
    pub fn inputs(output: i32, material: &Material) -> [i64; TERMS] {
        let output = i64::from(output);
        let mut inputs = [output; TERMS];
        inputs[1] = output * i64::from(ONE) / (HALF + output.abs());
        for (input, &balance) in inputs[2..].iter_mut().zip(&material.balance) {
            *input = i64::from(balance) * i64::from(ONE);
        }
        inputs
    }

    /// What is to be added to such an output.
    #[inline(always)]
    pub fn correction(&self, output: i32, material: &Material) -> i64 {
        let inputs = Calibration::inputs(output, material);
        let terms = self.0.iter().zip(inputs).map(|(weight, input)| {
            let [least, growth] = weight.map(i64::from);
            (least * FULL as i64 + growth * material.pieces as i64) * input
        });
        terms.sum::<i64>() / (FULL as i64 * i64::from(ONE))
    }
}
