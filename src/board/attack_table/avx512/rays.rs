//! The rays of a square in one register. An addition to its 0x88 index gives the lanes' indices, a
//! test against 0x88 tells which are on the board, and a two-source permute (7-bit index) reads the
//! mailbox.

use std::arch::x86_64::*;

use bytemuck::{cast, cast_ref};

use crate::board::attack_table::ray_order::{
    ATTACKED_LANES, JUMPS, LANES, Lanes, OFFSETS, RAYS, SEEN, SLIDER_BITS,
};
use crate::board::mailbox::Mailbox;
use crate::board::piece::PlacedPiece;
use crate::board::square::Square;

const RAY_ENDS: u64 = JUMPS << 7;

/// The first lane of the opposite ray, by lane. Ray `r ^ 2` is the opposite of ray `r`, by the
/// order of `Step::QUEEN`: north, east, south, west, then the diagonals clockwise from the
/// north-east.
static OPPOSITE: [u8; 64] = {
    let mut opposite = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        opposite[lane] = (8 * ((lane / 8) ^ 2)) as u8;
        lane += 1;
    }
    opposite
};

#[derive(Copy, Clone)]
pub struct Rays {
    from: Square,
    /// The pieces in ray order.
    pieces: __m512i,
    on_board: u64,
    /// The rays' lanes up to and including the first piece, perhaps with lanes off the board.
    near: u64,
}

impl Rays {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    pub fn new(mailbox: &Mailbox, from: Square) -> Rays {
        let [low, high]: &[[u8; 64]; 2] = cast_ref(mailbox.pieces());
        let origin = _mm512_set1_epi8(from.index() as i8);
        let squares = _mm512_add_epi8(origin, cast(OFFSETS));
        let on_board = _mm512_testn_epi8_mask(squares, _mm512_set1_epi8(0x88u8 as i8));
        let pieces = _mm512_maskz_permutex2var_epi8(on_board, cast(*low), squares, cast(*high));
        let occupied = _mm512_test_epi8_mask(pieces, pieces);
        // Subtracting a ray's lowest bit flips its bits up to the first piece, or up to its end.
        let blockers = occupied & RAYS | RAY_ENDS;
        let near = (blockers ^ (blockers - (JUMPS << 1))) & RAYS;
        Rays { from, pieces, on_board, near }
    }

    /// Returns, in square order, the slider that attacks each square through `from`, which is empty
    /// now.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    pub fn opened(self) -> __m512i {
        let lanes = self.near & self.on_board;
        self.to_square_order(_mm512_maskz_mov_epi8(lanes, self.sliders_through()))
    }

    /// Returns, in square order, the slider whose line to the square is interrupted by the piece on
    /// `from`.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    pub fn closed(self) -> __m512i {
        self.to_square_order(_mm512_maskz_mov_epi8(RAYS, self.sliders_through()))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    pub fn attacked_by(self, piece: PlacedPiece) -> __m512i {
        let lanes = (self.near | JUMPS) & self.on_board & ATTACKED_LANES[piece.piece_index()];
        let seen = SEEN[self.from.dense() as usize & 63];
        let attacked = self.to_square_order(_mm512_movm_epi8(lanes));
        _mm512_maskz_mov_epi8(seen, attacked)
    }

    /// Returns, in all lanes of each ray, the first piece on the opposite ray, if it slides along
    /// both.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    fn sliders_through(self) -> __m512i {
        let slider_bits = cast(SLIDER_BITS);
        let common = _mm512_and_si512(self.pieces, slider_bits);
        let sliders = _mm512_mask_cmpeq_epi8_mask(self.near, common, slider_bits);
        // At most one piece is left on each ray: the sum of its lanes is that piece.
        let alone = _mm512_maskz_mov_epi8(sliders, self.pieces);
        let sums = _mm512_sad_epu8(alone, _mm512_setzero_si512());
        _mm512_permutexvar_epi8(cast(OPPOSITE), sums)
    }

    /// Returns the lanes in square order. A square in no lane gets lane 0, a knight's jump, which
    /// has to be zero or masked afterwards.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    fn to_square_order(self, rays: __m512i) -> __m512i {
        let Lanes(lanes) = LANES[self.from.dense() as usize & 63];
        _mm512_permutexvar_epi8(cast(lanes), rays)
    }
}
