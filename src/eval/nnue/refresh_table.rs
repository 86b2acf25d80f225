//! The refresh table ("Finny table"). It keeps the last refreshed accumulator of each view,
//! mirrored or not, with its board. When a king's move changes the view of its side, the values are
//! computed from that board by what differs, not from an empty one.
//! <https://www.chessprogramming.org/NNUE#Accumulator_Refreshes>

use std::array;

use super::features::{Changes, Occupants, View};
use super::network::Network;
use super::simd::Simd;
use super::values::Values;

#[derive(Clone)]
struct Entry {
    values: Values,
    occupants: Occupants,
}

/// The entries by [`View::index`].
pub struct RefreshTable(Box<[Entry; 4]>);

impl RefreshTable {
    pub fn new(network: &Network) -> RefreshTable {
        let entry = Entry { values: network.bias.clone(), occupants: Occupants::NONE };
        RefreshTable(Box::new(array::repeat(entry)))
    }

    /// Computes the values of a view from those of the last position that was refreshed in it, and
    /// stores them with the occupants for the next one.
    pub fn refresh<S: Simd>(
        &mut self,
        network: &Network,
        view: View,
        occupants: &Occupants,
        values: &mut Values,
        changes: &mut Changes,
    ) {
        let entry = &mut self.0[view.index()];
        changes.set::<S>(view, &entry.occupants, occupants);
        values.set_to_sum::<S>(&network.weights, &entry.values, changes);
        entry.values.clone_from(values);
        entry.occupants.clone_from(occupants);
    }
}
