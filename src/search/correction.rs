//! Correction histories learn the error of the static evaluation in positions with the same pawns,
//! other pieces or last moves.
//! <https://www.chessprogramming.org/Static_Evaluation_Correction_History>

use super::history::{PieceTo, add_bonus};
use super::params;
use crate::board::{Color, Key, Position};
use crate::sync::{LargeBox, prefetch};

const CORRECTION_HISTORY_SIZE: usize = 16_384;

const CORRECTION_MAX: i32 = 1024;

/// A correction history by side to move and key.
type CorrectionTable = [[i16; CORRECTION_HISTORY_SIZE]; 2];

#[derive(bytemuck::Zeroable)]
pub struct Corrections {
    pawns: CorrectionTable,
    /// The corrections by all pieces except pawns, for each side's pieces.
    non_pawns: [CorrectionTable; 2],
    minors: CorrectionTable,
    /// The corrections by the last two moves, the earlier one first. The pieces of the moves show
    /// the side to move, except after null moves and where a game begins.
    moves: [[i16; PieceTo::COUNT]; PieceTo::COUNT],
}

#[derive(Copy, Clone)]
pub struct CorrectionKeys {
    side: usize,
    pawns: usize,
    non_pawns: [usize; 2],
    minors: usize,
    moves: [PieceTo; 2],
}

impl CorrectionKeys {
    /// Returns the keys of a position; `last` has the last two moves, the later one first.
    #[inline(always)]
    pub fn of(position: &Position, last: [PieceTo; 2]) -> CorrectionKeys {
        let index = |key: Key| key.0 as usize % CORRECTION_HISTORY_SIZE;
        CorrectionKeys {
            side: position.side_to_move().index(),
            pawns: index(position.pawn_key()),
            non_pawns: [
                index(position.non_pawn_key(Color::White)),
                index(position.non_pawn_key(Color::Black)),
            ],
            minors: index(position.minor_key()),
            moves: last,
        }
    }
}

impl Corrections {
    pub fn new() -> Option<LargeBox<Corrections>> {
        LargeBox::zeroed()
    }

    pub fn clear(&mut self) {
        bytemuck::write_zeroes(self);
    }

    /// Prefetches what [`Corrections::get`] reads.
    #[inline(always)]
    pub fn prefetch(&self, keys: &CorrectionKeys) {
        let side = keys.side;
        prefetch(&self.pawns[side][keys.pawns]);
        prefetch(&self.non_pawns[0][side][keys.non_pawns[0]]);
        prefetch(&self.non_pawns[1][side][keys.non_pawns[1]]);
        prefetch(&self.minors[side][keys.minors]);
        let [last, before] = keys.moves;
        prefetch(&self.moves[before.index()][last.index()]);
    }

    /// Returns what is to be added to the static evaluation, in centipawns.
    #[inline(always)]
    pub fn get(&self, keys: &CorrectionKeys) -> i32 {
        let side = keys.side;
        let non_pawns =
            |color: usize| i32::from(self.non_pawns[color][side][keys.non_pawns[color]]);
        let [last, before] = keys.moves;
        let sum = params::correction_pawns() * i32::from(self.pawns[side][keys.pawns])
            + params::correction_non_pawns() * (non_pawns(0) + non_pawns(1))
            + params::correction_minors() * i32::from(self.minors[side][keys.minors])
            + params::correction_moves() * i32::from(self.moves[before.index()][last.index()]);
        sum / 2048
    }

    /// Learns from an error: the score less the corrected evaluation, in centipawns.
    pub fn update(&mut self, keys: &CorrectionKeys, error: i32, depth: i32) {
        let most = params::correction_bonus_max();
        let bonus = (error * depth / params::correction_bonus_divisor()).clamp(-most, most);
        let add = |value: &mut i16| add_bonus(value, bonus, CORRECTION_MAX);
        let side = keys.side;
        add(&mut self.pawns[side][keys.pawns]);
        for color in 0..2 {
            add(&mut self.non_pawns[color][side][keys.non_pawns[color]]);
        }
        add(&mut self.minors[side][keys.minors]);
        let [last, before] = keys.moves;
        add(&mut self.moves[before.index()][last.index()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_grow_with_repeated_errors_within_bounds() {
        let position = Position::startpos();
        let keys = CorrectionKeys::of(&position, [PieceTo::NONE; 2]);
        let mut corrections = Corrections::new().unwrap();
        assert_eq!(corrections.get(&keys), 0);
        let mut before = 0;
        for _ in 0..500 {
            corrections.update(&keys, 60, 8);
            assert!(corrections.get(&keys) >= before);
            before = corrections.get(&keys);
        }
        assert!((60..1000).contains(&before));
        corrections.clear();
        assert_eq!(corrections.get(&keys), 0);
    }
}
