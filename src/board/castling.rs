//! Castling rights, and the squares that castling passes.
//! <https://www.chessprogramming.org/Chess960#Castling_Rules>

use super::direction::between;
use super::operators::set_operators;
use super::piece::Color;
use super::square::{Square, SquareSet};
use super::zobrist::{self, Key};

/// The side of the board on which the castling rook stands.
///
/// ```
/// use ox88::board::{Square, CastlingSide};
/// let [b1, f1]: [Square; 2] = ["b1", "f1"].map(|name| name.parse().unwrap());
/// assert_eq!(CastlingSide::of(b1, f1), CastlingSide::King);
/// // Wherever they start, in Chess960 too: the king on g, the rook on f.
/// assert_eq!((CastlingSide::King.king_file(), CastlingSide::King.rook_file()), (6, 5));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CastlingSide {
    /// Short castling: the rook stands on the h-file's side of the king.
    King,
    /// Long castling: the rook stands on the a-file's side of the king.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// Returns the file (0 to 7) on which the king ends.
    pub const fn king_file(self) -> u8 {
        match self {
            CastlingSide::King => 6,
            CastlingSide::Queen => 2,
        }
    }

    /// Returns the file (0 to 7) on which the rook ends.
    pub const fn rook_file(self) -> u8 {
        match self {
            CastlingSide::King => 5,
            CastlingSide::Queen => 3,
        }
    }

    /// Returns the side of a rook that stands beside its king on the back rank.
    pub fn of(king: Square, rook: Square) -> CastlingSide {
        if rook > king { CastlingSide::King } else { CastlingSide::Queen }
    }
}

/// The castling rights: one bit for each of the four castlings that are still allowed.
///
/// ```
/// use ox88::board::{CastlingRights, Color, Position, CastlingSide};
/// let position = Position::from_fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").unwrap();
/// let rights = position.castling();
/// assert!(rights.has(Color::White, CastlingSide::King) && !rights.has(Color::White, CastlingSide::Queen));
/// let white = CastlingRights::of(Color::White, CastlingSide::King);
/// assert_eq!(rights & !white, CastlingRights::of(Color::Black, CastlingSide::Queen));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct CastlingRights(u8);

set_operators!(CastlingRights);

impl CastlingRights {
    /// No right at all.
    pub const NONE: CastlingRights = CastlingRights(0);

    const ALL: CastlingRights = CastlingRights(0xf);

    #[inline(always)]
    pub(super) const fn slot(color: Color, castling_side: CastlingSide) -> usize {
        color.index() << 1 | castling_side as usize
    }

    /// Returns the right of a colour to castle to one side.
    pub const fn of(color: Color, castling_side: CastlingSide) -> CastlingRights {
        CastlingRights(1 << CastlingRights::slot(color, castling_side))
    }

    /// Returns whether this right is among them.
    #[inline(always)]
    pub const fn has(self, color: Color, castling_side: CastlingSide) -> bool {
        self.0 & CastlingRights::of(color, castling_side).0 != 0
    }
}

/// The castlings of a game, which are fixed at its start: the squares of the rooks, and which moves
/// end which rights.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct CastlingRooks {
    /// The squares of the castling rooks, by [`CastlingRights::slot`]. The square of a right that
    /// the start position did not have means nothing.
    pub squares: [Square; 4],
    /// The rights that end when a piece moves from or to a square, by its 0x88 index.
    ends: [CastlingRights; 128],
    paths: [CastlingPaths; 4],
    /// The Zobrist key of each set of rights.
    keys: [Key; 16],
}

#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct CastlingPaths {
    /// Squares that must be empty, the king's and the rook's own excepted.
    pub empty: SquareSet,
    /// Squares of the king's way, which no enemy may attack.
    pub king: SquareSet,
}

impl CastlingRooks {
    pub fn none() -> CastlingRooks {
        CastlingRooks {
            squares: [Square::at(0, 0); 4],
            ends: [CastlingRights::NONE; 128],
            paths: [CastlingPaths::default(); 4],
            keys: [Key::default(); 16],
        }
    }

    pub fn insert(&mut self, color: Color, king: Square, rook: Square) {
        let castling_side = CastlingSide::of(king, rook);
        let slot = CastlingRights::slot(color, castling_side);
        self.squares[slot] = rook;
        let king_to = Square::at(castling_side.king_file(), king.rank());
        let rook_to = Square::at(castling_side.rook_file(), king.rank());
        let way = |from, to| between(from, to) | SquareSet::of(to);
        let own = SquareSet::of(king) | SquareSet::of(rook);
        let both = way(king, king_to) | way(rook, rook_to);
        self.paths[slot] = CastlingPaths { empty: both & !own, king: way(king, king_to) };
        for (rights, key) in (0..).zip(&mut self.keys) {
            if CastlingRights(rights).has(color, castling_side) {
                *key ^= zobrist::castling(color, rook);
            }
        }
        for square in [king, rook] {
            self.ends[square.index()] |= CastlingRights::of(color, castling_side);
        }
    }

    #[inline(always)]
    pub fn paths(&self, color: Color, castling_side: CastlingSide) -> CastlingPaths {
        self.paths[CastlingRights::slot(color, castling_side)]
    }

    /// Returns the part of these rights in the position's key.
    #[inline(always)]
    pub fn key(&self, rights: CastlingRights) -> Key {
        self.keys[usize::from(rights.0 & 15)]
    }

    #[inline(always)]
    pub fn ended_by(&self, from: Square, to: Square) -> CastlingRights {
        self.ends[from.index()] | self.ends[to.index()]
    }
}
