//! Views as they were when they were last computed ("Finny table").
//!
//! When a king's move changes how its side sees the board, the accumulator of
//! the position before is of no use. The view is then computed from the last one
//! of the same kind: only what has changed since is added and subtracted.
//!
//! <https://www.chessprogramming.org/NNUE#Accumulator_Refreshes>

use arrayvec::ArrayVec;

use super::features::{PieceNumber, View};
use super::network::Network;
use super::simd::Simd;
use super::values::Values;
use crate::board::{Position, Square};

/// A view as it was when it was last computed.
#[derive(Clone)]
struct Entry {
    values: Values,
    /// By dense square.
    pieces: [PieceNumber; 64],
}

/// An entry for each side and kind of view.
pub struct RefreshTable([Box<[Entry]>; 2]);

/// No more pieces than this can have come, and no more can have gone.
const MAX_PIECES: usize = 64;

impl RefreshTable {
    /// All views are of an empty board.
    pub fn new(network: &Network) -> RefreshTable {
        let entry = Entry {
            values: network.bias.clone(),
            pieces: [PieceNumber::NONE; 64],
        };
        RefreshTable([(); 2].map(|()| vec![entry.clone(); View::KINDS].into()))
    }

    /// Bytes that it takes in memory.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|entries| size_of_val(&**entries)).sum()
    }

    /// Computes a view of a position.
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
