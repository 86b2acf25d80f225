//! Probing: from the values of tables to WDL and DTZ results. Tables ignore castling and en
//! passant, and where a capture is best may hold any value that is no better, so captures are
//! searched first.

use super::tables::Tables;
use super::wdl::{Dtz, Wdl};
use crate::board::{CastlingRights, Move, PieceType, Position};

/// The findings of a search of captures, and perhaps of pawn moves, and of the tables.
struct Probed {
    wdl: Wdl,
    /// Whether a capture or pawn move keeps this result.
    by_zeroing: bool,
}

/// Probes tables until a deadline or a signal: see [`Tables::until`].
#[derive(Copy, Clone)]
pub struct Prober<'a> {
    tables: &'a Tables,
    is_late: &'a dyn Fn() -> bool,
}

impl Tables {
    /// Probes WDL without a time limit: see [`Prober::wdl`].
    pub fn wdl(&self, position: &mut Position) -> Option<Wdl> {
        self.until(&|| false).wdl(position)
    }

    /// Probes DTZ without a time limit: see [`Prober::dtz`].
    pub fn dtz(&self, position: &mut Position) -> Option<Dtz> {
        self.until(&|| false).dtz(position)
    }

    /// Returns a prober that finds nothing more once `is_late` returns true. It is called before
    /// each value is read, as a probe may need dozens, and a disk may be slow.
    pub fn until<'a>(&'a self, is_late: &'a dyn Fn() -> bool) -> Prober<'a> {
        Prober { tables: self, is_late }
    }
}

impl Prober<'_> {
    /// Returns the result with a fifty-move clock of zero; `None` with castling rights or without
    /// tables.
    pub fn wdl(&self, position: &mut Position) -> Option<Wdl> {
        self.result(position, |_, _| false).map(|found| found.wdl)
    }

    /// Returns the plies until progress, see [`Dtz`]; `None` with castling rights or without the
    /// tables.
    pub fn dtz(&self, position: &mut Position) -> Option<Dtz> {
        let found = self.result(position, is_pawn_move)?;
        if found.wdl == Wdl::Draw {
            return Some(Dtz(0));
        }
        if found.by_zeroing {
            return Some(found.wdl.dtz_before_zeroing());
        }
        match self.in_time()?.stored_distance(position, found.wdl)? {
            Some(distance) => {
                let before = found.wdl.dtz_before_zeroing();
                Some(Dtz(before.0 + before.0.signum() * (distance - 1)))
            }
            None => self.distance_by_replies(position, found.wdl),
        }
    }

    /// Returns the tables, unless it is too late to read from them.
    fn in_time(&self) -> Option<&Tables> {
        (!(self.is_late)()).then_some(self.tables)
    }

    /// Searches captures, and other moves for which `is_tried` returns true, and reads the table,
    /// which has no positions with castling rights.
    fn result(
        &self,
        position: &mut Position,
        is_tried: fn(&Position, Move) -> bool,
    ) -> Option<Probed> {
        if position.castling() != CastlingRights::NONE {
            return None;
        }
        let moves = position.legal_moves();
        let mut best = Wdl::Loss;
        let mut tried = 0;
        for &mv in &moves {
            if !mv.is_capture() && !is_tried(position, mv) {
                continue;
            }
            tried += 1;
            position.make(mv);
            let reply = self.wdl(position);
            position.unmake();
            best = best.max(-reply?);
            if best == Wdl::Win {
                break;
            }
        }
        let nothing_else = tried > 0 && tried == moves.len();
        let stored = if best == Wdl::Win || nothing_else {
            best
        } else {
            self.in_time()?.stored_wdl(position)?
        };
        Some(if tried > 0 && best >= stored {
            Probed { wdl: best, by_zeroing: best > Wdl::Draw || nothing_else }
        } else {
            Probed { wdl: stored, by_zeroing: false }
        })
    }

    /// Returns the distance of a position whose table is for the other side to move. It follows
    /// from the distances of the positions after each move.
    fn distance_by_replies(&self, position: &mut Position, wdl: Wdl) -> Option<Dtz> {
        let is_winning = wdl > Wdl::Draw;
        let mut best: Option<Dtz> = None;
        for mv in position.legal_moves() {
            let is_zeroing = mv.is_capture() || is_pawn_move(position, mv);
            position.make(mv);
            let distance = if position.in_check() && !position.has_legal_move() {
                Some(Dtz(1))
            } else if is_zeroing {
                self.wdl(position).map(|reply| (-reply).dtz_before_zeroing())
            } else {
                self.dtz(position).map(Dtz::one_ply_before)
            };
            position.unmake();
            let distance = distance?;
            // The fastest win, or the slowest loss.
            if (distance.0 > 0) == is_winning && distance.0 != 0 {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        // No moves: mate.
        Some(best.unwrap_or(Dtz(-1)))
    }
}

fn is_pawn_move(position: &Position, mv: Move) -> bool {
    position.piece_on(mv.from()).piece_type() == Some(PieceType::Pawn)
}
