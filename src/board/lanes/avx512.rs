//! The attack table on 512-bit registers.
//!
//! From a square, eight rays of seven squares and eight knight's jumps make 64
//! lanes: the *ray order*. One addition of the lanes' offsets to the square's
//! 0x88 index gives their indices, one test against 0x88 tells which are on the
//! board, and one two-source permute, whose index has seven bits, reads all of
//! them from the 128-byte mailbox.
//!
//! Lane `8 r` is the knight's jump `Step::KNIGHT[r]`, lane `8 r + d` lies `d`
//! steps along ray `Step::QUEEN[r]`.

use std::arch::x86_64::*;
use std::cell::Cell;

use bytemuck::{cast, cast_ref};

use super::{AttackTable, Ground, Shift};
use crate::board::piece::{Color, Man, ManId, ManSet};
use crate::board::position::Mailbox;
use crate::board::square::{Square, SquareSet, Step};

/// Four planes of 64 bytes: by side, then men 0 to 7 and men 8 to 15. Bit `n`
/// of the byte at a square's number is set if that man attacks the square.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Planes([[Cell<[u8; 64]>; 2]; 2]);

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

/// By lane: the bits of a man that slides along the lane's ray.
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

/// By [`Man::piece_index`]: the lanes that the piece attacks if nobody stands in
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

/// By the low four bits of a slider: its bit among men 0 to 7, or 8 to 15. The
/// king is no slider, so that 0 means nobody.
static LOW_BITS: [u8; 16] = [0, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
static HIGH_BITS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];

/// What is seen from a square.
#[derive(Copy, Clone)]
struct Sight {
    /// In ray order: who stands there.
    men: __m512i,
    /// The lanes that are on the board.
    on_board: u64,
    /// The lanes on the rays up to the first man, his included, and perhaps
    /// lanes off the board.
    near: u64,
}

macro_rules! with_avx512 {
    ($($(#[$attribute:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block)*) => {
        $(
            $(#[$attribute])*
            #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq")]
            #[inline]
            fn $name($($argument: $type),*) $(-> $result)? $body
        )*
    };
}

with_avx512! {
    fn look(mailbox: &Mailbox, from: Square) -> Sight {
        let [low, high]: &[[u8; 64]; 2] = cast_ref(mailbox.men());
        let origin = _mm512_set1_epi8(from.index() as i8);
        let squares = _mm512_add_epi8(origin, cast(OFFSETS));
        let on_board = _mm512_testn_epi8_mask(squares, _mm512_set1_epi8(0x88u8 as i8));
        let men = _mm512_maskz_permutex2var_epi8(on_board, cast(*low), squares, cast(*high));
        let occupied = _mm512_test_epi8_mask(men, men);
        // Below each ray's first man (or its end) a subtraction turns all bits.
        let blockers = occupied & RAYS | RAY_ENDS;
        let near = (blockers ^ (blockers - (JUMPS << 1))) & RAYS;
        Sight { men, on_board, near }
    }

    /// In ray order: on each lane the slider that is first on the opposite ray
    /// and slides this way.
    fn sliders_through(sight: Sight) -> __m512i {
        let ways = cast(SLIDER_BITS);
        let slides = _mm512_mask_cmpeq_epi8_mask(sight.near, _mm512_and_si512(sight.men, ways), ways);
        // At most one man is left on each ray: its sum is that man.
        let alone = _mm512_maskz_mov_epi8(slides, sight.men);
        let sums = _mm512_sad_epu8(alone, _mm512_setzero_si512());
        _mm512_permutexvar_epi8(cast(OPPOSITE), sums)
    }

    fn to_square_order(origin: Square, rays: __m512i) -> __m512i {
        let Aligned(lanes) = LANES[origin.dense() as usize & 63];
        _mm512_permutexvar_epi8(cast(lanes), rays)
    }

    /// In square order: the slider that a man on `square` keeps from the square.
    fn closed(sight: Sight, square: Square) -> __m512i {
        let hidden = _mm512_maskz_mov_epi8(RAYS, sliders_through(sight));
        to_square_order(square, hidden)
    }

    /// In square order: the slider that attacks the square through the empty
    /// `square`.
    fn opened(sight: Sight, square: Square) -> __m512i {
        let shown = _mm512_maskz_mov_epi8(sight.near & sight.on_board, sliders_through(sight));
        to_square_order(square, shown)
    }

    /// In square order: all ones where a man on `square` attacks.
    fn reached(sight: Sight, square: Square, man: Man) -> __m512i {
        let lanes = (sight.near | JUMPS) & sight.on_board & ATTACKED_LANES[man.piece_index()];
        let Aligned(order) = LANES[square.dense() as usize & 63];
        _mm512_maskz_permutexvar_epi8(
            SEEN[square.dense() as usize & 63],
            cast(order),
            _mm512_movm_epi8(lanes),
        )
    }

    /// The bits of a side's sliders in a vector of men: of men 0 to 7, of men 8
    /// to 15.
    fn bits(men: __m512i, color: Color) -> [__m512i; 2] {
        // The shuffle gives zero where bit 7, which tells the side, is set.
        let flip = _mm512_set1_epi8((color as u8 * 0x80) as i8);
        let men = _mm512_xor_si512(men, flip);
        [LOW_BITS, HIGH_BITS].map(|table| {
            _mm512_shuffle_epi8(_mm512_broadcast_i32x4(cast(table)), men)
        })
    }

    fn follow(table: &Planes, before: &Planes, mailbox: &Mailbox, shift: Shift) {
        let Shift { man, from, to, taken } = shift;
        let (left, reached_sight) = (look(mailbox, from), look(mailbox, to));
        let opened = opened(left, from);
        let closed = closed(reached_sight, to);
        let attacks = reached(reached_sight, to, man);

        let us = man.color();
        let own = ManSet::of(man.id()).bytes();
        let theirs = if taken.is_none() {
            ManSet::EMPTY
        } else {
            ManSet::of(taken.id())
        }.bytes();
        let (own_opened, own_closed) = (bits(opened, us), bits(closed, us));
        let (their_opened, their_closed) = (bits(opened, !us), bits(closed, !us));
        for half in 0..2 {
            let bit = _mm512_set1_epi8(own[half] as i8);
            let plane = load(&before.0[us.index()][half]);
            let plane = without(plane, bit, own_closed[half]);
            let gained = _mm512_and_si512(attacks, bit);
            let plane = union(plane, own_opened[half], gained);
            store(&table.0[us.index()][half], plane);

            let bit = _mm512_set1_epi8(theirs[half] as i8);
            let plane = load(&before.0[(!us).index()][half]);
            let plane = without(plane, bit, their_closed[half]);
            let plane = _mm512_or_si512(plane, their_opened[half]);
            store(&table.0[(!us).index()][half], plane);
        }
    }

    fn vacate(table: &Planes, mailbox: &Mailbox, square: Square) {
        let opened = opened(look(mailbox, square), square);
        for color in Color::ALL {
            let bits = bits(opened, color);
            for (cell, gained) in table.0[color.index()].iter().zip(bits) {
                store(cell, _mm512_or_si512(load(cell), gained));
            }
        }
    }

    fn add(table: &Planes, mailbox: &Mailbox, man: Man, square: Square) {
        let attacks = reached(look(mailbox, square), square, man);
        let own = ManSet::of(man.id()).bytes();
        for (cell, bits) in table.0[man.color().index()].iter().zip(own) {
            let gained = _mm512_and_si512(attacks, _mm512_set1_epi8(bits as i8));
            store(cell, _mm512_or_si512(load(cell), gained));
        }
    }

    fn targets(table: &Planes, color: Color, id: ManId) -> u64 {
        let [low, high] = &table.0[color.index()];
        let plane = if id.index() < 8 { low } else { high };
        let bit = 1u8 << (id.index() & 7);
        _mm512_test_epi8_mask(load(plane), _mm512_set1_epi8(bit as i8))
    }

    fn attacked(table: &Planes, color: Color) -> u64 {
        let [low, high] = &table.0[color.index()];
        let any = _mm512_or_si512(load(low), load(high));
        _mm512_test_epi8_mask(any, any)
    }

    fn count(table: &Planes, color: Color, men: ManSet, over: u64) -> u32 {
        let mut sum = _mm512_setzero_si512();
        for (cell, men) in table.0[color.index()].iter().zip(men.bytes()) {
            let wanted = _mm512_maskz_set1_epi8(over, men as i8);
            let pairs = _mm512_and_si512(load(cell), wanted);
            sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(pairs));
        }
        _mm512_reduce_add_epi64(sum) as u32
    }

    /// Bits of the first that are in neither of the others.
    fn without(plane: __m512i, one: __m512i, other: __m512i) -> __m512i {
        _mm512_ternarylogic_epi64::<0b0001_0000>(plane, one, other)
    }

    /// Bits of any of the three.
    fn union(plane: __m512i, one: __m512i, other: __m512i) -> __m512i {
        _mm512_ternarylogic_epi64::<0b1111_1110>(plane, one, other)
    }

    fn load(cell: &Cell<[u8; 64]>) -> __m512i {
        cast(cell.get())
    }

    fn store(cell: &Cell<[u8; 64]>, plane: __m512i) {
        cell.set(cast(plane));
    }
}

impl Default for Planes {
    fn default() -> Planes {
        Planes([const { [const { Cell::new([0; 64]) }; 2] }; 2])
    }
}

// SAFETY of every call below: this module is compiled only where the build says
// that the processor has the features that the functions are compiled for.
impl AttackTable for Planes {
    const NAME: &'static str = "AVX-512";

    fn clear(&self) {
        for cell in self.0.iter().flatten() {
            cell.set([0; 64]);
        }
    }

    #[inline]
    fn add(&self, ground: Ground, man: Man, square: Square) {
        unsafe { add(self, ground.mailbox, man, square) }
    }

    #[inline]
    fn follow(&self, before: &Self, ground: Ground, shift: Shift) {
        unsafe { follow(self, before, ground.mailbox, shift) }
    }

    #[inline]
    fn vacate(&self, ground: Ground, square: Square) {
        unsafe { vacate(self, ground.mailbox, square) }
    }

    #[inline(always)]
    fn attackers(&self, color: Color, square: Square) -> ManSet {
        let number = square.dense() as usize & 63;
        let [low, high] = &self.0[color.index()];
        let byte = |plane: &Cell<[u8; 64]>| {
            let plane: &Cell<[u8]> = plane;
            plane.as_slice_of_cells()[number].get()
        };
        ManSet::from_bits(u16::from_le_bytes([byte(low), byte(high)]))
    }

    #[inline(always)]
    fn targets(&self, color: Color, id: ManId) -> SquareSet {
        SquareSet(unsafe { targets(self, color, id) })
    }

    #[inline(always)]
    fn attacked(&self, color: Color) -> SquareSet {
        SquareSet(unsafe { attacked(self, color) })
    }

    #[inline(always)]
    fn count(&self, color: Color, men: ManSet, over: SquareSet) -> u32 {
        unsafe { count(self, color, men, over.0) }
    }
}
