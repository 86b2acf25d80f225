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
    /// By rank and file.
    pieces: [[PieceNumber; 8]; 8],
}

/// By side and kind of view.
pub struct RefreshTable([Box<[Entry]>; 2]);

/// The most pieces that can be added, or removed.
const MAX_PIECES: usize = 64;

impl RefreshTable {
    pub fn new(network: &Network) -> RefreshTable {
        let entry = Entry {
            values: network.bias.clone(),
            pieces: [[PieceNumber::NONE; 8]; 8],
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
        for (rank, then) in (0..8).zip(&mut entry.pieces) {
            let now = position.rank(rank).map(PieceNumber::of_placed);
            for file in differing_files(now, *then) {
                let square = Square::at(file, rank);
                let weights = |piece| &network.weights[view.input((piece, square))];
                let [now, then] = [now, *then].map(|pieces| pieces[usize::from(file)]);
                if then != PieceNumber::NONE {
                    removed.push(weights(then));
                }
                if now != PieceNumber::NONE {
                    added.push(weights(now));
                }
            }
            *then = now;
        }
        entry.values.add_and_copy::<S>(values, &added, &removed);
    }
}

/// The files on which two ranks differ: all eight squares are compared at once.
#[inline(always)]
fn differing_files(now: [PieceNumber; 8], then: [PieceNumber; 8]) -> impl Iterator<Item = u8> {
    let word = |pieces: [PieceNumber; 8]| u64::from_le_bytes(pieces.map(PieceNumber::byte));
    let mut differences = word(now) ^ word(then);
    std::iter::from_fn(move || {
        let file = differences.trailing_zeros() / 8;
        differences &= !0xff_u64.checked_shl(8 * file)?;
        Some(file as u8)
    })
}
