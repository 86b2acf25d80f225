//! The best lines of a search, for whoever wants them only when it is over.

use super::report::{Info, Report};
use crate::board::Move;
use crate::eval::Score;

/// A line as it was last reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its moves, of which there is at least one.
    pub moves: Vec<Move>,
    /// What it is worth to the side that begins it.
    pub score: Score,
    /// The iteration that found it, in plies.
    pub depth: i32,
}

impl Line {
    /// The move to play.
    pub fn first(&self) -> Move {
        self.moves.first().copied().unwrap_or(Move::NONE)
    }
}

/// Keeps the lines of the last reports, the best first.
///
/// ```
/// use ox88::board::Position;
/// use ox88::search::{Limits, Lines, Searcher, Signals};
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let limits = Limits { depth: Some(3), multi_pv: 2, ..Limits::default() };
/// let mut lines = Lines::default();
/// let mut searcher = Searcher::new(1).unwrap();
/// searcher.search(&position, &limits, &Signals::default(), &mut lines);
/// assert_eq!(lines.best.len(), 2);
/// assert_eq!(position.san(lines.best[0].first()), "Ra8#");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Lines {
    /// The lines; none where there is no legal move.
    pub best: Vec<Line>,
}

impl Report for Lines {
    fn line(&mut self, info: &Info) {
        if info.line.is_empty() {
            return;
        }
        self.best.truncate(info.multi_pv.saturating_sub(1));
        self.best.push(Line {
            moves: info.line.to_vec(),
            score: info.score,
            depth: info.depth,
        });
    }

    fn current_move(&mut self, _: i32, _: Move, _: usize) {}
}
