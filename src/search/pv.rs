//! The principal variation table. <https://www.chessprogramming.org/Triangular_PV-Table>

use arrayvec::ArrayVec;

use crate::board::Move;
use crate::eval::MAX_PLY;

/// The line from each ply on, which has up to `MAX_PLY - ply` moves.
pub struct PvTable(Box<[ArrayVec<Move, MAX_PLY>]>);

impl PvTable {
    pub fn new() -> PvTable {
        PvTable(vec![ArrayVec::new(); MAX_PLY + 1].into())
    }

    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    pub fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }

    pub fn update(&mut self, ply: usize, mv: Move) {
        let (lines, later) = self.0.split_at_mut(ply + 1);
        let line = &mut lines[ply];
        line.clear();
        line.push(mv);
        line.extend(later[0].iter().copied());
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
