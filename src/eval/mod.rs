//! What a position is worth, without searching.

pub mod endgame;
mod evaluator;
mod explanation;
mod material;
pub mod nnue;
mod psqt;
mod score;
mod tables;
mod tapered;
mod win_model;

pub use evaluator::Evaluator;
pub use explanation::Explanation;
pub use material::Material;
pub use nnue::{Network, NetworkError, Nnue};
pub use psqt::PieceSquares;
pub use score::{MAX_PLY, Score};
pub use win_model::{Chances, WinModel};

use crate::board::{Observer, Position};

/// An [`Observer`] of a search's moves, with `push` before each move and `pop` after unmaking it.
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::{Evaluation, Material, Score};
/// let mut position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// let mut material = Material::default();
/// material.reset(&position);
/// assert_eq!(material.evaluate(&position), Score::DRAW);
/// material.push(&position);
/// position.make_observed(position.parse_move("e4d5").unwrap(), &mut material);
/// // For Black, a pawn down.
/// assert!(material.evaluate(&position) < Score::DRAW);
/// position.unmake();
/// material.pop();
/// assert_eq!(material.evaluate(&position), Score::DRAW);
/// ```
pub trait Evaluation: Observer {
    /// Starts from this position.
    fn reset(&mut self, position: &Position);
    /// Saves the state before a move is made in this position.
    fn push(&mut self, position: &Position);
    /// Restores the state after that move was unmade.
    fn pop(&mut self);
    /// The value of the position for the side to move, never a mate score.
    fn evaluate(&mut self, position: &Position) -> Score;
}
