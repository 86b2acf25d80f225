//! What a library is asked to do. One file a library.

mod chess;
mod cozy_chess;
mod ox88;
mod shakmaty;

use std::hint::black_box;
use std::ops::Deref;

/// A library that knows the rules. Each does its work in the way that suits it
/// best, so long as the counts are the same.
trait Library {
    /// A position.
    type Board: 'static;
    /// A move.
    type Move: Copy;
    /// A list of moves.
    type Moves: Deref<Target = [Self::Move]> + 'static;

    /// Static exchange evaluation, if the library has it.
    const SEE: Option<See<Self::Board, Self::Move>> = None;

    /// Reads a FEN of standard chess.
    fn board(fen: &str) -> Result<Self::Board, String>;

    /// The leaves of the tree, at least one ply deep; those of the last ply are
    /// counted, not made.
    fn perft_bulk(board: &mut Self::Board, depth: u32) -> u64;

    /// The leaves of the tree, every move made.
    fn perft_making_all(board: &mut Self::Board, depth: u32) -> u64;

    /// The legal moves.
    fn moves(board: &Self::Board) -> Self::Moves;

    /// Captures, en passant and promotions of every kind.
    fn noisy_moves(board: &Self::Board) -> Self::Moves;

    /// Has the position after a move, and then the old one again.
    ///
    /// Some find checks and pins when a move is made, others when moves are
    /// generated: what is saved here is paid there.
    fn make_unmake(board: &mut Self::Board, mv: Self::Move);
}

/// Whether a move loses nothing by exchanges on its target square.
type See<Board, Move> = fn(&Board, Move) -> bool;

/// What the libraries are timed at.
#[derive(Clone, Copy, Debug)]
pub enum Job {
    /// [`Library::perft_bulk`] to this depth.
    PerftBulk(u32),
    /// [`Library::perft_making_all`] to this depth.
    PerftMakingAll(u32),
    /// [`Library::make_unmake`] of every legal move.
    MakeUnmake,
    /// [`Library::moves`].
    GenerateAll,
    /// [`Library::noisy_moves`].
    GenerateNoisy,
    /// [`Library::SEE`] of every noisy move: Ox88 alone has it, so that its row
    /// compares it with nothing but its own past.
    SeeNoisy,
}

/// Does a job once and tells how many moves or leaves it dealt with.
pub type Work = Box<dyn FnMut() -> u64>;

/// A library in the contest.
pub struct Entrant {
    /// As its crate is called.
    pub name: &'static str,
    /// A job on these positions, if the library can do it.
    pub prepare: fn(Job, &[String]) -> Result<Option<Work>, String>,
}

/// All, in the order of the table's columns.
pub const ENTRANTS: [Entrant; 4] = [
    Entrant {
        name: "Ox88",
        prepare: prepare::<ox88::Ox88>,
    },
    Entrant {
        name: "cozy-chess",
        prepare: prepare::<cozy_chess::CozyChess>,
    },
    Entrant {
        name: "chess",
        prepare: prepare::<chess::Chess>,
    },
    Entrant {
        name: "shakmaty",
        prepare: prepare::<shakmaty::Shakmaty>,
    },
];

/// The place of Ox88 among the entrants.
pub const OX88: usize = 0;
/// The place of the rival that Ox88 is measured by.
pub const COZY_CHESS: usize = 1;

fn prepare<L: Library>(job: Job, fens: &[String]) -> Result<Option<Work>, String> {
    let boards = fens.iter().map(|fen| L::board(fen));
    let boards: Vec<L::Board> = boards.collect::<Result<_, _>>()?;
    Ok(Some(match job {
        Job::PerftBulk(depth) => each(boards, move |board| L::perft_bulk(board, depth)),
        Job::PerftMakingAll(depth) => each(boards, move |board| L::perft_making_all(board, depth)),
        Job::GenerateAll => each(boards, |board| black_box(&L::moves(board)).len() as u64),
        Job::GenerateNoisy => each(boards, |board| {
            black_box(&L::noisy_moves(board)).len() as u64
        }),
        Job::MakeUnmake => each(with(boards, L::moves), |(board, moves)| {
            for &mv in moves.iter() {
                L::make_unmake(board, mv);
            }
            moves.len() as u64
        }),
        Job::SeeNoisy if L::SEE.is_none() => return Ok(None),
        Job::SeeNoisy => each(with(boards, L::noisy_moves), |(board, moves)| {
            for &mv in moves.iter() {
                black_box(L::SEE.map(|see| see(board, mv)));
            }
            moves.len() as u64
        }),
    }))
}

fn with<Board, Moves>(boards: Vec<Board>, moves: fn(&Board) -> Moves) -> Vec<(Board, Moves)> {
    let pair = |board| {
        let list = moves(&board);
        (board, list)
    };
    boards.into_iter().map(pair).collect()
}

/// Work that does the same to each of these, and adds up what it counts.
fn each<T: 'static>(mut all: Vec<T>, mut count: impl FnMut(&mut T) -> u64 + 'static) -> Work {
    Box::new(move || all.iter_mut().map(|one| count(black_box(one))).sum())
}
