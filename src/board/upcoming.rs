//! Whether a move is at hand that repeats a position, without making any.
//!
//! Van Kervinck looks the difference of the keys up in a table of all moves. Here
//! each state knows where everybody stood, which tells the move at once.
//! <http://marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf>

use super::direction::{Direction, between};
use super::moves::{Move, MoveKind};
use super::position::{Position, State};

impl Position {
    /// Whether the side to move has a move after which
    /// [`Position::is_repetition`] holds one ply deeper. `searched` is the same
    /// as there, seen from this position.
    ///
    /// Checks and pins need no look: what stood before was legal with the other
    /// side to move, so the move that brings it back leaves no king attacked.
    /// Equal keys are taken for equal positions.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let mut position = Position::startpos();
    /// for text in ["g1f3", "g8f6", "f3g1"] {
    ///     let mv = position.parse_move(text).unwrap();
    ///     position.make(mv);
    /// }
    /// // Black's knight can go home too: to where a search of three plies began,
    /// // but only for the second time if the game began there.
    /// assert!(position.has_upcoming_repetition(3));
    /// assert!(!position.has_upcoming_repetition(2));
    /// ```
    #[inline]
    pub fn has_upcoming_repetition(&self, searched: usize) -> bool {
        let reach = self.reach();
        // The other side needs two plies to be back, with one between them.
        reach >= 3 && self.can_repeat(reach, searched)
    }

    fn can_repeat(&self, reach: usize, searched: usize) -> bool {
        let ago = |distance: usize| &self.states[self.plies_made() - distance];
        let (them, theirs) = (!self.side, self.state().keys.others(!self.side));
        (3..=reach).step_by(2).any(|distance| {
            let then = ago(distance);
            let mut longer_ago = (distance + 4..=reach).step_by(2);
            // Seldom equal, so that little else is looked at.
            then.keys.others(them) == theirs
                && self.can_go_back_to(then)
                && (distance <= searched
                    || longer_ago.any(|distance| ago(distance).keys.whole() == then.keys.whole()))
        })
    }

    /// Whether one move of a piece leads to a state in which the other side was
    /// to move, all moves since being reversible.
    fn can_go_back_to(&self, then: &State) -> bool {
        let stand = self.occupied_by(self.side);
        let stood = then.sides[1].occupied;
        let (left, reached) = (stand.without(stood), stood.without(stand));
        if !left.is_single() || !reached.is_single() {
            return false;
        }
        left.zip(reached).any(|(from, to)| {
            let mv = Move::new(from, to, MoveKind::Quiet);
            self.likely_key_after(mv) == then.keys.whole()
                && Direction::between(from, to).admits(self.placed_at(from))
                && self.empty_squares().contains_all(between(from, to))
        })
    }
}
