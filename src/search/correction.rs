//! Correction histories learn the error of the static evaluation in positions with the same pawns,
//! other pieces or last moves.
//! <https://www.chessprogramming.org/Static_Evaluation_Correction_History>

use super::history::{PieceTo, add_bonus};
use super::params;
use crate::board::{Color, Key, Position};
use crate::sync::{LargeBox, prefetch};

const ENTRIES: usize = 16_384;

const CORRECTION_MAX: i32 = 1024;

/// A correction history by side to move and key.
type CorrectionTable = [[i16; ENTRIES]; 2];

#[derive(bytemuck::Zeroable)]
pub struct Corrections {
    pawns: CorrectionTable,
    /// The corrections by all pieces except pawns, for each side's pieces.
    others: [CorrectionTable; 2],
    minors: CorrectionTable,
    /// The corrections by the last two moves, the earlier one first. The pieces of the moves show
    /// the side to move, except after null moves and where a game begins.
    moves: [[i16; PieceTo::COUNT]; PieceTo::COUNT],
}

#[derive(Copy, Clone)]
pub struct Features {
    side: usize,
    pawns: usize,
    others: [usize; 2],
    minors: usize,
    moves: [PieceTo; 2],
}

impl Features {
    /// Returns the features of a position; `last` has the last two moves, the later one first.
    #[inline(always)]
    pub fn of(position: &Position, last: [PieceTo; 2]) -> Features {
        let index = |key: Key| key.0 as usize % ENTRIES;
        Features {
            side: position.side_to_move().index(),
            pawns: index(position.pawn_key()),
            others: [
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
    pub fn prefetch(&self, features: &Features) {
        let side = features.side;
        prefetch(&self.pawns[side][features.pawns]);
        prefetch(&self.others[0][side][features.others[0]]);
        prefetch(&self.others[1][side][features.others[1]]);
        prefetch(&self.minors[side][features.minors]);
        let [last, before] = features.moves;
        prefetch(&self.moves[before.index()][last.index()]);
    }

    /// Returns what is to be added to the static evaluation, in centipawns.
    #[inline(always)]
    pub fn get(&self, features: &Features) -> i32 {
        let side = features.side;
        let others = |color: usize| i32::from(self.others[color][side][features.others[color]]);
        let [last, before] = features.moves;
        let sum = params::correction_pawns() * i32::from(self.pawns[side][features.pawns])
            + params::correction_others() * (others(0) + others(1))
            + params::correction_minors() * i32::from(self.minors[side][features.minors])
            + params::correction_moves() * i32::from(self.moves[before.index()][last.index()]);
        sum / 2048
    }

    /// Learns from an error: the score less the corrected evaluation, in centipawns.
    pub fn update(&mut self, features: &Features, error: i32, depth: i32) {
        let most = params::correction_bonus_max();
        let bonus = (error * depth / params::correction_bonus_divisor()).clamp(-most, most);
        let add = |value: &mut i16| add_bonus(value, bonus, CORRECTION_MAX);
        let side = features.side;
        add(&mut self.pawns[side][features.pawns]);
        for color in 0..2 {
            add(&mut self.others[color][side][features.others[color]]);
        }
        add(&mut self.minors[side][features.minors]);
        let [last, before] = features.moves;
        add(&mut self.moves[before.index()][last.index()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_grow_with_repeated_errors_within_bounds() {
        let position = Position::startpos();
        let features = Features::of(&position, [PieceTo::NONE; 2]);
        let mut corrections = Corrections::new().unwrap();
        assert_eq!(corrections.get(&features), 0);
        let mut before = 0;
        for _ in 0..500 {
            corrections.update(&features, 60, 8);
            assert!(corrections.get(&features) >= before);
            before = corrections.get(&features);
        }
        assert!((60..1000).contains(&before));
        corrections.clear();
        assert_eq!(corrections.get(&features), 0);
    }
}
