//! Making and unmaking moves, in place.

use super::castling::Wing;
use super::moves::{Move, MoveKind};
use super::piece::{Color, Man, PieceKind};
use super::position::{Position, State};
use super::square::Square;
use super::zobrist::{self, Key};

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
        let man = self.board[from.index()];
        debug_assert!(man.is(us), "{mv:?} in {}", self.fen());

        self.past.push(self.state);
        self.state.last_move = mv;
        self.state.captured = Man::NONE;
        self.state.halfmove_clock += 1;
        self.state.plies_since_null += 1;
        if let Some(square) = self.state.en_passant.take() {
            self.state.key ^= zobrist::en_passant(square);
        }
        self.end_castling(from, to);
        self.state.key ^= zobrist::black_to_move();

        if mv.is_castle() {
            let (king_to, rook_to) = castled_squares(mv);
            let rook = self.board[to.index()];
            self.castle_men(man, from, king_to, rook, to, rook_to);
            // In Chess960 each may end where the other stood: both are lifted
            // before they are placed.
            for (man, square) in [(man, from), (rook, to)] {
                self.change_keys(man, PieceKind::King, zobrist::man(man, square));
                observer.lifted(man, square);
            }
            for (man, square) in [(man, king_to), (rook, rook_to)] {
                self.change_keys(man, PieceKind::King, zobrist::man(man, square));
                observer.placed(man, square);
            }
        } else {
            if mv.is_capture() {
                let square = if mv.is_en_passant() {
                    en_passant_victim(to, us)
                } else {
                    to
                };
                self.lift(square, observer);
            }
            if let Some(kind) = mv.promotion() {
                self.promote(man, from, to, kind, observer);
            } else {
                self.shift(man, from, to, observer);
            }
        }

        self.side = !us;
        self.fullmove_number += us as u32;
        if mv.kind() == MoveKind::DoublePush {
            self.offer_en_passant(to);
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
            ..
        } = self.state;
        self.state = before;
        self.side = !self.side;
        let us = self.side;
        if mv.is_none() {
            return;
        }
        self.fullmove_number -= us as u32;

        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            let (king_to, rook_to) = castled_squares(mv);
            let king = self.board[king_to.index()];
            let rook = self.board[rook_to.index()];
            self.castle_men(king, king_to, from, rook, rook_to, to);
            return;
        }
        let mut man = self.board[to.index()];
        if let Some(kind) = mv.promotion() {
            let of_kind = &mut self.of_kind[us.index()];
            of_kind[kind.index()].toggle(man.id());
            of_kind[PieceKind::Pawn.index()].toggle(man.id());
            man = man.promoted(PieceKind::Pawn);
        }
        self.board[to.index()] = Man::NONE;
        self.board[from.index()] = man;
        self.squares[us.index()][man.id().index()] = from;
        if let Some(piece) = captured.piece() {
            let square = if mv.is_en_passant() {
                en_passant_victim(to, us)
            } else {
                to
            };
            self.board[square.index()] = captured;
            let of_kind = &mut self.of_kind[piece.color.index()];
            of_kind[0].toggle(captured.id());
            of_kind[piece.kind.index()].toggle(captured.id());
        }
    }

    /// Passes the turn. The side to move must not be in check.
    pub fn make_null(&mut self) {
        self.past.push(self.state);
        self.state.last_move = Move::NONE;
        self.state.captured = Man::NONE;
        self.state.halfmove_clock += 1;
        self.state.plies_since_null = 0;
        if let Some(square) = self.state.en_passant.take() {
            self.state.key ^= zobrist::en_passant(square);
        }
        self.state.key ^= zobrist::black_to_move();
        self.side = !self.side;
    }

    /// Puts a man on an empty square while a position is built.
    pub(super) fn place(&mut self, man: Man, square: Square) {
        let Some(piece) = man.piece() else { return };
        self.board[square.index()] = man;
        self.squares[piece.color.index()][man.id().index()] = square;
        let of_kind = &mut self.of_kind[piece.color.index()];
        of_kind[0].toggle(man.id());
        of_kind[piece.kind.index()].toggle(man.id());
    }

    #[inline(always)]
    fn end_castling(&mut self, from: Square, to: Square) {
        let before = self.state.castling;
        let ended = before.intersection(self.castling_rooks.ended_by(from, to));
        if !ended.is_none() {
            self.state.key ^= zobrist::castling(ended, &self.castling_rooks.squares);
            self.state.castling = before.without(ended);
        }
    }

    /// Takes both men off before putting them down: in Chess960 each may end
    /// where the other stood.
    fn castle_men(
        &mut self,
        king: Man,
        king_from: Square,
        king_to: Square,
        rook: Man,
        rook_from: Square,
        rook_to: Square,
    ) {
        self.board[king_from.index()] = Man::NONE;
        self.board[rook_from.index()] = Man::NONE;
        self.board[king_to.index()] = king;
        self.board[rook_to.index()] = rook;
        let squares = &mut self.squares[king.color().index()];
        squares[king.id().index()] = king_to;
        squares[rook.id().index()] = rook_to;
    }

    #[inline(always)]
    fn lift<O: Observer>(&mut self, square: Square, observer: &mut O) {
        let man = self.board[square.index()];
        let Some(piece) = man.piece() else { return };
        self.board[square.index()] = Man::NONE;
        let of_kind = &mut self.of_kind[piece.color.index()];
        of_kind[0].toggle(man.id());
        of_kind[piece.kind.index()].toggle(man.id());
        self.change_keys(man, piece.kind, zobrist::man(man, square));
        self.state.captured = man;
        self.state.halfmove_clock = 0;
        observer.lifted(man, square);
    }

    #[inline(always)]
    fn shift<O: Observer>(&mut self, man: Man, from: Square, to: Square, observer: &mut O) {
        self.board[from.index()] = Man::NONE;
        self.board[to.index()] = man;
        self.squares[man.color().index()][man.id().index()] = to;
        let key = zobrist::man(man, from) ^ zobrist::man(man, to);
        if man.is_piece(man.color(), PieceKind::Pawn) {
            self.state.halfmove_clock = 0;
            self.change_keys(man, PieceKind::Pawn, key);
        } else {
            // Any kind but the pawn does.
            self.change_keys(man, PieceKind::King, key);
        }
        observer.moved(man, from, to);
    }

    #[inline(always)]
    fn promote<O: Observer>(
        &mut self,
        pawn: Man,
        from: Square,
        to: Square,
        kind: PieceKind,
        observer: &mut O,
    ) {
        let (us, id) = (pawn.color().index(), pawn.id());
        let man = pawn.promoted(kind);
        self.board[from.index()] = Man::NONE;
        self.board[to.index()] = man;
        self.squares[us][id.index()] = to;
        self.of_kind[us][PieceKind::Pawn.index()].toggle(id);
        self.of_kind[us][kind.index()].toggle(id);
        self.change_keys(pawn, PieceKind::Pawn, zobrist::man(pawn, from));
        self.change_keys(man, kind, zobrist::man(man, to));
        self.state.halfmove_clock = 0;
        observer.lifted(pawn, from);
        observer.placed(man, to);
    }

    #[inline(always)]
    fn change_keys(&mut self, man: Man, kind: PieceKind, change: Key) {
        self.state.key ^= change;
        if kind == PieceKind::Pawn {
            self.state.pawn_key ^= change;
        } else {
            self.state.non_pawn_keys[man.color().index()] ^= change;
        }
    }

    /// After a pawn of the side that has just moved went two squares to `to`:
    /// notes the square behind it if the other side can legally take there, so
    /// that equal positions have equal keys.
    fn offer_en_passant(&mut self, to: Square) {
        let us = self.side;
        let Some(target) = to.step(us.forward()) else {
            return;
        };
        if self.en_passant_takers(target).next().is_some() {
            self.state.en_passant = Some(target);
            self.state.key ^= zobrist::en_passant(target);
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
