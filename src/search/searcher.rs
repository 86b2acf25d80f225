//! The searcher, and what stays from one search to the next.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use super::lateness::Lateness;
use super::limits::{Limits, NodeCounter, Signals};
use super::mate::{Mate, MateSearch, POLL_INTERVAL, Watch};
use super::report::{Answer, Info, Relay, Report};
use super::root_moves::list_root_moves;
use super::statistics::Statistics;
use super::tablebase::Tablebases;
use super::threads::{Helper, Helping, Task, Thread, read, write};
use super::time::TimeManager;
use super::transposition::{NoMemory, TranspositionTable};
use super::worker::{Shared, Worker};
use crate::board::{Color, Move, Position};
use crate::eval::{Evaluation, Evaluator, Score};
use crate::knowledge::syzygy::Tables;

/// The size of the table of a mate search, in megabytes; a table of its own, whatever `Hash` says.
const MATE_HASH: usize = 16;

/// The nodes of the ordinary search after a mate search without mate.
const FALLBACK_NODES: u64 = 20_000;

/// The time between two reports of a mate search.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// Searches positions; keeps tables and histories between searches.
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
    shared: Arc<RwLock<Shared>>,
    evaluator: Evaluator,
    /// The memory of the first thread, which is the caller's.
    first: Thread,
    /// The other threads.
    helpers: Vec<Helper>,
    /// The number of threads that the latest [`Searcher::prepare`] wanted; there are fewer if the
    /// system had no more.
    asked_for: usize,
    tables: Option<Arc<Tables>>,
    /// The value that the last search of the game found, and for which side.
    last_score: Option<(Color, Score)>,
    /// How late the searches on this machine are.
    lateness: Lateness,
}

impl Searcher {
    /// Returns a searcher with a table of this size, in megabytes.
    ///
    /// # Errors
    /// Where there is no memory for the table or the histories.
    pub fn new(megabytes: usize) -> Result<Searcher, NoMemory> {
        let tt = TranspositionTable::new(megabytes)?;
        // The system hands out memory at the first write, which is not to be on a search's clock.
        tt.clear();
        let evaluator = Evaluator::default();
        Ok(Searcher {
            first: Thread::new(0, &evaluator).ok_or(NoMemory::Histories)?,
            shared: Arc::new(RwLock::new(Shared::new(tt))),
            evaluator,
            helpers: Vec::new(),
            asked_for: 1,
            tables: None,
            last_score: None,
            lateness: Lateness::default(),
        })
    }

    /// Replaces the transposition table by an empty one of another size.
    ///
    /// # Errors
    /// Where there is no memory for the new table; the old one stays.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        let mut shared = write(&self.shared);
        shared.tt = TranspositionTable::new(megabytes)?;
        // The memory is written as in `new`, once that of the old table is free.
        shared.tt.clear();
        Ok(())
    }

    /// Sets the evaluator. If it is another one, everything is cleared as for a new game.
    pub fn evaluate_by(&mut self, evaluator: Evaluator) {
        if !self.evaluator.is_same(&evaluator) {
            for helper in &self.helpers {
                helper.ask(Task::Evaluate(evaluator.clone()));
            }
            self.first.nnue = evaluator.nnue();
            self.evaluator = evaluator;
            self.helpers.iter().for_each(Helper::wait);
            self.clear();
        }
    }

    /// Sets the endgame tables, or removes them.
    pub fn set_tablebases(&mut self, tables: Option<Arc<Tables>>) {
        // Those of the last search, which hold files open.
        write(&self.shared).tablebases = Tablebases::new(None, &Limits::default());
        self.tables = tables;
    }

    /// Clears everything for a new game, on all threads.
    pub fn clear(&mut self) {
        self.last_score = None;
        self.helpers.iter().for_each(|helper| helper.ask(Task::Clear));
        self.first.clear(&read(&self.shared));
        self.helpers.iter().for_each(Helper::wait);
    }

    /// Returns the first thread's statistics since its creation; empty in ordinary builds.
    pub fn statistics(&self) -> &Statistics {
        &self.first.data.statistics
    }

    /// Creates or ends threads, and returns how many there are: fewer where the system has no more
    /// threads or memory. A search creates missing threads itself, unless an earlier attempt for as
    /// many has failed: it would lose time with each attempt.
    pub fn prepare(&mut self, threads: usize) -> usize {
        self.asked_for = threads.max(1);
        self.helpers.drain(self.helpers.len().min(self.asked_for - 1)..).for_each(Helper::end);
        while self.helpers.len() + 1 < self.asked_for {
            let number = self.helpers.len() + 1;
            match Helper::start(number, self.evaluator.clone(), Arc::clone(&self.shared)) {
                Ok(helper) => self.helpers.push(helper),
                Err(error) => {
                    // The caller tells how many there are.
                    log::debug!("only {number} threads search: {error}");
                    break;
                }
            }
        }
        let count = self.helpers.len() + 1;
        let mut shared = write(&self.shared);
        shared.results.resize_with(count, Mutex::default);
        shared.counters.resize_with(count, NodeCounter::default);
        count
    }

    /// Finds the best move within the limits; the last line reported with `multi_pv` 1 is the
    /// answer's.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn Report,
    ) -> Answer {
        let time = TimeManager::new(limits, position.side_to_move(), self.lateness);
        if let Some(moves) = limits.mate {
            return self.search_mate(moves, position, limits, time, signals, report);
        }
        let Some(skill) = limits.skill else {
            return self.search_within(position, limits, time, signals, report);
        };
        let mut shown = Relay { lines: limits.multi_pv, earlier_nodes: 0, listener: report };
        self.search_within(position, &limits.with_skill(skill), time, signals, &mut shown)
    }

    /// Searches for a mate, within the limits of depth and nodes too. Without a proof, a short
    /// ordinary search answers.
    fn search_mate(
        &mut self,
        moves: u32,
        position: &Position,
        limits: &Limits,
        time: TimeManager,
        signals: &Signals,
        report: &mut dyn Report,
    ) -> Answer {
        let mut root_moves = Vec::new();
        list_root_moves(&mut root_moves, position, &limits.search_moves);
        let candidates: Vec<Move> = root_moves.iter().map(|root_move| root_move.mv).collect();
        let mut watch = MateWatch {
            time,
            most_nodes: limits.nodes.map(|limit| limit - (limit / 4).min(FALLBACK_NODES)),
            signals,
            report,
            reported: Duration::ZERO,
        };
        // The last move of a mate in n moves is ply 2n - 1.
        let by_depth = |depth: i32| (depth.max(1) as u32).div_ceil(2);
        let moves = limits.depth.map_or(moves, |depth| moves.min(by_depth(depth)));
        let (found, nodes) = {
            let mut search = MateSearch::new(position, &mut watch, MATE_HASH);
            (search.run(&candidates, moves), search.nodes)
        };
        if let Ok(Some(Mate { moves, line })) = found {
            let score = Score::mate_in(2 * moves as usize - 1);
            let depth = 2 * moves as i32 - 1;
            watch.report.line(&Info {
                depth,
                selective_depth: depth as usize,
                nodes,
                line: &line,
                ..Info::unsearched(score, watch.time.elapsed())
            });
            let answer = Answer { best: line[0], ponder: line.get(1).copied(), score, nodes };
            watch.time.wait_for_stop_or_ponder_hit(limits, signals);
            watch.report.answer(&answer);
            answer
        } else {
            let left = limits.nodes.map(|limit| limit.saturating_sub(nodes));
            let short = Limits {
                mate: None,
                nodes: Some(left.unwrap_or(FALLBACK_NODES).clamp(1, FALLBACK_NODES)),
                threads: 1,
                multi_pv: 1,
                skill: None,
                ..limits.clone()
            };
            // The clock goes on: it may have seen the ponder hit.
            let MateWatch { time, report, .. } = watch;
            let mut rest = Relay { lines: 1, earlier_nodes: nodes, listener: report };
            let answer = self.search_within(position, &short, time, signals, &mut rest);
            Answer { nodes: answer.nodes + nodes, ..answer }
        }
    }

    fn search_within(
        &mut self,
        position: &Position,
        limits: &Limits,
        time: TimeManager,
        signals: &Signals,
        report: &mut dyn Report,
    ) -> Answer {
        let time = RefCell::new(time);
        if limits.threads > self.asked_for {
            self.prepare(limits.threads);
        }
        let mut shared = write(&self.shared);
        let is_late = || time.borrow_mut().is_too_late_to_rank(signals);
        shared.begin(position, limits, self.tables.as_ref(), &is_late);
        // The creation of threads is no delay, and the ranking has a deadline of its own.
        time.borrow_mut().resume();
        let last = self.last_score;
        shared.last_score =
            last.filter(|&(side, _)| side == position.side_to_move()).map(|(_, score)| score);
        drop(shared);
        // The clock that ran during the ranking goes on: it may have seen the ponder hit.
        let mut time = time.into_inner();
        let shared = read(&self.shared);
        let found = if shared.root_moves.is_empty() {
            None
        } else {
            let helpers = limits.threads.clamp(1, self.helpers.len() + 1) - 1;
            let _helping = Helping::begin(&shared, &self.helpers[..helpers]);
            self.first.search(&shared, signals, report, Some(time.clone()))
        };
        if let Some(SearchResult { answer, value, lateness }) = found {
            log::debug!("the search was late by up to {:?}", lateness.reserve());
            self.lateness = lateness;
            // A score is of no use if the move that was pondered on was not played.
            let is_played = !limits.ponder || signals.is_ponder_hit();
            if let Some(score) = value.filter(|_| is_played) {
                self.last_score = Some((position.side_to_move(), score));
            }
            return answer;
        }
        let score = if position.in_check() { Score::mated_in(0) } else { Score::DRAW };
        report.line(&Info {
            is_drawn: score == Score::DRAW,
            ..Info::unsearched(score, time.elapsed())
        });
        time.wait_for_stop_or_ponder_hit(limits, signals);
        let answer = Answer { best: Move::NONE, ponder: None, score, nodes: 0 };
        report.answer(&answer);
        answer
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.helpers.drain(..).for_each(Helper::end);
    }
}

/// What the first thread of a search has found.
pub struct SearchResult {
    pub answer: Answer,
    /// The search's own value of its best move, whatever endgame tables say and whichever move is
    /// chosen. A forced move has no value, as its search on the clock ends at depth 1.
    pub value: Option<Score>,
    pub lateness: Lateness,
}

impl<E: Evaluation> Worker<'_, E> {
    /// Searches, and returns what the first thread has found; `None` for the threads that help it.
    pub fn run(mut self) -> Option<SearchResult> {
        self.deepen();
        if self.thread > 0 {
            return None;
        }
        self.time.wait_for_stop_or_ponder_hit(&self.shared.limits, self.signals);
        let is_choice = self.root_moves.len() > 1;
        let value = self.root_moves[0].value().filter(|_| is_choice);
        self.choose_move();
        let score = self.displayed_score(0);
        let best = &self.root_moves[0];
        let (mv, reply) = (best.mv, best.line.get(1).copied());
        let answer = Answer {
            best: mv,
            ponder: reply.or_else(|| self.expected_reply(mv)),
            score,
            nodes: self.all_nodes(),
        };
        self.report.answer(&answer);
        Some(SearchResult { answer, value, lateness: self.time.lateness() })
    }

    fn expected_reply(&mut self, mv: Move) -> Option<Move> {
        self.position.make(mv);
        let entry = self.shared.tt.probe(self.position.key());
        let reply = entry
            .map(|entry| entry.mv)
            .filter(|&reply| self.position.is_legal(reply, self.position.checks()));
        self.position.unmake();
        reply
    }
}

struct MateWatch<'a> {
    time: TimeManager,
    /// The most nodes of the proof, where they are limited.
    most_nodes: Option<u64>,
    signals: &'a Signals,
    report: &'a mut dyn Report,
    /// [`TimeManager::elapsed`] at the last report.
    reported: Duration,
}

impl Watch for MateWatch<'_> {
    fn should_stop(&mut self, nodes: u64) -> bool {
        let time = self.time.elapsed();
        if time >= self.reported + PROGRESS_INTERVAL {
            self.reported = time;
            self.report.mate_progress(nodes, time);
        }
        self.signals.is_stopped()
            || self.time.is_spent(self.signals)
            || self.most_nodes.is_some_and(|most| nodes + POLL_INTERVAL > most)
    }

    fn refuted(&mut self, moves: u32, nodes: u64) {
        self.reported = self.time.elapsed();
        self.report.no_mate(moves, nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Silent;

    #[test]
    fn threads_that_could_not_be_had_are_not_asked_for_again() {
        let mut searcher = Searcher::new(1).unwrap();
        assert_eq!(searcher.prepare(2), 2);
        // As if the third had been refused.
        searcher.asked_for = 3;
        let threads_after_search = |searcher: &mut Searcher, threads| {
            let limits = Limits { threads, nodes: Some(1), ..Limits::default() };
            searcher.search(&Position::startpos(), &limits, &Signals::default(), &mut Silent);
            searcher.helpers.len() + 1
        };
        assert_eq!(threads_after_search(&mut searcher, 3), 2);
        assert_eq!(threads_after_search(&mut searcher, 4), 4);
        assert_eq!(searcher.prepare(0), 1);
        assert_eq!(threads_after_search(&mut searcher, 2), 2);
    }

    #[test]
    fn tables_are_given_up_before_the_next_search() {
        let tables = Arc::new(Tables::default());
        let mut searcher = Searcher::new(1).unwrap();
        searcher.set_tablebases(Some(Arc::clone(&tables)));
        let limits = Limits { depth: Some(1), ..Limits::default() };
        searcher.search(&Position::startpos(), &limits, &Signals::default(), &mut Silent);
        searcher.set_tablebases(None);
        assert_eq!(Arc::strong_count(&tables), 1);
    }

    #[test]
    fn the_search_after_a_mate_search_has_no_time_of_its_own() {
        struct Nodes(Vec<u64>);

        impl Report for Nodes {
            fn line(&mut self, info: &Info) {
                self.0.push(info.nodes);
            }
        }

        let (signals, mut nodes) = (Signals::default(), Nodes(Vec::new()));
        signals.ponder_hit();
        let limits = Limits {
            mate: Some(40),
            move_time: Some(Duration::from_millis(200)),
            ponder: true,
            ..Limits::default()
        };
        let mut searcher = Searcher::new(1).unwrap();
        searcher.search(&Position::startpos(), &limits, &signals, &mut nodes);
        // It ends when it first looks at the clock.
        assert!(nodes.0[nodes.0.len() - 1] - nodes.0[0] <= 1024, "{:?}", nodes.0);
    }

    #[test]
    fn a_score_is_kept_for_the_next_search_of_the_game() {
        let mut searcher = Searcher::new(1).unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let start = Position::startpos();
        let answer = searcher.search(&start, &limits, &Signals::default(), &mut Silent);
        let kept = Some((Color::White, answer.score));
        assert_eq!(searcher.last_score, kept);
        // Not the score of a forced move, which is not searched deeply on the clock.
        let forced = Position::from_fen("k6r/8/8/8/8/8/6P1/7K w - - 0 1").unwrap();
        searcher.search(&forced, &limits, &Signals::default(), &mut Silent);
        assert_eq!(searcher.last_score, kept);
        // Not the score of a position that was pondered on in vain.
        let pondering = Limits { ponder: true, ..limits };
        let stopped = Signals::default();
        stopped.stop();
        let other = Position::from_fen("4k3/8/8/8/8/8/8/4K2Q b - - 0 1").unwrap();
        searcher.search(&other, &pondering, &stopped, &mut Silent);
        assert_eq!(searcher.last_score, kept);
        searcher.evaluate_by(Evaluator::default());
        assert_eq!(searcher.last_score, kept);
        searcher.evaluate_by(Evaluator::Classical);
        assert_eq!(searcher.last_score, None);
    }
}
