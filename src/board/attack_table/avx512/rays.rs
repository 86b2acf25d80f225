//! The 64 squares that a square sees, in one register.
//!
//! From a square, eight rays of seven squares and eight knight's jumps make 64
//! lanes: the *ray order*. One addition of the lanes' offsets to the square's
//! 0x88 index gives their indices, one test against 0x88 tells which are on the
//! board, and one two-source permute, whose index has seven bits, reads all of
//! them from the 128-byte mailbox.
//!
//! Lane `8 r` is the knight's jump `Step::KNIGHT[r]`, lane `8 r + d` lies `d`
//! steps along ray `Step::QUEEN[r]`. In *square order*, lane `n` is the square
//! with 64-square number `n`.

use std::arch::x86_64::*;

use bytemuck::{cast, cast_ref};

use crate::board::piece::PlacedPiece;
use crate::board::position::Mailbox;
use crate::board::square::{Square, Step};

/// The lanes of the knight's jumps.
const JUMPS: u64 = 0x0101_0101_0101_0101;
/// The lanes of the rays.
const RAYS: u64 = !JUMPS;
/// The last lane of each ray.
const RAY_ENDS: u64 = JUMPS << 7;

/// By lane: what to add to the square's index.
static OFFSETS: [u8; 64] = {
    let mut offsets = [0; 64];
    let mut ray = 0;
    while ray < 8 {
        offsets[8 * ray] = Step::KNIGHT[ray].0 as u8;
        let mut distance = 1;
        while distance < 8 {
            offsets[8 * ray + distance] = (Step::QUEEN[ray].0 * distance as i8) as u8;
            distance += 1;
        }
        ray += 1;
    }
    offsets
};

/// By lane: the bits of a piece that slides along the lane's ray.
static SLIDER_BITS: [u8; 64] = {
    let mut bits = [0x60; 64];
    let mut lane = 32;
    while lane < 64 {
        bits[lane] = 0x50;
        lane += 1;
    }
    bits
};

/// By lane: the first lane of the opposite ray.
static OPPOSITE: [u8; 64] = {
    let mut opposite = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        opposite[lane] = (8 * ((lane / 8) ^ 2)) as u8;
        lane += 1;
    }
    opposite
};

/// By [`PlacedPiece::piece_index`]: the lanes that the piece attacks if nothing stands in
/// its way.
static ATTACKED_LANES: [u64; 16] = {
    let rook = RAYS & 0xffff_ffff;
    let bishop = RAYS & !0xffff_ffff;
    let mut lanes = [0; 16];
    let mut color = 0;
    while color < 16 {
        lanes[color | 2] = JUMPS;
        lanes[color | 3] = JUMPS << 1;
        lanes[color | 5] = bishop;
        lanes[color | 6] = rook;
        lanes[color | 7] = bishop | rook;
        color += 8;
    }
    // One step north-east and north-west, south-east and south-west.
    lanes[1] = 1 << (8 * 4 + 1) | 1 << (8 * 7 + 1);
    lanes[8 | 1] = 1 << (8 * 5 + 1) | 1 << (8 * 6 + 1);
    lanes
};

/// From ray order to square order: by origin (as a 64-square number) and
/// square, the lane in which the origin sees the square. Where it is in none,
/// lane 0, and no bit in [`SEEN`].
static LANES: [Aligned; 64] = ORDER.0;
static SEEN: [u64; 64] = ORDER.1;

#[derive(Copy, Clone)]
#[repr(align(64))]
struct Aligned([u8; 64]);

const ORDER: ([Aligned; 64], [u64; 64]) = {
    let mut lanes = [Aligned([0; 64]); 64];
    let mut seen = [0; 64];
    let mut origin = 0;
    while origin < 64 {
        let mut lane = 0;
        while lane < 64 {
            let index = Square::from_dense(origin).index() as u8;
            if let Some(square) = Square::from_index(index.wrapping_add(OFFSETS[lane])) {
                let square = square.dense() as usize;
                lanes[origin as usize].0[square] = lane as u8;
                seen[origin as usize] |= 1 << square;
            }
            lane += 1;
        }
        origin += 1;
    }
    (lanes, seen)
};

/// What a square sees.
#[derive(Copy, Clone)]
pub struct Rays {
    from: Square,
    /// In ray order: the pieces on the squares.
    pieces: __m512i,
    /// The lanes that are on the board.
    on_board: u64,
    /// The lanes on the rays up to the first piece, his included, and perhaps
    /// lanes off the board.
    near: u64,
}

impl Rays {
    /// Looks around from a square.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    pub fn new(mailbox: &Mailbox, from: Square) -> Rays {
        let [low, high]: &[[u8; 64]; 2] = cast_ref(mailbox.pieces());
        let origin = _mm512_set1_epi8(from.index() as i8);
        let squares = _mm512_add_epi8(origin, cast(OFFSETS));
        let on_board = _mm512_testn_epi8_mask(squares, _mm512_set1_epi8(0x88u8 as i8));
        let pieces = _mm512_maskz_permutex2var_epi8(on_board, cast(*low), squares, cast(*high));
        let occupied = _mm512_test_epi8_mask(pieces, pieces);
        // On each ray, subtracting from below the first piece (or the ray's end)
        // changes all bits up to him.
        let blockers = occupied & RAYS | RAY_ENDS;
        let near = (blockers ^ (blockers - (JUMPS << 1))) & RAYS;
        Rays {
            from,
            pieces,
            on_board,
            near,
        }
    }

    /// In square order: the slider that attacks the square through `from`, which
    /// is empty now.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    pub fn opened(self) -> __m512i {
        let lanes = self.near & self.on_board;
        self.to_square_order(_mm512_maskz_mov_epi8(lanes, self.sliders_through()))
    }

    /// In square order: the slider that would attack the square through `from`,
    /// but for the piece that stands there now, and perhaps for others.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    pub fn closed(self) -> __m512i {
        self.to_square_order(_mm512_maskz_mov_epi8(RAYS, self.sliders_through()))
    }

    /// In square order: all ones where this piece attacks from `from`.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    pub fn attacked_by(self, piece: PlacedPiece) -> __m512i {
        let lanes = (self.near | JUMPS) & self.on_board & ATTACKED_LANES[piece.piece_index()];
        let seen = SEEN[self.from.dense() as usize & 63];
        let attacked = self.to_square_order(_mm512_movm_epi8(lanes));
        _mm512_maskz_mov_epi8(seen, attacked)
    }

    /// In ray order: on all lanes of a ray the slider that is first on the ray
    /// opposite and slides this way.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    fn sliders_through(self) -> __m512i {
        let ways = cast(SLIDER_BITS);
        let common = _mm512_and_si512(self.pieces, ways);
        let sliders = _mm512_mask_cmpeq_epi8_mask(self.near, common, ways);
        // At most one piece is left on each ray: the sum of its lanes is that piece.
        let alone = _mm512_maskz_mov_epi8(sliders, self.pieces);
        let sums = _mm512_sad_epu8(alone, _mm512_setzero_si512());
        _mm512_permutexvar_epi8(cast(OPPOSITE), sums)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    fn to_square_order(self, rays: __m512i) -> __m512i {
        let Aligned(lanes) = LANES[self.from.dense() as usize & 63];
        _mm512_permutexvar_epi8(cast(lanes), rays)
    }
}
