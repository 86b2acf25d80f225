//! Sides, piece types, and the pieces that stand on the board.

use std::fmt;
use std::ops::Not;

use super::operators::set_operators;
use super::step::Step;

/// A side.
///
/// ```
/// use ox88::board::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.rank(0), 7);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first, and the default.
    #[default]
    White = 0,
    /// The side that moves second.
    Black = 1,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// Returns 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the step of this side's pawns.
    #[inline(always)]
    pub const fn forward(self) -> Step {
        match self {
            Color::White => Step::NORTH,
            Color::Black => Step::SOUTH,
        }
    }

    /// Returns the two steps by which this side's pawns capture, towards the a-file first.
    #[inline(always)]
    pub const fn pawn_captures(self) -> [Step; 2] {
        match self {
            Color::White => [Step(15), Step(17)],
            Color::Black => [Step(-17), Step(-15)],
        }
    }

    /// Returns the rank (0 to 7) that lies `rank` ranks ahead of this side's back rank.
    #[inline(always)]
    pub const fn rank(self, rank: u8) -> u8 {
        match self {
            Color::White => rank,
            Color::Black => 7 - rank,
        }
    }

    /// Returns the letter in the case in which FEN writes this side: upper case for White.
    pub(super) const fn cased(self, letter: char) -> char {
        match self {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Returns the side that FEN writes in the case of this letter.
    pub(super) const fn of_case(letter: char) -> Color {
        if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A piece type, in the numbering that is usual for 0x88: bit 2 marks sliders; of these, bit 0
/// marks those that slide along diagonals, and bit 1 those that slide along ranks and files.
///
/// ```
/// use ox88::board::PieceType;
/// assert_eq!(PieceType::from_letter('N'), Some(PieceType::Knight));
/// assert_eq!(PieceType::Knight.letter(), 'n');
/// assert!(PieceType::Bishop.is_slider());
/// assert_eq!(PieceType::ALL[PieceType::Queen.ordinal()], PieceType::Queen);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum PieceType {
    Pawn = 1,
    Knight = 2,
    King = 3,
    Bishop = 5,
    Rook = 6,
    Queen = 7,
}

impl PieceType {
    /// The length of an array by [`PieceType::index`].
    pub const COUNT: usize = 8;

    /// All types, in the order in which FEN and books name them.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// Returns the number of the type, from 1 to 7; 4 is no type.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the place in [`PieceType::ALL`], 0 to 5.
    #[inline(always)]
    pub const fn ordinal(self) -> usize {
        match self {
            PieceType::Pawn => 0,
            PieceType::Knight => 1,
            PieceType::Bishop => 2,
            PieceType::Rook => 3,
            PieceType::Queen => 4,
            PieceType::King => 5,
        }
    }

    /// Returns whether it is bishop, rook or queen.
    #[inline(always)]
    pub const fn is_slider(self) -> bool {
        self as u8 & 4 != 0
    }

    /// Returns the steps of a piece; none for a pawn, whose steps depend on its side.
    pub const fn steps(self) -> &'static [Step] {
        match self {
            PieceType::Pawn => &[],
            PieceType::Knight => &Step::KNIGHT,
            PieceType::Bishop => Step::QUEEN.split_at(4).1,
            PieceType::Rook => Step::QUEEN.split_at(4).0,
            PieceType::Queen | PieceType::King => &Step::QUEEN,
        }
    }

    /// Returns the FEN letter, in lower case.
    pub const fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self.ordinal()]
    }

    /// Returns the type with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<PieceType> {
        PieceType::ALL
            .into_iter()
            .find(|piece_type| piece_type.letter() == letter.to_ascii_lowercase())
    }

    /// Returns the English name.
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self.ordinal()]
    }
}

/// A coloured piece.
///
/// ```
/// use ox88::board::{Color, Piece, PieceType};
/// let knight = Piece::from_letter('N').unwrap();
/// assert_eq!((knight.color, knight.piece_type), (Color::White, PieceType::Knight));
/// assert_eq!(Piece { color: Color::Black, ..knight }.letter(), 'n');
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The side of the piece.
    pub color: Color,
    /// The type of the piece.
    pub piece_type: PieceType,
}

impl Piece {
    /// The length of an array by [`Piece::index`].
    pub const COUNT: usize = 16;

    /// Returns a number from 1 to 15: the type's index, and 8 more for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.color.index() << 3 | self.piece_type.index()
    }

    /// Returns the FEN letter, in upper case for White.
    pub const fn letter(self) -> char {
        self.color.cased(self.piece_type.letter())
    }

    /// Returns the piece with this FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let piece_type = PieceType::from_letter(letter)?;
        let color = Color::of_case(letter);
        Some(Piece { color, piece_type })
    }
}

/// A slot in a side's piece list (0 to 15).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct PieceId(u8);

impl PieceId {
    /// The king's slot, always 0.
    pub const KING: PieceId = PieceId(0);

    /// Returns the number of the slot, from 0 to 15.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}

/// A mailbox entry: slot in the piece list (bits 0 to 3), type (4 to 6), side (7); 0 if empty, which
/// is the default.
///
/// ```
/// use ox88::board::{Color, PieceId, PieceType, Position};
/// let position = Position::startpos();
/// let [e1, e4] = ["e1", "e4"].map(|name| position.piece_on(name.parse().unwrap()));
/// assert!(e1.is_piece(Color::White, PieceType::King) && e4.is_none());
/// assert_eq!((e1.piece_type(), e1.id()), (Some(PieceType::King), PieceId::KING));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(transparent)]
pub struct PlacedPiece(u8);

impl PlacedPiece {
    /// An empty square.
    pub const NONE: PlacedPiece = PlacedPiece(0);

    #[inline(always)]
    pub(super) const fn new(piece: Piece, id: PieceId) -> PlacedPiece {
        PlacedPiece((piece.index() as u8) << 4 | id.0)
    }

    /// Returns whether the square is empty.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns whether a piece of this side stands here.
    #[inline(always)]
    pub const fn belongs_to(self, color: Color) -> bool {
        !self.is_none() && self.0 >> 7 == color as u8
    }

    /// Returns whether this piece stands here.
    #[inline(always)]
    pub const fn is_piece(self, color: Color, piece_type: PieceType) -> bool {
        self.0 >> 4 == (color as u8) << 3 | piece_type as u8
    }

    /// Returns the piece, if the square is not empty.
    #[inline(always)]
    pub const fn piece(self) -> Option<Piece> {
        match self.piece_type() {
            Some(piece_type) => Some(Piece { color: self.color(), piece_type }),
            None => None,
        }
    }

    /// Returns the type, if the square is not empty.
    #[inline(always)]
    pub const fn piece_type(self) -> Option<PieceType> {
        match self.type_index() {
            1 => Some(PieceType::Pawn),
            2 => Some(PieceType::Knight),
            3 => Some(PieceType::King),
            5 => Some(PieceType::Bishop),
            6 => Some(PieceType::Rook),
            7 => Some(PieceType::Queen),
            _ => None,
        }
    }

    /// Returns the side; White for an empty square.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 >> 7 == 0 { Color::White } else { Color::Black }
    }

    /// Returns the slot in the piece list; 0 for an empty square.
    #[inline(always)]
    pub const fn id(self) -> PieceId {
        PieceId(self.0 & 15)
    }

    /// Returns [`Piece::index`], or 0 for an empty square.
    #[inline(always)]
    pub const fn piece_index(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// Returns [`PieceType::index`], or 0 for an empty square.
    #[inline(always)]
    pub const fn type_index(self) -> usize {
        (self.0 >> 4 & 7) as usize
    }

    #[inline(always)]
    pub(super) const fn promoted(self, piece_type: PieceType) -> PlacedPiece {
        PlacedPiece(self.0 & 0x8f | (piece_type as u8) << 4)
    }
}

/// A set of pieces of one side: bit `n` stands for [`PieceId`] `n`.
///
/// ```
/// use ox88::board::{Color, PieceId, PieceType, Position};
/// let position = Position::startpos();
/// let knights = position.pieces_of(Color::White, PieceType::Knight);
/// assert!(knights.len() == 2 && !knights.contains(PieceId::KING));
/// let squares = knights.map(|id| position.square_of(Color::White, id).to_string());
/// assert_eq!(squares.collect::<Vec<_>>(), ["b1", "g1"]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct PieceSet(u16);

set_operators!(PieceSet);

impl PieceSet {
    /// The set without any piece.
    pub const EMPTY: PieceSet = PieceSet(0);

    pub(super) const ALL: PieceSet = PieceSet(!0);

    /// Returns the set of this piece alone.
    #[inline(always)]
    pub const fn of(id: PieceId) -> PieceSet {
        PieceSet(1 << id.0)
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of pieces, 0 to 16.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether this piece is in the set.
    #[inline(always)]
    pub const fn contains(self, id: PieceId) -> bool {
        self.0 >> id.0 & 1 != 0
    }

    /// Adds the piece, or removes it if it is there.
    #[inline(always)]
    pub const fn toggle(&mut self, id: PieceId) {
        self.0 ^= 1 << id.0;
    }

    #[inline(always)]
    pub(super) const fn from_bits(bits: u16) -> PieceSet {
        PieceSet(bits)
    }

    #[inline(always)]
    pub(super) const fn bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    /// Returns the lowest slot of the piece list that is not in the set.
    pub(super) const fn first_free(self) -> Option<PieceId> {
        match self.0.trailing_ones() {
            16 => None,
            id => Some(PieceId(id as u8)),
        }
    }
}

impl Iterator for PieceSet {
    type Item = PieceId;

    #[inline(always)]
    fn next(&mut self) -> Option<PieceId> {
        if self.0 == 0 {
            return None;
        }
        let id = PieceId(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(id)
    }
}
