//! The inputs of the network: one for each piece on each square, as a side sees the board with its
//! king on the files a to d. Only here is known how they are numbered and when a view is mirrored.

use crate::board::{Color, Piece, PieceType, PlacedPiece, Square};

use super::architecture::OUTPUT_BUCKETS;

/// By rank and file (a to d) of a side's king as it sees the board: its set of inputs.
const KING_BUCKETS_MAP: [[u8; 4]; 8] = [[0; 4]; 8];

/// Sets of inputs, of which a side's king chooses one for its view.
pub const KING_BUCKETS: usize = {
    let mut highest = 0;
    let mut i = 0;
    while i < 32 {
        let bucket = KING_BUCKETS_MAP[i / 4][i % 4];
        highest = if bucket > highest { bucket } else { highest };
        i += 1;
    }
    highest as usize + 1
};

const BUCKET_INPUTS: usize = 2 * 6 * 64;

/// Inputs of a view.
pub const INPUTS: usize = KING_BUCKETS * BUCKET_INPUTS;

/// How one side sees the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct View {
    side: Color,
    /// Turns a square into this view's.
    flip: u8,
    king_bucket: u8,
}

impl View {
    /// Kinds of view that a side can have.
    pub const KINDS: usize = 2 * KING_BUCKETS;

    /// The view of a side with its king here.
    #[inline(always)]
    pub fn new(side: Color, king: Square) -> View {
        let turn = match side {
            Color::White => 0,
            Color::Black => 56,
        };
        let mirror = if king.file() >= 4 { 7 } else { 0 };
        let flip = turn ^ mirror;
        let seen = usize::from(king.dense() ^ flip);
        View {
            side,
            flip,
            king_bucket: KING_BUCKETS_MAP[seen / 8][seen % 4],
        }
    }

    /// Whose view it is.
    #[inline(always)]
    pub fn side(self) -> Color {
        self.side
    }

    /// The number of this kind of view, below [`View::KINDS`].
    #[inline(always)]
    pub fn kind(self) -> usize {
        2 * usize::from(self.king_bucket) + usize::from(self.flip & 1)
    }

    /// The number of the input for a piece on a square, below [`INPUTS`].
    #[inline(always)]
    pub fn input(self, (piece, square): PieceOnSquare) -> usize {
        BUCKET_INPUTS * usize::from(self.king_bucket)
            + PLANES[self.side.index()][usize::from(piece.0)]
            + usize::from(square.dense() ^ self.flip)
    }
}

/// [`Piece::index`], or 0 for an empty square.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct PieceNumber(u8);

impl PieceNumber {
    /// An empty square.
    pub const NONE: PieceNumber = PieceNumber(0);

    /// A piece.
    #[inline(always)]
    pub const fn of(piece: Piece) -> PieceNumber {
        PieceNumber(piece.index() as u8)
    }

    #[inline(always)]
    pub(super) const fn of_placed(piece: PlacedPiece) -> PieceNumber {
        PieceNumber(piece.piece_index() as u8)
    }

    #[inline(always)]
    pub(super) const fn byte(self) -> u8 {
        self.0
    }
}

/// A piece and where it stands.
pub type PieceOnSquare = (PieceNumber, Square);

/// By side of the view and [`PieceNumber`]: the first input of the piece.
static PLANES: [[usize; Piece::COUNT]; 2] = {
    let mut planes = [[0; Piece::COUNT]; 2];
    let mut i = 0;
    while i < PieceType::ALL.len() {
        let piece_type = PieceType::ALL[i];
        let white = Piece {
            color: Color::White,
            piece_type,
        };
        let black = Piece {
            color: Color::Black,
            piece_type,
        };
        planes[0][white.index()] = i * 64;
        planes[1][black.index()] = i * 64;
        planes[0][black.index()] = (6 + i) * 64;
        planes[1][white.index()] = (6 + i) * 64;
        i += 1;
    }
    planes
};

/// The pieces that a move adds to the board and removes from it.
#[derive(Copy, Clone)]
pub struct Changes {
    added: [PieceOnSquare; Changes::MAX],
    removed: [PieceOnSquare; Changes::MAX],
    added_count: u8,
    removed_count: u8,
}

impl Changes {
    /// More of either no move makes: castling moves two pieces.
    pub const MAX: usize = 2;

    /// What a null move changes.
    pub const NONE: Changes = Changes {
        added: [(PieceNumber::NONE, Square::at(0, 0)); Changes::MAX],
        removed: [(PieceNumber::NONE, Square::at(0, 0)); Changes::MAX],
        added_count: 0,
        removed_count: 0,
    };

    /// Forgets all.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.added_count = 0;
        self.removed_count = 0;
    }

    /// A piece has come.
    #[inline(always)]
    pub fn add(&mut self, piece: PieceNumber, square: Square) {
        self.added[usize::from(self.added_count) % Changes::MAX] = (piece, square);
        self.added_count += 1;
    }

    /// A piece has gone.
    #[inline(always)]
    pub fn remove(&mut self, piece: PieceNumber, square: Square) {
        self.removed[usize::from(self.removed_count) % Changes::MAX] = (piece, square);
        self.removed_count += 1;
    }

    /// The pieces that came.
    #[inline(always)]
    pub fn added(&self) -> &[PieceOnSquare] {
        &self.added[..usize::from(self.added_count).min(Changes::MAX)]
    }

    /// The pieces that went.
    #[inline(always)]
    pub fn removed(&self) -> &[PieceOnSquare] {
        &self.removed[..usize::from(self.removed_count).min(Changes::MAX)]
    }
}

/// The output bucket for so many pieces on the board, below [`OUTPUT_BUCKETS`].
#[inline(always)]
pub fn output_bucket(pieces: usize) -> usize {
    (pieces.saturating_sub(2) * OUTPUT_BUCKETS / 32).min(OUTPUT_BUCKETS - 1)
}
