//! The rays of a square in two registers. A look-up among 64 bytes is four shuffles and a choice by
//! two index bits. Each ray is a 64-bit number: one subtraction finds the first piece on four rays.

use std::arch::x86_64::*;

use bytemuck::cast;

use crate::board::attack_table::ray_order::{
    ATTACKED_LANES, LANES, Lanes, NOWHERE, SLIDER_BITS, SQUARES,
};
use crate::board::mailbox::Mailbox;
use crate::board::piece::PlacedPiece;
use crate::board::square::Square;

/// A byte for each of 64 lanes. The halves are the rook's and the bishop's rays, or the lower and
/// the upper half of the board.
pub type Halves = [__m256i; 2];

/// A table of 64 bytes to look up in: four groups of sixteen, each in both halves of a register.
#[derive(Copy, Clone)]
pub struct ByteTable([__m256i; 4]);

impl ByteTable {
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn of_board(mailbox: &Mailbox) -> ByteTable {
        // The first half of each sixteen bytes is on the board.
        let [a, b, c, d]: [__m256i; 4] = cast(*mailbox.pieces());
        ByteTable([
            _mm256_permute4x64_epi64::<0b10_00_10_00>(a),
            _mm256_permute4x64_epi64::<0b10_00_10_00>(b),
            _mm256_permute4x64_epi64::<0b10_00_10_00>(c),
            _mm256_permute4x64_epi64::<0b10_00_10_00>(d),
        ])
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn of_halves([low, high]: Halves) -> ByteTable {
        ByteTable([
            _mm256_permute2x128_si256::<0x00>(low, low),
            _mm256_permute2x128_si256::<0x11>(low, low),
            _mm256_permute2x128_si256::<0x00>(high, high),
            _mm256_permute2x128_si256::<0x11>(high, high),
        ])
    }

    /// Returns the bytes at these indices; zero for [`NOWHERE`].
    #[target_feature(enable = "avx2")]
    #[inline]
    fn gather(self, indices: Halves) -> Halves {
        let [a, b, c, d] = self.0;
        both!(|half| {
            let index = indices[half];
            // Bits 4 and 5 of the index, which choose the group, as signs.
            let is_odd = _mm256_slli_epi16::<3>(index);
            let is_upper = _mm256_slli_epi16::<2>(index);
            let lower = _mm256_blendv_epi8(
                _mm256_shuffle_epi8(a, index),
                _mm256_shuffle_epi8(b, index),
                is_odd,
            );
            let upper = _mm256_blendv_epi8(
                _mm256_shuffle_epi8(c, index),
                _mm256_shuffle_epi8(d, index),
                is_odd,
            );
            _mm256_blendv_epi8(lower, upper, is_upper)
        })
    }
}

/// The lanes attacked on an empty board, as all ones, by [`PlacedPiece::piece_index`].
static ATTACKED: [Lanes; 16] = {
    let mut attacked = [Lanes([0; 64]); 16];
    let mut i = 0;
    while i < 16 * 64 {
        if ATTACKED_LANES[i / 64] >> (i % 64) & 1 != 0 {
            attacked[i / 64].0[i % 64] = 0xff;
        }
        i += 1;
    }
    attacked
};

/// The value that the bits of [`SLIDER_MASKS`] have in a piece that slides along the lane's ray, by
/// lane. In the lanes of the knight's jumps the mask is 0 and the value 1, so that no piece has it.
static SLIDER_VALUES: Lanes = with_jumps(1);
/// The bits of a piece that tell whether it slides along the lane's ray.
static SLIDER_MASKS: Lanes = with_jumps(0);

/// Returns [`SLIDER_BITS`] with other bits in the lanes of the knight's jumps.
const fn with_jumps(jumps: u8) -> Lanes {
    let mut lanes = SLIDER_BITS;
    let mut ray = 0;
    while ray < 8 {
        lanes[8 * ray] = jumps;
        ray += 1;
    }
    Lanes(lanes)
}

/// Spreads the first byte of each ray over the ray, without the knight's jump.
const SPREAD: [u8; 32] = {
    let mut spread = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        spread[lane] = if lane % 8 == 0 { NOWHERE } else { (lane % 16 / 8 * 8) as u8 };
        lane += 1;
    }
    spread
};

#[derive(Copy, Clone)]
pub struct RayHalves {
    from: Square,
    /// The pieces in ray order; lanes off the board have none.
    pieces: Halves,
    /// All ones in the lanes up to and including the first piece of each ray, and in those of the
    /// knight's jumps.
    near: Halves,
}

impl RayHalves {
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn new(board: ByteTable, from: Square) -> RayHalves {
        let squares = cast::<_, Halves>(SQUARES[from.dense() as usize & 63].0);
        let pieces = board.gather(squares);
        let ray_bits = _mm256_set1_epi64x(0x8080_8080_8080_8000u64 as i64);
        let near = both!(|half| {
            let empty = _mm256_cmpeq_epi8(pieces[half], _mm256_setzero_si256());
            let blockers = _mm256_andnot_si256(empty, ray_bits);
            // Adding minus one to a ray changes all bits up to the first piece's byte, or all.
            let less = _mm256_add_epi64(blockers, _mm256_set1_epi8(-1));
            _mm256_xor_si256(blockers, less)
        });
        RayHalves { from, pieces, near }
    }

    /// Returns, in square order, the slider that attacks each square through `from`, which is empty
    /// now.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn opened(self) -> Halves {
        let through = self.sliders_through();
        let seen = both!(|half| _mm256_and_si256(through[half], self.near[half]));
        self.to_square_order(seen)
    }

    /// Returns two facts in square order. Bits 0 to 3 and 7 are the slider whose line to the square
    /// is interrupted by the piece on `from`; bit 4 tells whether `piece` on `from` attacks the
    /// square.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn closed_and_attacked_by(self, piece: PlacedPiece) -> Halves {
        let through = self.sliders_through();
        let attacked = cast::<_, Halves>(ATTACKED[piece.piece_index()].0);
        let slider = _mm256_set1_epi8(0x8fu8 as i8);
        let both = both!(|half| {
            let attacked = _mm256_and_si256(self.near[half], attacked[half]);
            let slider_bits = _mm256_and_si256(through[half], slider);
            _mm256_or_si256(slider_bits, _mm256_andnot_si256(slider, attacked))
        });
        self.to_square_order(both)
    }

    /// Returns, in all lanes of each ray, the first piece on the opposite ray, if it slides along
    /// both.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn sliders_through(self) -> Halves {
        let (masks, values): (Halves, Halves) = (cast(SLIDER_MASKS.0), cast(SLIDER_VALUES.0));
        both!(|half| {
            let common = _mm256_and_si256(self.pieces[half], masks[half]);
            let slides = _mm256_cmpeq_epi8(common, values[half]);
            let near = _mm256_and_si256(self.pieces[half], self.near[half]);
            // At most one piece is left on each ray: the sum of its lanes.
            let alone = _mm256_and_si256(near, slides);
            let sums = _mm256_sad_epu8(alone, _mm256_setzero_si256());
            // The opposite ray is two further among the four, by the order of `Step::QUEEN`.
            let opposite = _mm256_permute4x64_epi64::<0b01_00_11_10>(sums);
            _mm256_shuffle_epi8(opposite, cast(SPREAD))
        })
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn to_square_order(self, rays: Halves) -> Halves {
        let lanes = cast::<_, Halves>(LANES[self.from.dense() as usize & 63].0);
        ByteTable::of_halves(rays).gather(lanes)
    }
}
