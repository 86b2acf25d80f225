//! The hidden layer along the line under search, updated lazily: a move only notes its changes.
//! When needed, a view is computed from the nearest known position before, or from the refresh
//! table where its king has changed it. <https://www.chessprogramming.org/NNUE#Accumulator>

use super::features::{Changes, PieceNumber, View};
use super::network::Network;
use super::refresh_table::RefreshTable;
use super::simd::Simd;
use super::values::Values;
use crate::board::{Color, PieceType, PlacedPiece, Position, Square};
use crate::eval::MAX_PLY;

#[derive(Clone)]
struct Accumulator {
    values: [Values; 2],
    is_known: [bool; 2],
    views: [View; 2],
    /// Of the move that led here.
    changes: Changes,
}

impl Accumulator {
    fn new() -> Accumulator {
        Accumulator {
            values: [Values::ZERO; 2],
            is_known: [false; 2],
            views: Color::ALL.map(|side| View::new(side, Square::at(0, 0))),
            changes: Changes::NONE,
        }
    }
}

pub struct AccumulatorStack {
    /// The present position's is at `now`; those behind it are stale.
    accumulators: Vec<Accumulator>,
    now: usize,
    refresh_table: RefreshTable,
}

impl AccumulatorStack {
    pub fn new(network: &Network) -> AccumulatorStack {
        // The longest line: no allocation during a search.
        let mut accumulators = Vec::with_capacity(MAX_PLY + 8);
        accumulators.push(Accumulator::new());
        AccumulatorStack {
            accumulators,
            now: 0,
            refresh_table: RefreshTable::new(network),
        }
    }

    pub fn bytes(&self) -> usize {
        self.accumulators.capacity() * size_of::<Accumulator>() + self.refresh_table.bytes()
    }

    /// Computes the root's values even if nobody asks for them, as the transposition table may have
    /// its evaluation: all positions behind it are nearer to it than to the refresh table's.
    pub fn reset<S: Simd>(&mut self, network: &Network, position: &Position) {
        self.now = 0;
        let root = &mut self.accumulators[0];
        root.is_known = [false; 2];
        root.views = Color::ALL.map(|side| View::new(side, position.king(side)));
        self.values::<S>(network, position);
    }

    /// Call before a move is made.
    #[inline(always)]
    pub fn push(&mut self) {
        let views = self.accumulators[self.now].views;
        self.now += 1;
        if self.now == self.accumulators.len() {
            self.accumulators.push(Accumulator::new());
        }
        let accumulator = &mut self.accumulators[self.now];
        accumulator.is_known = [false; 2];
        accumulator.views = views;
        accumulator.changes.clear();
    }

    /// Call after a move is unmade.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.now = self.now.saturating_sub(1);
    }

    #[inline(always)]
    pub fn add(&mut self, piece: PlacedPiece, square: Square) {
        let accumulator = &mut self.accumulators[self.now];
        accumulator
            .changes
            .add(PieceNumber::of_placed(piece), square);
        if piece.is_piece(piece.color(), PieceType::King) {
            accumulator.views[piece.color().index()] = View::new(piece.color(), square);
        }
    }

    #[inline(always)]
    pub fn remove(&mut self, piece: PlacedPiece, square: Square) {
        self.accumulators[self.now]
            .changes
            .remove(PieceNumber::of_placed(piece), square);
    }

    #[inline(always)]
    pub fn values<S: Simd>(&mut self, network: &Network, position: &Position) -> &[Values; 2] {
        for side in Color::ALL {
            if !self.accumulators[self.now].is_known[side.index()] {
                self.compute::<S>(network, side, position);
            }
        }
        &self.accumulators[self.now].values
    }

    #[inline(always)]
    fn compute<S: Simd>(&mut self, network: &Network, side: Color, position: &Position) {
        let i = side.index();
        let view = self.accumulators[self.now].views[i];
        let usable = |accumulator: &Accumulator| accumulator.is_known[i];
        let before = self.accumulators[..self.now]
            .iter()
            .rposition(|accumulator| usable(accumulator) || accumulator.views[i] != view);
        match before {
            Some(known) if self.accumulators[known].views[i] == view => {
                for later in known + 1..=self.now {
                    self.update::<S>(network, view, later);
                }
            }
            _ => {
                let accumulator = &mut self.accumulators[self.now];
                let values = &mut accumulator.values[i];
                self.refresh_table
                    .refresh::<S>(network, view, position, values);
                accumulator.is_known[i] = true;
            }
        }
    }

    #[inline(always)]
    fn update<S: Simd>(&mut self, network: &Network, view: View, later: usize) {
        let (before, from_here) = self.accumulators.split_at_mut(later);
        let i = view.side().index();
        let from = &before[later - 1].values[i];
        let accumulator = &mut from_here[0];
        let to = &mut accumulator.values[i];
        let weights = |&change| &network.weights[view.input(change)];
        let changes = &accumulator.changes;
        // The most frequent: quiet moves, captures, castling, null moves.
        match (changes.added(), changes.removed()) {
            ([a], [b]) => to.set_to_sum::<S>(from, &[weights(a)], &[weights(b)]),
            ([a], [b, c]) => to.set_to_sum::<S>(from, &[weights(a)], &[weights(b), weights(c)]),
            ([], []) => to.clone_from(from),
            (added, removed) => to.set_to_sum::<S>(
                from,
                &added.iter().map(weights).collect::<Weights>(),
                &removed.iter().map(weights).collect::<Weights>(),
            ),
        }
        accumulator.is_known[i] = true;
    }
}

type Weights<'a> = arrayvec::ArrayVec<&'a Values, { Changes::MAX }>;
