//! The rules of chess on a [0x88](https://www.chessprogramming.org/0x88) mailbox. A [`Position`] is
//! built from a checked FEN and changed by making and unmaking legal moves.
//!
//! # How it works
//!
//! **Squares.** A [`Square`] is `16 * rank + file`. One test against `0x88` tells whether the sum of
//! a square and a [`Step`] is on the board, and the difference of two squares tells how they lie to
//! each other ([`Direction`]). The mailbox has 128 bytes, of which 64 are on the board
//! (`mailbox.rs`).
//!
//! **Pieces.** Each byte of the mailbox ([`PlacedPiece`]) has a piece and its slot in the piece list
//! of its side ([`PieceId`]), so that the lists are updated without a search. Sets of pieces
//! ([`PieceSet`]) and of squares ([`SquareSet`]) have the operators of sets: `own & !pawns`.
//!
//! **Attacks.** Beside the mailbox there is an attack table: for each side and square, the set of
//! the pieces that attack it. Checks (`attacks.rs`), legal moves (`movegen.rs`), their number
//! (`count.rs`) and exchanges (`see.rs`) are read from it; pins are looked for on the lines between
//! a king and the sliders (`attacks.rs`). No move is tried to see whether it is legal. Vectors keep
//! the table up to date (`attack_table/`).
//!
//! **Moves.** [`Position::make`] changes mailbox and piece lists in place, and keeps on a stack
//! what cannot be recomputed; [`Position::unmake`] pops it. The attack tables form a stack too, so
//! unmaking a move costs nothing.
//!
//! **Draws.** Repetitions are found by the Zobrist keys on the stack, and moves that repeat by the
//! squares that were occupied then (`draws.rs`).

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
mod operators;
mod outcome;
mod pawns;
mod piece;
mod position;
mod push;
pub mod see;
mod square;
mod step;
mod zobrist;

pub use attacks::{CheckSquares, Checks};
pub use castling::{CastlingRights, CastlingSide};
pub use direction::Direction;
pub use fen::FenError;
pub use fill::{Attacks, attacked_squares};
pub use movegen::{All, Noisy, Quiet, Selection};
pub use moves::{Move, MoveKind, MoveList};
pub use notation::{CastlingNotation, MoveError, San, SanMove, is_addition};
pub use outcome::{GameResult, Outcome};
pub use piece::{Color, Piece, PieceId, PieceSet, PieceType, PlacedPiece};
pub use position::{Position, START_FEN};
pub use square::{Square, SquareError, SquareSet};
pub use step::Step;
pub use zobrist::Key;
