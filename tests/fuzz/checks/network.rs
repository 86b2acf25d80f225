//! Files of networks.

use std::iter::{Copied, Cycle};
use std::slice::Iter;
use std::sync::Arc;

use ox88::board::Position;
use ox88::eval::nnue::architecture::{MAX_BIAS, MAX_HIDDEN_BIAS, MAX_WEIGHT};
use ox88::eval::nnue::{QuantisedNetwork, Shape};
use ox88::eval::{Evaluation, Network, Nnue};

use super::split_number;

const FENS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/1P6/8/2pP4/8/8/6p1/R3K2R b KQkq - 0 1",
    "8/8/8/8/8/2k5/8/KQ6 w - - 0 1",
];

/// Checks the bytes as a network's file, and as the numbers of a small network, since bytes with
/// the right length and checksum are not found by chance. The first two are its scale, the others,
/// repeated, its weights and biases; their number chooses its width.
pub fn check(bytes: &[u8]) {
    match Network::from_bytes(bytes) {
        Ok(network) => check_evaluation(network),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let (scale, numbers) = split_number(bytes);
    let hidden = bytes.len() % 3 + 1;
    let network = small(hidden, scale, numbers);
    match network.to_bytes() {
        Ok(file) => {
            assert!(QuantisedNetwork::from_bytes(&file) == Ok(network));
            check_evaluation(Network::from_bytes(&file).unwrap());
        }
        Err(error) => assert_eq!((&*error.to_string(), scale), ("a network of scale 0", 0)),
    }
}

/// Checks that values which are updated move by move equal those from scratch.
fn check_evaluation(network: Network) {
    assert!(network.units() > 0);
    let network = Arc::new(network);
    for fen in FENS {
        let mut position = Position::from_fen(fen).unwrap();
        let mut evaluation = Nnue::new(Arc::clone(&network));
        evaluation.reset(&position);
        for mv in position.legal_moves() {
            evaluation.push(&position);
            position.make(mv);
            let score = evaluation.evaluate(&position);
            assert!(score.moves_to_mate().is_none());
            let mut fresh = Nnue::new(Arc::clone(&network));
            fresh.reset(&position);
            assert_eq!(fresh.evaluate(&position), score, "{position:?}");
            position.unmake();
            evaluation.pop();
        }
    }
}

/// Returns a network of so many hidden units, with numbers within the range of the arithmetic.
fn small(hidden: usize, scale: u16, bytes: &[u8]) -> QuantisedNetwork {
    let shape = Shape { hidden, ..Shape::PROGRAM };
    let mut network = QuantisedNetwork::zero(shape, scale);
    let mut numbers = Numbers(bytes.iter().copied().cycle());
    numbers.fill_i8s(&mut network.hidden_weights);
    numbers.fill_i16s(&mut network.hidden_bias, MAX_HIDDEN_BIAS);
    for stack in &mut network.stacks {
        numbers.fill_i8s(&mut stack.l1_weights);
        numbers.fill_i32s(&mut stack.l1_bias, MAX_BIAS);
        numbers.fill_i16s(&mut stack.l2_weights, MAX_WEIGHT);
        numbers.fill_i32s(&mut stack.l2_bias, MAX_BIAS);
        numbers.fill_i16s(&mut stack.l3_weights, MAX_WEIGHT);
        numbers.fill_i32s(std::slice::from_mut(&mut stack.l3_bias), MAX_BIAS);
    }
    network
}

/// Whole numbers from bytes without end; zeros where there are no bytes.
struct Numbers<'a>(Cycle<Copied<Iter<'a, u8>>>);

impl Numbers<'_> {
    fn fill_i8s(&mut self, to: &mut [i8]) {
        to.fill_with(|| i8::from_le_bytes(self.take()));
    }

    /// Fills with numbers from `-limit` to `limit`. Smaller numbers stay as they are.
    fn fill_i16s(&mut self, to: &mut [i16], limit: i16) {
        let modulus = i32::from(limit) + 1;
        to.fill_with(|| (i32::from(i16::from_le_bytes(self.take())) % modulus) as i16);
    }

    /// Fills with numbers from `-limit` to `limit`, which is below the type's maximum.
    fn fill_i32s(&mut self, to: &mut [i32], limit: i32) {
        to.fill_with(|| i32::from_le_bytes(self.take()) % (limit + 1));
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.0.next().unwrap_or_default())
    }
}
