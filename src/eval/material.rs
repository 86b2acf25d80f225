//! Evaluation by material alone, with Shannon's values ("Programming a Computer for
//! Playing Chess", 1950). <https://www.chessprogramming.org/Material>

use super::{Evaluation, Score};
use crate::board::{PieceType, Position};

/// Returns the value of a piece, in centipawns.
const fn value(piece_type: PieceType) -> i32 {
    match piece_type {
        PieceType::Pawn => 100,
        PieceType::Knight | PieceType::Bishop => 300,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 0,
    }
}

/// Evaluation by material alone, which is counted anew in each position.
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::{Evaluation, Material};
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").unwrap();
/// assert_eq!(Material.evaluate(&position).get(), -900);
/// ```
#[derive(Copy, Clone, Default, Debug)]
pub struct Material;

impl Evaluation for Material {
    fn evaluate(&mut self, position: &Position) -> Score {
        let us = position.side_to_move();
        let balance = PieceType::ALL.into_iter().map(|piece_type| {
            let [ours, theirs] = [us, !us].map(|color| position.count(color, piece_type) as i32);
            value(piece_type) * (ours - theirs)
        });
        Score::estimate(balance.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_and_promotions_change_the_balance() {
        let mut position = Position::from_fen("3rk3/2P5/8/5pP1/8/8/8/4K3 w - f6 0 1").unwrap();
        assert_eq!(Material.evaluate(&position).get(), -400);
        for (text, expected) in [("g5f6", 300), ("c7d8q", -900)] {
            position.make(position.parse_move(text).unwrap());
            assert_eq!(Material.evaluate(&position).get(), expected, "{text}");
            position.unmake();
        }
    }
}
