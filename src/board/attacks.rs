//! Attacks, checks and legal castling, which are read from the attack table; pins and legal en
//! passant, which are not, as they depend on the lines between a king and the enemy's sliders.

use super::attack_table::{AttackTable, king_attacks, leaper_attacks};
use super::castling::{CastlingPaths, CastlingSide};
use super::direction::{Direction, between};
use super::fill::slider_attacks;
use super::moves::{Move, MoveKind};
use super::piece::{Color, Piece, PieceId, PieceSet, PieceType};
use super::position::Position;
use super::square::{Square, SquareSet};

/// Checks and pins against the side to move.
///
/// ```
/// use ox88::board::{Color, Position};
/// let position = Position::from_fen("4k3/8/8/8/1b6/8/3N4/r3K3 w - - 0 1").unwrap();
/// let checks = position.checks();
/// assert!(checks.in_check() && checks.checkers.len() == 1);
/// let mut pinned = checks.pinned.map(|id| position.square_of(Color::White, id));
/// assert_eq!(pinned.next().unwrap().to_string(), "d2");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Checks {
    /// The enemy's pieces that give check: none, one or two.
    pub checkers: PieceSet,
    /// The own pieces pinned to their king.
    pub pinned: PieceSet,
}

impl Checks {
    /// Returns whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(self) -> bool {
        !self.checkers.is_empty()
    }
}

/// The squares on which pieces of the side to move give check, to test many moves of a position.
/// <https://www.chessprogramming.org/Check>
///
/// ```
/// use ox88::board::Position;
/// let position = Position::from_fen("4k3/8/8/8/8/8/4N3/K3R3 w - - 0 1").unwrap();
/// let check_squares = position.check_squares();
/// let gives_check = |text| check_squares.gives_check(&position, position.parse_move(text).unwrap());
/// // By the knight, by the rook behind it, and not at all.
/// assert!(gives_check("e2f4") && gives_check("e2c1") && !gives_check("a1a2"));
/// ```
pub struct CheckSquares {
    /// The squares from which a piece of each type attacks the enemy's king, by
    /// [`PieceType::index`]; none for a king.
    squares: [SquareSet; PieceType::COUNT],
    /// The squares of the pieces, of either side, that alone stand between the enemy's king and an
    /// own slider: moves of the own ones may give discovered check.
    blockers: SquareSet,
}

impl CheckSquares {
    /// Returns what [`Position::gives_check`] returns, which is faster for a single move. `position`
    /// must be the one from which these check squares were computed.
    #[inline(always)]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        let piece = position.piece_on(mv.from());
        let by_type = piece.type_index();
        let is_direct = self.squares[by_type].contains(mv.to()) && mv.is_plain();
        is_direct || self.blockers.contains(mv.from()) && position.gives_check(mv)
    }

    /// Returns the squares of the pieces that can give check by a quiet move, and perhaps of some
    /// that cannot.
    #[inline(always)]
    pub fn quiet_candidates(&self, position: &Position) -> SquareSet {
        let us = position.side_to_move();
        let empty = position.empty_squares();
        let one_back = |squares: SquareSet| (squares & empty).forward(!us);
        let before = one_back(self.squares[PieceType::Pawn.index()]);
        let pawns = position.pawns(us) & (before | one_back(before));
        let mut candidates = self.blockers | pawns;
        let pieces = position.pieces(us) & !position.pieces_of(us, PieceType::Pawn);
        for id in pieces {
            let from = position.square_of(us, id);
            let by_type = position.piece_on(from).type_index();
            let checks = self.squares[by_type] & empty;
            if !(position.attacks_from(us, id) & checks).is_empty() {
                candidates |= SquareSet::of(from);
            }
        }
        candidates
    }
}

impl Position {
    /// Returns the squares on which the side to move gives check.
    pub fn check_squares(&self) -> CheckSquares {
        let (us, them) = (self.side, !self.side);
        let king = self.king(them);
        let [straight, diagonal] = slider_attacks(king, self.occupied());
        // A pawn attacks the king from the squares that a pawn of the other side would attack from
        // the king's square.
        let leaps = |piece_type| leaper_attacks(Piece { color: them, piece_type }, king);
        let mut squares = [SquareSet::EMPTY; PieceType::COUNT];
        for (piece_type, attacks) in [
            (PieceType::Pawn, leaps(PieceType::Pawn)),
            (PieceType::Knight, leaps(PieceType::Knight)),
            (PieceType::Bishop, diagonal),
            (PieceType::Rook, straight),
            (PieceType::Queen, straight | diagonal),
        ] {
            squares[piece_type.index()] = attacks;
        }
        let mut blockers = SquareSet::EMPTY;
        self.for_each_single_blocker(us, king, |blocker| blockers |= blocker);
        CheckSquares { squares, blockers }
    }

    /// Calls `found` with the square of each piece, of either side, that alone stands between a
    /// slider of this side and the target.
    #[inline(always)]
    fn for_each_single_blocker(
        &self,
        color: Color,
        target: Square,
        mut found: impl FnMut(SquareSet),
    ) {
        let occupied = self.occupied();
        for id in self.sliders(color) {
            let from = self.square_of(color, id);
            if self.piece_on(from).can_move_along(Direction::between(from, target)) {
                let blockers = between(target, from) & occupied;
                if blockers.is_single() {
                    found(blockers);
                }
            }
        }
    }

    /// Returns the pieces of a side that attack a square, or defend a piece there.
    ///
    /// ```
    /// use ox88::board::{Color, Position};
    /// let start = Position::startpos();
    /// let f3 = "f3".parse().unwrap();
    /// assert_eq!(start.attackers(Color::White, f3).len(), 3);
    /// assert!(start.is_attacked(f3, Color::White) && !start.is_attacked(f3, Color::Black));
    /// ```
    #[inline(always)]
    pub fn attackers(&self, color: Color, square: Square) -> PieceSet {
        self.attack_table().attackers(color, square)
    }

    /// Returns the squares that a piece attacks, own pieces' included.
    ///
    /// ```
    /// use ox88::board::{Color, Position};
    /// let start = Position::startpos();
    /// let knight = start.piece_on("b1".parse().unwrap());
    /// let targets = start.attacks_from(Color::White, knight.id());
    /// assert_eq!(targets.map(|square| square.to_string()).collect::<Vec<_>>(), ["d2", "a3", "c3"]);
    /// ```
    #[inline(always)]
    pub fn attacks_from(&self, color: Color, id: PieceId) -> SquareSet {
        self.attack_table().attacks_from(color, id)
    }

    /// Returns the squares that any of these pieces attacks, own pieces' included.
    #[inline(always)]
    pub fn attacked_by(&self, color: Color, pieces: PieceSet) -> SquareSet {
        self.attack_table().attacked_by(color, pieces)
    }

    /// Returns the squares that a side attacks, own pieces' included.
    #[inline(always)]
    pub fn attacked(&self, color: Color) -> SquareSet {
        self.attack_table().attacked(color)
    }

    /// Returns the checks and pins against the side to move.
    #[inline]
    pub fn checks(&self) -> Checks {
        Checks { checkers: self.checkers(), pinned: self.pinned() }
    }

    /// Returns the enemy's pieces that give check: none, one or two.
    #[inline]
    pub fn checkers(&self) -> PieceSet {
        self.attackers(!self.side, self.king(self.side))
    }

    /// Returns the pieces of the side to move that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> PieceSet {
        let (us, them) = (self.side, !self.side);
        let king = self.king(us);
        let mut pinned = PieceSet::EMPTY;
        self.for_each_single_blocker(them, king, |blocker| {
            for square in blocker & self.occupied_by(us) {
                pinned |= PieceSet::of(self.piece_on(square).id());
            }
        });
        pinned
    }

    /// Returns whether a legal move gives check. It returns false for castling, en passant captures
    /// and promotions, for which the test would cost too much.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4N3/K3R3 w - - 0 1").unwrap();
    /// // By the rook behind it.
    /// assert!(position.gives_check(position.parse_move("e2f4").unwrap()));
    /// assert!(!position.gives_check(position.parse_move("a1a2").unwrap()));
    /// ```
    #[inline(always)]
    pub fn gives_check(&self, mv: Move) -> bool {
        if !mv.is_plain() {
            return false;
        }
        let (us, from, to) = (self.side, mv.from(), mv.to());
        let king = self.king(!us);
        let occupied = self.occupied() & !SquareSet::of(from);
        let is_clear = |square| (between(square, king) & occupied).is_empty();
        if self.piece_on(from).can_move_along(Direction::between(to, king)) && is_clear(to) {
            return true;
        }
        let line = Direction::between(from, king);
        line.step().is_some()
            && is_clear(from)
            && Direction::between(to, king).step() != line.step()
            && self.has_slider_behind(from, line)
    }

    /// Returns whether a slider of the side to move attacks the square in this direction.
    #[inline(never)]
    fn has_slider_behind(&self, square: Square, line: Direction) -> bool {
        let us = self.side;
        let behind = self.attackers(us, square) & self.sliders(us);
        behind.into_iter().any(|id| {
            let slider = self.square_of(us, id);
            Direction::between(slider, square).step() == line.step()
        })
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.side), !self.side)
    }

    /// Returns whether a side attacks a square, or defends a piece there.
    #[inline]
    pub fn is_attacked(&self, target: Square, by: Color) -> bool {
        !self.attackers(by, target).is_empty()
    }

    /// Returns the safe squares of the king of the side to move, own pieces' included.
    #[inline]
    pub(super) fn king_targets(&self, checkers: PieceSet) -> SquareSet {
        let (us, them) = (self.side, !self.side);
        let king = self.king(us);
        let mut targets = king_attacks(king) & !self.attacked(them);
        // The square behind the king, as seen from a slider that gives check, is attacked once the
        // king has moved.
        for id in checkers & self.sliders(them) {
            let checker = self.square_of(them, id);
            let step = Direction::between(checker, king).step();
            if let Some(shadow) = step.and_then(|step| king.step(step)) {
                targets &= !SquareSet::of(shadow);
            }
        }
        targets
    }

    #[inline(always)]
    pub(super) fn sliders(&self, color: Color) -> PieceSet {
        self.pieces_of(color, PieceType::Bishop)
            | self.pieces_of(color, PieceType::Rook)
            | self.pieces_of(color, PieceType::Queen)
    }

    /// Returns the pawns of the side to move that may legally take en passant on this square.
    #[inline]
    pub(super) fn en_passant_takers(&self, target: Square) -> impl Iterator<Item = Square> + '_ {
        let us = self.side;
        us.pawn_captures().into_iter().filter_map(move |step| {
            let from = target.step(step.reversed())?;
            let is_pawn = self.piece_on(from).is_piece(us, PieceType::Pawn);
            (is_pawn && self.is_en_passant_safe(from, target)).then_some(from)
        })
    }

    /// Returns whether an en passant capture leaves the own king safe. Two pawns may leave the
    /// king's rank at once, though neither is pinned. `make` calls it before the attack table is
    /// computed.
    fn is_en_passant_safe(&self, from: Square, target: Square) -> bool {
        let (us, them) = (self.side, !self.side);
        let king = self.king(us);
        let victim = super::make::en_passant_victim(target, us);
        let mut occupied = self.occupied();
        occupied.toggle(from);
        occupied.toggle(target);
        occupied.toggle(victim);
        !self.pieces(them).into_iter().any(|id| {
            let square = self.square_of(them, id);
            square != victim
                && self.piece_on(square).can_move_along(Direction::between(square, king))
                && (between(square, king) & occupied).is_empty()
        })
    }

    /// Returns the legal castling moves. The side to move must not be in check.
    #[inline(always)]
    pub(super) fn castlings(&self, pinned: PieceSet) -> impl Iterator<Item = Move> + '_ {
        CastlingSide::ALL.into_iter().filter_map(move |side| self.castling_to(side, pinned))
    }

    /// Returns the castling move on this side of the board, if it is legal.
    #[inline(always)]
    fn castling_to(&self, castling_side: CastlingSide, pinned: PieceSet) -> Option<Move> {
        let us = self.side;
        let rook = self.castling_rook(us, castling_side)?;
        let CastlingPaths { empty, king: path } = self.castling_rooks.paths(us, castling_side);
        if !self.empty_squares().contains_all(empty) {
            return None;
        }
        // In Chess960 the rook may shield the king from a slider on the back rank.
        let is_safe =
            (path & self.attacked(!us)).is_empty() && !pinned.contains(self.piece_on(rook).id());
        is_safe.then(|| Move::new(self.king(us), rook, MoveKind::Castle))
    }
}
