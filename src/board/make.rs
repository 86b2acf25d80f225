//! Making and unmaking moves, in place.

use super::castling::Wing;
use super::moves::{Move, MoveKind};
use super::piece::{Color, Man, ManSet, PieceKind};
use super::position::{Position, State};
use super::square::{Square, SquareSet};
use super::zobrist;

/// Hears of every change that a move makes to the board, so that an evaluation
/// can follow without the board knowing of it.
pub trait Observer {
    /// A man now stands on a square that was empty.
    fn placed(&mut self, man: Man, square: Square);
    /// A man has left the board.
    fn lifted(&mut self, man: Man, square: Square);
    /// A man has gone from one square to another.
    #[inline(always)]
    fn moved(&mut self, man: Man, from: Square, to: Square) {
        self.lifted(man, from);
        self.placed(man, to);
    }
}

/// Nobody listens.
impl Observer for () {
    #[inline(always)]
    fn placed(&mut self, _: Man, _: Square) {}
    #[inline(always)]
    fn lifted(&mut self, _: Man, _: Square) {}
}

/// Where king and rook stand after castling by this move.
pub(super) fn castled_squares(mv: Move) -> (Square, Square) {
    let wing = Wing::of(mv.from(), mv.to());
    let rank = mv.from().rank();
    (
        Square::at(wing.king_file(), rank),
        Square::at(wing.rook_file(), rank),
    )
}

impl Position {
    /// Makes a move, which must be legal here.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        self.make_observed(mv, &mut ());
    }

    /// Makes a move, which must be legal here, and tells the observer what it
    /// changes on the board.
    #[inline]
    pub fn make_observed<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        let man = self.board[from];
        debug_assert!(man.is(us), "{mv:?} in {}", self.fen());

        // The next table follows from this one, which can be computed only while
        // the board is as it is.
        self.attack_table();
        self.past.push(self.state);
        self.state.table_number += 1;
        self.attack_memo.forget(self.state.table_number as usize);
        self.state.last_move = mv;
        self.state.moved = man;
        self.state.halfmove_clock += 1;
        self.state.plies_since_null += 1;
        self.end_en_passant();
        self.end_castling(from, to);
        self.state.keys.toggle(zobrist::black_to_move());
        self.side = !us;
        self.fullmove_number += us as u32;

        match mv.kind() {
            MoveKind::Quiet | MoveKind::Capture => {
                self.take(to, observer);
                self.shift(man, from, to, observer);
            }
            MoveKind::DoublePush => {
                self.state.captured = Man::NONE;
                self.shift(man, from, to, observer);
                self.offer_en_passant(to);
            }
            MoveKind::EnPassant => {
                self.take(en_passant_victim(to, us), observer);
                self.shift(man, from, to, observer);
            }
            MoveKind::Castle => {
                self.state.captured = Man::NONE;
                self.castle(mv, observer);
            }
            _ => {
                self.take(to, observer);
                self.promote(mv, man, observer);
            }
        }
    }

    /// Takes the last move back. Does nothing where no move was made.
    #[inline]
    pub fn unmake(&mut self) {
        let Some(before) = self.past.pop() else {
            return;
        };
        let State {
            last_move: mv,
            captured,
            moved,
            ..
        } = self.state;
        self.state = before;
        self.side = !self.side;
        if mv.is_none() {
            return;
        }
        let us = self.side;
        self.fullmove_number -= us as u32;

        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            let (king_to, rook_to) = castled_squares(mv);
            let rook = self.board[rook_to];
            self.castle_men([moved, rook], [king_to, rook_to], [from, to]);
            return;
        }
        let victim = if mv.is_en_passant() {
            en_passant_victim(to, us)
        } else {
            to
        };
        self.board[to] = Man::NONE;
        self.board[victim] = captured;
        self.board[from] = moved;
        self.squares[us.index()][moved.id().index()] = from;
    }

    /// Passes the turn. The side to move must not be in check.
    pub fn make_null(&mut self) {
        self.attack_table();
        self.past.push(self.state);
        self.state.last_move = Move::NONE;
        self.state.captured = Man::NONE;
        self.state.moved = Man::NONE;
        self.state.halfmove_clock += 1;
        self.state.plies_since_null = 0;
        self.end_en_passant();
        self.state.keys.toggle(zobrist::black_to_move());
        self.side = !self.side;
    }

    /// Puts a man on an empty square while a position is built. The keys are
    /// computed when all stand.
    pub(super) fn place(&mut self, man: Man, square: Square) {
        let Some(piece) = man.piece() else { return };
        self.board[square] = man;
        self.squares[piece.color.index()][man.id().index()] = square;
        self.state.standing[piece.color.index()].insert(square);
        let of_kind = &mut self.state.of_kind[piece.color.index()];
        of_kind[0].toggle(man.id());
        of_kind[piece.kind.index()].toggle(man.id());
    }

    #[inline(always)]
    fn end_en_passant(&mut self) {
        if let Some(square) = self.state.en_passant.take() {
            self.state.keys.toggle(zobrist::en_passant(square));
        }
    }

    #[inline(always)]
    fn end_castling(&mut self, from: Square, to: Square) {
        let before = self.state.castling;
        let ended = before.intersection(self.castling_rooks.ended_by(from, to));
        if !ended.is_none() {
            let key = zobrist::castling(ended, &self.castling_rooks.squares);
            self.state.keys.toggle(key);
            self.state.castling = before.without(ended);
        }
    }

    /// Takes whoever stands on a square off the board. Written without a
    /// branch, since whether a move captures is hard to foresee: nobody's key
    /// counts for nothing, and nobody is removed from the sets.
    #[inline(always)]
    fn take<O: Observer>(&mut self, square: Square, observer: &mut O) {
        let man = self.board[square];
        let nobody = man.is_none();
        let gone = if nobody {
            ManSet::EMPTY
        } else {
            ManSet::of(man.id())
        };
        let them = self.side.index();
        self.state.captured = man;
        self.board[square] = Man::NONE;
        self.state.standing[them] = self.state.standing[them].without(SquareSet::of(square));
        let of_kind = &mut self.state.of_kind[them];
        of_kind[0] = of_kind[0].without(gone);
        let kind = man.piece_index() & 7;
        of_kind[kind] = of_kind[kind].without(gone);
        self.state.keys.toggle_man(man, zobrist::man(man, square));
        if !nobody {
            self.state.halfmove_clock = 0;
            observer.lifted(man, square);
        }
    }

    #[inline(always)]
    fn shift<O: Observer>(&mut self, man: Man, from: Square, to: Square, observer: &mut O) {
        let us = man.color();
        self.board[from] = Man::NONE;
        self.board[to] = man;
        self.squares[us.index()][man.id().index()] = to;
        self.state.standing[us.index()].toggle(from);
        self.state.standing[us.index()].toggle(to);
        let key = zobrist::man(man, from) ^ zobrist::man(man, to);
        self.state.keys.toggle_man(man, key);
        if man.is_piece(us, PieceKind::Pawn) {
            self.state.halfmove_clock = 0;
        }
        observer.moved(man, from, to);
    }

    fn promote<O: Observer>(&mut self, mv: Move, pawn: Man, observer: &mut O) {
        let Some(kind) = mv.promotion() else { return };
        let (us, id) = (pawn.color().index(), pawn.id());
        let (from, to) = (mv.from(), mv.to());
        let man = pawn.promoted(kind);
        self.board[from] = Man::NONE;
        self.board[to] = man;
        self.squares[us][id.index()] = to;
        self.state.standing[us].toggle(from);
        self.state.standing[us].toggle(to);
        self.state.of_kind[us][PieceKind::Pawn.index()].toggle(id);
        self.state.of_kind[us][kind.index()].toggle(id);
        self.state.keys.toggle_man(pawn, zobrist::man(pawn, from));
        self.state.keys.toggle_man(man, zobrist::man(man, to));
        self.state.halfmove_clock = 0;
        observer.lifted(pawn, from);
        observer.placed(man, to);
    }

    fn castle<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let men = [mv.from(), mv.to()].map(|square| self.man_at(square));
        let before = [mv.from(), mv.to()];
        let after = castled_squares(mv).into();
        self.castle_men(men, before, after);
        let standing = &mut self.state.standing[men[0].color().index()];
        // In Chess960 each may end where the other stood: both are lifted
        // before they are placed.
        for (man, square) in men.into_iter().zip(before) {
            standing.toggle(square);
            self.state.keys.toggle_man(man, zobrist::man(man, square));
            observer.lifted(man, square);
        }
        for (man, square) in men.into_iter().zip(after) {
            standing.toggle(square);
            self.state.keys.toggle_man(man, zobrist::man(man, square));
            observer.placed(man, square);
        }
    }

    /// Moves king and rook on the mailbox and in the piece list.
    fn castle_men(&mut self, men: [Man; 2], before: [Square; 2], after: [Square; 2]) {
        for square in before {
            self.board[square] = Man::NONE;
        }
        for (man, square) in men.into_iter().zip(after) {
            self.board[square] = man;
            self.squares[man.color().index()][man.id().index()] = square;
        }
    }

    /// After a pawn of the side that has just moved went two squares to `to`:
    /// notes the square behind it if the other side can legally take there, so
    /// that equal positions have equal keys.
    #[inline(always)]
    fn offer_en_passant(&mut self, to: Square) {
        let Some(target) = to.step(self.side.forward()) else {
            return;
        };
        if self.en_passant_takers(target).next().is_some() {
            self.state.en_passant = Some(target);
            self.state.keys.toggle(zobrist::en_passant(target));
        }
    }
}

/// The square of the pawn that is taken en passant by `us` on `to`.
#[inline(always)]
pub(super) fn en_passant_victim(to: Square, us: Color) -> Square {
    // An en passant square is never on an edge rank, so the step stays on the
    // board.
    to.step(us.forward().reversed()).unwrap_or(to)
}
