//! Moves added to a list, for many targets at once: by vectors in builds with AVX-512 VBMI2, as
//! loops over bits end unpredictably.

use super::moves::{Move, MoveKind, MoveList};
use super::square::{Square, SquareSet};
use super::step::Step;

/// Adds a move from a square to each target, from a1 to h8.
#[inline(always)]
pub(super) fn push_targets(moves: &mut MoveList, from: Square, targets: SquareSet, kind: MoveKind) {
    cfg_select! {
        all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vbmi2"
        ) => {
            let a1 = Square::from_dense(0);
            vectors::push::<1>(moves, targets, Move::new(from, a1, kind).bits());
        }
        _ => {
            for to in targets {
                moves.push(Move::new(from, to, kind));
            }
        }
    }
}

/// Adds a move to each target, from a1 to h8, from the square one `step` behind it, which is on the board.
#[inline(always)]
pub(super) fn push_stepped(moves: &mut MoveList, step: Step, targets: SquareSet, kind: MoveKind) {
    cfg_select! {
        all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vbmi2"
        ) => {
            let back = (step.dense() << 6) as u16;
            vectors::push::<65>(moves, targets, ((kind as u16) << 12).wrapping_sub(back));
        }
        _ => {
            for (from, to) in targets.stepped_from(step) {
                moves.push(Move::new(from, to, kind));
            }
        }
    }
}

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi2"
))]
mod vectors {
    #![expect(unsafe_code, reason = "calls of functions for this processor")]

    use bytemuck::cast;
    use std::arch::x86_64::*;

    use super::{Move, MoveList, SquareSet};

    /// Moves that are written at once; no piece and no eight pawns have more targets.
    const LANES: usize = 32;

    const SQUARES: [u8; 64] = {
        let mut squares = [0; 64];
        let mut i = 0;
        while i < squares.len() {
            squares[i] = i as u8;
            i += 1;
        }
        squares
    };

    /// Adds `FACTOR * target + base` for each target.
    #[inline(always)]
    pub fn push<const FACTOR: i16>(moves: &mut MoveList, targets: SquareSet, base: u16) {
        // SAFETY: the build has these extensions.
        let bits: [u16; LANES] = unsafe {
            let targets = _mm512_maskz_compress_epi8(targets.bits(), cast(SQUARES));
            let targets = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(targets));
            let scaled = match FACTOR {
                1 => targets,
                _ => _mm512_add_epi16(targets, _mm512_slli_epi16::<6>(targets)),
            };
            cast(_mm512_add_epi16(scaled, _mm512_set1_epi16(base.cast_signed())))
        };
        let (count, end) = (targets.len() as usize, moves.len());
        if end + LANES <= moves.capacity() {
            // SAFETY: so many moves have room behind the last, and the first `count` are written.
            unsafe {
                moves.as_mut_ptr().add(end).cast::<[u16; LANES]>().write_unaligned(bits);
                moves.set_len(end + count);
            }
        } else {
            moves.extend(bits[..count].iter().map(|&bits| Move::from_bits(bits)));
        }
    }
}
