//! Games, a byte for each move: incremental values must equal computed ones.

use std::sync::Arc;

use ox88::board::{Move, Position};
use ox88::eval::{Evaluation, Network, Nnue, PieceSquares, Score};

use super::{rules, split_number};

/// Unmakes a move.
const BACK: u8 = 255;
/// A null move, where it is allowed.
const PASS: u8 = 254;

/// Checks a game: two bytes are the number of a Chess960 start, and each later byte is a move.
pub fn check(bytes: &[u8]) {
    let (number, choices) = split_number(bytes);
    let start = Position::chess960(number.into());
    let mut position = start.clone();
    let network = Network::embedded();
    let mut evaluators = Evaluators::new(&network, &start);
    for &choice in choices.iter().take(200) {
        let moves = position.legal_moves();
        match choice {
            BACK if position.plies_made() > 0 => {
                position.unmake();
                evaluators.pop();
            }
            PASS if !position.in_check() => {
                evaluators.push(&position);
                position.make_null();
            }
            _ if moves.is_empty() || position.halfmove_clock() > 200 => break,
            _ => {
                let mv = moves[usize::from(choice) % moves.len()];
                evaluators.push(&position);
                position.make(mv);
            }
        }
        rules::assert_kept(&position);
        rules::assert_counted(&position);
        assert_as_any_bits(&position, choice);
        position.outcome();
        let fresh = Evaluators::new(&network, &position).values(&position);
        assert_eq!(evaluators.values(&position), fresh, "{position:?}");
    }
    rules::assert_reversible(&mut position);
    while position.plies_made() > 0 {
        position.unmake();
    }
    assert!(position == start);
}

/// Checks that of some bit patterns exactly the generated moves are legal.
fn assert_as_any_bits(position: &Position, choice: u8) {
    let checks = position.checks();
    let moves = position.legal_moves();
    for high in 0..=u8::MAX {
        let mv = Move::from_bits(u16::from_le_bytes([choice, high]));
        let is_legal = position.is_legal(mv, checks);
        assert_eq!(is_legal, moves.contains(&mv), "{mv:?} in {position:?}");
    }
}

struct Evaluators {
    tables: PieceSquares,
    network: Nnue,
}

impl Evaluators {
    fn new(network: &Arc<Network>, position: &Position) -> Evaluators {
        let mut evaluators =
            Evaluators { tables: PieceSquares::default(), network: Nnue::new(Arc::clone(network)) };
        evaluators.tables.reset(position);
        evaluators.network.reset(position);
        evaluators
    }

    fn push(&mut self, position: &Position) {
        self.tables.push(position);
        self.network.push(position);
    }

    fn pop(&mut self) {
        self.tables.pop();
        self.network.pop();
    }

    fn values(&mut self, position: &Position) -> [Score; 2] {
        [self.tables.evaluate(position), self.network.evaluate(position)]
    }
}
