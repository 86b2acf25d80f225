//! cozy-chess: a set of target squares for each piece.

use std::hint::black_box;

use arrayvec::ArrayVec;
use cozy_chess::{Board, Move, Piece, Rank, Square};

use super::Library;

pub struct CozyChess;

impl Library for CozyChess {
    type Board = Board;
    type Move = Move;
    type Moves = ArrayVec<Move, 256>;

    fn board(fen: &str) -> Result<Board, String> {
        Board::from_fen(fen, false).map_err(|error| format!("{fen}: {error}"))
    }

    fn perft_bulk(board: &mut Board, depth: u32) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                leaves += moves.len() as u64;
            } else {
                for mv in moves {
                    leaves += Self::perft_bulk(&mut after(board, mv), depth - 1);
                }
            }
            false
        });
        leaves
    }

    fn perft_making_all(board: &mut Board, depth: u32) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut after = after(board, mv);
                leaves += if depth == 1 {
                    // Keeps the compiler from removing the move.
                    black_box(&after);
                    1
                } else {
                    Self::perft_making_all(&mut after, depth - 1)
                };
            }
            false
        });
        leaves
    }

    fn moves(board: &Board) -> Self::Moves {
        let mut list = Self::Moves::new();
        board.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        list
    }

    fn noisy_moves(board: &Board) -> Self::Moves {
        let us = board.side_to_move();
        let enemies = board.colors(!us);
        let en_passant = board
            .en_passant()
            .map(|file| Square::new(file, Rank::Sixth.relative_to(us)).bitboard());
        let pawn_targets =
            enemies | Rank::Eighth.relative_to(us).bitboard() | en_passant.unwrap_or_default();
        let mut list = Self::Moves::new();
        board.generate_moves(|mut moves| {
            moves.to &= match moves.piece {
                Piece::Pawn => pawn_targets,
                _ => enemies,
            };
            list.extend(moves);
            false
        });
        list
    }

    fn make_unmake(board: &mut Board, mv: Move) {
        black_box(&after(board, mv));
    }
}

fn after(board: &Board, mv: Move) -> Board {
    let mut after = board.clone();
    after.play_unchecked(mv);
    after
}
