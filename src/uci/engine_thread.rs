//! What the searching thread owns, and what jobs do with it.

use std::fmt::Display;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::book::OwnBook;
use super::open_searches::OpenSearches;
use super::options::Options;
use super::output::{self, InfoLines};
use crate::board::Position;
use crate::eval::WinModel;
use crate::knowledge::syzygy::{LoadProblem, Tables};
use crate::search::{Limits, Searcher, Signals};
use crate::text::{counted, listed, without_system_number};

/// What the searching thread owns.
pub struct EngineThread {
    pub searcher: Searcher,
    pub book: OwnBook,
    /// Whether the reason why a job fails is kept in `failure`, and not sent to the client.
    pub keeps_failure: bool,
    pub failure: Option<String>,
    tables: Option<Arc<Tables>>,
    searches: Arc<OpenSearches>,
    /// The end of the last job.
    pub idle_since: Instant,
}

impl EngineThread {
    pub fn new(searcher: Searcher, searches: Arc<OpenSearches>) -> EngineThread {
        EngineThread {
            searcher,
            book: OwnBook::new(),
            keeps_failure: false,
            failure: None,
            tables: None,
            searches,
            idle_since: Instant::now(),
        }
    }

    /// Answers one `go`, by a move of the book or by a search.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        options: &Options,
    ) {
        let mut lines = InfoLines {
            notation: options.notation,
            start: limits.start,
            win_model: options.show_wdl.then(|| WinModel::of(position)),
            searches: &self.searches,
        };
        match self.book.answer(position, limits, options) {
            Some(mv) => lines.book_move(position, mv),
            None => {
                let ready = limits.start.max(self.idle_since);
                let limits = Limits { ready, ..limits.clone() };
                self.searcher.search(position, &limits, signals, &mut lines);
            }
        }
        for problem in self.tables.iter().flat_map(|tables| tables.take_problems()) {
            output::send_note(problem);
        }
    }

    /// Replaces the hash table by an empty one of this size.
    pub fn resize(&mut self, megabytes: usize) {
        if let Err(error) = self.searcher.resize(megabytes) {
            self.fail(error);
        }
    }

    /// Starts this number of threads.
    pub fn use_threads(&mut self, threads: usize) {
        let started = self.searcher.prepare(threads);
        // Where the system does not tell how many there are, they may be enough.
        let processors = std::thread::available_parallelism();
        let processors = processors.map_or(usize::MAX, NonZero::get);
        if let Some(note) = note_on_threads(threads, started, processors) {
            output::send_note(note);
        }
    }

    /// Uses the endgame tables in these folders instead of the present tables; without folders,
    /// none.
    pub fn use_tables(&mut self, directories: &[PathBuf]) {
        if directories.is_empty() {
            self.tables = None;
            self.searcher.set_tablebases(None);
            return;
        }
        match load_tables(directories, self.tables.is_some()) {
            Ok(found) => {
                self.tables = Some(Arc::clone(&found));
                self.searcher.set_tablebases(Some(found));
            }
            Err(reason) => self.fail(reason),
        }
    }

    /// Keeps the reason why a job failed, or sends it to the client.
    fn fail(&mut self, failure: impl Display) {
        if self.keeps_failure {
            self.failure = Some(failure.to_string());
        } else {
            output::send_note(failure);
        }
    }
}

/// Returns a note on threads, if one is due: not all could be started, or they have to share
/// processors.
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

/// Loads endgame tables. The error says why there are none to use; if so, those in use stay.
fn load_tables(directories: &[PathBuf], has_others: bool) -> Result<Arc<Tables>, String> {
    let (tables, problems) = Tables::load(directories);
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
    let notes = (!notes.is_empty()).then(|| format!("SyzygyPath: {}", notes.join("; ")));
    if wdl == 0 {
        return Err(notes.unwrap_or_else(|| "SyzygyPath: no tables".to_string()));
    }
    notes.into_iter().for_each(output::send_note);
    let most = tables.max_pieces();
    output::send_note(format_args!("found {wdl} WDL and {dtz} DTZ tables, up to {most} pieces"));
    Ok(Arc::new(tables))
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
            (2, 2, 1, "Threads: 2 on 1 processor; searches may take more than their time"),
            (9, 9, 8, "Threads: 9 on 8 processors; searches may take more than their time"),
        ] {
            let note = note_on_threads(wanted, started, processors);
            assert_eq!(note.as_deref(), Some(expected));
        }
    }
}
