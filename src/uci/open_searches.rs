//! How many searches are asked for and not yet answered.

use crate::sync::atomic::{AtomicUsize, Ordering};

/// Counted up by the thread that reads lines, down by the one that searches.
/// Relaxed: a client that has read an answer knows that it was counted before, for
/// the answer came through the client, and that orders more than flags could.
#[derive(Debug, Default)]
pub struct OpenSearches(AtomicUsize);

impl OpenSearches {
    /// A search is asked for.
    pub fn open(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Its answer is about to be sent.
    pub fn close(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether there is any.
    pub fn are_some(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

#[cfg(all(test, loom))]
mod models {
    use loom::sync::{Arc, Mutex};
    use loom::thread;

    use super::*;

    /// A client that has read the answer, and at once asks whether all is
    /// ready, is never answered that a search is still open.
    #[test]
    fn none_is_open_once_its_answer_is_read() {
        loom::model(|| {
            let searches = Arc::new(OpenSearches::default());
            // The two pipes, by way of the client: what is in the one was
            // written before it can come out of the other.
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
            assert!(!(has_read && searches.are_some()));
            searching.join().unwrap();
            assert!(!searches.are_some());
        });
    }
}
