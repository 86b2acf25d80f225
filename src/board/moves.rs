//! Moves in 16 bits, and lists of them.

use arrayvec::ArrayVec;
use std::fmt;

use super::piece::PieceType;
use super::square::{Square, SquareSet};

/// The kind of a move, numbered so that bits tell captures and promotions.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A move that is neither a capture nor special.
    Quiet = 0,
    /// A pawn's first move over two squares.
    DoublePush = 1,
    /// Castling, written as the king taking its own rook.
    Castle = 2,
    /// A capture.
    Capture = 4,
    /// An en passant capture.
    EnPassant = 5,
    /// Promotion to a knight, without capture. Bits 0 and 1 of a promotion's kind name the piece.
    PromoteKnight = 8,
    /// Promotion to a bishop.
    PromoteBishop = 9,
    /// Promotion to a rook.
    PromoteRook = 10,
    /// Promotion to a queen.
    PromoteQueen = 11,
    /// Promotion to a knight with capture.
    CapturePromoteKnight = 12,
    /// Promotion to a bishop with capture.
    CapturePromoteBishop = 13,
    /// Promotion to a rook with capture.
    CapturePromoteRook = 14,
    /// Promotion to a queen with capture.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// The kind of each number; `Quiet` where no kind has the number.
    const ALL: [MoveKind; 16] = {
        use MoveKind::*;
        [
            Quiet,
            DoublePush,
            Castle,
            Quiet,
            Capture,
            EnPassant,
            Quiet,
            Quiet,
            PromoteKnight,
            PromoteBishop,
            PromoteRook,
            PromoteQueen,
            CapturePromoteKnight,
            CapturePromoteBishop,
            CapturePromoteRook,
            CapturePromoteQueen,
        ]
    };

    pub(super) fn promotion(piece: PieceType, capture: bool) -> MoveKind {
        let to_knight =
            if capture { MoveKind::CapturePromoteKnight } else { MoveKind::PromoteKnight };
        let offset = match piece {
            PieceType::Knight => 0,
            PieceType::Bishop => 1,
            PieceType::Rook => 2,
            _ => 3,
        };
        MoveKind::ALL[to_knight as usize + offset]
    }
}

/// A move in 16 bits: six for to, six for from, four for the kind. Castling is the king capturing
/// its own rook, the only form that is unambiguous in Chess960.
///
/// ```
/// use ox88::board::{Move, MoveKind, PieceType, Position};
/// let position = Position::from_fen("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1").unwrap();
/// let mv = position.parse_move("e7d8q").unwrap();
/// assert_eq!(mv.kind(), MoveKind::CapturePromoteQueen);
/// assert!(mv.is_capture() && mv.promotion() == Some(PieceType::Queen));
/// assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// The move a1a1, which stands for no move.
    pub const NONE: Move = Move(0);

    /// Returns a move of this kind.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move(to.dense() as u16 | (from.dense() as u16) << 6 | (kind as u16) << 12)
    }

    /// Returns the move with these bits; check it with [`super::Position::is_legal`] before playing
    /// it.
    ///
    /// ```
    /// use ox88::board::{Move, Position};
    /// let start = Position::startpos();
    /// let mv = start.parse_move("e2e4").unwrap();
    /// assert_eq!(Move::from_bits(mv.bits()), mv);
    /// assert!(!start.is_legal(Move::from_bits(0xffff), start.checks()));
    /// ```
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// Returns the sixteen bits of the move.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns whether this is [`Move::NONE`].
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns the square that the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_dense((self.0 >> 6) as u8)
    }

    /// Returns the square that the piece goes to; for castling that of the own rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_dense(self.0 as u8)
    }

    /// Returns the set of both squares.
    #[inline(always)]
    pub const fn squares(self) -> SquareSet {
        SquareSet(1 << (self.0 & 63) | 1 << (self.0 >> 6 & 63))
    }

    /// Returns the kind of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        // A static: a constant would be written to the stack each time.
        static KINDS: [MoveKind; 16] = MoveKind::ALL;
        KINDS[(self.0 >> 12) as usize]
    }

    /// Returns a number below 4096 for the pair of squares.
    #[inline(always)]
    pub const fn squares_index(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    /// Returns whether a piece is taken, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & 0x4000 != 0
    }

    /// Returns whether a pawn promotes.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0 & 0x8000 != 0
    }

    /// Returns whether the move changes material: a capture or a promotion.
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        self.0 & 0xc000 != 0
    }

    /// Returns whether the move is neither castling, nor en passant, nor promotion.
    #[inline(always)]
    pub const fn is_plain(self) -> bool {
        matches!(self.kind(), MoveKind::Quiet | MoveKind::DoublePush | MoveKind::Capture)
    }

    /// Returns whether it is castling.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.0 >> 12 == MoveKind::Castle as u16
    }

    /// Returns whether it is an en passant capture.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.0 >> 12 == MoveKind::EnPassant as u16
    }

    /// Returns what a pawn becomes by this move, if it promotes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.0 >> 12 & 3 {
            0 => PieceType::Knight,
            1 => PieceType::Bishop,
            2 => PieceType::Rook,
            _ => PieceType::Queen,
        })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}:{:?}", self.from(), self.to(), self.kind())
    }
}

/// The moves of a position: never more than 256.
pub type MoveList = ArrayVec<Move, 256>;
