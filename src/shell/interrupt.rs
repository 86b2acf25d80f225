//! Control-C while a search runs stops the search.

use std::sync::{Arc, Mutex, PoisonError};

use super::unfinished;
use crate::search::Signals;

/// The signals of the search that Control-C stops. Clones share them.
#[derive(Clone, Default)]
pub struct Interrupt {
    thinking: Arc<Mutex<Option<Arc<Signals>>>>,
}

impl Interrupt {
    /// Without a running search, or the second time, Control-C ends the program.
    pub fn catch(&self) {
        let interrupt = self.clone();
        let _ = ctrlc::set_handler(move || {
            if !interrupt.pass_on() {
                leave();
            }
        });
    }

    /// Runs work that Control-C stops through the signals.
    pub fn during<R>(&self, work: impl FnOnce(Arc<Signals>) -> R) -> R {
        let signals = Arc::new(Signals::default());
        self.set(Some(Arc::clone(&signals)));
        let result = work(signals);
        self.set(None);
        result
    }

    /// Stops the running search; false if none runs or it is stopped already.
    fn pass_on(&self) -> bool {
        let thinking = self.thinking.lock().unwrap_or_else(PoisonError::into_inner);
        match &*thinking {
            Some(signals) if !signals.is_stopped() => {
                signals.stop();
                true
            }
            _ => false,
        }
    }

    fn set(&self, thinking: Option<Arc<Signals>>) {
        *self.thinking.lock().unwrap_or_else(PoisonError::into_inner) = thinking;
    }
}

/// Makes Control-C end the program without unfinished files.
pub fn leave_at_once() {
    let _ = ctrlc::set_handler(|| leave());
}

/// Ends the program with the exit status that shells expect after this signal.
pub fn leave() -> ! {
    unfinished::at_end();
    std::process::exit(130);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_thought_is_cut_short_and_only_once() {
        let interrupt = Interrupt::default();
        assert!(!interrupt.pass_on());
        interrupt.during(|signals| {
            assert!(!signals.is_stopped());
            assert!(interrupt.pass_on());
            assert!(signals.is_stopped());
            assert!(!interrupt.pass_on());
        });
        assert!(!interrupt.pass_on());
        interrupt.during(|signals| assert!(!signals.is_stopped()));
    }
}
