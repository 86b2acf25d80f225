//! Evaluation: what a position is worth, without searching. The network is in [`nnue`], what is
//! known of endings in [`endgame`]. Material and piece-square tables are for the ladder's players;
//! the engine evaluates by the tables if the option `Evaluation` says `classical`.

pub mod endgame;
mod evaluator;
mod explanation;
mod kind;
pub(crate) mod material;
pub mod nnue;
mod psqt;
mod psqt_tables;
mod score;
mod win_model;

pub use evaluator::Evaluator;
pub use explanation::Explanation;
pub use kind::EvaluationKind;
pub use material::Material;
pub use nnue::{Network, NetworkError, Nnue};
pub use psqt::PieceSquares;
pub use score::{MAX_PLY, Score};
pub use win_model::{Chances, WinModel};

use crate::board::Position;

/// A static evaluation that a search uses on the line of moves from its root.
///
/// `reset` begins a line at the root, `push` notes each position before a move is made in it, and
/// `pop` forgets that position after the move is unmade. So expensive parts can be updated from
/// earlier positions of the line.
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::{Evaluation, Nnue, Network};
/// let mut position = Position::from_fen("r3k3/p7/8/3n4/4P3/8/8/R3K3 w - - 0 1").unwrap();
/// let mut evaluation = Nnue::new(Network::embedded());
/// evaluation.reset(&position);
/// let before = evaluation.evaluate(&position);
/// evaluation.push(&position);
/// position.make(position.parse_move("e4d5").unwrap());
/// // Black has lost a knight.
/// assert!(evaluation.evaluate(&position) < -before);
/// position.unmake();
/// evaluation.pop();
/// assert_eq!(evaluation.evaluate(&position), before);
/// ```
pub trait Evaluation {
    /// Begins at this position.
    fn reset(&mut self, _: &Position) {}
    /// Notes this position, before a move is made in it.
    fn push(&mut self, _: &Position) {}
    /// Forgets the position that was noted last, after that move was unmade.
    fn pop(&mut self) {}
    /// Returns the value of the position for the side to move, which is never a mate score.
    fn evaluate(&mut self, position: &Position) -> Score;
}
