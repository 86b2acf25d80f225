//! The hidden layer along the line under search, updated lazily. The board of each position on the
//! line is noted before a move is made in it. When a view is needed, its values are computed from
//! the nearest position whose values are known for the same view, by the differences of the boards;
//! where there is none, as after a king's move that changes the view of its side, from the refresh
//! table. <https://www.chessprogramming.org/NNUE#Accumulator>

use super::features::{Changes, Occupants, View};
use super::network::Network;
use super::refresh_table::RefreshTable;
use super::simd::Simd;
use super::values::Values;
use crate::board::{Color, Position, Square};
use crate::eval::MAX_PLY;

#[derive(Clone)]
struct Accumulator {
    values: [Values; 2],
    is_computed: [bool; 2],
    /// Whether `views` and `occupants` are set. They are set when a move is made in the position,
    /// or when its values are needed.
    is_noted: bool,
    views: [View; 2],
    occupants: Occupants,
}

impl Accumulator {
    fn new() -> Accumulator {
        Accumulator {
            values: [Values::ZERO; 2],
            is_computed: [false; 2],
            is_noted: false,
            views: Color::ALL.map(|side| View::new(side, Square::at(0, 0))),
            occupants: Occupants::NONE,
        }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.is_computed = [false; 2];
        self.is_noted = false;
    }

    #[inline(always)]
    fn note<S: Simd>(&mut self, position: &Position) {
        if !self.is_noted {
            self.occupants = Occupants::of::<S>(position);
            self.views = Color::ALL.map(|side| View::new(side, position.king(side)));
            self.is_noted = true;
        }
    }
}

pub struct AccumulatorStack {
    /// The accumulators of the line. The accumulator of the present position is at `now`; those
    /// behind it are stale.
    accumulators: Vec<Accumulator>,
    now: usize,
    refresh_table: RefreshTable,
    changes: Changes,
}

impl AccumulatorStack {
    pub fn new(network: &Network) -> AccumulatorStack {
        // Room for the longest line and a few more, so that a search allocates nothing.
        let mut accumulators = Vec::with_capacity(MAX_PLY + 8);
        accumulators.push(Accumulator::new());
        AccumulatorStack {
            accumulators,
            now: 0,
            refresh_table: RefreshTable::new(network),
            changes: Changes::NONE,
        }
    }

    /// Begins a line, and computes the root's values at once, even if the transposition table has
    /// its evaluation: positions behind the root are mostly nearer to it than to the refresh
    /// table's boards.
    pub fn reset<S: Simd>(&mut self, network: &Network, position: &Position) {
        self.now = 0;
        self.accumulators[0].clear();
        self.values::<S>(network, position);
    }

    /// Notes the position before a move is made in it.
    #[inline(always)]
    pub fn push<S: Simd>(&mut self, position: &Position) {
        self.accumulators[self.now].note::<S>(position);
        self.now += 1;
        if self.now == self.accumulators.len() {
            self.accumulators.push(Accumulator::new());
        }
        self.accumulators[self.now].clear();
    }

    /// Returns to the position before, after a move is unmade.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.now = self.now.saturating_sub(1);
    }

    #[inline(always)]
    pub fn values<S: Simd>(&mut self, network: &Network, position: &Position) -> &[Values; 2] {
        self.accumulators[self.now].note::<S>(position);
        for side in Color::ALL {
            if !self.accumulators[self.now].is_computed[side.index()] {
                self.compute::<S>(network, side);
            }
        }
        &self.accumulators[self.now].values
    }

    #[inline(always)]
    fn compute<S: Simd>(&mut self, network: &Network, side: Color) {
        let i = side.index();
        let view = self.accumulators[self.now].views[i];
        let has_view = |accumulator: &Accumulator| accumulator.views[i] == view;
        let known = self.accumulators[..self.now]
            .iter()
            .rposition(|accumulator| accumulator.is_computed[i] && has_view(accumulator));
        let Some(mut known) = known else {
            let accumulator = &mut self.accumulators[self.now];
            let values = &mut accumulator.values[i];
            let changes = &mut self.changes;
            self.refresh_table.refresh::<S>(network, view, &accumulator.occupants, values, changes);
            accumulator.is_computed[i] = true;
            return;
        };
        // The values of the positions in between are stored too, as later positions will need them.
        for later in known + 1..=self.now {
            let (before, from_here) = self.accumulators.split_at_mut(later);
            let (from, to) = (&before[known], &mut from_here[0]);
            if has_view(to) {
                self.changes.set::<S>(view, &from.occupants, &to.occupants);
                to.values[i].set_to_sum::<S>(&network.weights, &from.values[i], &self.changes);
                to.is_computed[i] = true;
                known = later;
            }
        }
    }
}
