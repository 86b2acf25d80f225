//! The *ray order* of 64 lanes: lane `8 r` is the jump `Step::KNIGHT[r]`, lane `8 r + d` lies `d`
//! steps along ray `Step::QUEEN[r]`. In *square order*, lane `n` is 64-square number `n`. From a4,
//! with `-` for lanes that lie off the board:
//!
//! ```text
//! lanes     jump  ray                   direction   square order
//!  0 to  7  b6    a5 a6 a7 a8 -  -  -   north       a1 b1 c1 d1 e1 f1 g1 h1
//!  8 to 15  c5    b4 c4 d4 e4 f4 g4 h4  east        a2 b2 c2 d2 e2 f2 g2 h2
//! 16 to 23  c3    a3 a2 a1 -  -  -  -   south       a3 b3 c3 d3 e3 f3 g3 h3
//! 24 to 31  b2    -  -  -  -  -  -  -   west        a4 b4 c4 d4 e4 f4 g4 h4
//! 32 to 39  -     b5 c6 d7 e8 -  -  -   north-east  a5 b5 c5 d5 e5 f5 g5 h5
//! 40 to 47  -     b3 c2 d1 -  -  -  -   south-east  a6 b6 c6 d6 e6 f6 g6 h6
//! 48 to 55  -     -  -  -  -  -  -  -   south-west  a7 b7 c7 d7 e7 f7 g7 h7
//! 56 to 63  -     -  -  -  -  -  -  -   north-west  a8 b8 c8 d8 e8 f8 g8 h8
//! ```

use crate::board::piece::PieceType;
use crate::board::square::Square;
use crate::board::step::Step;

/// A byte for each of 64 lanes, aligned to be read in whole vectors.
#[derive(Copy, Clone)]
#[repr(align(64))]
pub struct Lanes(pub [u8; 64]);

pub const JUMPS: u64 = 0x0101_0101_0101_0101;
pub const RAYS: u64 = !JUMPS;

/// An index of nothing. AVX2's look-up gives zero for it, AVX-512's gives lane 0.
pub const NOWHERE: u8 = 0x80;

/// The difference of the 0x88 indices of a lane's square and of the origin, by lane.
pub static OFFSETS: [u8; 64] = {
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

/// The bits of a [`PlacedPiece`](crate::board::PlacedPiece) that slides along the lane's ray, by
/// lane. Its byte has the slot in bits 0 to 3, the type in bits 4 to 6 and the side in bit 7. Of
/// the type, bit 6 marks sliders, bit 5 those along ranks and files, bit 4 those along diagonals.
pub static SLIDER_BITS: [u8; 64] = {
    let mut bits = [0x60; 64];
    let mut lane = 32;
    while lane < 64 {
        bits[lane] = 0x50;
        lane += 1;
    }
    bits
};

/// The lanes that a piece attacks on an empty board, by `PlacedPiece::piece_index`.
pub static ATTACKED_LANES: [u64; 16] = {
    // The first four rays are ranks and files.
    let rook = RAYS & 0xffff_ffff;
    let bishop = RAYS & !0xffff_ffff;
    let mut lanes = [0; 16];
    let mut color = 0;
    while color < 16 {
        lanes[color | PieceType::Knight as usize] = JUMPS;
        lanes[color | PieceType::King as usize] = JUMPS << 1;
        lanes[color | PieceType::Bishop as usize] = bishop;
        lanes[color | PieceType::Rook as usize] = rook;
        lanes[color | PieceType::Queen as usize] = bishop | rook;
        color += 8;
    }
    // One step along the rays to the north-east and the north-west, for Black to the south.
    let pawn = PieceType::Pawn as usize;
    lanes[pawn] = 1 << (8 * 4 + 1) | 1 << (8 * 7 + 1);
    lanes[8 | pawn] = 1 << (8 * 5 + 1) | 1 << (8 * 6 + 1);
    lanes
};

/// The 64-square number of a lane, or [`NOWHERE`], by the origin's 64-square number and lane.
pub static SQUARES: [Lanes; 64] = ORDERS.0;

/// The lane of a square, or [`NOWHERE`], by the 64-square numbers of the origin and the square.
pub static LANES: [Lanes; 64] = ORDERS.1;

/// The squares that an origin sees in any lane, by its 64-square number.
pub static SEEN: [u64; 64] = ORDERS.2;

const ORDERS: ([Lanes; 64], [Lanes; 64], [u64; 64]) = {
    let mut squares = [Lanes([NOWHERE; 64]); 64];
    let mut lanes = [Lanes([NOWHERE; 64]); 64];
    let mut seen = [0; 64];
    let mut origin = 0;
    while origin < 64 {
        let mut lane = 0;
        while lane < 64 {
            let index = Square::from_dense(origin).index() as u8;
            if let Some(square) = Square::from_index(index.wrapping_add(OFFSETS[lane])) {
                let square = square.dense();
                squares[origin as usize].0[lane] = square;
                lanes[origin as usize].0[square as usize] = lane as u8;
                seen[origin as usize] |= 1 << square;
            }
            lane += 1;
        }
        origin += 1;
    }
    (squares, lanes, seen)
};
