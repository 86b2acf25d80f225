//! From what tables hold to what a position is worth.
//!
//! Tables know neither castling nor taking in passing, and where a capture is
//! at least as good as all else they may hold anything that is no better: it
//! makes them smaller. So captures are tried first, and only then does the
//! table tell what the other moves are worth.

use super::tables::Tables;
use super::wdl::{Dtz, Wdl};
use crate::board::{CastlingRights, Move, PieceType, Position};

/// A result, and how it is reached.
struct Found {
    wdl: Wdl,
    /// Whether a capture or pawn move keeps it.
    by_zeroing: bool,
}

impl Tables {
    /// The result of a position with best play, if its fifty-move clock were
    /// zero. Moves are made and unmade on the way. Nothing with castling rights
    /// left, or without the tables that are needed.
    pub fn wdl(&self, position: &mut Position) -> Option<Wdl> {
        if position.castling() != CastlingRights::NONE {
            return None;
        }
        self.result(position, |_, _| false).map(|found| found.wdl)
    }

    /// Plies until progress; see [`Dtz`]. Moves are made and unmade on the way.
    /// Nothing with castling rights left, or without the tables that are
    /// needed.
    pub fn dtz(&self, position: &mut Position) -> Option<Dtz> {
        if position.castling() != CastlingRights::NONE {
            return None;
        }
        let found = self.result(position, is_pawn_move)?;
        if found.wdl == Wdl::Draw {
            return Some(Dtz(0));
        }
        if found.by_zeroing {
            return Some(found.wdl.zeroing_now());
        }
        match self.stored_distance(position, found.wdl)? {
            Some(distance) => {
                let before = found.wdl.zeroing_now();
                Some(Dtz(before.0 + before.0.signum() * (distance - 1)))
            }
            None => self.distance_by_replies(position, found.wdl),
        }
    }

    /// The result with best play; also by pawn moves, where `is_tried` wants
    /// them to be looked at one by one.
    fn result(
        &self,
        position: &mut Position,
        is_tried: fn(&Position, Move) -> bool,
    ) -> Option<Found> {
        let moves = position.legal_moves();
        let mut best = Wdl::Loss;
        let mut tried = 0;
        for &mv in &moves {
            if !mv.is_capture() && !is_tried(position, mv) {
                continue;
            }
            tried += 1;
            position.make(mv);
            let reply = self.result(position, |_, _| false);
            position.unmake();
            best = best.max(-reply?.wdl);
            if best == Wdl::Win {
                break;
            }
        }
        let nothing_else = tried > 0 && tried == moves.len();
        let stored = if best == Wdl::Win || nothing_else {
            best
        } else {
            self.stored_wdl(position)?
        };
        Some(if tried > 0 && best >= stored {
            Found {
                wdl: best,
                by_zeroing: best > Wdl::Draw || nothing_else,
            }
        } else {
            Found {
                wdl: stored,
                by_zeroing: false,
            }
        })
    }

    /// The distance by looking at the positions after each move.
    fn distance_by_replies(&self, position: &mut Position, wdl: Wdl) -> Option<Dtz> {
        let is_winning = wdl > Wdl::Draw;
        let mut best: Option<Dtz> = None;
        for mv in position.legal_moves() {
            let is_zeroing = mv.is_capture() || is_pawn_move(position, mv);
            position.make(mv);
            let distance = if position.in_check() && !position.has_legal_move() {
                Some(Dtz(1))
            } else if is_zeroing {
                let reply = self.result(position, |_, _| false);
                reply.map(|found| (-found.wdl).zeroing_now())
            } else {
                self.dtz(position).map(Dtz::one_ply_before)
            };
            position.unmake();
            let distance = distance?;
            // The fastest win; of losses, as nothing else is to be had, the
            // slowest.
            if (distance.0 > 0) == is_winning && distance.0 != 0 {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        // Without moves it is mate.
        Some(best.unwrap_or(Dtz(-1)))
    }
}

fn is_pawn_move(position: &Position, mv: Move) -> bool {
    position.placed_at(mv.from()).piece_type() == Some(PieceType::Pawn)
}
