//! What a position is worth, without searching.

pub mod endgame;
mod evaluator;
mod explanation;
mod material;
mod nnue;
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

/// An evaluation that follows the moves of a search.
///
/// As an [`Observer`] it hears what each move changes; around every move that
/// is made and unmade stand [`Evaluation::push`] and [`Evaluation::pop`].
pub trait Evaluation: Observer {
    /// Starts from this position.
    fn reset(&mut self, position: &Position);
    /// Keeps what is known now, before a move is made.
    fn push(&mut self);
    /// Goes back to what was kept last, after that move was unmade.
    fn pop(&mut self);
    /// The value of the position for the side to move, never a mate score.
    fn evaluate(&mut self, position: &Position) -> Score;
}
