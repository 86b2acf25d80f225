//! Draws: repetition, upcoming repetition, insufficient material. `outcome.rs` has the fifty-move
//! rule. <https://www.chessprogramming.org/Repetitions>

use std::iter;

use super::direction::{Direction, between};
use super::moves::{Move, MoveKind};
use super::piece::{Color, PieceType};
use super::position::{Position, State};
use super::zobrist::Key;

/// The least number of plies after which a position can come again: in two plies, neither side can
/// have left its squares and come back.
const NEAREST: usize = 4;

impl Position {
    /// Returns how often this position has occurred before, since the last irreversible move.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let mut position = Position::startpos();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     assert_eq!(position.repetitions(), 0);
    ///     position.make(position.parse_move(text).unwrap());
    /// }
    /// assert_eq!(position.repetitions(), 1);
    /// ```
    pub fn repetitions(&self) -> usize {
        self.earlier_occurrences().count()
    }

    /// Returns whether the position is a draw by repetition, as a search sees it: one earlier
    /// occurrence within the last `searched` plies (root included), or else threefold repetition.
    pub fn is_repetition(&self, searched: usize) -> bool {
        // Nearly always there is nothing to look at.
        if self.reach() < NEAREST {
            return false;
        }
        let mut occurrences = self.earlier_occurrences();
        match occurrences.next() {
            Some(distance) if distance <= searched => true,
            Some(_) => occurrences.next().is_some(),
            None => false,
        }
    }

    /// Returns the keys of this position and of those before it that could come again, latest
    /// first.
    pub fn recent_keys(&self) -> impl Iterator<Item = Key> + '_ {
        let before = self.earlier.iter().rev().take(self.reach());
        iter::once(&self.state).chain(before).map(|state| state.keys.whole())
    }

    /// Returns the keys of [`recent_keys`](Position::recent_keys) that occur more than once, each
    /// once.
    pub fn repeated_keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.recent_keys().collect();
        keys.sort_unstable_by_key(|key| key.0);
        let pairs = keys.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut repeated: Vec<Key> = pairs.map(|pair| pair[0]).collect();
        repeated.dedup();
        repeated
    }

    /// Returns how many plies ago this position occurred, latest first.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let key = self.key();
        (NEAREST..=self.reach())
            .step_by(2)
            .filter(move |&distance| self.earlier[self.plies_made() - distance].keys.whole() == key)
    }

    /// Returns how many plies back a position could still be repeated.
    #[inline(always)]
    fn reach(&self) -> usize {
        let state = &self.state;
        let reversible = state.halfmove_clock.min(state.plies_since_null) as usize;
        reversible.min(self.plies_made())
    }

    /// Returns whether the side to move has a move after which [`Position::is_repetition`] holds
    /// one ply deeper. `searched` counts from this position.
    ///
    /// Van Kervinck looks up the difference of the keys in a cuckoo hash table of all moves
    /// (<http://marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf>). Here each state has the
    /// occupied squares, which give the move at once.
    ///
    /// Checks and pins are not looked at: the position that comes back was legal. Equal
    /// keys are taken for equal positions.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let mut position = Position::startpos();
    /// for text in ["g1f3", "g8f6", "f3g1"] {
    ///     let mv = position.parse_move(text).unwrap();
    ///     position.make(mv);
    /// }
    /// // Black's knight can go home too, which repeats the root of a search of three plies.
    /// // In one of two plies the position lies before the root, and must come a third time.
    /// assert!(position.has_upcoming_repetition(3));
    /// assert!(!position.has_upcoming_repetition(2));
    /// ```
    #[inline]
    pub fn has_upcoming_repetition(&self, searched: usize) -> bool {
        let reach = self.reach();
        // The other side needs two plies, away and back, and one of the own lies between them.
        reach >= 3 && self.can_repeat(reach, searched)
    }

    fn can_repeat(&self, reach: usize, searched: usize) -> bool {
        let ago = |distance: usize| &self.earlier[self.plies_made() - distance];
        let theirs = self.occupied_by(!self.side);
        (3..=reach).step_by(2).any(|distance| {
            let then = ago(distance);
            let mut longer_ago = (distance + 4..=reach).step_by(2);
            then.sides[0].occupied == theirs
                && self.can_go_back_to(then)
                && (distance <= searched
                    || longer_ago.any(|distance| ago(distance).keys.whole() == then.keys.whole()))
        })
    }

    /// Returns whether one reversible move leads back to a state in which the other side was to
    /// move.
    fn can_go_back_to(&self, then: &State) -> bool {
        let stand = self.occupied_by(self.side);
        let stood = then.sides[1].occupied;
        let (left, reached) = (stand & !stood, stood & !stand);
        if !left.is_single() || !reached.is_single() {
            return false;
        }
        left.zip(reached).any(|(from, to)| {
            let mv = Move::new(from, to, MoveKind::Quiet);
            self.likely_key_after(mv) == then.keys.whole()
                && self.piece_on(from).can_move_along(Direction::between(from, to))
                && self.empty_squares().contains_all(between(from, to))
        })
    }

    /// Returns whether no sequence of moves can mate: the kings are alone, or with a single knight,
    /// or with bishops that all stand on squares of one colour.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        let [white, black] = Color::ALL.map(|color| self.pawns(color));
        (white | black).is_empty() && self.is_insufficient_without_pawns()
    }

    // Out of line, since it is rare and its test is made at every node.
    #[inline(never)]
    fn is_insufficient_without_pawns(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Returns whether a side has too little material to mate by any sequence of moves, and so to
    /// win on time.
    ///
    /// FIDE Laws of Chess, article 6.9.
    ///
    /// ```
    /// use ox88::board::{Color, Position};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K1n1 w - - 0 1").unwrap();
    /// // The pawn may become something that takes a square from its own king.
    /// assert!(!position.has_insufficient_material(Color::Black));
    /// let bare = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    /// assert!(bare.has_insufficient_material(Color::Black));
    /// ```
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = |piece_type| self.count(color, piece_type);
        let total = |piece_type| own(piece_type) + self.count(!color, piece_type);
        let is_strong = own(PieceType::Pawn) + own(PieceType::Rook) + own(PieceType::Queen) > 0;
        if is_strong {
            return false;
        }
        if own(PieceType::Knight) > 0 {
            // A lone knight mates only a king whose own pieces block it, and a queen that does
            // so could take the knight.
            let others = self.pieces(!color).len() - 1 - self.count(!color, PieceType::Queen);
            return self.pieces(color).len() == 2 && others == 0;
        }
        if own(PieceType::Bishop) > 0 {
            let mut shades = self.bishop_shades();
            let first = shades.next();
            return total(PieceType::Pawn) + total(PieceType::Knight) == 0
                && shades.all(|shade| Some(shade) == first);
        }
        true
    }

    /// Returns, for each bishop of both sides, whether it stands on a light square.
    fn bishop_shades(&self) -> impl Iterator<Item = bool> + '_ {
        Color::ALL.into_iter().flat_map(move |color| {
            self.pieces_of(color, PieceType::Bishop)
                .map(move |id| self.square_of(color, id).is_light())
        })
    }
}
