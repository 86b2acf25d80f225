//! The KPK bitbase: for each placement of king and pawn against king and each side to move, whether
//! the pawn's side wins. By symmetry the pawn is White's and on the files a to d. The bitbase is
//! solved backwards from the promotions by the pawn's square, and for each pawn's square by
//! iterating the kings' moves. The squares of the bare king are a set, so that all of them are
//! handled at once. <https://www.chessprogramming.org/KPK>

use std::sync::LazyLock;

use crate::board::{Color, Square, SquareSet};

/// The number of squares of the pawn: files a to d, ranks 2 to 7.
const PAWN_SQUARES: usize = 24;

/// The squares on which the bare king loses, by the pawn's place and its king's dense square.
type Places = [[SquareSet; 64]; PAWN_SQUARES];

/// The bitbase, generated on first use in about a millisecond.
static BITBASE: LazyLock<Bitbase> = LazyLock::new(Bitbase::generate);

#[derive(Copy, Clone, Debug)]
pub struct KpkPosition {
    pub strong: Color,
    pub king: Square,
    /// The pawn's square, on one of the ranks 2 to 7.
    pub pawn: Square,
    pub bare: Square,
    pub turn: Color,
}

impl KpkPosition {
    /// Returns whether the pawn's side wins; meaningless for placements that no game can reach.
    pub fn is_won(&self) -> bool {
        let [king, pawn, bare] = [self.king, self.pawn, self.bare].map(|square| {
            let square = match self.strong {
                Color::White => square,
                Color::Black => square.mirror(),
            };
            match self.pawn.file() {
                0..4 => square,
                _ => Square::at(7 - square.file(), square.rank()),
            }
        });
        let places = if self.turn == self.strong { &BITBASE.to_move } else { &BITBASE.waiting };
        places[place(pawn)][usize::from(king.dense())].contains(bare)
    }
}

struct Bitbase {
    /// The places won with the pawn's side to move.
    to_move: Places,
    /// The places won with the bare king to move.
    waiting: Places,
}

impl Bitbase {
    fn generate() -> Bitbase {
        let mut bitbase = Bitbase {
            to_move: [[SquareSet::EMPTY; 64]; PAWN_SQUARES],
            waiting: [[SquareSet::EMPTY; 64]; PAWN_SQUARES],
        };
        for rank in (1..7).rev() {
            for file in 0..4 {
                bitbase.solve(Square::at(file, rank));
            }
        }
        bitbase
    }

    /// Solves the placements of a pawn. All squares before it must be solved already.
    fn solve(&mut self, pawn: Square) {
        let kings = !SquareSet::of(pawn);
        let by_push = Square::all().map(|king| self.won_by_push(pawn, king));
        let by_push: Vec<SquareSet> = by_push.collect();
        let mut is_new = true;
        while is_new {
            is_new = false;
            for king in kings {
                is_new |= self.update(pawn, king, by_push[usize::from(king.dense())]);
            }
        }
    }

    fn won_by_push(&self, pawn: Square, king: Square) -> SquareSet {
        let ahead = SquareSet::of(pawn).forward(Color::White);
        let beside_king = beside(SquareSet::of(king));
        if ahead.contains(king) {
            return SquareSet::EMPTY;
        }
        let free = !ahead;
        let to = |squares: SquareSet| squares.last().map_or(0, place);
        if pawn.rank() == 6 {
            // A queen wins unless captured at once; where she would stalemate, a rook wins.
            return if beside_king.contains_all(ahead) { free } else { free & !beside(ahead) };
        }
        let king = usize::from(king.dense());
        let mut won = self.waiting[to(ahead)][king];
        if pawn.rank() == 1 {
            let two_ahead = ahead.forward(Color::White);
            won |= self.waiting[to(two_ahead)][king] & free;
        }
        won
    }

    /// Updates the squares on which the bare king loses; returns whether they are more than before.
    fn update(&mut self, pawn: Square, king: Square, by_push: SquareSet) -> bool {
        let (place, index) = (place(pawn), usize::from(king.dense()));
        let pawn = SquareSet::of(pawn);
        let ahead = pawn.forward(Color::White);
        let attacked = ahead.east() | ahead.west();
        let beside_king = beside(SquareSet::of(king));
        let apart = !beside_king & !SquareSet::of(king) & !pawn;
        let unattacked = apart & !attacked;

        let won = (beside_king & !pawn)
            .fold(by_push, |won, to| won | self.waiting[place][usize::from(to.dense())]);
        let won = won & unattacked;

        // The bare king loses where all its moves lose or it is mated; it takes an unguarded pawn.
        let hanging_pawn = pawn & !beside_king;
        let safe = (unattacked & !won) | hanging_pawn;
        let stuck = !beside(unattacked | hanging_pawn);
        let stalemated = stuck & !attacked;
        let lost = apart & !beside(safe) & !stalemated;

        let is_new = won != self.to_move[place][index] || lost != self.waiting[place][index];
        self.to_move[place][index] = won;
        self.waiting[place][index] = lost;
        is_new
    }
}

/// Returns the place of a pawn in the bitbase. No pawn stands on the first rank.
fn place(pawn: Square) -> usize {
    4 * usize::from(pawn.rank() - 1) + usize::from(pawn.file())
}

/// Returns the squares a king's step away from any of these.
fn beside(squares: SquareSet) -> SquareSet {
    let sides = squares.east() | squares.west();
    let row = sides | squares;
    sides | row.forward(Color::White) | row.forward(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_wins_as_others_found() {
        let count = |places: &Places| -> u32 {
            let sets = places.as_flattened().iter();
            sets.map(|set| set.len()).sum()
        };
        let counts = [count(&BITBASE.to_move), count(&BITBASE.waiting)];
        assert_eq!(counts.iter().sum::<u32>(), 111_282, "{counts:?}");
    }
}
