//! The position: a 0x88 mailbox with piece lists and a stack of states.

use super::attack_table::AttackMemo;
use super::castling::{CastlingRights, CastlingRooks, CastlingSide};
use super::mailbox::Mailbox;
use super::moves::{Move, MoveKind};
use super::piece::{Color, Piece, PieceId, PieceSet, PieceType, PlacedPiece};
use super::square::{Square, SquareSet};
use super::zobrist::{self, Key, Keys};

#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct SideSets {
    pub occupied: SquareSet,
    pub pawns: SquareSet,
    /// The pieces of each type, and at index 0 all pieces.
    pub of_type: [PieceSet; PieceType::COUNT],
}

/// The part of a position that a move changes and that cannot be recomputed when it is unmade. It
/// is aligned, to be copied in whole vectors.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
#[repr(align(64))]
pub(super) struct State {
    pub keys: Keys,
    /// The sets of both sides, those of the side to move first, so that making a move needs no
    /// choice by side.
    pub sides: [SideSets; 2],
    pub castling: CastlingRights,
    /// The en passant square. It is set only if a pawn can legally take there.
    pub en_passant: Option<Square>,
    pub fullmove_number: u32,
    pub halfmove_clock: u16,
    /// Plies since the last null move or the position that was set up.
    pub plies_since_null: u16,
    /// The piece that the last move captured.
    pub captured: PlacedPiece,
    /// The piece that the last move moved, before promotion; the king in castling.
    pub moved: PlacedPiece,
    pub last_move: Move,
}

/// A chess position with its history. It caches attacks and so is not `Sync`: each thread needs a
/// clone.
///
/// ```
/// use ox88::board::Position;
/// let mut position = Position::startpos();
/// let before = position.clone();
/// let e4 = position.parse_move("e2e4").unwrap();
/// position.make(e4);
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// position.unmake();
/// assert!(position == before);
/// ```
pub struct Position {
    pub(super) board: Mailbox,
    /// The square of each piece, by side and [`PieceId`]. A captured piece keeps its last square.
    pub(super) squares: [[Square; 16]; 2],
    pub(super) side: Color,
    pub(super) castling_rooks: CastlingRooks,
    /// The present state. It is held by value, since it is read far more often than moves are made.
    pub(super) state: State,
    /// The states before it, the first one first.
    pub(super) earlier: Vec<State>,
    pub(super) attack_memo: AttackMemo,
    /// The en passant square that was set up, even where no pawn can take there: see
    /// [`Position::passed_square`].
    pub(super) passed_at_setup: Option<Square>,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { earlier: self.earlier.clone(), attack_memo: self.attack_memo.clone(), ..*self }
    }

    /// Copies into the memory that this position has.
    fn clone_from(&mut self, other: &Position) {
        let mut earlier = std::mem::take(&mut self.earlier);
        let mut attack_memo = std::mem::take(&mut self.attack_memo);
        earlier.clone_from(&other.earlier);
        attack_memo.clone_from(&other.attack_memo);
        *self = Position { earlier, attack_memo, ..*other };
    }
}

/// Positions with the same history are equal, whatever attacks they have computed, and whatever en
/// passant square was set up where no pawn can take.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let Position {
            board,
            squares,
            side,
            castling_rooks,
            state,
            earlier,
            attack_memo: _,
            passed_at_setup: _,
        } = self;
        *board == other.board
            && *squares == other.squares
            && *side == other.side
            && *castling_rooks == other.castling_rooks
            && *state == other.state
            && *earlier == other.earlier
    }
}

impl Eq for Position {}

/// The standard initial position.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Position {
    pub(super) fn empty() -> Position {
        Position {
            board: Mailbox::EMPTY,
            squares: [[Square::at(0, 0); 16]; 2],
            side: Color::White,
            castling_rooks: CastlingRooks::none(),
            state: State { fullmove_number: 1, ..State::default() },
            earlier: Vec::new(),
            attack_memo: AttackMemo::new(),
            passed_at_setup: None,
        }
    }

    #[inline(always)]
    fn side_sets(&self, color: Color) -> &SideSets {
        &self.state.sides[usize::from(color != self.side)]
    }

    #[inline(always)]
    pub(super) fn side_sets_mut(&mut self, color: Color) -> &mut SideSets {
        let index = usize::from(color != self.side);
        &mut self.state.sides[index]
    }

    /// Changes side to move and order of the side sets only.
    pub(super) fn turn(&mut self) {
        self.side = !self.side;
        self.state.sides.swap(0, 1);
    }

    /// Makes the state after a move the present one.
    #[inline(always)]
    pub(super) fn push_state(&mut self, next: State) {
        if self.earlier.len() == self.earlier.capacity() {
            self.grow_states();
        }
        let before = std::mem::replace(&mut self.state, next);
        self.earlier.push(before);
    }

    #[cold]
    fn grow_states(&mut self) {
        self.earlier.reserve(256);
    }

    /// Returns a copy in which no move can be unmade, and nothing is a repetition. To copy the
    /// history, too, for each move of a game would take quadratic time.
    pub(super) fn without_history(&self) -> Position {
        Position {
            earlier: Vec::new(),
            attack_memo: AttackMemo::new(),
            passed_at_setup: self.passed_square(),
            ..*self
        }
    }

    /// Returns the side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Returns what stands on a square.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let start = Position::startpos();
    /// let [d8, d4] = ["d8", "d4"].map(|name| start.piece_on(name.parse().unwrap()));
    /// assert_eq!(d8.piece().unwrap().letter(), 'q');
    /// assert!(d4.is_none() && d4.piece().is_none());
    /// ```
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> PlacedPiece {
        self.board[square]
    }

    /// Returns the mailbox entries of a rank (0 to 7), files a to h.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let start = Position::startpos();
    /// assert!(start.rank(6).iter().all(|placed| placed.piece().unwrap().letter() == 'p'));
    /// ```
    #[inline(always)]
    pub fn rank(&self, rank: u8) -> [PlacedPiece; 8] {
        let start = Square::at(0, rank).index();
        std::array::from_fn(|file| self.board.pieces()[start + file])
    }

    /// Returns the square of a side's king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.squares[color.index()][PieceId::KING.index()]
    }

    /// Returns the square of a piece of this side; its last one if captured.
    ///
    /// ```
    /// use ox88::board::{Color, PieceId, Position};
    /// let start = Position::startpos();
    /// assert_eq!(start.square_of(Color::Black, PieceId::KING).to_string(), "e8");
    /// ```
    #[inline(always)]
    pub fn square_of(&self, color: Color, id: PieceId) -> Square {
        self.squares[color.index()][id.index()]
    }

    /// Returns all pieces of a side.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> PieceSet {
        self.side_sets(color).of_type[0]
    }

    /// Returns all pieces of a side and type.
    #[inline(always)]
    pub fn pieces_of(&self, color: Color, piece_type: PieceType) -> PieceSet {
        self.side_sets(color).of_type[piece_type.index()]
    }

    /// Returns the squares of a side's pieces.
    ///
    /// ```
    /// use ox88::board::{Color, Position};
    /// let start = Position::startpos();
    /// assert_eq!(start.occupied_by(Color::White).len(), 16);
    /// assert!(start.occupied_by(Color::White).contains("e2".parse().unwrap()));
    /// ```
    #[inline(always)]
    pub fn occupied_by(&self, color: Color) -> SquareSet {
        self.side_sets(color).occupied
    }

    /// Returns the squares of a side's pawns.
    #[inline(always)]
    pub fn pawns(&self, color: Color) -> SquareSet {
        self.side_sets(color).pawns
    }

    /// Returns the empty squares.
    #[inline(always)]
    pub fn empty_squares(&self) -> SquareSet {
        !self.occupied()
    }

    /// Returns the occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> SquareSet {
        let [own, theirs] = &self.state.sides;
        own.occupied | theirs.occupied
    }

    /// Returns the number of pieces of a side and type.
    #[inline(always)]
    pub fn count(&self, color: Color, piece_type: PieceType) -> u32 {
        self.pieces_of(color, piece_type).len()
    }

    /// Returns the number of all pieces, kings too: 2 to 32.
    ///
    /// ```
    /// use ox88::board::Position;
    /// assert_eq!(Position::startpos().piece_count(), 32);
    /// ```
    #[inline(always)]
    pub fn piece_count(&self) -> u32 {
        let [own, theirs] = &self.state.sides;
        own.of_type[0].len() + theirs.of_type[0].len()
    }

    /// Returns the pieces on the board with their squares, White's first.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let position = Position::from_fen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1").unwrap();
    /// let mut all: Vec<String> = position
    ///     .all_pieces()
    ///     .map(|(square, piece)| format!("{}{square}", piece.letter()))
    ///     .collect();
    /// all.sort();
    /// assert_eq!(all, ["Ke3", "Pe2", "ke6"]);
    /// ```
    pub fn all_pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Color::ALL.into_iter().flat_map(move |color| {
            self.pieces(color).filter_map(move |id| {
                let square = self.square_of(color, id);
                self.piece_on(square).piece().map(|piece| (square, piece))
            })
        })
    }

    /// Returns whether the side to move has a piece that is neither king nor pawn.
    #[inline(always)]
    pub fn has_non_pawns(&self) -> bool {
        let pawns = self.pieces_of(self.side, PieceType::Pawn);
        (self.pieces(self.side) & !pawns).len() > 1
    }

    /// Returns whether a side has only its king.
    #[inline(always)]
    pub fn is_bare(&self, color: Color) -> bool {
        self.pieces(color) == PieceSet::of(PieceId::KING)
    }

    /// Returns whether one side has only its king.
    #[inline(always)]
    pub fn has_bare_king(&self) -> bool {
        self.is_bare(Color::White) || self.is_bare(Color::Black)
    }

    /// Returns the Zobrist key of the position, without the clocks.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let mut position = Position::startpos();
    /// let key = position.key();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     position.make(position.parse_move(text).unwrap());
    /// }
    /// assert_eq!(position.key(), key);
    /// ```
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.state.keys.whole()
    }

    /// Returns the Zobrist key of the pawns of both sides.
    #[inline(always)]
    pub fn pawn_key(&self) -> Key {
        self.state.keys.pawns()
    }

    /// Returns the Zobrist key of a side's pieces other than pawns, the king included.
    #[inline(always)]
    pub fn non_pawn_key(&self, color: Color) -> Key {
        let keys = self.state.keys;
        match color {
            Color::White => keys.white(),
            Color::Black => keys.whole() ^ keys.pawns() ^ keys.white() ^ self.rules_key(),
        }
    }

    /// Returns what castling rights, en passant and the side to move add to the Zobrist key of the
    /// pieces.
    #[inline(always)]
    fn rules_key(&self) -> Key {
        let mut key = self.castling_rooks.key(self.castling());
        if let Some(square) = self.en_passant() {
            key ^= zobrist::en_passant(square);
        }
        if self.side == Color::Black {
            key ^= zobrist::black_to_move();
        }
        key
    }

    /// Returns the Zobrist key of both sides' knights and bishops.
    #[inline(always)]
    pub fn minor_key(&self) -> Key {
        self.state.keys.minors()
    }

    /// Returns the castling rights.
    pub fn castling(&self) -> CastlingRights {
        self.state.castling
    }

    /// Returns the square of the rook with which a side may castle to this side.
    ///
    /// ```
    /// use ox88::board::{Color, Position, CastlingSide};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1").unwrap();
    /// let rook = position.castling_rook(Color::White, CastlingSide::Queen).unwrap();
    /// assert_eq!(rook.to_string(), "b1");
    /// assert_eq!(position.castling_rook(Color::White, CastlingSide::King), None);
    /// ```
    pub fn castling_rook(&self, color: Color, castling_side: CastlingSide) -> Option<Square> {
        let slot = CastlingRights::slot(color, castling_side);
        self.state.castling.has(color, castling_side).then(|| self.castling_rooks.squares[slot])
    }

    /// Returns whether a king or rook that may castle stands elsewhere than in standard chess.
    ///
    /// ```
    /// use ox88::board::Position;
    /// assert!(!Position::startpos().is_chess960());
    /// assert!(Position::chess960(0).is_chess960());
    /// ```
    pub fn is_chess960(&self) -> bool {
        let is_elsewhere = |color, castling_side, file| {
            let rook = self.castling_rook(color, castling_side);
            rook.is_some_and(|rook| (self.king(color).file(), rook.file()) != (4, file))
        };
        Color::ALL.into_iter().any(|color| {
            is_elsewhere(color, CastlingSide::King, 7)
                || is_elsewhere(color, CastlingSide::Queen, 0)
        })
    }

    /// Returns the en passant square, if en passant is legal.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Returns the square behind the pawn after any double push, even where no pawn can take there.
    /// Polyglot keys and the reasons for illegal moves need it.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let mut position = Position::startpos();
    /// position.make(position.parse_move("e2e4").unwrap());
    /// assert_eq!(position.passed_square().unwrap().to_string(), "e3");
    /// // No black pawn can take there.
    /// assert_eq!(position.en_passant(), None);
    /// ```
    pub fn passed_square(&self) -> Option<Square> {
        if self.plies_made() == 0 {
            return self.passed_at_setup;
        }
        let mv = self.last_move();
        if mv.kind() == MoveKind::DoublePush { mv.to().step(self.side.forward()) } else { None }
    }

    /// Returns the number of plies since the last capture or pawn move, as the fifty-move rule
    /// counts them.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u32 {
        self.state.halfmove_clock as u32
    }

    /// Returns the number of the move as players count them, from 1.
    pub fn fullmove_number(&self) -> u32 {
        self.state.fullmove_number
    }

    /// Returns the number of moves since the position was set up, null moves included.
    #[inline(always)]
    pub fn plies_made(&self) -> usize {
        self.earlier.len()
    }

    /// Returns the moves since the position was set up, the last first, each with the piece that
    /// made it; [`Move::NONE`] for null moves, and at the end.
    ///
    /// ```
    /// use ox88::board::{Move, PlacedPiece, Position};
    /// let mut position = Position::startpos();
    /// for san in ["e4", "e5", "Nf3"] {
    ///     position.make(position.parse_san(san).unwrap());
    /// }
    /// let text = |(moved, mv): (PlacedPiece, Move)| match moved.piece() {
    ///     Some(piece) => format!("{}{}", piece.letter(), mv.to()),
    ///     None => "the start".to_string(),
    /// };
    /// let back: Vec<_> = position.moves_back().map(text).collect();
    /// assert_eq!(back, ["Nf3", "pe5", "Pe4", "the start"]);
    /// ```
    pub fn moves_back(&self) -> impl Iterator<Item = (PlacedPiece, Move)> + '_ {
        std::iter::once(&self.state)
            .chain(self.earlier.iter().rev())
            .map(|state| (state.moved, state.last_move))
    }

    /// Returns the last move; [`Move::NONE`] after a null move or none.
    #[inline(always)]
    pub fn last_move(&self) -> Move {
        self.state.last_move
    }

    pub(super) fn computed_keys(&self) -> Keys {
        let mut keys = Keys::default();
        for square in Square::all() {
            let piece = self.piece_on(square);
            keys.toggle_piece(piece, zobrist::piece(piece, square));
        }
        keys.toggle(self.rules_key());
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_key_are_those_of_their_pieces() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let key_of = |is_part: &dyn Fn(Piece) -> bool| {
                let pieces = position.all_pieces().filter(|&(_, piece)| is_part(piece));
                pieces.fold(Key::default(), |key, (square, _)| {
                    key ^ zobrist::piece(position.piece_on(square), square)
                })
            };
            let is_pawn = |piece: Piece| piece.piece_type == PieceType::Pawn;
            let is_minor =
                |piece: Piece| matches!(piece.piece_type, PieceType::Knight | PieceType::Bishop);
            assert_eq!(position.key(), key_of(&|_| true) ^ position.rules_key(), "{fen}");
            assert_eq!(position.pawn_key(), key_of(&is_pawn), "{fen}");
            assert_eq!(position.minor_key(), key_of(&is_minor), "{fen}");
            for color in Color::ALL {
                let key = key_of(&|piece| piece.color == color && !is_pawn(piece));
                assert_eq!(position.non_pawn_key(color), key, "{fen}");
            }
        }
    }
}
