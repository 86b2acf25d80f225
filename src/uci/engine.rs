//! The searching thread and its job queue: jobs are done in order, so that the thread that reads
//! lines never waits for a search. Signals stop a search even while it waits for its turn.

use std::convert::Infallible;
use std::fmt::Display;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::book::{OwnBook, load_openings};
use super::open_searches::OpenSearches;
use super::options::Options;
use super::output::{self, InfoLines};
use crate::board::{CastlingNotation, Position};
use crate::eval::{Evaluator, WinModel};
use crate::knowledge::polyglot::Book;
use crate::knowledge::syzygy::{LoadProblem, Loading, Tables};
use crate::perft::{self, Method, Progress};
use crate::search::{Limits, STACK, Searcher, Signals, TableError, Tunable, bench};
use crate::text::{counted, listed, without_system_number};

/// How long [`Engine::leave`] waits for a last `bestmove` on a busy machine.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// How long it waits where no search is open, for jobs such as the answer to an `isready` just
/// before: most are done sooner, but clearing a table of many GiB is not.
const IDLE_QUIT_TIMEOUT: Duration = Duration::from_millis(100);

/// How often it checks whether all searches are answered.
const QUIT_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// What one wait counts at most: a pause of the whole machine must not use up the time.
const MAX_COUNTED_WAIT: Duration = Duration::from_millis(20);

/// How often [`Engine::finish`] checks whether the output still has a reader.
const READER_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Why the engine cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No memory for the hash table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No thread to search on.
    #[error("no thread to search on: {0}")]
    Thread(#[from] std::io::Error),
}

pub enum Job {
    Search(Box<SearchJob>),
    Perft {
        position: Box<Position>,
        depth: u32,
        notation: CastlingNotation,
        signals: Arc<Signals>,
    },
    /// Reports why a count is not done, and ends like a perft of 0 leaves: clients wait for that.
    RefusePerft(String),
    Bench {
        depth: Option<i32>,
        signals: Arc<Signals>,
    },
    Resize(usize),
    Clear,
    Prepare(usize),
    EvaluateBy(Evaluator),
    LoadOpenings,
    UseBook(Option<Book>),
    /// 0 for a random seed.
    SeedBook(u64),
    /// An empty list removes the tables.
    SetTablebases(Vec<PathBuf>),
    /// Applies to searches that are asked for later.
    Tune(&'static Tunable, i32),
    Ready,
    /// Drops the sender, which tells its receiver that the jobs before are done.
    Mark(Sender<Infallible>),
    /// What fails is sent from then on, instead of told to the client.
    SendFailures(Sender<String>),
}

pub struct SearchJob {
    position: Position,
    limits: Limits,
    signals: Arc<Signals>,
    options: Options,
}

pub struct Engine {
    jobs: Sender<Job>,
    /// Closed by the thread when it ends.
    ended: Receiver<()>,
    searches: Arc<OpenSearches>,
    /// Of the latest search.
    signals: Arc<Signals>,
    /// Of the next search, if they are given.
    next_signals: Option<Arc<Signals>>,
    /// Of all counts (perft, bench) since the last stop.
    counting: Arc<Signals>,
}

impl Engine {
    /// # Errors
    /// Where there is no memory for the table, or no thread.
    pub fn start(megabytes: usize) -> Result<Engine, StartError> {
        let searcher = Searcher::new(megabytes)?;
        let (jobs, inbox) = channel();
        let (ending, ended) = channel();
        let searches = Arc::new(OpenSearches::default());
        let open = Arc::clone(&searches);
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || {
                serve(searcher, inbox, &open);
                drop(ending);
            })?;
        Ok(Engine {
            jobs,
            ended,
            searches,
            signals: Arc::default(),
            next_signals: None,
            counting: Arc::default(),
        })
    }

    /// Answers one `go` after the jobs before it; a search that still runs is stopped.
    pub fn search(&mut self, position: Position, limits: Limits, options: Options) {
        self.stop_search();
        self.signals = self.next_signals.take().unwrap_or_default();
        self.searches.open();
        let signals = Arc::clone(&self.signals);
        self.send(Job::Search(Box::new(SearchJob {
            position,
            limits,
            signals,
            options,
        })));
    }

    pub fn perft(&self, position: Position, depth: u32, notation: CastlingNotation) {
        self.send(Job::Perft {
            position: Box::new(position),
            depth,
            notation,
            signals: Arc::clone(&self.counting),
        });
    }

    pub fn bench(&self, depth: Option<i32>) {
        let signals = Arc::clone(&self.counting);
        self.send(Job::Bench { depth, signals });
    }

    /// Says `readyok`: at once during a search that goes on, otherwise when all jobs are done.
    /// Jobs that wait behind a stopped search would take time of the next one.
    pub fn ready(&self) {
        if self.searches.any_open() && !self.signals.is_stopped() {
            output::send(vampirc_uci::UciMessage::ReadyOk);
        } else {
            self.send(Job::Ready);
        }
    }

    /// Waits until all jobs so far are done.
    pub fn wait_for_jobs(&self) {
        let (sender, receiver) = channel();
        self.send(Job::Mark(sender));
        // Nothing is ever sent: it ends when the sender is dropped.
        let _ = receiver.recv();
    }

    /// Receives why later jobs fail, of which the client is not told then.
    pub fn failures(&self) -> Receiver<String> {
        let (sender, receiver) = channel();
        self.send(Job::SendFailures(sender));
        receiver
    }

    /// Lets these signals, too, stop the next search and the counts before the next stop.
    pub fn stop_by(&mut self, signals: &Arc<Signals>) {
        self.next_signals = Some(Arc::clone(signals));
        self.counting = Arc::clone(signals);
    }

    pub fn stop_search(&self) {
        self.signals.stop();
    }

    /// Ends that search, and all counts asked for so far.
    pub fn stop(&mut self) {
        self.stop_search();
        self.counting.stop();
        self.counting = Arc::default();
    }

    /// Each count keeps the signals until it is done.
    pub fn is_counting(&self) -> bool {
        Arc::strong_count(&self.counting) > 1
    }

    pub fn ponder_hit(&self) {
        self.signals.ponder_hit();
    }

    /// Waits until all jobs are done, or the output has no reader.
    pub fn finish(self) {
        drop(self.jobs);
        // The thread never sends: this ends when it does.
        while self.ended.recv_timeout(READER_POLL_INTERVAL) == Err(RecvTimeoutError::Timeout)
            && output::has_reader()
        {}
    }

    /// Stops all jobs, and waits for the last answer, or shortly where no search is open.
    pub fn leave(mut self) {
        self.stop();
        drop(self.jobs);
        let mut waited = Duration::ZERO;
        let timeout = || {
            if self.searches.any_unanswered() {
                QUIT_TIMEOUT
            } else {
                IDLE_QUIT_TIMEOUT
            }
        };
        while waited < timeout() {
            let start = Instant::now();
            if self.ended.recv_timeout(QUIT_POLL_INTERVAL) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            waited += start.elapsed().min(MAX_COUNTED_WAIT);
        }
    }

    /// Adds a job to the queue.
    pub fn send(&self, job: Job) {
        // The thread ends only after the sender is gone.
        let _ = self.jobs.send(job);
    }
}

fn serve(mut searcher: Searcher, inbox: Receiver<Job>, searches: &OpenSearches) {
    let mut own_book = OwnBook::new();
    let mut tables: Option<Arc<Tables>> = None;
    let mut failures: Option<Sender<String>> = None;
    for job in inbox {
        match job {
            Job::Search(job) => {
                let SearchJob {
                    position,
                    limits,
                    signals,
                    options,
                } = *job;
                let mut lines = InfoLines {
                    notation: options.notation,
                    start: limits.start,
                    win_model: options.show_wdl.then(|| WinModel::of(&position)),
                    searches,
                };
                match own_book.answer(&position, &limits, &options) {
                    Some(mv) => lines.book_move(&position, mv),
                    None => {
                        searcher.search(&position, &limits, &signals, &mut lines);
                    }
                }
                for problem in tables.iter().flat_map(|tables| tables.take_problems()) {
                    output::send_note(problem);
                }
            }
            Job::Perft {
                position,
                depth,
                notation,
                signals,
            } => print_perft(&position, depth, notation, &signals),
            Job::RefusePerft(reason) => print_no_perft(&reason),
            Job::Bench { depth, signals } => print_bench(depth, &signals),
            Job::Resize(megabytes) => {
                if let Err(error) = searcher.resize(megabytes) {
                    tell(&failures, error);
                }
            }
            Job::Clear => searcher.clear(),
            Job::Prepare(threads) => {
                let started = searcher.prepare(threads);
                // Where the system does not tell how many there are, they may be enough.
                let processors = std::thread::available_parallelism();
                let processors = processors.map_or(usize::MAX, NonZero::get);
                if let Some(note) = note_on_threads(threads, started, processors) {
                    output::send_note(note);
                }
            }
            Job::EvaluateBy(evaluator) => searcher.evaluate_by(evaluator),
            Job::LoadOpenings => load_openings(),
            Job::UseBook(book) => own_book.replace(book),
            Job::SeedBook(seed) => own_book.seed(seed),
            Job::SetTablebases(directories) if directories.is_empty() => {
                tables = None;
                searcher.set_tablebases(None);
            }
            Job::SetTablebases(directories) => match load_tables(&directories, tables.is_some()) {
                Ok(found) => {
                    tables = Some(Arc::clone(&found));
                    searcher.set_tablebases(Some(found));
                }
                Err(reason) => tell(&failures, reason),
            },
            Job::Tune(tunable, value) => tunable.set(value),
            Job::Ready => output::send(vampirc_uci::UciMessage::ReadyOk),
            Job::Mark(sender) => drop(sender),
            Job::SendFailures(sender) => failures = Some(sender),
        }
    }
}

/// Tells why a job failed.
fn tell(failures: &Option<Sender<String>>, failure: impl Display) {
    match failures {
        // It is dropped where nothing waits for it.
        Some(failures) => drop(failures.send(failure.to_string())),
        None => output::send_note(failure),
    }
}

/// What is to be told of threads: not all could be started, or they have to share processors.
fn note_on_threads(wanted: usize, started: usize, processors: usize) -> Option<String> {
    if started < wanted {
        let note = format!("Threads: only {started} of {wanted} could be started");
        return Some(note);
    }
    (wanted > processors).then(|| {
        let processors = counted(processors, "processor");
        format!("Threads: {wanted} on {processors}; searches may take more than their time")
    })
}

/// The error says why there are none to use; others that are in use stay.
fn load_tables(directories: &[PathBuf], has_others: bool) -> Result<Arc<Tables>, String> {
    let Loading { tables, problems } = Tables::load(directories);
    let [wdl, dtz] = tables.counts();
    let mut notes = Vec::new();
    if !problems.is_empty() {
        let told = |problem: &LoadProblem| without_system_number(&problem.to_string());
        let problems: Vec<String> = problems.iter().map(told).collect();
        notes.push(listed(&problems));
    }
    if wdl == 0 && dtz > 0 {
        notes.push("no WDL tables (.rtbw), without which DTZ tables are no use".to_string());
    }
    if wdl == 0 && has_others {
        notes.push("the tables before stay in use".to_string());
    }
    let notes = if notes.is_empty() {
        None
    } else {
        Some(format!("SyzygyPath: {}", notes.join("; ")))
    };
    if wdl == 0 {
        return Err(notes.unwrap_or_else(|| "SyzygyPath: no tables".to_string()));
    }
    notes.into_iter().for_each(output::send_note);
    let most = tables.max_pieces();
    output::send_note(format_args!(
        "found {wdl} WDL and {dtz} DTZ tables, up to {most} pieces"
    ));
    Ok(Arc::new(tables))
}

fn print_perft(position: &Position, depth: u32, notation: CastlingNotation, signals: &Signals) {
    let is_over = || signals.is_stopped();
    let method = Method {
        is_over: Some(&is_over),
        ..Method::default()
    };
    let (one_thread, progress) = (NonZero::<usize>::MIN, Progress::default());
    let counts = perft::divide(method, position, depth, one_thread, &progress);
    if signals.is_stopped() {
        return print_no_perft("perft was stopped");
    }
    for (mv, nodes) in &counts {
        output::send(format_args!("{}: {nodes}", mv.uci(notation)));
    }
    print_leaves(perft::total_leaves(depth, &counts));
}

/// Ends like a perft of 0 leaves.
fn print_no_perft(reason: &str) {
    output::send_note(reason);
    print_leaves(0);
}

fn print_leaves(total: u64) {
    output::send(format_args!("\nNodes searched: {total}"));
}

fn print_bench(depth: Option<i32>, signals: &Signals) {
    match bench::run(
        depth.unwrap_or(bench::DEPTH),
        Evaluator::default(),
        signals,
        |_, _| (),
    ) {
        Ok((total, _)) => output::send(total),
        Err(error) => output::send_note(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_share_processors_are_told() {
        assert_eq!(note_on_threads(4, 4, 4), None);
        assert_eq!(note_on_threads(1, 1, usize::MAX), None);
        for (wanted, started, processors, expected) in [
            (8, 3, 4, "Threads: only 3 of 8 could be started"),
            (
                2,
                2,
                1,
                "Threads: 2 on 1 processor; searches may take more than their time",
            ),
            (
                9,
                9,
                8,
                "Threads: 9 on 8 processors; searches may take more than their time",
            ),
        ] {
            let note = note_on_threads(wanted, started, processors);
            assert_eq!(note.as_deref(), Some(expected));
        }
    }
}
