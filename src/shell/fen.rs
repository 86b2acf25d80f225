//! Arguments that are positions.

use std::fmt::Display;

use crate::board::Position;

/// The word for the start position.
pub const START: &str = "startpos";

/// Reads a FEN. The error names the argument that it came from.
pub fn position(argument: impl Display, fen: &str) -> Result<Position, String> {
    Position::from_fen(fen).map_err(|error| format!("{argument}: {error}"))
}
