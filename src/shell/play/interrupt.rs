//! Control-C while a player thinks: it shall move at once.

use std::sync::{Arc, Mutex, PoisonError};

use crate::search::Signals;

/// Who is to be told of Control-C. Clones share it.
#[derive(Clone, Default)]
pub struct Interrupt {
    thinking: Arc<Mutex<Option<Arc<Signals>>>>,
}

impl Interrupt {
    /// From now on Control-C goes to whoever thinks, once a thought; where
    /// nobody does, or not even then wants to come to an end, it ends the
    /// program as ever. Where it cannot be caught it ends the program, too.
    pub fn catch(&self) {
        let interrupt = self.clone();
        let _ = ctrlc::set_handler(move || {
            if !interrupt.pass_on() {
                // What shells expect of those who end by this signal.
                std::process::exit(130);
            }
        });
    }

    /// Does work that such an interrupt may cut short by the signals.
    pub fn during<R>(&self, work: impl FnOnce(Arc<Signals>) -> R) -> R {
        let signals = Arc::new(Signals::default());
        self.set(Some(Arc::clone(&signals)));
        let result = work(signals);
        self.set(None);
        result
    }

    /// Whether somebody thinks who had not been told yet.
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
