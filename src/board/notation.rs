//! Moves as text: UCI and SAN.

use super::castling::CastlingSide;
use super::make::castled_squares;
use super::moves::{Move, MoveList};
use super::piece::{Color, PieceType};
use super::position::Position;
use super::square::Square;
use crate::text::Quoted;

/// The notation of castling in UCI moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum CastlingNotation {
    /// The king's two squares: e1g1.
    #[default]
    Standard,
    /// The king takes its rook: e1h1; never ambiguous.
    Chess960,
}

impl CastlingNotation {
    /// Returns the notation in which no castling of this position can be taken for a king's step.
    #[must_use]
    pub fn of(position: &Position) -> CastlingNotation {
        if position.is_chess960() { CastlingNotation::Chess960 } else { CastlingNotation::Standard }
    }
}

/// The reason for which a text is not a move of the position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("{} is not a move", Quoted(.0))]
    Syntax(String),
    /// The move is not legal in the position.
    #[error("{} is not legal here", Quoted(.0))]
    Illegal(String),
    /// More than one legal move fits.
    #[error("{} could be more than one move", Quoted(.0))]
    Ambiguous(String),
}

impl Move {
    /// Returns the two squares that UCI writes. Castling ends on the king's target in standard
    /// notation, and on the rook's square in that of Chess960.
    pub fn written_squares(self, castling: CastlingNotation) -> (Square, Square) {
        if self.is_castle() && castling == CastlingNotation::Standard {
            (self.from(), castled_squares(self).0)
        } else {
            (self.from(), self.to())
        }
    }

    /// Returns the move in UCI notation; `0000` for no move.
    pub fn uci(self, castling: CastlingNotation) -> String {
        if self.is_none() {
            return "0000".to_string();
        }
        let (from, to) = self.written_squares(castling);
        let mut text = format!("{from}{to}");
        text.extend(self.promotion().map(PieceType::letter));
        text
    }
}

impl Position {
    /// Returns the legal move of a UCI text. Castling is read in both notations; a king's step
    /// takes precedence over it.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] or [`MoveError::Illegal`].
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let syntax = || MoveError::Syntax(text.to_string());
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return Err(syntax());
        }
        let from: Square = text[0..2].parse().map_err(|_| syntax())?;
        let to: Square = text[2..4].parse().map_err(|_| syntax())?;
        let promotion = match text[4..].chars().next() {
            Some(letter) => Some(PieceType::from_letter(letter).ok_or_else(syntax)?),
            None => None,
        };
        let named = self.moves_named(|mv, notation| {
            mv.written_squares(notation) == (from, to) && mv.promotion() == promotion
        });
        named.first().copied().ok_or_else(|| MoveError::Illegal(text.to_string()))
    }

    /// Returns the legal moves for which `names` is true in Chess960's notation of castling, or else
    /// those in the standard one.
    pub(crate) fn moves_named(&self, names: impl Fn(Move, CastlingNotation) -> bool) -> MoveList {
        let legal = self.legal_moves();
        let named = |notation| legal.iter().copied().filter(|&mv| names(mv, notation)).collect();
        let found: MoveList = named(CastlingNotation::Chess960);
        if found.is_empty() { named(CastlingNotation::Standard) } else { found }
    }

    /// Returns a legal move in Standard Algebraic Notation, with `+` or `#`; `--` for a null move.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let position = Position::from_fen("k7/8/8/8/8/8/8/1K5R w - - 0 1").unwrap();
    /// let mv = position.parse_move("h1h8").unwrap();
    /// assert_eq!(position.san(mv), "Rh8+");
    /// assert_eq!(position.parse_san("Rh8"), Ok(mv));
    /// ```
    pub fn san(&self, mv: Move) -> String {
        if mv.is_none() {
            return "--".to_string();
        }
        let mut text = self.san_without_suffix(mv);
        let mut after = self.without_history();
        after.make(mv);
        if after.in_check() {
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    /// Returns a line of legal moves and null moves in SAN, with move numbers.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let position = Position::startpos();
    /// let e4 = position.parse_move("e2e4").unwrap();
    /// assert_eq!(position.numbered_san(&[e4]), ["1. e4"]);
    /// ```
    pub fn numbered_san(&self, line: &[Move]) -> Vec<String> {
        let mut position = self.without_history();
        let mut texts = Vec::new();
        for &mv in line {
            let san = position.san(mv);
            let number = position.fullmove_number();
            texts.push(match position.side_to_move() {
                Color::White => format!("{number}. {san}"),
                Color::Black if texts.is_empty() => format!("{number}... {san}"),
                Color::Black => san,
            });
            position.make_or_pass(mv);
        }
        texts
    }

    fn san_without_suffix(&self, mv: Move) -> String {
        if mv.is_castle() {
            return match CastlingSide::of(mv.from(), mv.to()) {
                CastlingSide::King => "O-O".to_string(),
                CastlingSide::Queen => "O-O-O".to_string(),
            };
        }
        let (from, to) = (mv.from(), mv.to());
        let mut text = String::new();
        match self.piece_on(from).piece_type() {
            Some(PieceType::Pawn) | None => {
                if mv.is_capture() {
                    text.push(from.file_letter());
                }
            }
            Some(piece_type) => {
                text.push(piece_type.letter().to_ascii_uppercase());
                text.push_str(&self.disambiguation(mv));
            }
        }
        if mv.is_capture() {
            text.push('x');
        }
        text.push_str(&to.to_string());
        if let Some(piece_type) = mv.promotion() {
            text.push('=');
            text.push(piece_type.letter().to_ascii_uppercase());
        }
        text
    }

    fn disambiguation(&self, mv: Move) -> String {
        let from = mv.from();
        let piece = self.piece_on(from).piece();
        let rivals: Vec<Square> = self
            .legal_moves()
            .iter()
            .filter(|other| other.to() == mv.to() && !other.is_castle())
            .map(|other| other.from())
            .filter(|&square| square != from && self.piece_on(square).piece() == piece)
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|square| square.file() != from.file()) {
            from.file_letter().to_string()
        } else if rivals.iter().all(|square| square.rank() != from.rank()) {
            (from.rank() + 1).to_string()
        } else {
            from.to_string()
        }
    }

    /// Returns the legal move of this SAN text. Forgives check marks, `!?`, `e.p.`, a missing or
    /// needless `x`, a missing `=`, `/` or brackets in its place (`e8(Q)`), needless
    /// disambiguation, zeros in castling, castling as a king's move (`Kg1`, but not to its own
    /// rook), and figurines of either colour.
    ///
    /// # Errors
    /// A [`MoveError`] that says what is wrong.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let short = San::read(text).ok_or_else(|| MoveError::Syntax(text.to_string()))?;
        match self.moves_named(|mv, notation| short.names(self, mv, notation))[..] {
            [mv] => Ok(mv),
            [] => Err(MoveError::Illegal(text.to_string())),
            _ => Err(MoveError::Ambiguous(text.to_string())),
        }
    }

    /// Returns the legal move of this SAN text, or else of a text with both squares: UCI (`g1f3`)
    /// and long notation (`g1-f3`, `b7xa8=Q+`).
    ///
    /// ```
    /// use ox88::board::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.parse_san_or_uci("g1f3"), start.parse_san_or_uci("Nf3"));
    /// ```
    ///
    /// # Errors
    /// The [`MoveError`] of the SAN text.
    pub fn parse_san_or_uci(&self, text: &str) -> Result<Move, MoveError> {
        self.parse_san(text).or_else(|error| {
            let bare = text.trim_end_matches(MARKS);
            let mut bare = bare.replace(['-', 'x', ':', '=', '/', '(', ')'], "");
            // `E2E4`, but not `B1c3`, which is a bishop's move.
            if !bare.contains(|letter: char| letter.is_ascii_lowercase()) {
                bare.make_ascii_lowercase();
            }
            self.parse_move(&bare).map_err(|_| error)
        })
    }
}

/// The meaning of a text in SAN, whether the move is legal or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum San {
    /// Castling to this side.
    Castle(CastlingSide),
    /// Any other move.
    Plain(SanMove),
}

/// A move in SAN other than castling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanMove {
    /// The type of the piece that moves.
    pub piece_type: PieceType,
    /// The letter of the origin's file, if the text names it.
    file: Option<char>,
    /// The digit of the origin's rank, if the text names it.
    rank: Option<char>,
    /// The square to which it moves.
    pub to: Square,
    /// The type of the piece to which a pawn promotes.
    pub promotion: Option<PieceType>,
}

/// Marks behind a move, or before one of the additions; daggers are checks in old books.
const MARKS: [char; 8] = ['+', '#', '!', '?', ' ', '.', '\u{2020}', '\u{2021}'];

/// Words that may follow a move and add nothing to it. Where one ends like another, the longer
/// comes first.
const ADDITIONS: [&str; 7] = ["e.p", "ep", "dis.ch", "dbl.ch", "ch", "check", "mate"];

/// Zeros and the letter O, also the Cyrillic one, in castling.
const CASTLING: [char; 5] = ['O', '0', 'o', '\u{41e}', '\u{43e}'];

/// Returns whether a word may follow a move and adds nothing to it, such as `e.p.` and `mate`.
pub fn is_addition(word: &str) -> bool {
    ADDITIONS.contains(&word.trim_end_matches(MARKS))
}

impl San {
    /// Reads a text; returns `None` if it does not have the form of a move.
    pub fn read(text: &str) -> Option<San> {
        let bare = text.trim_end_matches(MARKS);
        let without = ADDITIONS.iter().find_map(|mark| bare.strip_suffix(*mark));
        let bare = without.map_or(bare, |bare| bare.trim_end_matches(MARKS));
        let letters = bare.chars().filter(|&letter| letter != '-');
        if letters.clone().all(|letter| CASTLING.contains(&letter)) {
            return match letters.count() {
                2 => Some(San::Castle(CastlingSide::King)),
                3 => Some(San::Castle(CastlingSide::Queen)),
                _ => None,
            };
        }
        let mut rest: Vec<char> = bare
            .chars()
            .map(letter_of_figurine)
            .filter(|letter| !matches!(letter, 'x' | '=' | '-' | ':' | '/'))
            .collect();
        if let [.., '(', letter, ')'] = rest[..]
            && letter.is_ascii_alphabetic()
        {
            rest.truncate(rest.len() - 3);
            rest.push(letter);
        }
        let piece_type = match rest.first() {
            Some('N' | 'B' | 'R' | 'Q' | 'K' | 'P') => PieceType::from_letter(rest.remove(0))?,
            _ => PieceType::Pawn,
        };
        let promotion = match rest.last() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                let piece_type = PieceType::from_letter(*letter)?;
                rest.pop();
                Some(piece_type)
            }
            _ => None,
        };
        let (origin, to) = rest.split_at(rest.len().checked_sub(2)?);
        let to: Square = to.iter().collect::<String>().parse().ok()?;
        let (file, rank) = match *origin {
            [] => (None, None),
            [file @ 'a'..='h'] => (Some(file), None),
            [rank @ '1'..='8'] => (None, Some(rank)),
            [file @ 'a'..='h', rank @ '1'..='8'] => (Some(file), Some(rank)),
            _ => return None,
        };
        Some(San::Plain(SanMove { piece_type, file, rank, to, promotion }))
    }

    /// Returns whether the text means this move. Castling may also be written as a king's move, in
    /// this notation, but not as one to an own piece: that is no SAN.
    fn names(&self, position: &Position, mv: Move, castling: CastlingNotation) -> bool {
        match self {
            San::Castle(castling_side) => {
                mv.is_castle() && CastlingSide::of(mv.from(), mv.to()) == *castling_side
            }
            San::Plain(short) => {
                !position.piece_on(short.to).belongs_to(position.side_to_move())
                    && mv.written_squares(castling).1 == short.to
                    && mv.promotion() == short.promotion
                    && position.piece_on(mv.from()).piece_type() == Some(short.piece_type)
                    && short.fits_origin(mv.from())
            }
        }
    }
}

impl SanMove {
    /// Returns whether the file or rank of the origin is given.
    pub fn has_hints(&self) -> bool {
        self.file.is_some() || self.rank.is_some()
    }

    /// Returns whether the file and the rank that the text names are those of this origin.
    pub fn fits_origin(&self, from: Square) -> bool {
        let rank = char::from(b'1' + from.rank());
        self.file.is_none_or(|named| named == from.file_letter())
            && self.rank.is_none_or(|named| named == rank)
    }
}

/// Returns the letter of SAN for a chess figurine; other characters stay as they are.
fn letter_of_figurine(character: char) -> char {
    match character {
        '\u{2654}' | '\u{265a}' => 'K',
        '\u{2655}' | '\u{265b}' => 'Q',
        '\u{2656}' | '\u{265c}' => 'R',
        '\u{2657}' | '\u{265d}' => 'B',
        '\u{2658}' | '\u{265e}' => 'N',
        '\u{2659}' | '\u{265f}' => 'P',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_without_the_history_of_the_game() {
        let mut position = Position::startpos();
        for name in ["e4", "d5", "e5", "f5"] {
            position.make(position.parse_san(name).unwrap());
        }
        let bare = position.without_history();
        assert_eq!((bare.plies_made(), bare.fen()), (0, position.fen()));
        let line = ["exf6", "Kf7", "fxg7"].map(|name| {
            let mv = position.parse_san(name).unwrap();
            position.make(mv);
            mv
        });
        assert_eq!(bare.numbered_san(&line), ["3. exf6", "Kf7", "4. fxg7"]);
    }
}
