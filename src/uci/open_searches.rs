//! The number of searches that are asked for and not yet answered.

use crate::sync::atomic::{AtomicUsize, Ordering};

/// The counts are increased by the thread that reads lines, and decreased by the one that searches.
#[derive(Debug, Default)]
pub struct OpenSearches {
    /// The number of searches that are not closed. Relaxed is enough: the pipes to the client and
    /// back put an answer before the `isready` that follows it.
    open: AtomicUsize,
    /// The number of searches whose answer is not yet written. It needs release and acquire, since
    /// the program may end once an answer is written.
    unanswered: AtomicUsize,
}

impl OpenSearches {
    pub fn open(&self) {
        self.open.fetch_add(1, Ordering::Relaxed);
        self.unanswered.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a search as closed. It is called before the answer is sent.
    pub fn close(&self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }

    /// Counts a search as answered. It is called after the answer is sent.
    pub fn answered(&self) {
        self.unanswered.fetch_sub(1, Ordering::Release);
    }

    pub fn any_open(&self) -> bool {
        self.open.load(Ordering::Relaxed) > 0
    }

    pub fn any_unanswered(&self) -> bool {
        self.unanswered.load(Ordering::Acquire) > 0
    }
}

#[cfg(all(test, loom))]
mod models {
    use loom::sync::{Arc, Mutex};
    use loom::thread;

    use super::*;

    /// A client that has read the answer and sends `isready` must find no search open.
    #[test]
    fn none_is_open_once_its_answer_is_read() {
        loom::model(|| {
            let searches = Arc::new(OpenSearches::default());
            // The two pipes through the client: what is in one was written before it
            // comes out of the other.
            let answer = Arc::new(Mutex::new(false));
            searches.open();
            let searching = thread::spawn({
                let (searches, answer) = (Arc::clone(&searches), Arc::clone(&answer));
                move || {
                    searches.close();
                    *answer.lock().unwrap() = true;
                }
            });
            let has_read = *answer.lock().unwrap();
            assert!(!(has_read && searches.any_open()));
            searching.join().unwrap();
            assert!(!searches.any_open());
        });
    }
}
