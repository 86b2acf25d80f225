//! Ox88.

use std::hint::black_box;

use ox88::board::{Move, MoveList, Noisy, Position};
use ox88::perft::{Method, perft};

use super::Library;

pub struct Ox88;

impl Library for Ox88 {
    type Board = Position;
    type Move = Move;
    type Moves = MoveList;

    fn board(fen: &str) -> Result<Position, String> {
        Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))
    }

    fn perft_bulk(position: &mut Position, depth: u32) -> u64 {
        perft(position, depth)
    }

    fn perft_making_all(position: &mut Position, depth: u32) -> u64 {
        let method = Method { makes_last_ply: true, ..Method::default() };
        method.leaves(position, depth)
    }

    fn moves(position: &Position) -> MoveList {
        position.legal_moves()
    }

    fn noisy_moves(position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        position.generate::<Noisy>(position.checks(), &mut moves);
        moves
    }

    fn make_unmake(position: &mut Position, mv: Move) {
        position.make(mv);
        black_box(&mut *position).unmake();
    }
}
