//! The principal variation table. <https://www.chessprogramming.org/Triangular_PV-Table>

use crate::board::Move;
use crate::eval::MAX_PLY;

/// A triangular table, in which the line at a ply has up to `MAX_PLY - ply` moves.
pub struct PvTable {
    moves: Box<[Move]>,
    lengths: [u8; MAX_PLY + 1],
}

const fn start(ply: usize) -> usize {
    ply * (2 * MAX_PLY + 1 - ply) / 2
}

impl PvTable {
    pub fn new() -> PvTable {
        PvTable { moves: vec![Move::NONE; start(MAX_PLY)].into(), lengths: [0; MAX_PLY + 1] }
    }

    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    pub fn line(&self, ply: usize) -> &[Move] {
        &self.moves[start(ply)..][..self.lengths[ply] as usize]
    }

    pub fn update(&mut self, ply: usize, mv: Move) {
        let (from, to) = (start(ply + 1), start(ply));
        let length = self.lengths[ply + 1] as usize;
        self.moves[to] = mv;
        self.moves.copy_within(from..from + length, to + 1);
        self.lengths[ply] = length as u8 + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn a_line_grows_from_the_deepest_ply_to_the_root() {
        let moves = Position::startpos().legal_moves();
        let mut pv = PvTable::new();
        for ply in (0..MAX_PLY).rev() {
            pv.update(ply, moves[ply % moves.len()]);
            assert_eq!(pv.line(ply).len(), MAX_PLY - ply);
        }
        assert!(pv.line(0).iter().zip(moves.iter().cycle()).all(|(a, b)| a == b));
        pv.clear(2);
        pv.update(1, moves[3]);
        assert_eq!(pv.line(1), [moves[3]]);
    }
}
