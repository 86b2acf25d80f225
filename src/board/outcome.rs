//! How a game ends.

use super::piece::{Color, PieceKind};
use super::position::Position;

/// Why the game is over.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// Fifty moves by each side without capture or pawn move.
    FiftyMoves,
    /// The position stands for the third time.
    Threefold,
}

impl Position {
    /// Whether and how the game is over. Mate comes before the draws that a
    /// player would have to claim.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.in_check() {
                Outcome::Checkmate
            } else {
                Outcome::Stalemate
            });
        }
        if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.halfmove_clock() >= 100 {
            Some(Outcome::FiftyMoves)
        } else if self.repetitions() >= 2 {
            Some(Outcome::Threefold)
        } else {
            None
        }
    }

    /// How often this position has stood before, since the last move that
    /// cannot be taken back.
    pub fn repetitions(&self) -> usize {
        self.earlier_occurrences().count()
    }

    /// Whether a search should take this position for a draw by repetition:
    /// it has stood before within the last `searched` plies, where the players
    /// could repeat it again, or twice in all.
    pub fn is_repetition(&self, searched: usize) -> bool {
        let mut occurrences = self.earlier_occurrences();
        match occurrences.next() {
            Some(distance) if distance <= searched => true,
            Some(_) => occurrences.next().is_some(),
            None => false,
        }
    }

    /// How many plies ago this position stood, nearest first.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let key = self.key();
        // Two plies ago the side to move cannot have been back yet.
        (4..=self.reach())
            .step_by(2)
            .filter(move |&distance| self.states[self.plies_made() - distance].keys.whole() == key)
    }

    /// How many plies ago the earliest position stood that may come back: the
    /// moves since then can all be taken back by moves.
    #[inline(always)]
    pub(super) fn reach(&self) -> usize {
        let state = self.state();
        let reversible = state.halfmove_clock.min(state.plies_since_null) as usize;
        reversible.min(self.plies_made())
    }

    /// Whether neither side has enough left to mate by any sequence of moves:
    /// bare kings, one knight, or bishops all on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        let majors_or_pawns = |color| {
            self.men_of(color, PieceKind::Pawn)
                .union(self.men_of(color, PieceKind::Rook))
                .union(self.men_of(color, PieceKind::Queen))
        };
        if Color::ALL
            .into_iter()
            .any(|color| !majors_or_pawns(color).is_empty())
        {
            return false;
        }
        let total = |kind| -> u32 { Color::ALL.into_iter().map(|c| self.count(c, kind)).sum() };
        match (total(PieceKind::Knight), total(PieceKind::Bishop)) {
            (0, 0) | (1, 0) => true,
            (0, _) => {
                let mut shades = self.bishop_shades();
                let first = shades.next();
                shades.all(|shade| Some(shade) == first)
            }
            _ => false,
        }
    }

    /// Whether a side can never mate with what it has, however badly the other
    /// plays: it does not win when the other's time is up.
    ///
    /// FIDE Laws of Chess, article 6.9.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = |kind| self.count(color, kind);
        let total = |kind| own(kind) + self.count(!color, kind);
        let is_strong = own(PieceKind::Pawn) + own(PieceKind::Rook) + own(PieceKind::Queen) > 0;
        if is_strong {
            return false;
        }
        if own(PieceKind::Knight) > 0 {
            // Only a man beside its king can take the last square from it, and
            // a queen could always take the knight instead.
            let others = self.men(!color).len() - 1 - self.count(!color, PieceKind::Queen);
            return self.men(color).len() == 2 && others == 0;
        }
        if own(PieceKind::Bishop) > 0 {
            let mut shades = self.bishop_shades();
            let first = shades.next();
            return total(PieceKind::Pawn) + total(PieceKind::Knight) == 0
                && shades.all(|shade| Some(shade) == first);
        }
        true
    }

    /// Of each bishop: 0 on dark squares, 1 on light ones.
    fn bishop_shades(&self) -> impl Iterator<Item = u8> + '_ {
        Color::ALL.into_iter().flat_map(move |color| {
            self.men_of(color, PieceKind::Bishop).map(move |id| {
                let square = self.square_of(color, id);
                (square.file() + square.rank()) % 2
            })
        })
    }
}
