//! Sides, kinds of pieces, and the men that stand on the board.

use std::fmt;
use std::ops::Not;

use super::square::Step;

/// One of the two sides.
///
/// ```
/// use ox88::board::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.rank(0), 7);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White = 0,
    /// The other.
    Black = 1,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step of this side's pawns.
    #[inline(always)]
    pub const fn forward(self) -> Step {
        match self {
            Color::White => Step::NORTH,
            Color::Black => Step::SOUTH,
        }
    }

    /// The two steps by which this side's pawns capture.
    #[inline(always)]
    pub const fn pawn_captures(self) -> [Step; 2] {
        match self {
            Color::White => [Step(15), Step(17)],
            Color::Black => [Step(-17), Step(-15)],
        }
    }

    /// The rank (0 to 7) that is this side's `rank`-th seen from its own edge:
    /// 0 is where its king starts, 7 is where its pawns promote.
    #[inline(always)]
    pub const fn rank(self, rank: u8) -> u8 {
        match self {
            Color::White => rank,
            Color::Black => 7 - rank,
        }
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

/// What a piece is, without its side.
///
/// The numbers are the old 0x88 trick: bit 2 says slider, and of a slider bit 0
/// says that it runs along diagonals, bit 1 along ranks and files.
///
/// ```
/// use ox88::board::PieceKind;
/// assert_eq!(PieceKind::from_letter('N'), Some(PieceKind::Knight));
/// assert_eq!(PieceKind::Knight.letter(), 'n');
/// assert!(PieceKind::Bishop.is_slider());
/// assert_eq!(PieceKind::ALL[PieceKind::Queen.ordinal()], PieceKind::Queen);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names tell")]
pub enum PieceKind {
    Pawn = 1,
    Knight = 2,
    King = 3,
    Bishop = 5,
    Rook = 6,
    Queen = 7,
}

impl PieceKind {
    /// One more than the largest index: the length of an array by kind.
    pub const COUNT: usize = 8;

    /// All kinds, in the order in which FEN and books list them.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];

    /// 1 to 7; 0 and 4 are no piece.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The place in [`PieceKind::ALL`], 0 to 5: the number that the world
    /// outside uses.
    #[inline(always)]
    pub const fn ordinal(self) -> usize {
        match self {
            PieceKind::Pawn => 0,
            PieceKind::Knight => 1,
            PieceKind::Bishop => 2,
            PieceKind::Rook => 3,
            PieceKind::Queen => 4,
            PieceKind::King => 5,
        }
    }

    /// Whether the piece moves along lines.
    #[inline(always)]
    pub const fn is_slider(self) -> bool {
        self as u8 & 4 != 0
    }

    /// The steps of a piece other than a pawn.
    pub const fn steps(self) -> &'static [Step] {
        match self {
            PieceKind::Pawn => &[],
            PieceKind::Knight => &Step::KNIGHT,
            PieceKind::Bishop => &Step::BISHOP,
            PieceKind::Rook => &Step::ROOK,
            PieceKind::Queen | PieceKind::King => &Step::QUEEN,
        }
    }

    /// The lower-case letter of FEN.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn => 'p',
            PieceKind::Knight => 'n',
            PieceKind::Bishop => 'b',
            PieceKind::Rook => 'r',
            PieceKind::Queen => 'q',
            PieceKind::King => 'k',
        }
    }

    /// The kind with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<PieceKind> {
        PieceKind::ALL
            .into_iter()
            .find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }

    /// The kind's English name.
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::Pawn => "pawn",
            PieceKind::Knight => "knight",
            PieceKind::Bishop => "bishop",
            PieceKind::Rook => "rook",
            PieceKind::Queen => "queen",
            PieceKind::King => "king",
        }
    }

    #[inline(always)]
    const fn from_bits(bits: u8) -> Option<PieceKind> {
        match bits & 7 {
            1 => Some(PieceKind::Pawn),
            2 => Some(PieceKind::Knight),
            3 => Some(PieceKind::King),
            5 => Some(PieceKind::Bishop),
            6 => Some(PieceKind::Rook),
            7 => Some(PieceKind::Queen),
            _ => None,
        }
    }
}

/// A kind with its side.
///
/// ```
/// use ox88::board::{Color, Piece, PieceKind};
/// let knight = Piece::from_letter('N').unwrap();
/// assert_eq!((knight.color, knight.kind), (Color::White, PieceKind::Knight));
/// assert_eq!(Piece { color: Color::Black, ..knight }.letter(), 'n');
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose piece it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// One more than the largest index: the length of an array by piece.
    pub const COUNT: usize = 16;

    /// 1 to 15: the kind's index, and 8 more for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.color.index() << 3 | self.kind.index()
    }

    /// FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    /// The piece with this FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let kind = PieceKind::from_letter(letter)?;
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Some(Piece { color, kind })
    }
}

/// The place of a man in its side's piece list (0 to 15). The king is always 0.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ManId(u8);

impl ManId {
    /// The king's place in every piece list.
    pub const KING: ManId = ManId(0);

    /// 0 to 15.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}

/// What a square of the mailbox holds: nothing, or a piece together with its
/// place in the piece list.
///
/// One byte: list place in bits 0 to 3, kind in 4 to 6, side in bit 7; an
/// empty square is zero.
///
/// ```
/// use ox88::board::{Color, ManId, PieceKind, Position};
/// let position = Position::startpos();
/// let [e1, e4] = ["e1", "e4"].map(|name| position.man_at(name.parse().unwrap()));
/// assert!(e1.is_piece(Color::White, PieceKind::King) && e4.is_none());
/// assert_eq!((e1.kind(), e1.id()), (Some(PieceKind::King), ManId::KING));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(transparent)]
pub struct Man(u8);

impl Man {
    /// An empty square.
    pub const NONE: Man = Man(0);

    #[inline(always)]
    pub(super) const fn new(piece: Piece, id: ManId) -> Man {
        Man((piece.index() as u8) << 4 | id.0)
    }

    /// Whether the square is empty.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether a man of this side stands here.
    #[inline(always)]
    pub const fn is(self, color: Color) -> bool {
        !self.is_none() && self.0 >> 7 == color as u8
    }

    /// Whether this very piece stands here.
    #[inline(always)]
    pub const fn is_piece(self, color: Color, kind: PieceKind) -> bool {
        self.0 >> 4 == (color as u8) << 3 | kind as u8
    }

    /// The piece, if the square is not empty.
    #[inline(always)]
    pub const fn piece(self) -> Option<Piece> {
        match self.kind() {
            Some(kind) => Some(Piece {
                color: self.color(),
                kind,
            }),
            None => None,
        }
    }

    /// The kind, if the square is not empty.
    #[inline(always)]
    pub const fn kind(self) -> Option<PieceKind> {
        PieceKind::from_bits(self.0 >> 4)
    }

    /// The side; White for an empty square.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 >> 7 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The place in the piece list; 0 for an empty square.
    #[inline(always)]
    pub const fn id(self) -> ManId {
        ManId(self.0 & 15)
    }

    /// [`Piece::index`], or 0 for an empty square.
    #[inline(always)]
    pub const fn piece_index(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// The same man after promotion to `kind`.
    #[inline(always)]
    pub(super) const fn promoted(self, kind: PieceKind) -> Man {
        Man(self.0 & 0x8f | (kind as u8) << 4)
    }
}

/// A set of men of one side: bit `n` stands for [`ManId`] `n`.
///
/// ```
/// use ox88::board::{Color, ManId, PieceKind, Position};
/// let position = Position::startpos();
/// let knights = position.men_of(Color::White, PieceKind::Knight);
/// assert!(knights.len() == 2 && !knights.contains(ManId::KING));
/// let squares = knights.map(|id| position.square_of(Color::White, id).to_string());
/// assert_eq!(squares.collect::<Vec<_>>(), ["b1", "g1"]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct ManSet(u16);

impl ManSet {
    /// The set without any man.
    pub const EMPTY: ManSet = ManSet(0);

    /// All sixteen.
    pub(super) const ALL: ManSet = ManSet(!0);

    /// The set of this man alone.
    #[inline(always)]
    pub const fn of(id: ManId) -> ManSet {
        ManSet(1 << id.0)
    }

    /// Whether nobody is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of men, 0 to 16.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether this man is in the set.
    #[inline(always)]
    pub const fn contains(self, id: ManId) -> bool {
        self.0 >> id.0 & 1 != 0
    }

    /// Everybody who is in either set.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: ManSet) -> ManSet {
        ManSet(self.0 | other.0)
    }

    /// Everybody who is in this set but not in the other.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, other: ManSet) -> ManSet {
        ManSet(self.0 & !other.0)
    }

    /// Adds or removes a man: whoever was in is out, and the reverse.
    #[inline(always)]
    pub const fn toggle(&mut self, id: ManId) {
        self.0 ^= 1 << id.0;
    }

    /// Everybody who is in both sets.
    #[inline(always)]
    #[must_use]
    pub const fn intersection(self, other: ManSet) -> ManSet {
        ManSet(self.0 & other.0)
    }

    /// The set with these bits.
    #[inline(always)]
    pub(super) const fn from_bits(bits: u16) -> ManSet {
        ManSet(bits)
    }

    /// Men 0 to 7 and men 8 to 15, a bit each.
    #[allow(dead_code, reason = "for the planes of the widest vectors only")]
    #[inline(always)]
    pub(super) const fn bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    /// The lowest place in the list that is not in the set, if there is one.
    pub(super) const fn first_free(self) -> Option<ManId> {
        match self.0.trailing_ones() {
            16 => None,
            id => Some(ManId(id as u8)),
        }
    }
}

impl Iterator for ManSet {
    type Item = ManId;

    #[inline(always)]
    fn next(&mut self) -> Option<ManId> {
        if self.0 == 0 {
            return None;
        }
        let id = ManId(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(id)
    }
}
