//! Generating legal moves. Checks and pins are computed first, so that no pseudo-legal moves need
//! to be tested.

use std::marker::PhantomData;

use super::attack_table::{AttackTable, Table, to_edge};
use super::attacks::Checks;
use super::direction::{Direction, between};
use super::moves::{Move, MoveKind, MoveList};
use super::piece::{Color, PieceId, PieceSet, PieceType};
use super::position::Position;
use super::push::{push_stepped, push_targets};
use super::square::{Square, SquareSet};

/// A selection of moves to generate. It is a type, so that each selection is compiled separately.
pub trait Selection {
    /// Whether captures and promotions are generated.
    const NOISY: bool;
    /// Whether the other moves are generated.
    const QUIET: bool;
}

/// The selection of all legal moves.
pub struct All;
/// The selection of captures, en passant captures and promotions.
pub struct Noisy;
/// The selection of the moves that are not [`Noisy`].
pub struct Quiet;

impl Selection for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}
impl Selection for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}
impl Selection for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// The pieces to which a pawn promotes, the likeliest first.
const PROMOTIONS: [PieceType; 4] =
    [PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop];

impl Position {
    /// Returns all legal moves.
    ///
    /// ```
    /// use ox88::board::Position;
    /// assert_eq!(Position::startpos().legal_moves().len(), 20);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<All>(self.checks(), &mut moves);
        moves
    }

    /// Returns whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Adds the selected legal moves in this order: pinned pawns; other pawns (captures towards the
    /// a-file, captures towards the h-file, pushes); the other pieces in list order, and then the
    /// king (captures first, each from a1 to h8); en passant; castling. `checks` must be this
    /// position's [`Position::checks`].
    #[inline]
    pub fn generate<S: Selection>(&self, checks: Checks, moves: &mut MoveList) {
        let mut generator = Generator::<S> {
            selection: PhantomData,
            position: self,
            us: self.side,
            checks,
            captures: self.occupied_by(!self.side),
            empty: self.empty_squares(),
            table: self.attack_table(),
            moves,
        };
        if checks.in_check() {
            generator.evasions();
        } else {
            generator.everything();
        }
    }

    /// Returns the squares where a piece other than the king ends a check: none in double check.
    pub(super) fn check_mask(&self, checks: Checks) -> SquareSet {
        let king = self.king(self.side);
        let mut answers = SquareSet::ALL;
        for id in checks.checkers {
            let checker = self.square_of(!self.side, id);
            let line = between(king, checker) | SquareSet::of(checker);
            answers &= line;
        }
        answers
    }

    /// Returns the line of a piece that is pinned on this square: from beside its king to the edge
    /// of the board.
    #[inline]
    pub(super) fn pin_line(&self, from: Square) -> SquareSet {
        let king = self.king(self.side);
        let step = Direction::between(king, from).step();
        step.map_or(SquareSet::EMPTY, |step| to_edge(king, step))
    }
}

struct Generator<'a, S> {
    selection: PhantomData<S>,
    position: &'a Position,
    us: Color,
    checks: Checks,
    captures: SquareSet,
    empty: SquareSet,
    table: &'a Table,
    moves: &'a mut MoveList,
}

impl<S: Selection> Generator<'_, S> {
    fn everything(&mut self) {
        self.pawns();
        self.non_pawns();
        self.king();
        self.en_passant();
        if S::QUIET {
            self.moves.extend(self.position.castlings(self.checks.pinned));
        }
    }

    fn evasions(&mut self) {
        let (captures, empty) = (self.captures, self.empty);
        let answers = self.position.check_mask(self.checks);
        self.captures = captures & answers;
        self.empty = empty & answers;
        if !answers.is_empty() {
            self.pawns();
            self.non_pawns();
        }
        (self.captures, self.empty) = (captures, empty);
        self.king();
        self.en_passant();
    }

    #[inline(always)]
    fn pawns(&mut self) {
        let mut free = self.position.pawns(self.us);
        for id in self.checks.pinned {
            let from = self.position.square_of(self.us, id);
            if free.contains(from) {
                free &= !SquareSet::of(from);
                self.pawn_moves(SquareSet::of(from), self.position.pin_line(from));
            }
        }
        self.pawn_moves(free, SquareSet::ALL);
    }

    #[inline(always)]
    fn pawn_moves(&mut self, pawns: SquareSet, allowed: SquareSet) {
        let us = self.us;
        let last = SquareSet::rank(us.rank(7));
        let allowed = allowed & (self.captures | self.empty);
        let targets = self.position.pawn_targets(pawns, allowed);
        let forward = us.forward();
        if S::NOISY {
            let [west, east] = us.pawn_captures();
            for (step, targets) in [(west, targets.west), (east, targets.east)] {
                if (targets & last).is_empty() {
                    push_stepped(self.moves, step, targets, MoveKind::Capture);
                    continue;
                }
                for (from, to) in targets.stepped_from(step) {
                    if last.contains(to) {
                        self.promotions(from, to, true);
                    } else {
                        self.moves.push(Move::new(from, to, MoveKind::Capture));
                    }
                }
            }
            for (from, to) in (targets.single & last).stepped_from(forward) {
                self.promotions(from, to, false);
            }
        }
        if S::QUIET {
            let double = forward.doubled();
            push_stepped(self.moves, forward, targets.single & !last, MoveKind::Quiet);
            push_stepped(self.moves, double, targets.double, MoveKind::DoublePush);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, from: Square, to: Square, capture: bool) {
        for piece in PROMOTIONS {
            self.moves.push(Move::new(from, to, MoveKind::promotion(piece, capture)));
        }
    }

    #[inline(always)]
    fn non_pawns(&mut self) {
        let pawns = self.position.pieces_of(self.us, PieceType::Pawn);
        let pieces = self.position.pieces(self.us) & !pawns;
        for id in pieces & !PieceSet::of(PieceId::KING) {
            let from = self.position.square_of(self.us, id);
            let mut targets = self.table.attacks_from(self.us, id);
            if self.checks.pinned.contains(id) {
                targets &= self.position.pin_line(from);
            }
            self.push_all(from, targets);
        }
    }

    #[inline(always)]
    fn king(&mut self) {
        let targets = self.position.king_targets(self.checks.checkers);
        self.push_all(self.position.king(self.us), targets);
    }

    #[inline(always)]
    fn push_all(&mut self, from: Square, targets: SquareSet) {
        if S::NOISY {
            let targets = targets & self.captures;
            push_targets(self.moves, from, targets, MoveKind::Capture);
        }
        if S::QUIET {
            let targets = targets & self.empty;
            push_targets(self.moves, from, targets, MoveKind::Quiet);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self) {
        if S::NOISY
            && let Some(target) = self.position.en_passant()
        {
            for from in self.position.en_passant_takers(target) {
                self.moves.push(Move::new(from, target, MoveKind::EnPassant));
            }
        }
    }
}
