//! Generating legal moves: all, noisy or quiet.
//!
//! Noisy are captures (en passant included) and promotions of every kind; quiet
//! is the rest, castling included. Checks and pins are known before the first
//! move is written down, so no move is made only to be found illegal.

use std::marker::PhantomData;

use super::attacks::Checks;
use super::castling::Wing;
use super::moves::{Move, MoveKind, MoveList, MoveSink};
use super::piece::{Color, ManId, ManSet, PieceKind};
use super::position::Position;
use super::relation::Relation;
use super::square::{Square, SquareSet, Step};

/// Which moves to generate; a type, so that each kind gets code of its own.
pub trait Selection {
    /// Captures and promotions.
    const NOISY: bool;
    /// Everything else.
    const QUIET: bool;
}

/// Every legal move.
pub struct All;
/// Captures, en passant, promotions.
pub struct Noisy;
/// What is not noisy.
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

/// The pieces a pawn may become, the likeliest first.
const PROMOTIONS: [PieceKind; 4] = [
    PieceKind::Queen,
    PieceKind::Knight,
    PieceKind::Rook,
    PieceKind::Bishop,
];

impl Position {
    /// All legal moves.
    ///
    /// ```
    /// use ox88::board::Position;
    /// assert_eq!(Position::startpos().legal_moves().len(), 20);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<All, _>(self.checks(), &mut moves);
        moves
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    /// Hands the selected legal moves to `sink`. `checks` must be
    /// [`Position::checks`] of this position.
    #[inline]
    pub fn generate<S: Selection, M: MoveSink>(&self, checks: Checks, sink: &mut M) {
        match checks.checkers.len() {
            0 => {
                let unbound = Generator::<S, M, false> {
                    selection: PhantomData,
                    position: self,
                    us: self.side,
                    pinned: checks.pinned,
                    answers: SquareSet::EMPTY,
                    sink,
                };
                unbound.everything();
            }
            1 => {
                let evasions = Generator::<S, M, true> {
                    selection: PhantomData,
                    position: self,
                    us: self.side,
                    pinned: checks.pinned,
                    answers: self.answers_to_check(checks),
                    sink,
                };
                evasions.everything();
            }
            _ => {
                let mut double_check = Generator::<S, M, true> {
                    selection: PhantomData,
                    position: self,
                    us: self.side,
                    pinned: checks.pinned,
                    answers: SquareSet::EMPTY,
                    sink,
                };
                double_check.king();
            }
        }
    }

    /// The squares where a man other than the king ends a single check: the
    /// checker's own and those between it and the king.
    pub(super) fn answers_to_check(&self, checks: Checks) -> SquareSet {
        let king = self.king(self.side);
        let mut answers = SquareSet::EMPTY;
        for id in checks.checkers {
            let checker = self.square_of(!self.side, id);
            answers.insert(checker);
            let relation = Relation::between(checker, king);
            let (true, Some(step)) = (relation.is_line(), relation.step()) else {
                continue;
            };
            let mut square = checker;
            while let Some(next) = square.step(step).filter(|&next| next != king) {
                answers.insert(next);
                square = next;
            }
        }
        answers
    }
}

/// Writes the moves of one position; `EVASION` where only `answers` help.
struct Generator<'a, S, M, const EVASION: bool> {
    selection: PhantomData<S>,
    position: &'a Position,
    us: Color,
    pinned: ManSet,
    answers: SquareSet,
    sink: &'a mut M,
}

impl<S: Selection, M: MoveSink, const EVASION: bool> Generator<'_, S, M, EVASION> {
    fn everything(mut self) {
        self.pawns();
        self.knights();
        self.sliders(PieceKind::Bishop, &Step::BISHOP);
        self.sliders(PieceKind::Rook, &Step::ROOK);
        self.sliders(PieceKind::Queen, &Step::QUEEN);
        self.king();
        if S::QUIET && !EVASION && !self.position.castling().is_none() {
            for wing in Wing::ALL {
                if let Some(mv) = self.position.can_castle(wing) {
                    self.sink.push(mv);
                }
            }
        }
    }

    /// The line to which a man is bound, if it is pinned.
    #[inline(always)]
    fn pin(&self, id: ManId, from: Square) -> Option<Step> {
        if self.pinned.contains(id) {
            Relation::between(self.position.king(self.us), from).step()
        } else {
            None
        }
    }

    /// Whether going to a square ends the check, if there is one.
    #[inline(always)]
    fn answers(&self, to: Square) -> bool {
        !EVASION || self.answers.contains(to)
    }

    #[inline(always)]
    fn pawns(&mut self) {
        let forward = self.us.forward();
        let captures = self.us.pawn_captures();
        for id in self.position.men_of(self.us, PieceKind::Pawn) {
            let from = self.position.square_of(self.us, id);
            let pin = self.pin(id, from);
            let free = |step: Step| pin.is_none_or(|line| line.same_line(step));
            let promotes = from.rank() == self.us.rank(6);

            if let Some(to) = from.step(forward)
                && self.position.man_at(to).is_none()
                && free(forward)
            {
                if promotes {
                    if S::NOISY && self.answers(to) {
                        self.promotions(from, to, false);
                    }
                } else if S::QUIET {
                    if self.answers(to) {
                        self.sink.push(Move::new(from, to, MoveKind::Quiet));
                    }
                    if from.rank() == self.us.rank(1)
                        && let Some(to) = to.step(forward)
                        && self.position.man_at(to).is_none()
                        && self.answers(to)
                    {
                        self.sink.push(Move::new(from, to, MoveKind::DoublePush));
                    }
                }
            }
            if S::NOISY {
                for step in captures {
                    if let Some(to) = from.step(step)
                        && self.position.man_at(to).is(!self.us)
                        && self.answers(to)
                        && free(step)
                    {
                        if promotes {
                            self.promotions(from, to, true);
                        } else {
                            self.sink.push(Move::new(from, to, MoveKind::Capture));
                        }
                    }
                }
            }
        }
        if S::NOISY
            && let Some(target) = self.position.en_passant()
        {
            for from in self.position.en_passant_takers(target) {
                self.sink.push(Move::new(from, target, MoveKind::EnPassant));
            }
        }
    }

    #[inline(always)]
    fn promotions(&mut self, from: Square, to: Square, capture: bool) {
        for piece in PROMOTIONS {
            self.sink
                .push(Move::new(from, to, MoveKind::promotion(piece, capture)));
        }
    }

    #[inline(always)]
    fn knights(&mut self) {
        // A pinned knight has no move.
        let knights = self
            .position
            .men_of(self.us, PieceKind::Knight)
            .without(self.pinned);
        for id in knights {
            let from = self.position.square_of(self.us, id);
            for step in Step::KNIGHT {
                if let Some(to) = from.step(step) {
                    self.push_piece_move(from, to);
                }
            }
        }
    }

    #[inline(always)]
    fn sliders(&mut self, kind: PieceKind, steps: &[Step]) {
        for id in self.position.men_of(self.us, kind) {
            let from = self.position.square_of(self.us, id);
            let pin = self.pin(id, from);
            for &step in steps {
                if pin.is_some_and(|line| !line.same_line(step)) {
                    continue;
                }
                let mut square = from;
                while let Some(to) = square.step(step) {
                    if !self.push_piece_move(from, to) {
                        break;
                    }
                    square = to;
                }
            }
        }
    }

    /// Writes a move to an empty or enemy square if it is wanted, and tells
    /// whether the square was empty.
    #[inline(always)]
    fn push_piece_move(&mut self, from: Square, to: Square) -> bool {
        let man = self.position.man_at(to);
        if man.is_none() {
            if S::QUIET && self.answers(to) {
                self.sink.push(Move::new(from, to, MoveKind::Quiet));
            }
            return true;
        }
        if S::NOISY && man.is(!self.us) && self.answers(to) {
            self.sink.push(Move::new(from, to, MoveKind::Capture));
        }
        false
    }

    #[inline(always)]
    fn king(&mut self) {
        let king = self.position.king(self.us);
        for step in Step::QUEEN {
            let Some(to) = king.step(step) else { continue };
            let man = self.position.man_at(to);
            let kind = if man.is_none() {
                if !S::QUIET {
                    continue;
                }
                MoveKind::Quiet
            } else if S::NOISY && man.is(!self.us) {
                MoveKind::Capture
            } else {
                continue;
            };
            // The king must not count as its own shield.
            if !self
                .position
                .is_attacked_without(to, !self.us, [king, king])
            {
                self.sink.push(Move::new(king, to, kind));
            }
        }
    }
}
