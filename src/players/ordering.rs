//! Move ordering: the sooner the best move is searched, the more alpha-beta prunes.
//! <https://www.chessprogramming.org/Move_Ordering>

use std::cmp::Reverse;

use crate::board::{Move, PieceType, Position};

/// The order of queen promotions, captures, and killers, which are the last two quiet moves that
/// cut off at this ply. Captures are in the order of MVV-LVA: the most valuable victim first, and
/// of its attackers the least valuable. <https://www.chessprogramming.org/MVV-LVA>,
/// <https://www.chessprogramming.org/Killer_Heuristic>
#[derive(Default)]
pub struct MvvLvaKillers {
    /// The killer moves by ply, the latest first.
    killers: Vec<[Move; 2]>,
}

impl MvvLvaKillers {
    /// Sorts the moves of a position, `ply` plies below the root.
    pub fn sort(&self, position: &Position, moves: &mut [Move], ply: usize) {
        moves.sort_by_key(|&mv| Reverse(self.rank(position, mv, ply)));
    }

    /// Returns a number that is higher for moves to be searched earlier: 1000 for queen promotions,
    /// 95 to 140 for captures, 2 and 1 for killers, 0 for others.
    fn rank(&self, position: &Position, mv: Move, ply: usize) -> usize {
        let value_on =
            |square| position.piece_on(square).piece_type().map_or(0, PieceType::ordinal);
        let [latest, earlier] = self.killers.get(ply).copied().unwrap_or_default();
        if mv.promotion() == Some(PieceType::Queen) {
            1000
        } else if mv.is_capture() {
            // En passant has an empty target square, whose value is that of a pawn, 0.
            100 + 10 * value_on(mv.to()) - value_on(mv.from())
        } else if mv == latest {
            2
        } else if mv == earlier {
            1
        } else {
            0
        }
    }

    /// Notes a cutoff by this move, which becomes a killer of its ply if it is quiet.
    pub fn note_cutoff(&mut self, mv: Move, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [Move::NONE; 2]);
        }
        let [latest, _] = self.killers[ply];
        if !mv.is_noisy() && mv != latest {
            self.killers[ply] = [mv, latest];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_come_first() {
        let fen = "3q1rk1/2P2ppp/8/1p6/P1r1p3/3B1N2/5PPP/R3K2R w KQ - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let mut order = MvvLvaKillers::default();
        for text in ["e1g1", "h2h3", "d3e4"] {
            order.note_cutoff(position.parse_move(text).unwrap(), 5);
        }
        let sorted = |order: &MvvLvaKillers| -> Vec<String> {
            let mut moves = position.legal_moves();
            order.sort(&position, &mut moves, 5);
            moves[..10].iter().map(|&mv| position.san(mv)).collect()
        };
        let expected =
            ["cxd8=Q", "c8=Q", "cxd8=N", "cxd8=R", "cxd8=B", "Bxc4", "axb5", "Bxe4", "h3", "O-O"];
        assert_eq!(sorted(&order), expected);
        let order = MvvLvaKillers::default();
        assert_eq!(sorted(&order)[..8], expected[..8]);
        assert_ne!(sorted(&order)[8..], expected[8..]);
    }
}
