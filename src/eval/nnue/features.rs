//! The inputs of the network.

use crate::board::{Color, Piece, PieceType, Position, Square};

/// How many inputs each view has.
pub const INPUTS: usize = 2 * 6 * 64;

/// Outputs, of which the number of men chooses one.
pub const BUCKETS: usize = 8;

/// How one side sees the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Whose view it is.
    pub side: Color,
    /// Whether left and right are exchanged, so that its king stands on the
    /// files a to d.
    pub mirrored: bool,
}

impl View {
    /// The view of a side whose king stands here.
    #[inline(always)]
    pub fn new(side: Color, king: Square) -> View {
        View {
            side,
            mirrored: is_mirrored(king),
        }
    }

    /// The number of the input for a piece on a square, below [`INPUTS`].
    #[inline(always)]
    pub fn input(self, piece: PieceNumber, square: Square) -> usize {
        let turn = match self.side {
            Color::White => 0,
            Color::Black => 56,
        };
        let mirror = if self.mirrored { 7 } else { 0 };
        PLANES[self.side.index()][usize::from(piece.0)]
            + usize::from(square.dense() ^ turn ^ mirror)
    }
}

/// Whether the view of a side whose king stands here is mirrored.
#[inline(always)]
pub fn is_mirrored(king: Square) -> bool {
    king.file() >= 4
}

/// [`Piece::index`], or 0 for nobody.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct PieceNumber(pub u8);

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

/// The output for a position, below [`BUCKETS`].
#[inline(always)]
pub fn bucket(position: &Position) -> usize {
    let [white, black] = Color::ALL.map(|color| position.pieces(color).len() as usize);
    (white + black).saturating_sub(2) / 4
}
