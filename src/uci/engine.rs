//! The searching thread and its job queue: jobs are done in order, so that the thread that reads
//! lines never waits for a search. Signals stop a search even while it waits for its turn.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::engine_thread::EngineThread;
use super::open_searches::OpenSearches;
use super::options::Options;
use super::output;
use crate::board::Position;
use crate::search::{Limits, STACK, Searcher, Signals};

/// How long `quit` waits for a last `bestmove` on a busy machine.
pub const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// How long [`Engine::leave`] waits where no search is open, for jobs such as the answer to an
/// `isready` just before: most are done sooner, but clearing a table of many GiB is not.
const IDLE_QUIT_TIMEOUT: Duration = Duration::from_millis(100);

/// How often [`Engine::leave`] checks whether all searches are answered.
const QUIT_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The most that one wait of [`Engine::leave`] counts towards its timeout, so that a pause of the
/// whole machine does not use it up.
const MAX_COUNTED_WAIT: Duration = Duration::from_millis(20);

/// How often [`Engine::finish`] checks whether the output still has a reader.
const READER_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Something for the searching thread to do.
type Job = Box<dyn FnOnce(&mut EngineThread) + Send>;

pub struct Engine {
    jobs: Sender<Job>,
    /// A channel that the thread closes when it ends.
    ended: Receiver<()>,
    searches: Arc<OpenSearches>,
    /// The signals of the latest search.
    signals: Arc<Signals>,
    /// The signals of the next search, if they are given.
    next_signals: Option<Arc<Signals>>,
    /// The signals of all counts (perft, bench) since the last stop.
    counting: Arc<Signals>,
}

impl Engine {
    /// Starts the searching thread.
    ///
    /// # Errors
    /// Where there is no memory for the table, or no thread.
    pub fn start(megabytes: usize) -> Result<Engine, String> {
        let searcher = Searcher::new(megabytes)?;
        let (jobs, inbox) = channel::<Job>();
        let (ending, ended) = channel();
        let searches = Arc::new(OpenSearches::default());
        let open = Arc::clone(&searches);
        let started = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            let mut thread = EngineThread::new(searcher, open);
            for job in inbox {
                job(&mut thread);
                thread.idle_since = Instant::now();
            }
            drop(ending);
        });
        started.map_err(|error| format!("no thread to search on: {error}"))?;
        Ok(Engine {
            jobs,
            ended,
            searches,
            signals: Arc::default(),
            next_signals: None,
            counting: Arc::default(),
        })
    }

    /// Adds a search to the jobs, which answers one `go`. A search that still runs is stopped.
    pub fn search(&mut self, position: Position, limits: Limits, options: Options) {
        self.stop_search();
        self.signals = self.next_signals.take().unwrap_or_default();
        self.searches.open();
        let signals = Arc::clone(&self.signals);
        self.send(move |thread| thread.search(&position, &limits, &signals, &options));
    }

    /// Adds a count (perft, bench) to the jobs; the signals end it.
    pub fn count(&self, count: impl FnOnce(&Signals) + Send + 'static) {
        let signals = Arc::clone(&self.counting);
        self.send(move |_| count(&signals));
    }

    /// Sends `readyok`: at once during a search that goes on, otherwise when all jobs are done, as
    /// they would take time from the next search.
    pub fn ready(&self) {
        if self.searches.any_open() && !self.signals.is_stopped() {
            output::reply(vampirc_uci::UciMessage::ReadyOk);
        } else {
            self.send(|_| output::send(vampirc_uci::UciMessage::ReadyOk));
        }
    }

    /// Waits until all jobs so far are done.
    ///
    /// # Errors
    /// Where one has failed, and [`EngineThread::keeps_failure`] is set.
    pub fn wait_for_jobs(&self) -> Result<(), String> {
        let (sender, receiver) = channel();
        self.send(move |thread| {
            // It is received below.
            let _ = sender.send(thread.failure.take());
        });
        receiver.recv().ok().flatten().map_or(Ok(()), Err)
    }

    /// Makes these signals stop the next search, and the counts until the next [`Engine::stop`].
    pub fn stop_by(&mut self, signals: &Arc<Signals>) {
        self.next_signals = Some(Arc::clone(signals));
        self.counting = Arc::clone(signals);
    }

    pub fn stop_search(&self) {
        self.signals.stop();
    }

    /// Stops the latest search, and all counts requested so far.
    pub fn stop(&mut self) {
        self.stop_search();
        self.counting.stop();
        self.counting = Arc::default();
    }

    /// Returns whether a count runs or waits: each keeps the signals until it is done.
    pub fn is_counting(&self) -> bool {
        Arc::strong_count(&self.counting) > 1
    }

    pub fn ponder_hit(&self) {
        self.signals.ponder_hit();
    }

    /// Waits until all jobs are done, or until the output has no reader.
    pub fn finish(self) {
        drop(self.jobs);
        // The thread sends nothing, but closes the channel.
        while self.ended.recv_timeout(READER_POLL_INTERVAL) == Err(RecvTimeoutError::Timeout)
            && output::has_reader()
        {}
    }

    /// Stops all jobs, and waits a limited time for the last answer, shorter where no search is
    /// open.
    pub fn leave(mut self) {
        self.stop();
        drop(self.jobs);
        let mut waited = Duration::ZERO;
        let timeout = || {
            if self.searches.any_unanswered() { QUIT_TIMEOUT } else { IDLE_QUIT_TIMEOUT }
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
    pub fn send(&self, job: impl FnOnce(&mut EngineThread) + Send + 'static) {
        // The thread ends only after the sender is gone.
        let _ = self.jobs.send(Box::new(job));
    }
}
