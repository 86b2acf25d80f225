//! Files of networks.

use std::sync::Arc;

use ox88::board::Position;
use ox88::eval::{Evaluation, Network, NetworkError, Nnue};

use super::split_number;

const HEADER: usize = 24;
const FENS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/1P6/8/2pP4/8/8/6p1/R3K2R b KQkq - 0 1",
    "8/8/8/8/8/2k5/8/KQ6 w - - 0 1",
];

/// The bytes as a network's file, and as the weights of a small one, repeated.
pub fn check(bytes: &[u8]) {
    use_it(bytes);
    let (scale, numbers) = split_number(bytes);
    let units = bytes.len() as u16 % 3 + 1;
    use_it(&small(units, scale, numbers));
}

fn use_it(bytes: &[u8]) {
    let network = match Network::from_bytes(bytes) {
        Ok(network) => Arc::new(network),
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(network.units() > 0);
    for fen in FENS {
        let mut position = Position::from_fen(fen).unwrap();
        let mut evaluation = Nnue::new(Arc::clone(&network));
        evaluation.reset(&position);
        for mv in position.legal_moves() {
            evaluation.push(&position);
            position.make_observed(mv, &mut evaluation);
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

/// With the right length and checksum.
fn small(units: u16, scale: u16, numbers: &[u8]) -> Vec<u8> {
    let mut bytes = b"OX88NNUE".to_vec();
    let outputs = 8_u16;
    for field in [2, units, outputs, scale] {
        bytes.extend(field.to_le_bytes());
    }
    bytes.resize(HEADER, 0);
    let expected = |bytes: &[u8]| match Network::from_bytes(bytes) {
        Err(NetworkError::Length { expected, .. }) => expected,
        _ => bytes.len(),
    };
    let mut numbers = numbers.iter().copied().cycle();
    bytes.resize_with(expected(&bytes), || numbers.next().unwrap_or_default());
    let checksum = checksum(&bytes[HEADER..]);
    bytes[16..HEADER].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// FNV-1a over words of eight bytes, the last padded with zeros.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
