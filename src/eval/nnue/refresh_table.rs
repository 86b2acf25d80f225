//! The last accumulator of each kind of view ("Finny table"), with its pieces: the start for a
//! view that a king's move changed. <https://www.chessprogramming.org/NNUE#Accumulator_Refreshes>

use arrayvec::ArrayVec;

use super::features::{PieceNumber, View};
use super::network::Network;
use super::simd::Simd;
use super::values::Values;
use crate::board::{Position, Square};

#[derive(Clone)]
struct Entry {
    values: Values,
    /// By dense square.
    pieces: [PieceNumber; 64],
}

/// By side and kind of view.
pub struct RefreshTable([Box<[Entry]>; 2]);

/// The most pieces that can be added, or removed.
const MAX_PIECES: usize = 64;

impl RefreshTable {
    pub fn new(network: &Network) -> RefreshTable {
        let entry = Entry {
            values: network.bias.clone(),
            pieces: [PieceNumber::NONE; 64],
        };
        RefreshTable([(); 2].map(|()| vec![entry.clone(); View::KINDS].into()))
    }

    pub fn bytes(&self) -> usize {
        self.0.iter().map(|entries| size_of_val(&**entries)).sum()
    }

    pub fn refresh<S: Simd>(
        &mut self,
        network: &Network,
        view: View,
        position: &Position,
        values: &mut Values,
    ) {
        let entry = &mut self.0[view.side().index()][view.kind()];
        let mut added = ArrayVec::<&Values, MAX_PIECES>::new();
        let mut removed = ArrayVec::<&Values, MAX_PIECES>::new();
        for (square, then) in Square::all().zip(&mut entry.pieces) {
            let now = PieceNumber::of_placed(position.placed_at(square));
            if now == *then {
                continue;
            }
            let weights = |piece| &network.weights[view.input((piece, square))];
            if *then != PieceNumber::NONE {
                removed.push(weights(*then));
            }
            if now != PieceNumber::NONE {
                added.push(weights(now));
            }
            *then = now;
        }
        entry.values.add_and_copy::<S>(values, &added, &removed);
    }
}
