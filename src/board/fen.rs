//! FEN with the castling fields of standard chess (`KQkq`), X-FEN and Shredder-FEN
//! (`HAha`). <https://www.chessprogramming.org/Forsyth-Edwards_Notation>

use super::castling::{CastlingRights, CastlingSide};
use super::piece::{Color, Piece, PieceType, PlacedPiece};
use super::position::{Position, START_FEN};
use super::square::Square;
use crate::text::{Quoted, counted};

/// The reason for which a FEN is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The FEN has fewer than four or more than six fields.
    #[error("FEN has {} instead of 4 to 6", counted(*.0, "field"))]
    Fields(usize),
    /// The first field does not have eight ranks.
    #[error("FEN board has {} instead of 8", counted(*.0, "rank"))]
    Ranks(usize),
    /// A rank does not add up to eight squares.
    #[error("rank {rank} of the FEN board ({}) does not describe 8 squares", Quoted(.text))]
    RankLength {
        /// The number of the rank as players count, 1 to 8.
        rank: u8,
        /// The rank's text.
        text: String,
    },
    /// A letter of the board is no piece.
    #[error("'{}' in the FEN board is not a piece", .0.escape_debug())]
    Piece(char),
    /// A side has no king, or more than one.
    #[error("{color} has {count} kings instead of one")]
    Kings {
        /// The side.
        color: Color,
        /// The number of kings.
        count: usize,
    },
    /// A side has more pawns and promoted pieces than eight pawns can make.
    #[error("{0} has more pieces than a game can give")]
    TooManyPieces(Color),
    /// A pawn stands on the first or last rank.
    #[error("a pawn stands on {0}")]
    PawnOnEdge(Square),
    /// The side to move is neither `w` nor `b`.
    #[error("side to move is {} instead of w or b", Quoted(.0))]
    Side(String),
    /// The castling field does not fit kings and rooks.
    #[error("castling {} does not fit the kings and rooks", Quoted(.0))]
    Castling(String),
    /// The en passant field is none that a double push can have caused.
    #[error("en passant square {} does not fit the pawns", Quoted(.0))]
    EnPassant(String),
    /// A counter is not a number, or too large.
    #[error("move counter {} is not a number from 0 to 9999", Quoted(.0))]
    Counter(String),
    /// The king of the side that has just moved could be taken.
    #[error("{0} is in check but not to move")]
    OpponentInCheck(Color),
    /// More than two pieces give check.
    #[error("{0} is in check from more than two pieces")]
    Checkers(Color),
}

/// The largest move counter that is read, in plies or moves.
const MAX_COUNTER: u32 = 9999;

impl Position {
    /// Returns the standard initial position.
    pub fn startpos() -> Position {
        Position::of_sound_fen(START_FEN)
    }

    /// Returns the position of a FEN that must be right.
    pub(super) fn of_sound_fen(fen: &str) -> Position {
        Position::from_fen(fen).unwrap_or_else(|error| unreachable!("{error}: {fen}"))
    }

    /// Returns the position of a FEN. The two counters may be left out, as in EPD.
    ///
    /// # Errors
    /// A [`FenError`], for text that is no FEN and for positions that break one of its rules.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K -").unwrap();
    /// assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// let error = Position::from_fen("8/8/8/8/8/8/8/4K2R w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "Black has 0 kings instead of one");
    /// ```
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let (&[board, side, castling, en_passant], counters) = match fields.split_first_chunk() {
            Some((first, rest)) if rest.len() <= 2 => (first, rest),
            _ => return Err(FenError::Fields(fields.len())),
        };

        let mut position = Position::empty();
        position.read_board(board)?;
        match side {
            "w" | "W" => {}
            "b" | "B" => position.turn(),
            _ => return Err(FenError::Side(side.to_string())),
        }
        position.read_castling(castling)?;
        let us = position.side;
        if position.is_attacked(position.king(!us), us) {
            return Err(FenError::OpponentInCheck(!us));
        }
        if position.checks().checkers.len() > 2 {
            return Err(FenError::Checkers(us));
        }
        position.read_en_passant(en_passant)?;
        if let Some(text) = counters.first() {
            position.state.halfmove_clock = read_counter(text)?;
        }
        if let Some(text) = counters.get(1) {
            position.state.fullmove_number = u32::from(read_counter(text)?).max(1);
        }
        position.state.keys = position.computed_keys();
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), FenError> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            return Err(FenError::Ranks(ranks.len()));
        }
        let mut pieces = Vec::new();
        for (rank, text) in (0..8).rev().zip(ranks) {
            let wrong_length = || FenError::RankLength { rank: rank + 1, text: text.to_string() };
            let mut file = 0;
            for letter in text.chars() {
                if let Some(empty @ 1..=8) = letter.to_digit(10) {
                    file += empty as u8;
                    if file > 8 {
                        return Err(wrong_length());
                    }
                } else {
                    let piece = Piece::from_letter(letter).ok_or(FenError::Piece(letter))?;
                    if file > 7 {
                        return Err(wrong_length());
                    }
                    pieces.push((Square::at(file, rank), piece));
                    file += 1;
                }
            }
            if file != 8 {
                return Err(wrong_length());
            }
        }
        // The king's slot is the first.
        pieces.sort_by_key(|(_, piece)| piece.piece_type != PieceType::King);
        for color in Color::ALL {
            self.place_side(color, &pieces)?;
        }
        Ok(())
    }

    /// Places the pieces of a side, in this order.
    fn place_side(&mut self, color: Color, pieces: &[(Square, Piece)]) -> Result<(), FenError> {
        let count = |piece_type| {
            pieces.iter().filter(|(_, piece)| *piece == Piece { color, piece_type }).count()
        };
        let kings = count(PieceType::King);
        if kings != 1 {
            return Err(FenError::Kings { color, count: kings });
        }
        let promoted: usize = [
            (PieceType::Knight, 2),
            (PieceType::Bishop, 2),
            (PieceType::Rook, 2),
            (PieceType::Queen, 1),
        ]
        .into_iter()
        .map(|(piece_type, at_start)| count(piece_type).saturating_sub(at_start))
        .sum();
        if count(PieceType::Pawn) + promoted > 8 {
            return Err(FenError::TooManyPieces(color));
        }
        for &(square, piece) in pieces.iter().filter(|(_, piece)| piece.color == color) {
            if piece.piece_type == PieceType::Pawn && matches!(square.rank(), 0 | 7) {
                return Err(FenError::PawnOnEdge(square));
            }
            let id = self.pieces(color).first_free().ok_or(FenError::TooManyPieces(color))?;
            self.place(piece, id, square);
        }
        Ok(())
    }

    fn read_castling(&mut self, text: &str) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        for letter in text.chars() {
            let error = || FenError::Castling(text.to_string());
            let color = Color::of_case(letter);
            let king = self.king(color);
            let rank = color.rank(0);
            let rook = match letter.to_ascii_lowercase() {
                'k' => self.outermost_rook(color, CastlingSide::King),
                'q' => self.outermost_rook(color, CastlingSide::Queen),
                file @ 'a'..='h' => Some(Square::at(file as u8 - b'a', rank)),
                _ => None,
            };
            let rook = rook.ok_or_else(error)?;
            let castling_side = CastlingSide::of(king, rook);
            let fits = king.rank() == rank
                && self.piece_on(rook).is_piece(color, PieceType::Rook)
                && !self.state.castling.has(color, castling_side);
            if !fits {
                return Err(error());
            }
            self.castling_rooks.insert(color, king, rook);
            self.state.castling |= CastlingRights::of(color, castling_side);
        }
        Ok(())
    }

    fn outermost_rook(&self, color: Color, castling_side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        let rank = color.rank(0);
        let is_rook = |square: &Square| {
            self.piece_on(*square).is_piece(color, PieceType::Rook)
                && CastlingSide::of(king, *square) == castling_side
        };
        let mut squares = (0..8).map(|file| Square::at(file, rank));
        match castling_side {
            CastlingSide::King => squares.rfind(is_rook),
            CastlingSide::Queen => squares.find(is_rook),
        }
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        let error = || FenError::EnPassant(text.to_string());
        let target: Square = text.parse().map_err(|_| error())?;
        let us = self.side;
        let victim = target.step(us.forward().reversed()).ok_or_else(error)?;
        let origin = target.step(us.forward()).ok_or_else(error)?;
        let fits = target.rank() == us.rank(5)
            && self.piece_on(target).is_none()
            && self.piece_on(origin).is_none()
            && self.piece_on(victim).is_piece(!us, PieceType::Pawn);
        if !fits {
            return Err(error());
        }
        self.passed_at_setup = Some(target);
        if self.en_passant_takers(target).next().is_some() {
            self.state.en_passant = Some(target);
        }
        Ok(())
    }

    /// Returns the X-FEN: it has standard castling letters where these are unambiguous, the en
    /// passant square only where a pawn can take, and counters up to 9999, which is the greatest
    /// that is read.
    pub fn fen(&self) -> String {
        self.fen_with(|color, castling_side, rook| {
            color.cased(match castling_side {
                _ if self.outermost_rook(color, castling_side) != Some(rook) => rook.file_letter(),
                CastlingSide::King => 'k',
                CastlingSide::Queen => 'q',
            })
        })
    }

    /// Returns the position with colours exchanged and ranks mirrored, without its history.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 3 9").unwrap();
    /// assert_eq!(position.flipped().fen(), "4k2r/8/8/8/8/8/8/4K3 b k - 3 9");
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Position {
        let exchanged = |letter: char| (!Color::of_case(letter)).cased(letter);
        let fen = self.shredder_fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let ranks: Vec<&str> = fields[0].split('/').rev().collect();
        let board: String = ranks.join("/").chars().map(exchanged).collect();
        let side = if self.side == Color::White { 'b' } else { 'w' };
        let castling: String = fields[2].chars().map(exchanged).collect();
        let en_passant = self.en_passant().map(Square::mirror);
        let en_passant = en_passant.map_or("-".to_string(), |square| square.to_string());
        let fen = format!("{board} {side} {castling} {en_passant} {} {}", fields[4], fields[5]);
        let mut flipped = Position::of_sound_fen(&fen);
        // The FEN has this square only where a pawn can take.
        flipped.passed_at_setup = self.passed_square().map(Square::mirror);
        flipped
    }

    /// Returns the position as Shredder-FEN: castling rights are the rooks' files.
    pub fn shredder_fen(&self) -> String {
        self.fen_with(|color, _, rook| color.cased(rook.file_letter()))
    }

    fn fen_with(&self, castling_letter: impl Fn(Color, CastlingSide, Square) -> char) -> String {
        let mut castling = String::new();
        for color in Color::ALL {
            for castling_side in CastlingSide::ALL {
                if let Some(rook) = self.castling_rook(color, castling_side) {
                    castling.push(castling_letter(color, castling_side, rook));
                }
            }
        }
        if castling.is_empty() {
            castling.push('-');
        }
        format!(
            "{} {} {} {} {} {}",
            self.board_fen(),
            if self.side == Color::White { 'w' } else { 'b' },
            castling,
            self.en_passant().map_or("-".to_string(), |square| square.to_string()),
            self.halfmove_clock().min(MAX_COUNTER),
            self.fullmove_number().min(MAX_COUNTER),
        )
    }

    fn board_fen(&self) -> String {
        let letter = |placed: PlacedPiece| placed.piece().map_or('1', Piece::letter);
        let rank = |rank| self.rank(rank).into_iter().map(letter).collect::<String>();
        let mut text = (0..8).rev().map(rank).collect::<Vec<String>>().join("/");
        // Each empty square is a 1 so far.
        for count in (2..=8).rev() {
            text = text.replace(&"1".repeat(count), &count.to_string());
        }
        text
    }
}

fn read_counter(text: &str) -> Result<u16, FenError> {
    match text.parse() {
        Ok(number) if u32::from(number) <= MAX_COUNTER && !text.starts_with('+') => Ok(number),
        _ => Err(FenError::Counter(text.to_string())),
    }
}
