//! Control-C while a search runs stops the search.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::unfinished;
use crate::search::Signals;

/// The exit status that shells expect after this signal.
pub const INTERRUPTED: u8 = 130;

/// What is done before Control-C ends the program.
pub type LastTask = Box<dyn FnOnce() + Send>;

/// The signals of the search that Control-C stops, and the last task. Clones share them.
#[derive(Clone, Default)]
pub struct Interrupt {
    thinking: Arc<Mutex<Option<Arc<Signals>>>>,
    last_task: Arc<Mutex<Option<LastTask>>>,
}

impl Interrupt {
    /// Without a running search, or the second time, Control-C ends the program.
    pub fn catch(&self) {
        let interrupt = self.clone();
        let _ = ctrlc::set_handler(move || {
            if !interrupt.pass_on() {
                // Locked until the end: what is done meanwhile elsewhere is not done twice.
                let mut task = interrupt.last_task();
                if let Some(task) = task.take() {
                    task();
                }
                leave();
            }
        });
    }

    /// The same, but the first search counts as running already: Control-C before it ends it at once.
    pub fn catch_for_search(&self) {
        self.set(Some(Arc::default()));
        self.catch();
    }

    /// Replaces the last task.
    pub fn set_last_task(&self, task: Option<LastTask>) {
        *self.last_task() = task;
    }

    /// Does work in place of the last task. Control-C does not end the program meanwhile.
    pub fn instead_of_last_task<R>(&self, work: impl FnOnce() -> R) -> R {
        let mut task = self.last_task();
        *task = None;
        work()
    }

    fn last_task(&self) -> MutexGuard<'_, Option<LastTask>> {
        self.last_task
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs work that Control-C stops through the signals.
    pub fn during<R>(&self, work: impl FnOnce(Arc<Signals>) -> R) -> R {
        let signals = Arc::clone(self.thinking().get_or_insert_default());
        let result = work(signals);
        self.set(None);
        result
    }

    fn thinking(&self) -> MutexGuard<'_, Option<Arc<Signals>>> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the running search; false if none runs or it is stopped already.
    fn pass_on(&self) -> bool {
        match &*self.thinking() {
            Some(signals) if !signals.is_stopped() => {
                signals.stop();
                true
            }
            _ => false,
        }
    }

    fn set(&self, thinking: Option<Arc<Signals>>) {
        *self.thinking() = thinking;
    }
}

/// Makes Control-C end the program without unfinished files.
pub fn leave_at_once() {
    let _ = ctrlc::set_handler(|| leave());
}

/// Signals that Control-C raises; the second time, it ends the program.
pub fn stopped_by_control_c() -> Arc<Signals> {
    let (interrupt, signals) = (Interrupt::default(), Arc::new(Signals::default()));
    interrupt.set(Some(Arc::clone(&signals)));
    interrupt.catch();
    signals
}

/// Ends the program as Control-C does.
pub fn leave() -> ! {
    unfinished::at_end();
    std::process::exit(INTERRUPTED.into());
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

    #[test]
    fn a_first_search_is_stopped_before_it_begins() {
        let interrupt = Interrupt::default();
        interrupt.set(Some(Arc::default()));
        assert!(interrupt.pass_on());
        interrupt.during(|signals| assert!(signals.is_stopped()));
        interrupt.during(|signals| assert!(!signals.is_stopped()));
    }

    #[test]
    fn work_in_place_of_the_last_task_leaves_none() {
        let interrupt = Interrupt::default();
        interrupt.set_last_task(Some(Box::new(|| panic!("it is not Control-C"))));
        assert!(interrupt.last_task().is_some());
        assert_eq!(interrupt.instead_of_last_task(|| 7), 7);
        assert!(interrupt.last_task().is_none());
    }
}
