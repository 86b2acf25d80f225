//! Control-C while a player thinks: it shall move at once.

use std::sync::{Arc, Mutex, PoisonError};

use crate::search::Signals;

/// The signals of the player that Control-C interrupts. Clones share them.
#[derive(Clone, Default)]
pub struct Interrupt {
    thinking: Arc<Mutex<Option<Arc<Signals>>>>,
}

impl Interrupt {
    /// From now on Control-C stops the player that is thinking. Where none is, or a
    /// second time, it ends the program; also where it cannot be caught.
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

    /// Stops the player that is thinking; false where none is, or it is stopped already.
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
