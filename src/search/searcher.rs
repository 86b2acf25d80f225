//! The engine's mind: what it keeps from one search to the next.

use super::history::History;
use super::limits::Limits;
use super::report::{Bound, Info, Report};
use super::root::root_moves;
use super::signals::Signals;
use super::transposition::{Table, TableError};
use super::worker::{Shared, Worker};
use crate::board::{Move, Position};
use crate::eval::{PieceSquares, Score};

/// What a search answers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play, or [`Move::NONE`] where there is no legal one.
    pub best: Move,
    /// The reply that it expects, legal after `best`.
    pub ponder: Option<Move>,
    /// What the move is worth to the side that plays it.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
}

/// Searches positions, and remembers across searches what helps the next.
///
/// ```
/// use ox88::board::Position;
/// use ox88::search::{Limits, Searcher, Signals, Silent};
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let mut searcher = Searcher::new(1).unwrap();
/// let answer = searcher.search(&position, &limits, &Signals::default(), &mut Silent);
/// assert_eq!(position.san(answer.best), "Ra8#");
/// assert_eq!(answer.score.moves_to_mate(), Some(1));
/// ```
pub struct Searcher {
    table: Table,
    history: History,
}

impl Searcher {
    /// A searcher with a table of so many megabytes.
    ///
    /// # Errors
    /// Where there is no memory for the table.
    pub fn new(megabytes: usize) -> Result<Searcher, TableError> {
        Ok(Searcher {
            table: Table::new(megabytes)?,
            history: History::default(),
        })
    }

    /// Replaces the table by an empty one of another size.
    ///
    /// # Errors
    /// Where there is no memory for the new table; the old one stays.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.table = Table::new(megabytes)?;
        Ok(())
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// Finds the best move of a position within the limits. Reports each line
    /// found; the last one's first move is the answer.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn Report,
    ) -> Answer {
        self.table.begin_search();
        let shared = Shared {
            table: &self.table,
            signals,
            limits,
        };
        let moves = root_moves(position, &limits.search_moves);
        let no_moves = moves.is_empty();
        let mut worker: Worker<PieceSquares> =
            Worker::new(&shared, &mut self.history, position, moves);
        if no_moves {
            let score = if position.in_check() {
                Score::mated_in(0)
            } else {
                Score::DRAW
            };
            report.line(&nothing_to_play(score, limits));
            worker.await_leave_to_answer();
            return Answer {
                best: Move::NONE,
                ponder: None,
                score,
                nodes: 0,
            };
        }
        worker.deepen(report);

        let best = &worker.root_moves[0];
        let score = if best.score == -Score::INFINITE {
            best.previous
        } else {
            best.score
        };
        let ponder = best
            .line
            .get(1)
            .copied()
            .or_else(|| expected_reply(&self.table, position, best.mv));
        Answer {
            best: best.mv,
            ponder,
            score,
            nodes: worker.nodes,
        }
    }
}

fn nothing_to_play(score: Score, limits: &Limits) -> Info<'static> {
    Info {
        depth: 0,
        selective_depth: 0,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: limits.start.elapsed(),
        hash_full: 0,
        table_hits: 0,
        line: &[],
    }
}

/// The table's move after `mv`, where the best line is too short to tell.
fn expected_reply(table: &Table, position: &Position, mv: Move) -> Option<Move> {
    let mut after = position.clone();
    after.make(mv);
    let reply = table.probe(after.key())?.mv;
    after.is_legal(reply, after.checks()).then_some(reply)
}
