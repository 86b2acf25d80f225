//! The tasks of a library. One file a library.

mod cozy_chess;
mod ox88;
mod shakmaty;

use std::hint::black_box;
use std::ops::Deref;

/// A chess library. Each task may be done in the library's best way if the counts are the same.
trait Library {
    type Board: 'static;
    type Move: Copy;
    type Moves: Deref<Target = [Self::Move]> + 'static;

    fn board(fen: &str) -> Result<Self::Board, String>;

    /// Counts perft with the last ply counted, not made; `depth` is at least 1.
    fn perft_bulk(board: &mut Self::Board, depth: u32) -> u64;

    /// Counts perft with every move made.
    fn perft_making_all(board: &mut Self::Board, depth: u32) -> u64;

    fn moves(board: &Self::Board) -> Self::Moves;

    /// Returns the captures, en passant included, and promotions of every kind.
    fn noisy_moves(board: &Self::Board) -> Self::Moves;

    /// Makes a move and restores the position.
    ///
    /// Some libraries find checks and pins when a move is made, others when moves are generated.
    fn make_unmake(board: &mut Self::Board, mv: Self::Move);
}

#[derive(Clone, Copy, Debug)]
pub enum Job {
    PerftBulk(u32),
    PerftMakingAll(u32),
    MakeUnmake,
    GenerateAll,
    GenerateNoisy,
}

/// Returns the number of moves or leaves.
pub type Work = Box<dyn FnMut() -> u64>;

/// A library, and how it does a job.
pub struct Rival {
    pub name: &'static str,
    pub prepare: fn(Job, &[String]) -> Result<Work, String>,
}

/// The libraries, in the order of the table's columns.
pub const RIVALS: [Rival; 3] = [
    Rival { name: "Ox88", prepare: prepare::<ox88::Ox88> },
    Rival { name: "cozy-chess", prepare: prepare::<cozy_chess::CozyChess> },
    Rival { name: "shakmaty", prepare: prepare::<shakmaty::Shakmaty> },
];

pub const OX88: usize = 0;
/// The library in the ratio of the last column.
pub const COZY_CHESS: usize = 1;

fn prepare<L: Library>(job: Job, fens: &[String]) -> Result<Work, String> {
    let boards = fens.iter().map(|fen| L::board(fen));
    let boards: Vec<L::Board> = boards.collect::<Result<_, _>>()?;
    Ok(match job {
        Job::PerftBulk(depth) => each(boards, move |board| L::perft_bulk(board, depth)),
        Job::PerftMakingAll(depth) => each(boards, move |board| L::perft_making_all(board, depth)),
        Job::GenerateAll => each(boards, |board| black_box(&L::moves(board)).len() as u64),
        Job::GenerateNoisy => each(boards, |board| black_box(&L::noisy_moves(board)).len() as u64),
        Job::MakeUnmake => {
            let with_moves = |board| {
                let moves = L::moves(&board);
                (board, moves)
            };
            each(boards.into_iter().map(with_moves).collect(), |(board, moves)| {
                for &mv in moves.iter() {
                    L::make_unmake(board, mv);
                }
                moves.len() as u64
            })
        }
    })
}

/// Sums `count` over all items.
fn each<T: 'static>(mut all: Vec<T>, mut count: impl FnMut(&mut T) -> u64 + 'static) -> Work {
    Box::new(move || all.iter_mut().map(|one| count(black_box(one))).sum())
}
