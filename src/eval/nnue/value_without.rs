//! The network's value without a piece.

use super::features::{Changes, Occupants, View};
use super::layers::Activations;
use super::network::Network;
use super::simd::Native;
use super::values::Values;
use crate::board::{Color, Piece, Position, Square};

/// Returns the value for White in centipawns as if the square were empty.
pub fn value_without(network: &Network, position: &Position, left_out: Option<Square>) -> i32 {
    let us = position.side_to_move();
    let pieces: Vec<(Piece, Square)> = position
        .all_pieces()
        .filter(|&(square, _)| Some(square) != left_out)
        .map(|(square, piece)| (piece, square))
        .collect();
    let occupants = Occupants::of_pieces(&pieces);
    let [own, theirs] = [us, !us].map(|side| {
        let view = View::new(side, position.king(side));
        let mut changes = Changes::NONE;
        changes.set::<Native>(view, &Occupants::NONE, &occupants);
        let mut values = Values::ZERO;
        values.set_to_sum::<Native>(&network.weights, &network.bias, &changes);
        values
    });
    let mut buffer = Activations::ZERO;
    let value = network.value::<Native>([&own, &theirs], pieces.len(), &mut buffer);
    match us {
        Color::White => value,
        Color::Black => -value,
    }
}
