//! shakmaty. It keeps no Zobrist key, which makes its moves cheaper.

use std::hint::black_box;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, MoveList, Position, PositionError};

use super::Library;

pub struct Shakmaty;

impl Library for Shakmaty {
    type Board = Chess;
    type Move = Move;
    type Moves = MoveList;

    fn board(fen: &str) -> Result<Chess, String> {
        let read: Fen = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
        // Some perft positions cannot occur in games.
        read.into_position(CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|error| format!("{fen}: {error}"))
    }

    fn perft_bulk(position: &mut Chess, depth: u32) -> u64 {
        shakmaty::perft(position, depth)
    }

    fn perft_making_all(position: &mut Chess, depth: u32) -> u64 {
        let leaves = |&mv| {
            let mut after = after(position, mv);
            if depth == 1 {
                // Keeps the compiler from removing the move.
                black_box(&after);
                return 1;
            }
            Self::perft_making_all(&mut after, depth - 1)
        };
        position.legal_moves().iter().map(leaves).sum()
    }

    fn moves(position: &Chess) -> MoveList {
        position.legal_moves()
    }

    /// Its own `capture_moves` also filters all legal moves; `promotion_moves` would
    /// generate them again.
    fn noisy_moves(position: &Chess) -> MoveList {
        let mut moves = position.legal_moves();
        moves.retain(|mv| mv.is_capture() || mv.is_promotion());
        moves
    }

    fn make_unmake(position: &mut Chess, mv: Move) {
        black_box(&after(position, mv));
    }
}

fn after(position: &Chess, mv: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}
