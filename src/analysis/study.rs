//! Searching positions for their best lines.

use std::time::{Duration, Instant};

use crate::board::{Move, Position};
use crate::players::Effort;
use crate::search::{Info, Limits, Line, Lines, Report, Searcher, Signals};

/// The result of the search of a position.
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
/// use ox88::search::{Searcher, Signals};
/// let effort = Effort { depth: Some(3), ..Effort::default() };
/// let mut analyst = Analyst::new(Searcher::new(1).unwrap(), effort, 1);
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let study = analyst.study(&position, 2, &Signals::default(), |_| ());
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

    /// Clears the table: with one thread and no limit of time the next searches are repeatable.
    pub fn forget(&mut self) {
        self.searcher.clear();
    }

    /// Finds so many best lines, or what it has when the signals end it; `watch` gets the progress.
    pub fn study(
        &mut self,
        position: &Position,
        lines: usize,
        signals: &Signals,
        watch: impl FnMut(&StudyProgress),
    ) -> Study {
        let start = Instant::now();
        let limits = Limits {
            threads: self.threads,
            multi_pv: lines,
            ..self.effort.limits()
        };
        let mut watched = Watched {
            lines: Lines::default(),
            depth: 0,
            current: None,
            watch,
        };
        let answer = self
            .searcher
            .search(position, &limits, signals, &mut watched);
        Study {
            lines: watched.lines.best,
            nodes: answer.nodes,
            time: start.elapsed(),
        }
    }
}

/// How far a search has come.
pub struct StudyProgress<'a> {
    /// The best lines so far, the best first.
    pub lines: &'a [Line],
    /// Plies of the current iteration.
    pub depth: i32,
    /// The root move under search, and its number, from 1.
    pub current: Option<(Move, usize)>,
}

struct Watched<W> {
    lines: Lines,
    depth: i32,
    current: Option<(Move, usize)>,
    watch: W,
}

impl<W: FnMut(&StudyProgress)> Watched<W> {
    fn show(&mut self) {
        (self.watch)(&StudyProgress {
            lines: &self.lines.best,
            depth: self.depth,
            current: self.current,
        });
    }
}

impl<W: FnMut(&StudyProgress)> Report for Watched<W> {
    fn line(&mut self, info: &Info) {
        self.lines.line(info);
        self.depth = info.depth;
        self.show();
    }

    fn current_move(&mut self, depth: i32, mv: Move, number: usize) {
        (self.depth, self.current) = (depth, Some((mv, number)));
        self.show();
    }
}
