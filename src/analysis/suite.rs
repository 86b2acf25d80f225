//! Solving a test suite, each position from an empty table, so that the number of threads does not
//! change the results.

use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use super::problem::Problem;
use crate::board::Move;
use crate::eval::Score;
use crate::search::{Bound, Effort, Info, Report, Searcher, Signals};
use crate::sync::in_order;

/// The result of a problem.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The move found.
    pub played: Move,
    /// The score of the move for the side that plays it.
    pub score: Score,
    /// The time after which the best move stayed right to the end, if the problem is solved.
    pub right_from: Option<Duration>,
    /// The number of positions visited.
    pub nodes: u64,
}

/// Searches the problems, as many at a time as there are searchers, until the signals stop it;
/// passes on results in order.
///
/// # Errors
/// Where a thread cannot be created.
pub fn solve(
    problems: &[Problem],
    searchers: Vec<Searcher>,
    effort: &Effort,
    signals: &Signals,
    mut each: impl FnMut(Attempt),
) -> io::Result<()> {
    let work =
        |searcher: &mut Searcher, problem: &Problem| attempt(problem, searcher, effort, signals);
    in_order(problems, searchers, work, |attempt| {
        // A search that was cut off is no attempt.
        if signals.is_stopped() {
            return Ok(ControlFlow::Break(()));
        }
        each(attempt);
        Ok(ControlFlow::Continue(()))
    })
}

fn attempt(
    problem: &Problem,
    searcher: &mut Searcher,
    effort: &Effort,
    signals: &Signals,
) -> Attempt {
    // A large table takes a while.
    if !signals.is_stopped() {
        searcher.clear();
    }
    let limits = effort.limits();
    let mut watch = SuiteWatch { problem, right_from: None };
    let answer = searcher.search(&problem.position(), &limits, signals, &mut watch);
    let is_solved = problem.is_solved_by(answer.best, answer.score);
    Attempt {
        played: answer.best,
        score: answer.score,
        right_from: watch.right_from.filter(|_| is_solved),
        nodes: answer.nodes,
    }
}

/// Notes the time from which the best move solves the problem.
struct SuiteWatch<'a> {
    problem: &'a Problem,
    right_from: Option<Duration>,
}

impl Report for SuiteWatch<'_> {
    fn line(&mut self, info: &Info) {
        let best = info.line.first().copied().unwrap_or(Move::NONE);
        // An upper bound proves no mate.
        let score = match info.bound {
            Bound::Upper | Bound::None => Score::DRAW,
            Bound::Lower | Bound::Exact => info.score,
        };
        if !self.problem.is_solved_by(best, score) {
            self.right_from = None;
        } else {
            self.right_from.get_or_insert(info.time);
        }
    }
}

/// Returns the distribution of these times, each figure with its name; `None` without times.
pub fn time_statistics(mut times: Vec<Duration>) -> Option<[(&'static str, Duration); 5]> {
    times.sort();
    let total: Duration = times.iter().sum();
    let middle = [times.len() / 2, times.len().saturating_sub(1) / 2];
    let [upper, lower] = middle.map(|place| times.get(place));
    Some([
        ("min", *times.first()?),
        ("mean", total / times.len() as u32),
        ("median", (*upper? + *lower?) / 2),
        ("max", *times.last()?),
        ("total", total),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summed_up() {
        let statistics = |millis: &[u64]| {
            let times = millis.iter().map(|&millis| Duration::from_millis(millis));
            time_statistics(times.collect()).map(|named| named.map(|(_, time)| time.as_millis()))
        };
        assert_eq!(statistics(&[]), None);
        assert_eq!(statistics(&[7]), Some([7, 7, 7, 7, 7]));
        assert_eq!(statistics(&[9, 1, 2]), Some([1, 4, 2, 9, 12]));
        assert_eq!(statistics(&[9, 1, 2, 4]), Some([1, 4, 3, 9, 16]));
    }
}
