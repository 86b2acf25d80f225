//! Zobrist keys. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).
//! <https://www.chessprogramming.org/Zobrist_Hashing>

use super::operators::operator;
use super::piece::{Color, PieceType, PlacedPiece};
use super::square::Square;

/// The key of a position or a part of one. Two different positions have the same key with a
/// probability of about 2⁻⁶⁴.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Key(pub u64);

operator!(Key: BitXor bitxor, BitXorAssign bitxor_assign, ^);

/// Four keys in one vector: of the position, of the pawns, of the knights and bishops, and of
/// White's pieces other than pawns. The key of Black's pieces follows from these
/// ([`Position::non_pawn_key`]).
///
/// [`Position::non_pawn_key`]: super::Position::non_pawn_key
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Keys([Key; 4]);

const WHOLE: usize = 0;
const PAWNS: usize = 1;
const MINORS: usize = 2;
const WHITE: usize = 3;

/// The keys that contain a piece, as all ones, by [`PlacedPiece::piece_index`].
static PARTS: [[u64; 4]; 16] = {
    let mut parts = [[0; 4]; 16];
    let mut piece = 1;
    while piece < 16 {
        let is_knight = piece & 7 == PieceType::Knight as usize;
        let is_minor = is_knight || piece & 7 == PieceType::Bishop as usize;
        let is_pawn = piece & 7 == PieceType::Pawn as usize;
        let is_white = piece >> 3 == Color::White as usize;
        parts[piece][WHOLE] = !0;
        parts[piece][PAWNS] = if is_pawn { !0 } else { 0 };
        parts[piece][MINORS] = if is_minor { !0 } else { 0 };
        parts[piece][WHITE] = if is_white && !is_pawn { !0 } else { 0 };
        piece += 1;
    }
    parts
};

impl Keys {
    #[inline(always)]
    pub fn whole(self) -> Key {
        self.0[WHOLE]
    }

    #[inline(always)]
    pub fn pawns(self) -> Key {
        self.0[PAWNS]
    }

    #[inline(always)]
    pub fn minors(self) -> Key {
        self.0[MINORS]
    }

    /// Returns the key of White's pieces other than pawns.
    #[inline(always)]
    pub fn white(self) -> Key {
        self.0[WHITE]
    }

    /// Adds or removes a piece; ignores [`PlacedPiece::NONE`]. `change` is the key of the piece on
    /// its square ([`piece`]), or the keys on its old and new squares XORed.
    #[inline(always)]
    pub fn toggle_piece(&mut self, piece: PlacedPiece, change: Key) {
        for (key, part) in self.0.iter_mut().zip(&PARTS[piece.piece_index()]) {
            key.0 ^= change.0 & part;
        }
    }

    /// Changes the position's key only.
    #[inline(always)]
    pub fn toggle(&mut self, change: Key) {
        let changes = [change, Key(0), Key(0), Key(0)];
        for (key, change) in self.0.iter_mut().zip(changes) {
            *key ^= change;
        }
    }
}

struct ZobristTable {
    /// The key of a piece on a square, by [`PlacedPiece::piece_index`] and 0x88 index.
    pieces: [[Key; 128]; 16],
    /// The key of a castling right, by side and file of the rook.
    castling: [[Key; 8]; 2],
    en_passant: [Key; 8],
    black_to_move: Key,
}

/// Returns the next random number of SplitMix64 (Steele, Lea, Flood 2014).
const fn split_mix(state: &mut u64) -> Key {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    Key(z ^ z >> 31)
}

static TABLE: ZobristTable = {
    let mut state = 0x0088;
    let mut table = ZobristTable {
        pieces: [[Key(0); 128]; 16],
        castling: [[Key(0); 8]; 2],
        en_passant: [Key(0); 8],
        black_to_move: split_mix(&mut state),
    };
    let mut i = 0;
    while i < 16 * 128 {
        table.pieces[i / 128][i % 128] = split_mix(&mut state);
        i += 1;
    }
    let mut file = 0;
    while file < 8 {
        table.castling[0][file] = split_mix(&mut state);
        table.castling[1][file] = split_mix(&mut state);
        table.en_passant[file] = split_mix(&mut state);
        file += 1;
    }
    table
};

/// Returns the key of a piece on a square. [`PlacedPiece::NONE`] has a key, too, which
/// [`Keys::toggle_piece`] ignores.
#[inline(always)]
pub(super) fn piece(piece: PlacedPiece, square: Square) -> Key {
    TABLE.pieces[piece.piece_index()][square.index()]
}

#[inline(always)]
pub(super) fn en_passant(square: Square) -> Key {
    TABLE.en_passant[(square.file() & 7) as usize]
}

#[inline(always)]
pub(super) fn black_to_move() -> Key {
    TABLE.black_to_move
}

#[inline(always)]
pub(super) fn castling(color: Color, rook: Square) -> Key {
    TABLE.castling[color.index()][(rook.file() & 7) as usize]
}
