//! A game in viriformat: 32 bytes of start position and result, four bytes for each move with its
//! score, four zero bytes. <https://github.com/cosmobobak/viriformat>

use std::fmt::Display;
use std::io::{self, BufRead, Read};

use super::packed_pieces::PackedPieces;
use crate::board::{CastlingSide, Color, GameResult, Move, Piece, PieceType, Position, Square};
use crate::eval::Score;

/// Returns the error of a header that makes no sense.
fn wrong_header(reason: impl Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.to_string())
}

/// Returns the message for an error in the game of this number in a file, from 1. If the header of
/// the first game makes no sense, the file is of another format.
pub fn read_error(number: u64, error: &io::Error) -> String {
    if number == 1 && error.kind() == io::ErrorKind::InvalidData {
        format!("not games in viriformat: {error}")
    } else {
        format!("game {number}: {error}")
    }
}

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// The position from which it was played.
    pub start: Position,
    /// The moves with their scores from White's point of view; [`Score::NONE`] where none was kept.
    pub moves: Vec<(Move, Score)>,
    /// The result.
    pub result: GameResult,
}

/// The number of bytes before the moves of a game.
pub(super) const HEADER: usize = 32;
/// The bits of a packed move that tell its kind.
const EN_PASSANT: u16 = 1 << 14;
const CASTLE: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;
/// The code of a rook with castling rights.
const UNMOVED_ROOK: u8 = 6;
/// The letters of FEN, by code.
const LETTERS: [char; 7] = ['p', 'n', 'b', 'r', 'q', 'k', 'r'];

impl GameRecord {
    /// The number of plies of the longest game that is read.
    pub const MAX_MOVES: usize = 10_000;

    /// Visits each position of the game, with its move and the score for White.
    pub fn positions(&self, mut visit: impl FnMut(&Position, Move, Score)) {
        let mut position = self.start.clone();
        for &(mv, score) in &self.moves {
            visit(&position, mv, score);
            position.make(mv);
        }
    }

    /// Returns the number of bytes of the game in viriformat.
    pub(super) fn length(&self) -> u64 {
        (HEADER + 4 * (self.moves.len() + 1)) as u64
    }

    /// Returns the game in viriformat. The start's halfmove clock is limited to 255.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.length() as usize);
        bytes.extend(bytemuck::bytes_of(&pieces_of(&self.start)));
        bytes.extend(state_of(&self.start, self.result));
        for &(mv, score) in &self.moves {
            bytes.extend(packed(mv).to_le_bytes());
            bytes.extend((score.get() as i16).to_le_bytes());
        }
        bytes.extend([0; 4]);
        bytes
    }

    /// Reads the next game, or `None` at the end of the bytes; checks the start and each move.
    ///
    /// # Errors
    /// Fails if the bytes are no game: with [`io::ErrorKind::UnexpectedEof`] if they end within it,
    /// and with [`io::ErrorKind::InvalidData`] if its header makes no sense. The bytes behind it
    /// cannot be read then.
    pub fn read(bytes: &mut impl BufRead) -> io::Result<Option<GameRecord>> {
        if bytes.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let pieces = bytemuck::cast(read_array::<{ size_of::<PackedPieces>() }>(bytes)?);
        let state: [u8; 8] = read_array(bytes)?;
        let start = Position::from_fen(&fen_of(pieces, state)?);
        let start = start
            .map_err(|error| wrong_header(format_args!("the start is no position: {error}")))?;
        let result = GameResult::ALL.get(usize::from(state[6])).copied();
        let result = result
            .ok_or_else(|| wrong_header(format_args!("{} stands for no result", state[6])))?;
        let mut moves = Vec::new();
        let mut position = start.clone();
        loop {
            let [a, b, c, d]: [u8; 4] = read_array(bytes)?;
            let number = u16::from_le_bytes([a, b]);
            if [a, b, c, d] == [0; 4] {
                return Ok(Some(GameRecord { start, moves, result }));
            }
            if moves.len() == GameRecord::MAX_MOVES {
                let most = GameRecord::MAX_MOVES;
                return Err(io::Error::other(format!("a game of more than {most} moves")));
            }
            let mut legal_moves = position.legal_moves().into_iter();
            let mv = legal_moves.find(|&mv| packed(mv) == number).ok_or_else(|| {
                let place = moves.len() + 1;
                io::Error::other(format!("move {place} of the game, {number:#06x}, is not legal"))
            })?;
            let score = match i32::from(i16::from_le_bytes([c, d])) {
                none if none == Score::NONE.get() => Score::NONE,
                number => Score::from_number(number),
            };
            moves.push((mv, score));
            position.make(mv);
        }
    }
}

fn read_array<const N: usize>(bytes: &mut impl Read) -> io::Result<[u8; N]> {
    let mut array = [0; N];
    bytes.read_exact(&mut array).map_err(|error| match error.kind() {
        kind @ io::ErrorKind::UnexpectedEof => io::Error::new(kind, "the file ends within a game"),
        _ => error,
    })?;
    Ok(array)
}

/// Returns the pieces of a header. Their codes are the types, and 8 more for Black's.
fn pieces_of(start: &Position) -> PackedPieces {
    let has_right = |color: Color, square: Square| {
        CastlingSide::ALL.iter().any(|&side| start.castling_rook(color, side) == Some(square))
    };
    PackedPieces::new(start.all_pieces().map(|(square, Piece { color, piece_type })| {
        let code = if has_right(color, square) { UNMOVED_ROOK } else { piece_type.ordinal() as u8 };
        (square.dense(), code | u8::from(color == Color::Black) << 3)
    }))
}

/// Returns the rest of a header: the side to move and the en passant square, the halfmove clock, the
/// number of the move, a score that is unused here, and the result.
fn state_of(start: &Position, result: GameResult) -> [u8; 8] {
    let is_black = u8::from(start.side_to_move() == Color::Black);
    let en_passant = start.en_passant().map_or(64, Square::dense);
    let clock = start.halfmove_clock().min(u8::MAX.into()) as u8;
    let [low, high] = (start.fullmove_number().min(u16::MAX.into()) as u16).to_le_bytes();
    [is_black << 7 | en_passant, clock, low, high, 0, 0, result as u8, 0]
}

/// Returns the FEN of a header. Castling rights are a piece code of their own.
fn fen_of(pieces: PackedPieces, state: [u8; 8]) -> io::Result<String> {
    // A reader of FEN adds up the digits of neighbouring empty squares.
    let mut board = [['1'; 8]; 8];
    let mut castling = String::new();
    for (square, nibble) in pieces.iter() {
        let code = nibble & 7;
        let letter = LETTERS.get(usize::from(code)).copied();
        let no_piece = || wrong_header(format_args!("{code} stands for no piece"));
        let letter = letter.ok_or_else(no_piece)?;
        let in_case = |letter: char| {
            if nibble & 8 == 0 { letter.to_ascii_uppercase() } else { letter }
        };
        board[usize::from(square.rank())][usize::from(square.file())] = in_case(letter);
        if code == UNMOVED_ROOK {
            castling.push(in_case((b'a' + square.file()) as char));
        }
    }
    if castling.is_empty() {
        castling.push('-');
    }
    let rows: Vec<String> = board.iter().rev().map(String::from_iter).collect();
    let [side_and_en_passant, clock, low, high, ..] = state;
    let side = if side_and_en_passant & 128 == 0 { 'w' } else { 'b' };
    let en_passant = match side_and_en_passant & 127 {
        number @ 0..64 => Square::from_dense(number).to_string(),
        _ => "-".to_string(),
    };
    let fullmove = u16::from_le_bytes([low, high]);
    let rows = rows.join("/");
    Ok(format!("{rows} {side} {castling} {en_passant} {clock} {fullmove}"))
}

/// Returns the two squares in six bits each, and in the other four the special case: the piece of a
/// promotion, an en passant capture, or castling, which goes to the rook's square.
fn packed(mv: Move) -> u16 {
    let squares = u16::from(mv.from().dense()) | u16::from(mv.to().dense()) << 6;
    let flags = if let Some(piece_type) = mv.promotion() {
        PROMOTION | (piece_type.ordinal() as u16 - PieceType::Knight.ordinal() as u16) << 12
    } else if mv.is_castle() {
        CASTLE
    } else if mv.is_en_passant() {
        EN_PASSANT
    } else {
        0
    };
    squares | flags
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;
    use rand::prelude::*;
    use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
    use viriformat::chess::chessmove::{Move as TheirMove, MoveFlags};
    use viriformat::chess::piece;
    use viriformat::chess::types::Square as TheirSquare;
    use viriformat::dataformat::Game;

    use super::*;

    fn random_game(seed: u64) -> GameRecord {
        let mut random = StdRng::seed_from_u64(seed);
        let start = Position::chess960(random.random_range(0..960));
        let mut position = start.clone();
        let mut moves = Vec::new();
        while let Some(&mv) = position.legal_moves().choose(&mut random) {
            // Beyond, the format's crate makes no move in debug builds.
            if moves.len() == 300 || position.halfmove_clock() == 100 {
                break;
            }
            let score = random.random_range(-32_000..=32_000);
            moves.push((mv, Score::from_number(score)));
            position.make(mv);
        }
        GameRecord { start, moves, result: GameResult::ALL[random.random_range(0..3)] }
    }

    #[test]
    fn games_come_back_as_they_were() {
        let games: Vec<GameRecord> = (0..50).map(random_game).collect();
        let bytes: Vec<u8> = games.iter().flat_map(GameRecord::to_bytes).collect();
        let mut rest = bytes.as_slice();
        for game in &games {
            assert_eq!(GameRecord::read(&mut rest).unwrap().as_ref(), Some(game));
        }
        assert!(GameRecord::read(&mut rest).unwrap().is_none());
    }

    /// Returns the game as the format's crate writes it. The crate takes no clock beyond a hundred.
    fn by_their_writer(game: &GameRecord) -> Vec<u8> {
        let mut board = Board::new();
        board.set_from_fen(&game.start.shredder_fen(), true).unwrap();
        let mut theirs = Game::new(&board);
        theirs.set_outcome(match game.result {
            GameResult::WhiteWins => GameOutcome::WhiteWin(WinType::Adjudication),
            GameResult::Draw => GameOutcome::Draw(DrawType::Adjudication),
            GameResult::BlackWins => GameOutcome::BlackWin(WinType::Adjudication),
        });
        for &(mv, score) in &game.moves {
            let [from, to] =
                [mv.from(), mv.to()].map(|square| TheirSquare::new_clamped(square.dense()));
            let theirs_of = |piece_type| match piece_type {
                PieceType::Knight => piece::PieceType::Knight,
                PieceType::Bishop => piece::PieceType::Bishop,
                PieceType::Rook => piece::PieceType::Rook,
                _ => piece::PieceType::Queen,
            };
            let their_move = match mv.promotion() {
                Some(piece_type) => TheirMove::new_with_promo(from, to, theirs_of(piece_type)),
                None if mv.is_castle() => TheirMove::new_with_flags(from, to, MoveFlags::Castle),
                None if mv.is_en_passant() => {
                    TheirMove::new_with_flags(from, to, MoveFlags::EnPassant)
                }
                None => TheirMove::new(from, to),
            };
            theirs.add_move(their_move, score.get() as i16);
        }
        let mut bytes = Vec::new();
        theirs.serialise_into(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn the_formats_own_writer_agrees() {
        for seed in 0..300 {
            let game = random_game(seed);
            assert!(game.to_bytes() == by_their_writer(&game), "{}", game.start.fen());
        }
        for fen in [
            "r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQkq - 7 30",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9999",
            "4k3/8/8/8/3Pp3/8/8/R3K2R b KQ d3 0 12",
            "1r2k1r1/8/8/8/8/8/8/RR2K1R1 b GBgb - 3 5",
        ] {
            let start = Position::from_fen(fen).unwrap();
            for mv in start.legal_moves() {
                let game = GameRecord {
                    start: start.clone(),
                    moves: vec![(mv, Score::centipawns(-88))],
                    result: GameResult::WhiteWins,
                };
                assert!(game.to_bytes() == by_their_writer(&game), "{fen}");
            }
        }
    }

    #[test]
    fn the_formats_own_reader_agrees() {
        for seed in 0..50 {
            let game = random_game(seed);
            let bytes = game.to_bytes();
            let theirs = Game::deserialise_from(&mut bytes.as_slice(), Vec::new()).unwrap();
            let mut boards = Vec::new();
            theirs.visit_positions(|board, score| boards.push((board.to_string(), score)));
            let mut ours = Vec::new();
            game.positions(|position, _, score| {
                ours.push((position.shredder_fen(), score.get()));
            });
            assert_eq!(boards.len(), ours.len());
            for ((board, theirs), (fen, score)) in boards.iter().zip(&ours) {
                // Theirs writes an en passant square on which no pawn can capture.
                let first = |fen: &str| fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
                assert_eq!((first(board), theirs), (first(fen), score));
            }
        }
    }

    #[test]
    fn a_clock_beyond_a_byte_is_kept_as_far_as_it_goes() {
        for (clock, kept) in [(99, 99), (255, 255), (256, 255), (9999, 255)] {
            let fen = format!("4k3/8/8/8/8/8/8/R3K3 w Q - {clock} 9999");
            let game = GameRecord {
                start: Position::from_fen(&fen).unwrap(),
                moves: Vec::new(),
                result: GameResult::Draw,
            };
            let read = GameRecord::read(&mut game.to_bytes().as_slice());
            let start = read.unwrap().unwrap().start;
            assert_eq!(start.halfmove_clock(), kept);
            assert_eq!(start.fullmove_number(), 9999);
        }
    }

    #[test]
    fn a_cut_file_says_so() {
        let bytes = random_game(1).to_bytes();
        for length in [1, 31, 32, 33, bytes.len() - 1] {
            let read = GameRecord::read(&mut &bytes[..length]);
            let kind = read.unwrap_err().kind();
            assert_eq!(kind, io::ErrorKind::UnexpectedEof, "{length}");
        }
    }

    #[test]
    fn files_of_another_format_are_told_from_damaged_ones() {
        let text = "[Event \"Casual\"]\n[White \"A\"]\n\n1. e4 e5 *\n";
        let read =
            |number, bytes: &[u8]| read_error(number, &GameRecord::read(&mut &*bytes).unwrap_err());
        let error = read(1, text.as_bytes());
        assert!(error.starts_with("not games in viriformat: "), "{error}");
        let error = read(2, text.as_bytes());
        assert!(error.starts_with("game 2: "), "{error}");
        let mut bytes = random_game(1).to_bytes();
        let length = bytes.len();
        assert_eq!(read(1, &bytes[..length - 1]), "game 1: the file ends within a game");
        bytes[HEADER..HEADER + 2].fill(255);
        let error = read(1, &bytes);
        assert!(error.starts_with("game 1: move 1 of the game, "), "{error}");
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: RngSeed::Fixed(0x88),
            failure_persistence: None,
            ..Default::default()
        })]

        #[test]
        fn no_bytes_do_harm(
            seed in 0..20u64,
            changes in prop::collection::vec((0..400usize, any::<u8>()), 1..8),
        ) {
            let mut bytes = random_game(seed).to_bytes();
            for (place, byte) in changes {
                let length = bytes.len();
                bytes[place % length] = byte;
            }
            if let Ok(Some(game)) = GameRecord::read(&mut bytes.as_slice()) {
                let again = game.to_bytes();
                prop_assert_eq!(GameRecord::read(&mut again.as_slice()).unwrap(), Some(game));
            }
        }
    }
}
