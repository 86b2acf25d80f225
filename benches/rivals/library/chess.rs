//! chess: an iterator with a mask of target squares.

use std::hint::black_box;

use arrayvec::ArrayVec;
use chess::{BitBoard, Board, ChessMove, EMPTY, MoveGen, Piece, get_rank};

use super::Library;

pub struct Chess;

impl Library for Chess {
    type Board = Board;
    type Move = ChessMove;
    type Moves = ArrayVec<ChessMove, 256>;

    fn board(fen: &str) -> Result<Board, String> {
        fen.parse().map_err(|error| format!("{fen}: {error}"))
    }

    fn perft_bulk(board: &mut Board, depth: u32) -> u64 {
        MoveGen::movegen_perft_test(board, depth as usize) as u64
    }

    fn perft_making_all(board: &mut Board, depth: u32) -> u64 {
        make_last_ply(board, depth)
    }

    fn moves(board: &Board) -> Self::Moves {
        MoveGen::new_legal(board).collect()
    }

    /// The mask does not separate pawns from pieces: moves of pieces to the last rank and
    /// to the en passant square are filtered out.
    fn noisy_moves(board: &Board) -> Self::Moves {
        let us = board.side_to_move();
        let enemies = *board.color_combined(!us);
        let en_passant = board.en_passant().map(|pawn| pawn.uforward(us));
        let mut moves = MoveGen::new_legal(board);
        moves.set_iterator_mask(
            enemies
                | get_rank(us.to_their_backrank())
                | en_passant.map_or(EMPTY, BitBoard::from_square),
        );
        let is_noisy = |mv: &ChessMove| {
            mv.get_promotion().is_some()
                || enemies & BitBoard::from_square(mv.get_dest()) != EMPTY
                || Some(mv.get_dest()) == en_passant
                    && board.piece_on(mv.get_source()) == Some(Piece::Pawn)
        };
        moves.filter(is_noisy).collect()
    }

    fn make_unmake(board: &mut Board, mv: ChessMove) {
        black_box(&board.make_move_new(mv));
    }
}

fn make_last_ply(board: &Board, depth: u32) -> u64 {
    let leaves = |mv| {
        let after = board.make_move_new(mv);
        if depth == 1 {
            // Keeps the compiler from removing the move.
            black_box(&after);
            return 1;
        }
        make_last_ply(&after, depth - 1)
    };
    MoveGen::new_legal(board).map(leaves).sum()
}
