//! The threads of a search and their vote. Threads search the same position and share the
//! transposition table (lazy SMP); helpers skip some depths (`Worker::skips`). Threads and their
//! data are created when their number is set, so that no search waits for them.
//! <https://www.chessprogramming.org/Lazy_SMP>

use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::{Builder, JoinHandle};

use super::limits::Signals;
use super::params;
use super::report::Silent;
use super::root_moves::RootMove;
use super::searcher::SearchResult;
use super::time::TimeManager;
use super::worker::{Shared, ThreadData, ThreadResult, Worker};
use crate::board::Move;
use crate::eval::{Evaluation, Evaluator, Nnue, PieceSquares, Score};
use crate::sync::locked;

/// The most threads that may be asked for.
pub const MAX_THREADS: usize = 1024;

/// The stack of a search thread, in bytes. A ply takes some 3 KiB in release builds, and three
/// times that without optimisation.
pub const STACK: usize = 16 << 20;

/// What one thread keeps between searches.
pub struct Thread {
    /// The number of the thread; 0 is the caller's.
    number: usize,
    pub data: ThreadData,
    /// The evaluation by a network; without one, piece-square tables evaluate.
    pub nnue: Option<Nnue>,
}

impl Thread {
    /// Returns `None` where there is no memory.
    pub fn new(number: usize, evaluator: &Evaluator) -> Option<Thread> {
        Some(Thread { number, data: ThreadData::new()?, nnue: evaluator.nnue() })
    }

    pub fn search(
        &mut self,
        shared: &Shared,
        signals: &Signals,
        report: &mut dyn super::Report,
        time: Option<TimeManager>,
    ) -> Option<SearchResult> {
        let (number, data) = (self.number, &mut self.data);
        match &mut self.nnue {
            Some(nnue) => Worker::new(shared, signals, report, number, data, nnue, time).run(),
            None => {
                let tables = &mut PieceSquares::default();
                Worker::new(shared, signals, report, number, data, tables, time).run()
            }
        }
    }

    /// Clears the thread's data and its part of the table.
    pub fn clear(&mut self, shared: &Shared) {
        self.data.clear();
        shared.tt.clear_part(self.number, shared.results.len());
    }
}

pub enum Task {
    Search,
    Clear,
    Evaluate(Evaluator),
}

/// A thread that helps the first one. Tasks and answers alternate, so that neither channel ever
/// holds more than one.
pub struct Helper {
    tasks: SyncSender<Task>,
    /// Receives a message when the thread is ready, and one for each task done.
    done: Receiver<()>,
    handle: JoinHandle<()>,
}

impl Helper {
    /// Starts a thread, and waits until it has its memory.
    pub fn start(
        number: usize,
        evaluator: Evaluator,
        shared: Arc<RwLock<Shared>>,
    ) -> io::Result<Helper> {
        let (tasks, inbox) = sync_channel(1);
        let (finished, done) = sync_channel(1);
        let serve = move || {
            let Some(mut thread) = Thread::new(number, &evaluator) else {
                return;
            };
            drop(evaluator);
            // These signals are never set, as the first thread stops the others.
            let signals = Signals::default();
            while finished.send(()).is_ok()
                && let Ok(task) = inbox.recv()
            {
                match task {
                    Task::Search => {
                        thread.search(&read(&shared), &signals, &mut Silent, None);
                    }
                    Task::Clear => thread.clear(&read(&shared)),
                    Task::Evaluate(evaluator) => thread.nnue = evaluator.nnue(),
                }
            }
        };
        let handle = Builder::new().stack_size(STACK).spawn(serve)?;
        done.recv().map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        Ok(Helper { tasks, done, handle })
    }

    /// Sends a task, which a thread that has ended ignores.
    pub fn ask(&self, task: Task) {
        let _ = self.tasks.send(task);
    }

    pub fn wait(&self) {
        let _ = self.done.recv();
    }

    pub fn end(self) {
        drop(self.tasks);
        let _ = self.handle.join();
    }
}

/// Locks `Shared` for reading. A panic may poison the lock, but every search sets `Shared` up anew.
pub fn read(shared: &RwLock<Shared>) -> RwLockReadGuard<'_, Shared> {
    shared.read().unwrap_or_else(PoisonError::into_inner)
}

/// Locks `Shared` for writing, as [`read`] does for reading.
pub fn write(shared: &RwLock<Shared>) -> RwLockWriteGuard<'_, Shared> {
    shared.write().unwrap_or_else(PoisonError::into_inner)
}

/// The helpers of a search. Dropping this stops the search on them, and waits until they are done.
pub struct Helping<'a> {
    shared: &'a Shared,
    helpers: &'a [Helper],
}

impl Helping<'_> {
    /// Makes these helpers search.
    pub fn begin<'a>(shared: &'a Shared, helpers: &'a [Helper]) -> Helping<'a> {
        helpers.iter().for_each(|helper| helper.ask(Task::Search));
        Helping { shared, helpers }
    }
}

impl Drop for Helping<'_> {
    fn drop(&mut self) {
        self.shared.done.store(true, Ordering::Relaxed);
        self.helpers.iter().for_each(Helper::wait);
    }
}

impl<E: Evaluation> Worker<'_, E> {
    pub fn publish_result(&self) {
        let (best, depth) = (&self.root_moves[0], self.completed_depth);
        let result = best.value().map(|score| ThreadResult { best: best.clone(), score, depth });
        *locked(&self.shared.results[self.thread]) = result;
    }

    /// Stops the helpers without waiting, chooses a move by skill or vote, and reports the
    /// best lines if they changed.
    pub fn choose_move(&mut self) {
        self.shared.done.store(true, Ordering::Relaxed);
        let limits = &self.shared.limits;
        if let Some(skill) = limits.skill {
            let values: Vec<Score> = self.root_moves.iter().map_while(RootMove::value).collect();
            let choice = skill.choose(&values, &mut rand::rng());
            self.root_moves[..=choice].rotate_right(1);
        } else if limits.threads > 1 && limits.multi_pv == 1 && limits.depth.is_none() {
            // With several lines or a given depth, the first thread's result stands.
            self.publish_result();
            let results = self.shared.results.iter().filter_map(|place| locked(place).take());
            let results: Vec<ThreadResult> = results.collect();
            if let Some(winner) = vote(&results) {
                // Another thread's line or score was never reported, even of the same move.
                let own = &self.root_moves[0];
                if own.line != winner.best.line || own.value() != Some(winner.score) {
                    self.reported_move = Move::NONE;
                    self.root_depth = winner.depth;
                }
                self.completed_depth = winner.depth;
                self.root_moves.retain(|other| other.mv != winner.best.mv);
                self.root_moves.insert(0, winner.best.clone());
            }
        }
        if self.stopped || self.root_moves[0].mv != self.reported_move {
            self.report_lines();
        }
    }
}

/// Returns the best result with the move that has the most weight of depth and score; a decided win
/// is taken at once.
fn vote(results: &[ThreadResult]) -> Option<&ThreadResult> {
    let worst = results.iter().map(|result| result.score.get()).min()?;
    let weight = |result: &ThreadResult| {
        i64::from(result.score.get() - worst + params::vote_score_offset())
            * i64::from(result.depth.max(1))
    };
    let votes = |mv: Move| -> i64 {
        let same = results.iter().filter(|result| result.best.mv == mv);
        same.map(weight).sum()
    };
    let rank = |result: &ThreadResult| {
        let decided = Some(result.score).filter(|&score| score > Score::MAX_EVAL);
        (decided, votes(result.best.mv), weight(result))
    };
    // Of equal results the first wins, so that one thread's answer is its own.
    results.iter().rev().max_by_key(|result| rank(result))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::board::Position;
    use crate::eval::PieceSquares;
    use crate::search::report::{Info, Report};
    use crate::search::root_moves::list_root_moves;
    use crate::search::{Limits, TranspositionTable};

    fn result(n: usize, score: i32, depth: i32) -> ThreadResult {
        let mut moves = Vec::new();
        list_root_moves(&mut moves, &Position::startpos(), &[]);
        let mut best = moves.swap_remove(n);
        let score = Score::centipawns(score);
        best.score = score;
        ThreadResult { best, score, depth }
    }

    fn winner(results: Vec<ThreadResult>) -> (Move, i32) {
        let winner = vote(&results).unwrap();
        (winner.best.mv, winner.depth)
    }

    #[test]
    fn many_and_deep_results_win() {
        let moves = Position::startpos().legal_moves();
        let all = vec![result(0, 10, 9), result(1, 12, 9), result(0, 9, 8)];
        assert_eq!(winner(all), (moves[0], 9));
        let all = vec![result(0, 10, 9), result(1, 10, 14)];
        assert_eq!(winner(all), (moves[1], 14));
        assert_eq!(winner(vec![result(3, -80, 1)]), (moves[3], 1));
        assert!(vote(&[]).is_none());
    }

    #[test]
    fn of_equals_the_first() {
        let moves = Position::startpos().legal_moves();
        let all = vec![result(2, 10, 9), result(1, 10, 9)];
        assert_eq!(winner(all), (moves[2], 9));
    }

    #[test]
    fn a_mate_is_believed() {
        let moves = Position::startpos().legal_moves();
        let mut all = vec![result(0, 500, 20), result(0, 400, 20), result(5, 0, 7)];
        all[2].score = Score::mate_in(7);
        assert_eq!(winner(all), (moves[5], 7));
        let mut all = vec![result(0, -500, 20), result(5, 0, 7)];
        all[1].score = Score::mated_in(8);
        assert_eq!(winner(all), (moves[0], 20));
    }

    #[derive(Default)]
    struct Heard(Vec<(i32, Score, Vec<Move>)>);

    impl Report for Heard {
        fn line(&mut self, info: &Info) {
            self.0.push((info.depth, info.score, info.line.to_vec()));
        }
    }

    fn reported(own: &ThreadResult, other: ThreadResult) -> Heard {
        let limits = Limits { threads: 2, ..Limits::default() };
        let mut shared = Shared::new(TranspositionTable::new(1).unwrap());
        shared.results.resize_with(2, Mutex::default);
        shared.begin(&Position::startpos(), &limits, None, &|| false);
        shared.root_moves = vec![own.best.clone()];
        *shared.results[1].lock().unwrap() = Some(other);
        let (signals, mut data) = (Signals::default(), ThreadData::new().unwrap());
        let (mut evaluation, mut heard) = (PieceSquares::default(), Heard::default());
        let (data, evaluation) = (&mut data, &mut evaluation);
        let mut worker = Worker::new(&shared, &signals, &mut heard, 0, data, evaluation, None);
        worker.completed_depth = own.depth;
        worker.report_lines();
        worker.choose_move();
        heard
    }

    #[test]
    fn the_answer_of_any_thread_is_reported() {
        let own = result(0, 10, 9);
        assert_eq!(reported(&own, result(0, 10, 9)).0.len(), 1);
        let heard = reported(&own, result(0, 40, 12));
        let expected = (12, Score::centipawns(40), own.best.line.to_vec());
        assert_eq!(heard.0[1..], [expected]);
        let mut other = result(0, 10, 12);
        other.best.line.push(Position::startpos().legal_moves()[3]);
        let expected = (12, Score::centipawns(10), other.best.line.to_vec());
        assert_eq!(reported(&own, other).0[1..], [expected]);
        let other = result(1, 40, 12);
        let expected = (12, Score::centipawns(40), other.best.line.to_vec());
        assert_eq!(reported(&own, other).0[1..], [expected]);
    }
}
