//! Correction histories learn the error of the static evaluation in positions with the same pawns,
//! other pieces or last moves.
//! <https://www.chessprogramming.org/Static_Evaluation_Correction_History>

use super::history::{PieceTo, add_bonus};
use super::params;
use crate::board::{Color, Key, Position};
use crate::sync::{LargeBox, prefetch};

/// The number of keys that a correction history tells apart for each side to move.
const CORRECTION_HISTORY_SIZE: usize = 16_384;

/// The greatest magnitude of a value in the correction histories. The weights of `params.rs` make
/// centipawns of the values.
const CORRECTION_MAX: i32 = 1024;

/// A correction history by side to move and key.
type CorrectionTable = [[i16; CORRECTION_HISTORY_SIZE]; 2];

/// The correction histories by keys of a position: by its pawns, by White's and by Black's other
/// pieces, and by the knights and bishops of both.
const TABLES: usize = 4;

#[derive(bytemuck::Zeroable)]
pub struct Corrections {
    tables: [CorrectionTable; TABLES],
    /// The corrections by the last two moves, the earlier one first. The pieces of the moves show
    /// the side to move, except after null moves and where a game begins.
    moves: [[i16; PieceTo::COUNT]; PieceTo::COUNT],
}

/// The places of a position in the correction histories.
#[derive(Copy, Clone)]
pub struct CorrectionKeys {
    side: usize,
    tables: [usize; TABLES],
    moves: [PieceTo; 2],
}

impl CorrectionKeys {
    /// Returns the places of a position; `last` has the last two moves, the later one first.
    #[inline(always)]
    pub fn of(position: &Position, last: [PieceTo; 2]) -> CorrectionKeys {
        let index = |key: Key| key.0 as usize % CORRECTION_HISTORY_SIZE;
        CorrectionKeys {
            side: position.side_to_move().index(),
            tables: [
                index(position.pawn_key()),
                index(position.non_pawn_key(Color::White)),
                index(position.non_pawn_key(Color::Black)),
                index(position.minor_key()),
            ],
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
        for (table, key) in self.tables.iter().zip(keys.tables) {
            prefetch(&table[keys.side][key]);
        }
        let [last, before] = keys.moves;
        prefetch(&self.moves[before.index()][last.index()]);
    }

    /// Returns what is to be added to the static evaluation, in centipawns.
    #[inline(always)]
    pub fn get(&self, keys: &CorrectionKeys) -> i32 {
        let value = |table: usize| i32::from(self.tables[table][keys.side][keys.tables[table]]);
        let [last, before] = keys.moves;
        let sum = params::correction_pawns() * value(0)
            + params::correction_non_pawns() * (value(1) + value(2))
            + params::correction_minors() * value(3)
            + params::correction_moves() * i32::from(self.moves[before.index()][last.index()]);
        sum / 2048
    }

    /// Learns from an error: the score less the corrected evaluation, in centipawns.
    pub fn update(&mut self, keys: &CorrectionKeys, error: i32, depth: i32) {
        let most = params::correction_bonus_max();
        let bonus = (error * depth / params::correction_bonus_divisor()).clamp(-most, most);
        let [last, before] = keys.moves;
        let by_moves = &mut self.moves[before.index()][last.index()];
        let tables = self.tables.iter_mut().zip(keys.tables);
        let values = tables.map(|(table, key)| &mut table[keys.side][key]);
        for value in values.chain([by_moves]) {
            add_bonus(value, bonus, CORRECTION_MAX);
        }
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
