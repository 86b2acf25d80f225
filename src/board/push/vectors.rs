//! Moves added to a list by one compression of the squares' numbers. The file is compiled only
//! where the build has AVX-512F, BW and VBMI2, which makes calls of functions for them sound.

#![expect(unsafe_code, reason = "calls of functions for this processor")]

use bytemuck::cast;
use std::arch::x86_64::*;

use super::{Move, MoveKind, MoveList, Square, SquareSet, Step};

/// Moves that are written at once; no piece and no eight pawns have more targets.
const LANES: usize = 32;

/// The 64-square number of each lane.
const SQUARES: [u8; 64] = {
    let mut squares = [0; 64];
    let mut i = 0;
    while i < squares.len() {
        squares[i] = i as u8;
        i += 1;
    }
    squares
};

/// Adds a move from a square to each of the targets, in order from a1 to h8.
#[inline(always)]
pub fn push_targets(moves: &mut MoveList, from: Square, targets: SquareSet, kind: MoveKind) {
    let to_a1 = Move::new(from, Square::from_dense(0), kind);
    push::<1>(moves, targets, to_a1.bits());
}

/// Adds a move to each target, in order from a1 to h8. It begins one `step` before the target;
/// that square must be on the board.
#[inline(always)]
pub fn push_stepped(moves: &mut MoveList, step: Step, targets: SquareSet, kind: MoveKind) {
    // A move is to + 64 from and its kind; from is to - step.
    let a1_to_a1 = Move::new(Square::from_dense(0), Square::from_dense(0), kind);
    let base = a1_to_a1.bits().wrapping_sub((step.dense() << 6).cast_unsigned());
    push::<65>(moves, targets, base);
}

/// Adds the moves with the bits `FACTOR` (1 or 65) times target plus `base`.
#[inline(always)]
fn push<const FACTOR: u16>(moves: &mut MoveList, targets: SquareSet, base: u16) {
    // SAFETY: the build has these extensions.
    let bits: [u16; LANES] = unsafe {
        let targets = _mm512_maskz_compress_epi8(targets.bits(), cast(SQUARES));
        let targets = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(targets));
        let scaled = match FACTOR {
            1 => targets,
            _ => _mm512_add_epi16(targets, _mm512_slli_epi16::<6>(targets)),
        };
        let base = _mm512_set1_epi16(base.cast_signed());
        cast(_mm512_add_epi16(scaled, base))
    };
    let (count, end) = (targets.len() as usize, moves.len());
    if end + LANES <= moves.capacity() && count <= LANES {
        let behind = moves.as_mut_ptr().wrapping_add(end);
        // SAFETY: a move is 16 bits, there is room for `LANES` of them behind the last, and the
        // first `count` are moves.
        unsafe {
            behind.cast::<[u16; LANES]>().write_unaligned(bits);
            moves.set_len(end + count);
        }
    } else {
        moves.extend(bits[..count].iter().map(|&bits| Move::from_bits(bits)));
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use rand::prelude::*;

    use super::*;
    use crate::board::Color;
    use crate::board::push::one_by_one;

    fn set(squares: impl IntoIterator<Item = Square>) -> SquareSet {
        let union = |set: SquareSet, square| set | SquareSet::of(square);
        squares.into_iter().fold(SquareSet::EMPTY, union)
    }

    #[test]
    fn vectors_add_the_moves_that_loops_add() {
        let mut random = StdRng::seed_from_u64(88);
        for kind in [MoveKind::Quiet, MoveKind::Capture, MoveKind::DoublePush] {
            for from in SquareSet::ALL {
                // A queen has up to 27 targets. At the end of a list there is no room for a vector.
                let count = random.random_range(0..=27);
                let targets = set(SquareSet::ALL.sample(&mut random, count));
                let before = iter::repeat_n(Move::NONE, random.random_range(0..=229));
                let mut list: MoveList = before.collect();
                let mut expected = list.clone();
                push_targets(&mut list, from, targets, kind);
                one_by_one::push_targets(&mut expected, from, targets, kind);
                assert_eq!(list, expected, "{targets:?}");
            }
            for color in Color::ALL {
                let forward = color.forward();
                let [west, east] = color.pawn_captures();
                for step in [forward, forward.doubled(), west, east] {
                    let has_origin = |to: &Square| to.step(step.reversed()).is_some();
                    for rank in 0..8 {
                        let targets = set(SquareSet::rank(rank).filter(has_origin));
                        let (mut list, mut expected) = (MoveList::new(), MoveList::new());
                        push_stepped(&mut list, step, targets, kind);
                        one_by_one::push_stepped(&mut expected, step, targets, kind);
                        assert_eq!(list, expected, "{targets:?}");
                    }
                }
            }
        }
    }
}
