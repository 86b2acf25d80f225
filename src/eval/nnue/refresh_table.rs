//! The refresh table ("Finny table"). It keeps the last accumulator of each kind of view with the
//! board that it was computed for. When a king's move changes the view of its side, the values are
//! computed from that board by what differs, not from an empty one.
//! <https://www.chessprogramming.org/NNUE#Accumulator_Refreshes>

use super::features::{Changes, Occupants, View};
use super::network::Network;
use super::simd::Simd;
use super::values::Values;

#[derive(Clone)]
struct Entry {
    values: Values,
    occupants: Occupants,
}

/// The entries of each side, by kind of view.
pub struct RefreshTable([Box<[Entry]>; 2]);

impl RefreshTable {
    pub fn new(network: &Network) -> RefreshTable {
        let entry = Entry { values: network.bias.clone(), occupants: Occupants::NONE };
        RefreshTable([(); 2].map(|()| vec![entry.clone(); View::KINDS].into()))
    }

    /// Computes the values of a view from the values of the last position with a view of the same
    /// kind, and stores them with the occupants for the next position.
    pub fn refresh<S: Simd>(
        &mut self,
        network: &Network,
        view: View,
        occupants: &Occupants,
        values: &mut Values,
        changes: &mut Changes,
    ) {
        let entry = &mut self.0[view.side().index()][view.kind()];
        changes.set::<S>(view, &entry.occupants, occupants);
        values.set_to_sum::<S>(&network.weights, &entry.values, changes);
        entry.values.clone_from(values);
        entry.occupants.clone_from(occupants);
    }
}
