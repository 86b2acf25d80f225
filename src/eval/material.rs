//! Evaluation by material alone, with Shannon's values ("Programming a Computer for
//! Playing Chess", 1950). <https://www.chessprogramming.org/Material>

use super::{Evaluation, Score};
use crate::board::{Color, PieceType, Position};

/// Returns the value of a piece, in centipawns.
pub(crate) const fn value(piece_type: PieceType) -> i32 {
    match piece_type {
        PieceType::Pawn => 100,
        PieceType::Knight | PieceType::Bishop => 300,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 0,
    }
}

/// Returns the material of a side, in centipawns.
pub(super) fn of(position: &Position, side: Color) -> i32 {
    let worth = |piece_type| value(piece_type) * position.count(side, piece_type) as i32;
    PieceType::ALL.into_iter().map(worth).sum()
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
        Score::estimate(of(position, us) - of(position, !us))
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
