//! Who attacks a square, and what that means for a king: checks and pins.
//!
//! For each man one look at the difference table tells whether it could attack
//! at all; only a slider that could then walks the line.

use super::castling::Wing;
use super::moves::Move;
use super::piece::{Color, Man, ManSet, PieceKind};
use super::position::Position;
use super::relation::Relation;
use super::square::{Square, Step};

/// What the side to move must mind about its king.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Checks {
    /// The enemy's men that give check: none, one or two.
    pub checkers: ManSet,
    /// The own men that must stay on the line between their king and an enemy
    /// slider.
    pub pinned: ManSet,
}

impl Checks {
    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(self) -> bool {
        !self.checkers.is_empty()
    }
}

impl Position {
    /// Checks and pins against the side to move.
    #[inline]
    pub fn checks(&self) -> Checks {
        let us = self.side;
        let them = !us;
        let king = self.king(us);
        let mut checks = Checks {
            checkers: ManSet::EMPTY,
            pinned: ManSet::EMPTY,
        };

        for id in self.leapers(them) {
            let from = self.square_of(them, id);
            if Relation::between(from, king).admits(self.man_at(from)) {
                checks.checkers.toggle(id);
            }
        }
        for id in self.sliders(them) {
            let from = self.square_of(them, id);
            let relation = Relation::between(from, king);
            if !relation.admits(self.man_at(from)) {
                continue;
            }
            let Some(step) = relation.step() else {
                continue;
            };
            let (first, man) = self.first_man(from, step);
            if first == king {
                checks.checkers.toggle(id);
            } else if man.is(us) && self.first_man(first, step).0 == king {
                checks.pinned = checks.pinned.union(ManSet::of(man.id()));
            }
        }
        checks
    }

    /// Whether a legal move gives check. Castling, en passant and promotion
    /// count as giving none: to know would cost more than it is worth.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (us, from, to) = (self.side, mv.from(), mv.to());
        let king = self.king(!us);
        let gone = [from, from];
        if mv.is_castle() || mv.is_en_passant() || mv.is_promotion() {
            return false;
        }
        let relation = Relation::between(to, king);
        if relation.admits(self.man_at(from))
            && (!relation.is_line() || self.is_clear(to, king, gone))
        {
            return true;
        }
        // A slider behind the man that moves, unless it stays on the line.
        let relation = Relation::between(king, from);
        let (true, Some(step)) = (relation.is_line(), relation.step()) else {
            return false;
        };
        let stays = Relation::between(king, to).step() == Some(step);
        if stays || !self.is_clear(king, from, gone) {
            return false;
        }
        let (square, man) = self.first_man(from, step);
        man.is(us) && Relation::between(square, king).admits(man)
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.side), !self.side)
    }

    /// Whether a side attacks a square, own men included.
    #[inline]
    pub fn is_attacked(&self, target: Square, by: Color) -> bool {
        self.is_attacked_without(target, by, [target; 2])
    }

    /// Whether a side would attack `target` if `gone` were empty. The target
    /// itself may be named there: it makes no difference.
    #[inline]
    pub(super) fn is_attacked_without(&self, target: Square, by: Color, gone: [Square; 2]) -> bool {
        for id in self.leapers(by) {
            let from = self.square_of(by, id);
            if Relation::between(from, target).admits(self.man_at(from)) {
                return true;
            }
        }
        for id in self.sliders(by) {
            let from = self.square_of(by, id);
            let relation = Relation::between(from, target);
            if !relation.admits(self.man_at(from)) {
                continue;
            }
            let Some(step) = relation.step() else {
                continue;
            };
            let mut square = from;
            // The line leads to the target, so the walk never leaves the board.
            while let Some(next) = square.step(step) {
                if next == target {
                    return true;
                }
                if !self.man_at(next).is_none() && !gone.contains(&next) {
                    break;
                }
                square = next;
            }
        }
        false
    }

    /// Pawns, knights and the king.
    #[inline(always)]
    fn leapers(&self, color: Color) -> ManSet {
        self.men(color).without(self.sliders(color))
    }

    /// Bishops, rooks and queens.
    #[inline(always)]
    pub(super) fn sliders(&self, color: Color) -> ManSet {
        self.men_of(color, PieceKind::Bishop)
            .union(self.men_of(color, PieceKind::Rook))
            .union(self.men_of(color, PieceKind::Queen))
    }

    /// The first man met from a square along a step; the last square of the
    /// line and [`Man::NONE`] where nobody stands on it.
    #[inline(always)]
    pub(super) fn first_man(&self, from: Square, step: Step) -> (Square, Man) {
        let mut square = from;
        while let Some(next) = square.step(step) {
            square = next;
            let man = self.man_at(square);
            if !man.is_none() {
                return (square, man);
            }
        }
        (square, Man::NONE)
    }

    /// Whether every square strictly between two squares of one line is empty,
    /// `gone` taken for empty too.
    pub(super) fn is_clear(&self, from: Square, to: Square, gone: [Square; 2]) -> bool {
        let Some(step) = Relation::between(from, to).step() else {
            return true;
        };
        let mut square = from;
        while let Some(next) = square.step(step) {
            if next == to {
                return true;
            }
            if !self.man_at(next).is_none() && !gone.contains(&next) {
                return false;
            }
            square = next;
        }
        false
    }

    /// The squares from which the side to move can legally take en passant on
    /// `target`.
    pub(super) fn en_passant_takers(&self, target: Square) -> impl Iterator<Item = Square> + '_ {
        let us = self.side;
        us.pawn_captures().into_iter().filter_map(move |step| {
            let from = target.step(step.reversed())?;
            let is_pawn = self.man_at(from).is_piece(us, PieceKind::Pawn);
            (is_pawn && self.is_en_passant_safe(from, target)).then_some(from)
        })
    }

    /// Whether the own king is safe after taking en passant. Two men leave
    /// their line at once, which no pin tells, so the answer is looked up on
    /// the board as it will be.
    fn is_en_passant_safe(&self, from: Square, target: Square) -> bool {
        let us = self.side;
        let king = self.king(us);
        let victim = super::make::en_passant_victim(target, us);
        let mut after = self.board;
        after[target.index()] = after[from.index()];
        after[from.index()] = Man::NONE;
        after[victim.index()] = Man::NONE;

        !self.men(!us).any(|id| {
            let square = self.square_of(!us, id);
            let relation = Relation::between(square, king);
            if square == victim || !relation.admits(after[square.index()]) {
                return false;
            }
            let (true, Some(step)) = (relation.is_line(), relation.step()) else {
                return true;
            };
            let mut walk = square.step(step);
            while let Some(next) = walk {
                if next == king {
                    return true;
                }
                if !after[next.index()].is_none() {
                    return false;
                }
                walk = next.step(step);
            }
            false
        })
    }

    /// Whether the side to move, not in check, can castle on this wing now.
    pub(super) fn can_castle(&self, wing: Wing) -> Option<Move> {
        let us = self.side;
        let rook = self.castling_rook(us, wing)?;
        let king = self.king(us);
        let king_to = Square::at(wing.king_file(), king.rank());
        let rook_to = Square::at(wing.rook_file(), king.rank());
        let men = [king, rook];

        let free = |square| self.man_at(square).is_none() || men.contains(&square);
        let paths_clear = self.is_clear(king, king_to, men)
            && self.is_clear(rook, rook_to, men)
            && free(king_to)
            && free(rook_to);
        if !paths_clear {
            return None;
        }
        // Both men are taken for gone: in Chess960 the rook may have shielded
        // the king from a slider on its own rank. The rook's new square never
        // shields: whoever is behind it would give check already.
        let step = Relation::between(king, king_to).step();
        let mut square = king;
        while square != king_to {
            square = square.step(step?)?;
            if self.is_attacked_without(square, !us, men) {
                return None;
            }
        }
        if king == king_to && self.is_attacked_without(king_to, !us, men) {
            return None;
        }
        Some(Move::new(king, rook, super::moves::MoveKind::Castle))
    }
}
