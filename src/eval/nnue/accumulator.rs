//! The hidden layer along the line under search.
//!
//! Making a move only notes what it changes. Where a value is asked for, each
//! view is brought up to date from the nearest position before it where it was
//! known; or, where its king has since crossed the middle of the board and so
//! everything is seen the other way round, from what the view was when it was
//! last so seen.
//!
//! <https://www.chessprogramming.org/NNUE#Accumulator>

use std::sync::Arc;

use super::features::{PieceNumber, View, bucket, is_mirrored};
use super::kernels::{Chosen, Kernel, Row};
use super::network::Network;
use crate::board::{Color, Observer, PieceType, PlacedPiece, Position, Square};
use crate::eval::{Evaluation, MAX_PLY, Score, endgame};

/// A piece on a square.
type Placed = (PieceNumber, Square);

/// What a move changes: at most two men come and two go.
#[derive(Copy, Clone)]
struct Changes {
    added: [Placed; 2],
    removed: [Placed; 2],
    /// How many of each.
    counts: (u8, u8),
}

impl Changes {
    const NONE: Changes = Changes {
        added: [(PieceNumber(0), Square::at(0, 0)); 2],
        removed: [(PieceNumber(0), Square::at(0, 0)); 2],
        counts: (0, 0),
    };
}

/// The hidden layer of one position, as far as it is known.
#[derive(Clone)]
struct Layer {
    /// By side of the view.
    values: [Row; 2],
    is_known: [bool; 2],
    is_mirrored: [bool; 2],
    /// What the move that led here changed.
    changes: Changes,
}

impl Layer {
    fn new() -> Layer {
        Layer {
            values: [Row::default(), Row::default()],
            is_known: [false; 2],
            is_mirrored: [false; 2],
            changes: Changes::NONE,
        }
    }
}

/// A view as it was when it was last built: to build it again, only what has
/// changed since has to be added and subtracted.
#[derive(Clone)]
struct Memory {
    values: Row,
    /// By dense square.
    pieces: [PieceNumber; 64],
}

/// Evaluation by a network, but for endings that are known.
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::{Evaluation, Network, Nnue};
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").unwrap();
/// let mut evaluation = Nnue::new(Network::embedded());
/// evaluation.reset(&position);
/// assert!(evaluation.evaluate(&position).get() < -300);
/// ```
pub struct Nnue {
    network: Arc<Network>,
    /// The position's own layer is at `now`; what lies behind it is of no use.
    layers: Vec<Layer>,
    now: usize,
    /// By side of the view, and whether it is mirrored.
    memories: Box<[[Memory; 2]; 2]>,
}

impl Nnue {
    /// Evaluates by this network.
    pub fn new(network: Arc<Network>) -> Nnue {
        let memory = Memory {
            values: network.bias.clone(),
            pieces: [PieceNumber(0); 64],
        };
        // Room for the longest line, so that none is sought in the search.
        let mut layers = Vec::with_capacity(MAX_PLY + 8);
        layers.push(Layer::new());
        let pair = [memory.clone(), memory];
        Nnue {
            network,
            layers,
            now: 0,
            memories: Box::new([pair.clone(), pair]),
        }
    }

    /// Bytes that it takes in memory, the network not counted.
    pub fn bytes(&self) -> usize {
        size_of::<Nnue>()
            + self.layers.capacity() * size_of::<Layer>()
            + size_of_val(&*self.memories)
    }

    /// Brings one view of the position up to date.
    #[inline(always)]
    fn learn(&mut self, side: Color, position: &Position) {
        let view = side.index();
        if self.layers[self.now].is_known[view] {
            return;
        }
        let is_mirrored = self.layers[self.now].is_mirrored[view];
        let before = self.layers[..self.now]
            .iter()
            .rposition(|layer| layer.is_known[view] || layer.is_mirrored[view] != is_mirrored);
        match before {
            Some(known) if self.layers[known].is_mirrored[view] == is_mirrored => {
                let view = View {
                    side,
                    mirrored: is_mirrored,
                };
                for layer in known + 1..=self.now {
                    self.follow(view, layer);
                }
            }
            _ => self.recall(side, position),
        }
    }

    /// Computes a view of a layer from that of the layer before.
    #[inline(always)]
    fn follow(&mut self, view: View, layer: usize) {
        let (before, from_here) = self.layers.split_at_mut(layer);
        let side = view.side.index();
        let from = &before[layer - 1].values[side];
        let Layer {
            values,
            is_known,
            changes,
            ..
        } = &mut from_here[0];
        let to = &mut values[side];
        let row = |&(piece, square): &Placed| &self.network.weights[view.input(piece, square)];
        let ([a, b], [c, d]) = (&changes.added, &changes.removed);
        match changes.counts {
            (1, 1) => Chosen::update(from, to, [row(a)], [row(c)]),
            (1, 2) => Chosen::update(from, to, [row(a)], [row(c), row(d)]),
            (2, 2) => Chosen::update(from, to, [row(a), row(b)], [row(c), row(d)]),
            // Whoever passes changes nothing.
            _ => to.clone_from(from),
        }
        is_known[side] = true;
    }

    /// Computes a view from what it was when it was last built.
    fn recall(&mut self, side: Color, position: &Position) {
        let view = View::new(side, position.king(side));
        let memory = &mut self.memories[side.index()][usize::from(view.mirrored)];
        let row = |piece, square| &self.network.weights[view.input(piece, square)];
        for (square, then) in Square::all().zip(&mut memory.pieces) {
            let now = PieceNumber(position.placed_at(square).piece_index() as u8);
            if now == *then {
                continue;
            }
            if *then != PieceNumber(0) {
                Chosen::subtract(&mut memory.values, row(*then, square));
            }
            if now != PieceNumber(0) {
                Chosen::add(&mut memory.values, row(now, square));
            }
            *then = now;
        }
        let layer = &mut self.layers[self.now];
        layer.values[side.index()].clone_from(&memory.values);
        layer.is_known[side.index()] = true;
    }

    /// The network's value of the position, in centipawns for the side to move.
    #[inline(always)]
    fn value(&mut self, position: &Position) -> i32 {
        self.learn(Color::White, position);
        self.learn(Color::Black, position);
        let us = position.side_to_move();
        let values = &self.layers[self.now].values;
        let (own, theirs) = (&values[us.index()], &values[(!us).index()]);
        self.network.value(own, theirs, bucket(position))
    }
}

/// The clone begins with nothing under search.
impl Clone for Nnue {
    fn clone(&self) -> Nnue {
        Nnue::new(Arc::clone(&self.network))
    }
}

impl Observer for Nnue {
    #[inline(always)]
    fn added(&mut self, man: PlacedPiece, square: Square) {
        let layer = &mut self.layers[self.now];
        let count = &mut layer.changes.counts.0;
        layer.changes.added[usize::from(*count & 1)] =
            (PieceNumber(man.piece_index() as u8), square);
        *count += 1;
        if man.is_piece(man.color(), PieceType::King) {
            layer.is_mirrored[man.color().index()] = is_mirrored(square);
        }
    }

    #[inline(always)]
    fn removed(&mut self, man: PlacedPiece, square: Square) {
        let layer = &mut self.layers[self.now];
        let count = &mut layer.changes.counts.1;
        layer.changes.removed[usize::from(*count & 1)] =
            (PieceNumber(man.piece_index() as u8), square);
        *count += 1;
    }
}

impl Evaluation for Nnue {
    fn reset(&mut self, position: &Position) {
        self.now = 0;
        self.layers[0].is_known = [false; 2];
        for side in Color::ALL {
            self.layers[0].is_mirrored[side.index()] = is_mirrored(position.king(side));
            self.recall(side, position);
        }
    }

    #[inline(always)]
    fn push(&mut self) {
        let is_mirrored = self.layers[self.now].is_mirrored;
        self.now += 1;
        if self.now == self.layers.len() {
            self.layers.push(Layer::new());
        }
        let layer = &mut self.layers[self.now];
        layer.is_known = [false; 2];
        layer.is_mirrored = is_mirrored;
        layer.changes.counts = (0, 0);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.now = self.now.saturating_sub(1);
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        match endgame::known(position) {
            Some(known) => known,
            None => Score::estimate(self.value(position)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;

    fn from_scratch(position: &Position) -> Score {
        let mut evaluation = Nnue::new(Network::embedded());
        evaluation.reset(position);
        evaluation.evaluate(position)
    }

    /// Plays random games, Chess960 among them, asks for values now and then,
    /// and compares with starting afresh.
    #[test]
    fn lazy_equals_from_scratch() {
        let mut random = StdRng::seed_from_u64(88);
        for number in 0..60 {
            let mut position = Position::chess960(if number < 20 { 518 } else { number * 16 });
            let mut evaluation = Nnue::new(Network::embedded());
            evaluation.reset(&position);
            for _ in 0..150 {
                let is_back = random.random_bool(0.3) && position.plies_made() > 0;
                if is_back {
                    position.unmake();
                    evaluation.pop();
                } else {
                    let Some(&mv) = position.legal_moves().choose(&mut random) else {
                        break;
                    };
                    evaluation.push();
                    position.make_observed(mv, &mut evaluation);
                    if !position.in_check() && random.random_bool(0.05) {
                        evaluation.push();
                        position.make_null();
                    }
                }
                if random.random_bool(0.4) {
                    assert_eq!(
                        evaluation.evaluate(&position),
                        from_scratch(&position),
                        "{position:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn both_sides_and_wings_count_alike() {
        let value = |fen: &str| from_scratch(&Position::from_fen(fen).unwrap());
        let white = value("r3k3/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K3 w - - 0 1");
        let black = value("r3k3/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K3 b - - 0 1");
        let mirrored = value("3k3r/1bpqpp1p/1pnp2nb/3NP3/3P2p1/p1Q2N2/PPPBBPPP/3K3R w - - 0 1");
        assert_eq!(white, black);
        assert_eq!(white, mirrored);
    }
}
