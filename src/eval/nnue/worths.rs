//! What each piece is worth to the network.

use super::features::{PieceNumber, View, output_bucket};
use super::network::Network;
use super::simd::Native;
use crate::board::{Color, Position, Square};
use crate::eval::explanation::has_worth;

/// By how many centipawns the value for White falls without each piece but the kings.
pub fn worths(network: &Network, position: &Position) -> Vec<(Square, i32)> {
    let whole = value_without(network, position, None);
    let pieces = position.all_pieces().filter(|&(_, piece)| has_worth(piece));
    let worth = |square| whole - value_without(network, position, Some(square));
    pieces.map(|(square, _)| (square, worth(square))).collect()
}

/// For White, as if the square were empty.
fn value_without(network: &Network, position: &Position, left_out: Option<Square>) -> i32 {
    let us = position.side_to_move();
    let [own, theirs] = [us, !us].map(|side| {
        let view = View::new(side, position.king(side));
        let pieces = position
            .all_pieces()
            .filter(|&(square, _)| Some(square) != left_out);
        let inputs = pieces
            .map(|(square, piece)| &network.weights[view.input((PieceNumber::of(piece), square))]);
        let mut values = network.bias.clone();
        values.set_to_sum::<Native>(&network.bias, &inputs.collect::<Vec<_>>(), &[]);
        values
    });
    let pieces = position.all_pieces().count();
    let bucket = output_bucket(pieces);
    let value = network.value::<Native>(&own, &theirs, bucket);
    match us {
        Color::White => value,
        Color::Black => -value,
    }
}
