//! Searching one position after the other for what is best there.

use std::time::{Duration, Instant};

use crate::board::Position;
use crate::players::Effort;
use crate::search::{Limits, Line, Lines, Searcher, Signals};

/// What a search has found about a position.
#[derive(Clone, Debug)]
pub struct Study {
    /// The best lines, the best first; none where there is no legal move.
    pub lines: Vec<Line>,
    /// Positions visited.
    pub nodes: u64,
    /// Time it took.
    pub time: Duration,
}

/// Searches positions, always with the same effort.
///
/// ```
/// use ox88::analysis::Analyst;
/// use ox88::board::Position;
/// use ox88::players::Effort;
/// use ox88::search::Searcher;
/// let effort = Effort { depth: Some(3), ..Effort::default() };
/// let mut analyst = Analyst::new(Searcher::new(1).unwrap(), effort, 1);
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let study = analyst.study(&position, 2);
/// assert_eq!(study.lines.len(), 2);
/// assert_eq!(study.lines[0].score.in_pawns(), "+M1");
/// ```
pub struct Analyst {
    searcher: Searcher,
    effort: Effort,
    threads: usize,
}

impl Analyst {
    /// Searches with this searcher, on so many threads.
    pub fn new(searcher: Searcher, effort: Effort, threads: usize) -> Analyst {
        Analyst {
            searcher,
            effort,
            threads,
        }
    }

    /// Forgets what earlier searches have found: with one thread and without a
    /// limit of time the next are the same again.
    pub fn forget(&mut self) {
        self.searcher.clear();
    }

    /// Finds so many of the best lines.
    pub fn study(&mut self, position: &Position, lines: usize) -> Study {
        let start = Instant::now();
        let limits = Limits {
            threads: self.threads,
            multi_pv: lines,
            ..self.effort.limits()
        };
        let mut found = Lines::default();
        let signals = Signals::default();
        let answer = self
            .searcher
            .search(position, &limits, &signals, &mut found);
        Study {
            lines: found.best,
            nodes: answer.nodes,
            time: start.elapsed(),
        }
    }
}
