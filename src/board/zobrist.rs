//! Zobrist keys. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).
//! <https://www.chessprogramming.org/Zobrist_Hashing>

use super::castling::CastlingRights;
use super::piece::{Color, PieceType, PlacedPiece};
use super::square::Square;

/// The key of a position or a part of one. Different positions share one in about 2⁻⁶⁴ of pairs.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Key(pub u64);

impl std::ops::BitXor for Key {
    type Output = Key;

    #[inline(always)]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl std::ops::BitXorAssign for Key {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Keys {
    /// Position, pawns, each side's other pieces: one vector.
    four: [Key; 4],
    minors: Key,
}

/// By [`PlacedPiece::piece_index`]: all ones for the keys that contain the piece, minors last.
static PARTS: [[u64; 5]; 16] = {
    let mut parts = [[0; 5]; 16];
    let mut piece = 1;
    while piece < 16 {
        let is_pawn = piece & 7 == PieceType::Pawn as usize;
        parts[piece][0] = !0;
        parts[piece][if is_pawn { 1 } else { 2 + (piece >> 3) }] = !0;
        let is_knight = piece & 7 == PieceType::Knight as usize;
        if is_knight || piece & 7 == PieceType::Bishop as usize {
            parts[piece][4] = !0;
        }
        piece += 1;
    }
    parts
};

impl Keys {
    #[inline(always)]
    pub fn whole(self) -> Key {
        self.four[0]
    }

    #[inline(always)]
    pub fn pawns(self) -> Key {
        self.four[1]
    }

    #[inline(always)]
    pub fn others(self, color: Color) -> Key {
        self.four[2 + color.index()]
    }

    #[inline(always)]
    pub fn minors(self) -> Key {
        self.minors
    }

    /// Ignores [`PlacedPiece::NONE`]. `change`: [`piece`] of its square, or of old and new XORed.
    #[inline(always)]
    pub fn toggle_piece(&mut self, piece: PlacedPiece, change: Key) {
        let [four @ .., minors] = &PARTS[piece.piece_index()];
        for (key, part) in self.four.iter_mut().zip(four) {
            key.0 ^= change.0 & part;
        }
        self.minors.0 ^= change.0 & minors;
    }

    /// Changes the position's key only.
    #[inline(always)]
    pub fn toggle(&mut self, change: Key) {
        let changes = [change, Key(0), Key(0), Key(0)];
        for (key, change) in self.four.iter_mut().zip(changes) {
            *key ^= change;
        }
    }
}

struct ZobristTable {
    /// By [`PlacedPiece::piece_index`] and 0x88 index.
    pieces: [[Key; 128]; 16],
    /// By side and file of the rook that may castle.
    castling: [[Key; 8]; 2],
    en_passant: [Key; 8],
    black_to_move: Key,
}

/// SplitMix64 (Steele, Lea, Flood 2014).
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

/// [`PlacedPiece::NONE`] has one too, which [`Keys::toggle_piece`] ignores.
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

pub(super) fn castling(rights: CastlingRights, rooks: &[Square; 4]) -> Key {
    let mut key = Key(0);
    for color in Color::ALL {
        for castling_side in super::castling::CastlingSide::ALL {
            if rights.has(color, castling_side) {
                let rook = rooks[CastlingRights::slot(color, castling_side)];
                key ^= TABLE.castling[color.index()][(rook.file() & 7) as usize];
            }
        }
    }
    key
}
