//! One check for each kind of outside input, used by the fuzzers (`targets/`) and the
//! tests (`main.rs`).

pub mod arguments;
pub mod checkpoint;
pub mod epd;
pub mod fen;
pub mod moves;
pub mod network;
pub mod pgn;
pub mod player;
pub mod polyglot;
pub mod record;
mod rules;
pub mod samples;
pub mod san;
pub mod syzygy;
pub mod typed;
pub mod uci_line;
pub mod uci_option;
pub mod valued_moves;

/// Returns the first two bytes as a number, and the rest. Missing bytes are zeros.
fn split_number(bytes: &[u8]) -> (u16, &[u8]) {
    let byte = |at| bytes.get(at).copied().unwrap_or_default();
    let number = u16::from_le_bytes([byte(0), byte(1)]);
    (number, bytes.get(2..).unwrap_or_default())
}
