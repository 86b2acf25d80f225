//! The rules of chess on a 0x88 mailbox (128 bytes, 64 of them on the board) with piece lists. A
//! [`Position`] is built from a checked FEN and changed by making and unmaking legal moves.

mod attack_table;
mod attacks;
mod castling;
mod chess960;
mod count;
mod direction;
mod display;
mod draws;
mod fen;
mod fill;
mod legality;
mod mailbox;
mod make;
mod movegen;
mod moves;
mod notation;
mod outcome;
mod pawns;
mod piece;
mod position;
mod push;
pub mod see;
mod set_operators;
mod square;
mod step;
mod zobrist;

pub use attacks::{CheckSquares, Checks};
pub use castling::{CastlingRights, CastlingSide};
pub use direction::Direction;
pub use fen::FenError;
pub use fill::attacked_squares;
pub use movegen::{All, Noisy, Quiet, Selection};
pub use moves::{Move, MoveKind, MoveList};
pub use notation::{CastlingNotation, MoveError, San, SanMove};
pub use outcome::{GameResult, Outcome};
pub use piece::{Color, Piece, PieceId, PieceSet, PieceType, PlacedPiece};
pub use position::{Position, START_FEN};
pub use square::{Square, SquareError, SquareSet};
pub use step::Step;
pub use zobrist::Key;
