//! Evaluation by material alone, with Shannon's values ("Programming a Computer for
//! Playing Chess", 1950). <https://www.chessprogramming.org/Material>

use super::{Evaluation, Score};
use crate::board::{Color, Observer, PieceType, PlacedPiece, Position, Square};

/// In centipawns.
const fn value(piece_type: PieceType) -> i32 {
    match piece_type {
        PieceType::Pawn => 100,
        PieceType::Knight | PieceType::Bishop => 300,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 0,
    }
}

/// Evaluation by material alone.
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::{Evaluation, Material};
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").unwrap();
/// let mut evaluation = Material::default();
/// evaluation.reset(&position);
/// assert_eq!(evaluation.evaluate(&position).get(), -900);
/// ```
#[derive(Clone, Default, Debug)]
pub struct Material {
    /// White's less Black's, in centipawns.
    now: i32,
    before: Vec<i32>,
}

fn for_white(piece: PlacedPiece) -> i32 {
    match piece.piece() {
        Some(piece) if piece.color == Color::White => value(piece.piece_type),
        Some(piece) => -value(piece.piece_type),
        None => 0,
    }
}

impl Observer for Material {
    fn added(&mut self, piece: PlacedPiece, _: Square) {
        self.now += for_white(piece);
    }

    fn removed(&mut self, piece: PlacedPiece, _: Square) {
        self.now -= for_white(piece);
    }

    fn moved(&mut self, _: PlacedPiece, _: Square, _: Square) {}
}

impl Evaluation for Material {
    fn reset(&mut self, position: &Position) {
        self.before.clear();
        self.now = Square::all()
            .map(|square| for_white(position.placed_at(square)))
            .sum();
    }

    fn push(&mut self, _: &Position) {
        self.before.push(self.now);
    }

    fn pop(&mut self) {
        if let Some(sum) = self.before.pop() {
            self.now = sum;
        }
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        Score::estimate(match position.side_to_move() {
            Color::White => self.now,
            Color::Black => -self.now,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_and_promotions_are_followed() {
        let mut position = Position::from_fen("3rk3/2P5/8/5pP1/8/8/8/4K3 w - f6 0 1").unwrap();
        let mut material = Material::default();
        material.reset(&position);
        assert_eq!(material.evaluate(&position).get(), -400);
        for (text, expected) in [("g5f6", 300), ("c7d8q", -900)] {
            let mv = position.parse_move(text).unwrap();
            material.push(&position);
            position.make_observed(mv, &mut material);
            assert_eq!(material.evaluate(&position).get(), expected, "{text}");
            position.unmake();
            material.pop();
        }
        assert_eq!(material.evaluate(&position).get(), -400);
    }
}
