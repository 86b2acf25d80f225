//! Squares in 0x88 numbering, and sets of squares. <https://www.chessprogramming.org/0x88>

use std::fmt;
use std::str::FromStr;

use super::operators::set_operators;
use super::piece::Color;
use super::step::Step;
use crate::text::Quoted;

/// A square as its 0x88 index `16 * rank + file` (0 to 0x77). Bits 3 and 7 are clear on the board:
/// one test against `0x88` tells whether the sum of a square and a [`Step`] is on it.
///
/// ```
/// use ox88::board::{Square, Step};
/// let e4: Square = "e4".parse().unwrap();
/// assert_eq!(e4.index(), 0x34);
/// assert_eq!(e4.step(Step::NORTH).unwrap().to_string(), "e5");
/// assert_eq!(Square::at(7, 3).step(Step::EAST), None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square on `file` (0 = a) and `rank` (0 = first); each must be 0 to 7.
    pub const fn at(file: u8, rank: u8) -> Square {
        debug_assert!(file < 8 && rank < 8);
        Square(rank << 4 | file)
    }

    /// Returns the square with this 0x88 index, if the index is on the board.
    pub const fn from_index(index: u8) -> Option<Square> {
        if index & 0x88 == 0 { Some(Square(index)) } else { None }
    }

    /// Returns the square with this 64-square number, of which the low six bits count.
    pub const fn from_dense(number: u8) -> Square {
        Square((number & 0x38) << 1 | (number & 7))
    }

    /// Returns the 64-square number: a1 = 0, b1 = 1, … h8 = 63.
    pub const fn dense(self) -> u8 {
        (self.0 >> 1 & 0x38) | (self.0 & 7)
    }

    /// Returns the 0x88 index, always below 0x78.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask is free, and `[T; 128]` then needs no bounds check.
        (self.0 & 0x77) as usize
    }

    /// Returns the file, from 0 for the a-file to 7 for the h-file.
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the file's name, `a` to `h`.
    pub(super) const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }

    /// Returns the rank, from 0 for the first to 7 for the eighth.
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// Returns the square one step away, if that is on the board.
    #[inline(always)]
    pub const fn step(self, step: Step) -> Option<Square> {
        Square::from_index(self.0.wrapping_add(step.0 as u8))
    }

    /// Returns the [Chebyshev distance](https://www.chessprogramming.org/Distance), in king moves.
    ///
    /// ```
    /// use ox88::board::Square;
    /// let [a1, b3, h8] = ["a1", "b3", "h8"].map(|name| name.parse::<Square>().unwrap());
    /// assert_eq!((a1.distance(b3), b3.distance(a1), a1.distance(h8), h8.distance(h8)), (2, 2, 7, 0));
    /// ```
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Returns whether the square is light, as h1 is.
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }

    /// Returns the square mirrored vertically: rank 1 becomes rank 8.
    pub const fn mirror(self) -> Square {
        Square(self.0 ^ 0x70)
    }

    /// Returns all 64 squares, a1, b1, … h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        (0..64).map(Square::from_dense)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error of a text that is not the name of a square.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a square", Quoted(.0))]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::at(file - b'a', rank - b'1')),
            _ => Err(SquareError(text.to_string())),
        }
    }
}

/// A set of squares: bit `n` stands for [`Square::dense`] number `n`.
///
/// ```
/// use ox88::board::{Square, SquareSet};
/// let mut corners = SquareSet::of(Square::at(0, 0));
/// corners.insert(Square::at(7, 7));
/// assert_eq!(corners.len(), 2);
/// assert_eq!(corners.last(), Some(Square::at(7, 7)));
/// assert_eq!(corners & !SquareSet::rank(7), SquareSet::of(Square::at(0, 0)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
#[repr(transparent)]
pub struct SquareSet(pub(super) u64);

set_operators!(SquareSet);

impl SquareSet {
    /// The set without any square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// All 64 squares.
    pub const ALL: SquareSet = SquareSet(!0);

    pub(super) const A_FILE: u64 = 0x0101_0101_0101_0101;

    /// Returns the set of this square alone.
    #[inline(always)]
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << (square.dense() & 63))
    }

    /// Returns a bit for each square, by its [`Square::dense`] number.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the squares of a rank, 0 to 7.
    pub const fn rank(rank: u8) -> SquareSet {
        SquareSet(0xff << (8 * (rank & 7)))
    }

    /// Adds a square.
    #[inline(always)]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= SquareSet::of(square).0;
    }

    /// Adds the square, or removes it if it is there.
    #[inline(always)]
    pub const fn toggle(&mut self, square: Square) {
        self.0 ^= SquareSet::of(square).0;
    }

    /// Returns whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> (square.dense() & 63) & 1 != 0
    }

    /// Returns whether all squares of another set are in this one.
    #[inline(always)]
    pub const fn contains_all(self, other: SquareSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares, 0 to 64.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether there is exactly one square in the set.
    #[inline(always)]
    pub const fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// Returns the squares one rank ahead for a side.
    #[inline(always)]
    #[must_use]
    pub const fn forward(self, color: Color) -> SquareSet {
        match color {
            Color::White => SquareSet(self.0 << 8),
            Color::Black => SquareSet(self.0 >> 8),
        }
    }

    /// Returns the squares one file towards the h-file; the h-file drops out.
    #[inline(always)]
    #[must_use]
    pub const fn east(self) -> SquareSet {
        SquareSet(self.0 << 1 & !SquareSet::A_FILE)
    }

    /// Returns the squares one file towards the a-file; the a-file drops out.
    #[inline(always)]
    #[must_use]
    pub const fn west(self) -> SquareSet {
        SquareSet((self.0 & !SquareSet::A_FILE) >> 1)
    }

    /// Returns, for each square of the set, the square one `step` before it and the square itself.
    /// The former must be on the board.
    #[inline(always)]
    pub(super) fn stepped_from(self, step: Step) -> impl Iterator<Item = (Square, Square)> {
        self.map(move |to| (Square(to.0.wrapping_sub(step.0 as u8) & 0x77), to))
    }
}

impl Iterator for SquareSet {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::from_dense(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}
