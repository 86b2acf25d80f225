//! Making and unmaking moves, in place.

use super::castling::{CastlingRights, CastlingSide};
use super::moves::{Move, MoveKind};
use super::piece::{Color, Piece, PieceId, PieceSet, PieceType, PlacedPiece};
use super::position::{Position, State};
use super::square::{Square, SquareSet};
use super::zobrist::{self, Key, Keys};

/// Returns the squares of king and rook after castling.
pub(super) fn castled_squares(mv: Move) -> (Square, Square) {
    let castling_side = CastlingSide::of(mv.from(), mv.to());
    let rank = mv.from().rank();
    (Square::at(castling_side.king_file(), rank), Square::at(castling_side.rook_file(), rank))
}

impl Position {
    /// Makes a move, which must be legal here: after any other the position has no meaning. Parsers and
    /// lists give legal moves only; [`Position::is_legal`] judges one from elsewhere.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        debug_assert!(self.piece_on(mv.from()).belongs_to(self.side), "{mv:?} {self:?}");
        // The next table follows from this one, which can only be computed before the move.
        self.attack_table();
        self.attack_memo.push();
        let piece = self.piece_on(mv.from());
        match mv.kind() {
            MoveKind::Castle => self.castle(mv),
            MoveKind::Quiet | MoveKind::Capture | MoveKind::DoublePush => {
                self.move_piece(mv, piece, mv.to());
            }
            _ => self.special_pawn_move(mv, piece),
        }
        if mv.kind() == MoveKind::DoublePush {
            self.offer_en_passant(mv.to());
        }
    }

    /// Makes a move other than castling. `arrives` is the piece on its new square, promoted or not.
    /// There are few branches, as captures are hard to predict: `toggle_piece` ignores an empty
    /// square. The state is written as a whole: a vector load of parts written singly would stall.
    #[inline(always)]
    fn move_piece(&mut self, mv: Move, arrives: PlacedPiece, victim: Square) {
        let (us, from, to) = (self.side, mv.from(), mv.to());
        let piece = self.board[from];
        let captured = self.board[victim];
        self.board[victim] = PlacedPiece::NONE;
        self.board[from] = PlacedPiece::NONE;
        self.board[to] = arrives;
        self.squares[us.index()][piece.id().index()] = to;
        self.side = !us;

        let before = &self.state;
        let mut keys = self.next_keys(from, to);
        if arrives == piece {
            keys.toggle_piece(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
        } else {
            keys.toggle_piece(piece, zobrist::piece(piece, from));
            keys.toggle_piece(arrives, zobrist::piece(arrives, to));
        }
        keys.toggle_piece(captured, zobrist::piece(captured, victim));

        let [mut own, mut theirs] = before.sides;
        own.occupied ^= mv.squares();
        own.pawns &= !SquareSet::of(from);
        if arrives.is_piece(us, PieceType::Pawn) {
            own.pawns.insert(to);
        }
        theirs.occupied &= !SquareSet::of(victim);
        theirs.pawns &= !SquareSet::of(victim);
        let gone = if captured.is_none() { PieceSet::EMPTY } else { PieceSet::of(captured.id()) };
        for set in &mut theirs.of_type {
            *set &= !gone;
        }
        let is_irreversible = !captured.is_none() || piece.is_piece(us, PieceType::Pawn);
        let next = State {
            keys,
            sides: [theirs, own],
            castling: self.castling_after(from, to),
            en_passant: None,
            fullmove_number: before.fullmove_number + us as u32,
            halfmove_clock: if is_irreversible {
                0
            } else {
                before.halfmove_clock.saturating_add(1)
            },
            plies_since_null: before.plies_since_null.saturating_add(1),
            captured,
            moved: piece,
            last_move: mv,
        };
        self.push_state(next);
    }

    #[inline(never)]
    fn special_pawn_move(&mut self, mv: Move, pawn: PlacedPiece) {
        let victim = victim_square(mv, self.side);
        let arrives = mv.promotion().map_or(pawn, |piece_type| pawn.promoted(piece_type));
        self.move_piece(mv, arrives, victim);
        if let Some(piece_type) = mv.promotion() {
            let of_type = &mut self.side_sets_mut(pawn.color()).of_type;
            of_type[PieceType::Pawn.index()].toggle(pawn.id());
            of_type[piece_type.index()].toggle(pawn.id());
        }
    }

    #[inline(never)]
    fn castle(&mut self, mv: Move) {
        let us = self.side;
        let before = [mv.from(), mv.to()];
        let after = castled_squares(mv).into();
        let pieces = before.map(|square| self.piece_on(square));
        self.castle_pieces(pieces, before, after);
        let mut state = self.state;
        state.keys = self.next_keys(mv.from(), mv.to());
        state.castling = self.castling_after(mv.from(), mv.to());
        state.en_passant = None;
        state.fullmove_number += us as u32;
        state.halfmove_clock = state.halfmove_clock.saturating_add(1);
        state.plies_since_null = state.plies_since_null.saturating_add(1);
        state.captured = PlacedPiece::NONE;
        state.moved = pieces[0];
        state.last_move = mv;
        let [mut own, theirs] = state.sides;
        // In Chess960 each may end where the other stood: both are removed before they are added.
        for (piece, square) in pieces.into_iter().zip(before) {
            own.occupied.toggle(square);
            state.keys.toggle_piece(piece, zobrist::piece(piece, square));
        }
        for (piece, square) in pieces.into_iter().zip(after) {
            own.occupied.toggle(square);
            state.keys.toggle_piece(piece, zobrist::piece(piece, square));
        }
        state.sides = [theirs, own];
        self.push_state(state);
        self.side = !self.side;
    }

    /// Returns the key after a legal move, for prefetching and to look for repetitions. It is wrong
    /// after castling, after en passant captures, and after double pushes that allow one.
    #[inline(always)]
    pub fn likely_key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(from);
        let arrives = mv.promotion().map_or(piece, |piece_type| piece.promoted(piece_type));
        let mut keys = self.next_keys(from, to);
        keys.toggle(zobrist::piece(piece, from) ^ zobrist::piece(arrives, to));
        let captured = self.piece_on(to);
        keys.toggle_piece(captured, zobrist::piece(captured, to));
        keys.whole()
    }

    /// Unmakes the last move, if there is one.
    #[inline]
    pub fn unmake(&mut self) {
        let State { last_move: mv, captured, moved, .. } = self.state;
        let Some(before) = self.earlier.pop() else {
            return;
        };
        self.state = before;
        self.side = !self.side;
        if mv.is_none() {
            return;
        }
        self.attack_memo.pop();
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            let (king_to, rook_to) = castled_squares(mv);
            let rook = self.board[rook_to];
            self.castle_pieces([moved, rook], [king_to, rook_to], [from, to]);
            return;
        }
        let victim = victim_square(mv, us);
        self.board[to] = PlacedPiece::NONE;
        self.board[victim] = captured;
        self.board[from] = moved;
        self.squares[us.index()][moved.id().index()] = from;
    }

    /// Makes a null move, which passes the turn. The side to move must not be in check.
    ///
    /// ```
    /// use ox88::board::{Color, Position};
    /// let mut position = Position::startpos();
    /// position.make_null();
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// position.unmake();
    /// assert!(position == Position::startpos());
    /// ```
    pub fn make_null(&mut self) {
        self.attack_table();
        let mut state = self.state;
        state.keys.toggle(zobrist::black_to_move());
        if let Some(square) = state.en_passant.take() {
            state.keys.toggle(zobrist::en_passant(square));
        }
        state.fullmove_number += self.side as u32;
        state.halfmove_clock = state.halfmove_clock.saturating_add(1);
        state.plies_since_null = 0;
        state.captured = PlacedPiece::NONE;
        state.moved = PlacedPiece::NONE;
        state.last_move = Move::NONE;
        self.push_state(state);
        self.turn();
    }

    /// Makes a move of a game, or a null move for [`Move::NONE`]. The side to move must not be in
    /// check then.
    pub fn make_or_pass(&mut self, mv: Move) {
        if mv.is_none() {
            self.make_null();
        } else {
            self.make(mv);
        }
    }

    /// Puts a piece on the board while a position is built; the keys are computed at the end.
    pub(super) fn place(&mut self, piece: Piece, id: PieceId, square: Square) {
        let Piece { color, piece_type } = piece;
        self.board[square] = PlacedPiece::new(piece, id);
        self.squares[color.index()][id.index()] = square;
        let side_sets = self.side_sets_mut(color);
        side_sets.occupied.insert(square);
        if piece_type == PieceType::Pawn {
            side_sets.pawns.insert(square);
        }
        side_sets.of_type[0].toggle(id);
        side_sets.of_type[piece_type.index()].toggle(id);
    }

    #[inline(always)]
    fn castling_after(&self, from: Square, to: Square) -> CastlingRights {
        let ended = self.castling_rooks.ended_by(from, to);
        // Not `& !ended`, which would mask the unused bits, too, at each move.
        self.castling() ^ (self.castling() & ended)
    }

    /// Returns the keys with side to move, castling and en passant updated; the pieces' part is
    /// not.
    #[inline(always)]
    fn next_keys(&self, from: Square, to: Square) -> Keys {
        let mut key = zobrist::black_to_move();
        if let Some(square) = self.en_passant() {
            key ^= zobrist::en_passant(square);
        }
        let ended = self.castling_rooks.ended_by(from, to);
        key ^= self.castling_rooks.key(self.castling() & ended);
        let mut keys = self.state.keys;
        keys.toggle(key);
        keys
    }

    fn castle_pieces(&mut self, pieces: [PlacedPiece; 2], before: [Square; 2], after: [Square; 2]) {
        for square in before {
            self.board[square] = PlacedPiece::NONE;
        }
        for (piece, square) in pieces.into_iter().zip(after) {
            self.board[square] = piece;
            self.squares[piece.color().index()][piece.id().index()] = square;
        }
    }

    /// Sets the en passant square behind a pawn on `to`, only where it can legally be taken
    /// (`is_en_passant_safe` in `attacks.rs`), so that equal positions have equal keys.
    fn offer_en_passant(&mut self, to: Square) {
        let Some(target) = to.step(self.side.forward()) else {
            return;
        };
        if self.en_passant_takers(target).next().is_some() {
            let state = &mut self.state;
            state.en_passant = Some(target);
            state.keys.toggle(zobrist::en_passant(target));
        }
    }
}

#[inline(always)]
pub(super) fn victim_square(mv: Move, us: Color) -> Square {
    if mv.is_en_passant() { en_passant_victim(mv.to(), us) } else { mv.to() }
}

#[inline(always)]
pub(super) fn en_passant_victim(to: Square, us: Color) -> Square {
    // An en passant square is never on an edge rank.
    to.step(us.forward().reversed()).unwrap_or(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client may send more moves than the rules allow.
    #[test]
    fn counters_end_at_their_greatest_number() {
        let mut position = Position::from_fen("k7/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        for text in ["a1b1", "a8b8", "b1a1", "b8a8"].repeat(1 << 14) {
            position.make(position.parse_move(text).unwrap());
        }
        assert_eq!(position.halfmove_clock(), u32::from(u16::MAX));
        position.make(position.parse_move("a1b1").unwrap());
        assert_eq!(position.halfmove_clock(), u32::from(u16::MAX));
        assert!(position.repetitions() > 0);
        position.unmake();
        position.make_null();
        assert_eq!(position.halfmove_clock(), u32::from(u16::MAX));
    }
}
