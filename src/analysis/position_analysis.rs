//! Searching positions for their best lines.

use std::time::{Duration, Instant};

use crate::board::{Move, Position};
use crate::search::{Bound, Effort, Info, Limits, Line, Report, Searcher, Signals};

/// The result of the search of a position.
#[derive(Clone, Debug)]
pub struct PositionAnalysis {
    /// The best lines, the best first; none where there is no legal move. A search that ends within
    /// a failed aspiration window has the lines of the iteration before, with its depth. A score is
    /// exact; only that of a line which no iteration has finished may be a bound.
    pub lines: Vec<Line>,
    /// The number of positions visited.
    pub nodes: u64,
    /// The time that the search took.
    pub time: Duration,
}

/// Searches positions, each with the same effort.
///
/// ```
/// use ox88::analysis::Analyst;
/// use ox88::board::Position;
/// use ox88::search::{Effort, Searcher, Signals};
/// let effort = Effort { depth: Some(3), ..Effort::default() };
/// let mut analyst = Analyst::new(Searcher::new(1).unwrap(), effort, 1);
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let analysis = analyst.analyse(&position, 2, &Signals::default(), |_| ());
/// assert_eq!(analysis.lines.len(), 2);
/// assert_eq!(analysis.lines[0].score.in_pawns(), "+M1");
/// ```
pub struct Analyst {
    searcher: Searcher,
    effort: Effort,
    threads: usize,
}

impl Analyst {
    /// Searches with this searcher and effort, on so many threads.
    pub fn new(searcher: Searcher, effort: Effort, threads: usize) -> Analyst {
        Analyst { searcher, effort, threads }
    }

    /// Clears the table: with one thread and no limit of time the next searches are repeatable.
    pub fn forget(&mut self) {
        self.searcher.clear();
    }

    /// Finds this number of best lines. If the signals end it before, it returns the lines that it
    /// has. `watch` gets the progress.
    pub fn analyse(
        &mut self,
        position: &Position,
        lines: usize,
        signals: &Signals,
        watch: impl FnMut(&AnalysisProgress),
    ) -> PositionAnalysis {
        let start = Instant::now();
        let limits = Limits { threads: self.threads, multi_pv: lines, ..self.effort.limits() };
        let progress = AnalysisProgress::new(lines.min(position.legal_moves().len()));
        let mut watched = Watched { progress, watch };
        let answer = self.searcher.search(position, &limits, signals, &mut watched);
        let lines = watched.progress.best_lines();
        PositionAnalysis { lines, nodes: answer.nodes, time: start.elapsed() }
    }
}

/// The progress of a search.
pub struct AnalysisProgress {
    /// The best lines so far, by rank, with different first moves; those behind the last rank of
    /// the current iteration are from earlier ones. [`Lines`](crate::search::Lines) would keep
    /// bounds too, and drop the later ranks of the iteration before.
    pub lines: Vec<Line>,
    /// The plies of the current iteration.
    pub depth: i32,
    /// The root move under search, and its number, from 1.
    pub current: Option<(Move, usize)>,
    /// The lines of the last iteration that has come to the last rank.
    whole: Vec<Line>,
    /// How many lines are wanted.
    most: usize,
}

/// Passes on the progress of a search.
struct Watched<W> {
    progress: AnalysisProgress,
    watch: W,
}

impl AnalysisProgress {
    fn new(most: usize) -> AnalysisProgress {
        let (lines, whole) = (Vec::new(), Vec::new());
        AnalysisProgress { lines, depth: 0, current: None, whole, most: most.max(1) }
    }

    /// Keeps a line by its rank. A bound is kept only where its rank has no line yet: readers take
    /// scores for exact.
    fn keep(&mut self, info: &Info) {
        let rank = info.multi_pv.saturating_sub(1);
        let is_useless = info.bound != Bound::Exact && rank < self.lines.len();
        if info.line.is_empty() || is_useless {
            return;
        }
        let line = Line::of(info);
        let earlier = self.lines.iter().position(|other| other.first() == line.first());
        match earlier {
            // The move keeps a better rank, which got only a bound.
            Some(place) if place < rank => self.lines[place] = line,
            _ => {
                if let Some(place) = earlier {
                    self.lines.remove(place);
                }
                self.lines.insert(rank.min(self.lines.len()), line);
                self.lines.truncate(self.most);
            }
        }
        let is_of_iteration = |line: &Line| line.depth == info.depth;
        if self.lines.len() == self.most && self.lines.iter().all(is_of_iteration) {
            self.whole.clone_from(&self.lines);
        }
    }

    /// Returns the best lines in order. If the search has ended within an iteration, the lines that
    /// remain from the iteration before may promise more than the new lines. Then all lines are
    /// those of the iteration before. But if the new iteration has found another best move, its
    /// lines come first, and older lines that promise more are left out.
    fn best_lines(mut self) -> Vec<Line> {
        let is_sorted = self.lines.is_sorted_by(|one, next| one.score >= next.score);
        let has_same_move =
            self.lines.first().map(Line::first) == self.whole.first().map(Line::first);
        if !is_sorted && has_same_move {
            return self.whole;
        }
        self.lines.dedup_by(|line, last| line.score > last.score);
        self.lines
    }
}

impl<W: FnMut(&AnalysisProgress)> Report for Watched<W> {
    fn line(&mut self, info: &Info) {
        self.progress.keep(info);
        self.progress.depth = info.depth;
        (self.watch)(&self.progress);
    }

    fn current_move(&mut self, depth: i32, mv: Move, move_count: usize) {
        (self.progress.depth, self.progress.current) = (depth, Some((mv, move_count)));
        (self.watch)(&self.progress);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;

    /// Reports lines of one move (rank, move, centipawns, bound), and returns those that are kept.
    fn kept(most: usize, reports: &[(usize, &str, i32, Bound)]) -> Vec<(String, i32)> {
        let position = Position::startpos();
        let mut progress = AnalysisProgress::new(most);
        let mut depth = 0;
        for &(multi_pv, text, score, bound) in reports {
            depth += i32::from(multi_pv == 1 && bound == Bound::Exact);
            progress.keep(&Info {
                depth,
                selective_depth: 9,
                multi_pv,
                score: Score::centipawns(score),
                bound,
                is_drawn: false,
                nodes: 1000,
                time: Duration::ZERO,
                hash_full: 0,
                tb_hits: 0,
                line: &[position.parse_move(text).unwrap()],
            });
        }
        let told = |line: &Line| (position.san(line.first()), line.score.get());
        progress.best_lines().iter().map(told).collect()
    }

    fn told(lines: &[(&str, i32)]) -> Vec<(String, i32)> {
        let owned = |&(san, score): &(&str, i32)| (san.to_string(), score);
        lines.iter().map(owned).collect()
    }

    #[test]
    fn the_last_exact_score_is_kept() {
        use Bound::{Exact, Lower, Upper};
        let first = (1, "e2e4", 30, Exact);
        for (bound, exact) in [
            ((1, "e2e4", -20, Upper), (1, "e2e4", -35, Exact)),
            ((1, "d2d4", 50, Lower), (1, "d2d4", 60, Exact)),
        ] {
            assert_eq!(kept(1, &[first, bound]), told(&[("e4", 30)]));
            let resolved = kept(1, &[first, bound, exact]);
            assert_eq!(resolved.len(), 1);
            assert_eq!(resolved[0].1, exact.2);
        }
        // Better than none.
        assert_eq!(kept(1, &[(1, "e2e4", 30, Lower)]), told(&[("e4", 30)]));
    }

    #[test]
    fn each_move_has_one_line_and_all_ranks_are_kept() {
        use Bound::{Exact, Lower, Upper};
        let before = [(1, "e2e4", 30, Exact), (2, "d2d4", 20, Exact), (3, "g1f3", 10, Exact)];
        let with =
            |more: &[(usize, &'static str, i32, Bound)]| kept(3, &[&before[..], more].concat());
        assert_eq!(with(&[]), told(&[("e4", 30), ("d4", 20), ("Nf3", 10)]));
        let others = [(1, "d2d4", 35, Exact), (2, "c2c4", 25, Exact), (3, "e2e4", 15, Exact)];
        assert_eq!(with(&others), told(&[("d4", 35), ("c4", 25), ("e4", 15)]));
        // The search ended while the second move was failing high, or low.
        let new = [(1, "e2e4", 35, Exact), (2, "c2c4", 30, Lower), (3, "d2d4", 20, Exact)];
        assert_eq!(with(&new), told(&[("e4", 35), ("d4", 20), ("Nf3", 10)]));
        let worse = [(1, "e2e4", 35, Exact), (2, "d2d4", 5, Upper), (3, "g1f3", 10, Exact)];
        assert_eq!(with(&worse), told(&[("e4", 35), ("d4", 20), ("Nf3", 10)]));
    }

    /// The search ends after the first line of an iteration, which is worth less than what is left
    /// of the iteration before.
    #[test]
    fn lines_are_in_order_whatever_iterations_they_are_of() {
        use Bound::Exact;
        let before = [(1, "e2e4", 30, Exact), (2, "d2d4", 20, Exact), (3, "g1f3", 10, Exact)];
        let with = |new| kept(3, &[&before[..], &[new]].concat());
        let whole = told(&[("e4", 30), ("d4", 20), ("Nf3", 10)]);
        assert_eq!(with((1, "e2e4", 15, Exact)), whole);
        assert_eq!(with((1, "e2e4", 25, Exact))[0].1, 25);
        assert_eq!(with((1, "d2d4", 15, Exact)), told(&[("d4", 15), ("Nf3", 10)]));
        assert_eq!(with((1, "c2c4", 50, Exact)), told(&[("c4", 50), ("e4", 30), ("d4", 20)]));
    }
}
