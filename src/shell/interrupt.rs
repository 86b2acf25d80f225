//! Control-C: it stops a running search, or ends the program without unfinished files.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{end_files, print_error};
use crate::search::Signals;

/// The exit status that shells expect after this signal.
pub const INTERRUPTED: u8 = 130;

/// What is done before the program ends within its run: by Control-C, or because standard output
/// cannot be written.
pub type LastTask = Box<dyn FnOnce() -> Result<(), String> + Send>;

/// The task, until it is done or replaced.
static LAST_TASK: Mutex<Option<LastTask>> = Mutex::new(None);

fn last_task() -> MutexGuard<'static, Option<LastTask>> {
    LAST_TASK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Replaces the last task.
pub fn set_last_task(task: Option<LastTask>) {
    *last_task() = task;
}

/// Does work in place of the last task. Control-C does not end the program meanwhile.
///
/// The work must not print: an error of standard output would wait for the end of the work.
pub fn instead_of_last_task<R>(work: impl FnOnce() -> R) -> R {
    let mut task = last_task();
    *task = None;
    work()
}

/// Does the last task and reports its error; returns whether there was none. The program must end
/// after that.
pub fn do_last_task() -> bool {
    let mut task = last_task();
    let done = task.take().map_or(Ok(()), |task| task());
    // Locked until the end: what is done meanwhile elsewhere is not done twice.
    std::mem::forget(task);
    if let Err(error) = &done {
        print_error(error);
    }
    done.is_ok()
}

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

    /// As [`Interrupt::catch`], but the first search counts as running already: it ends at once
    /// where Control-C came before. For runs that read nothing more before that search.
    pub fn catch_for_search(&self) {
        self.set(Some(Arc::default()));
        self.catch();
    }

    /// Runs work that Control-C stops through the signals. Returns its result, and whether it was
    /// stopped.
    pub fn during<R>(&self, work: impl FnOnce(Arc<Signals>) -> R) -> (R, bool) {
        let signals = Arc::clone(self.thinking().get_or_insert_default());
        let result = work(Arc::clone(&signals));
        // Control-C ends the program from here on; one that came before is not lost.
        self.set(None);
        (result, signals.is_stopped())
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

/// Makes Control-C end the program, whose unfinished files are removed.
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
    do_last_task();
    end_files();
    std::process::exit(INTERRUPTED.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_thought_is_cut_short_and_only_once() {
        let interrupt = Interrupt::default();
        assert!(!interrupt.pass_on());
        let ((), is_stopped) = interrupt.during(|signals| {
            assert!(!signals.is_stopped());
            assert!(interrupt.pass_on());
            assert!(signals.is_stopped());
            assert!(!interrupt.pass_on());
        });
        assert!(is_stopped);
        assert!(!interrupt.pass_on());
        let (was_stopped, is_stopped) = interrupt.during(|signals| signals.is_stopped());
        assert!(!was_stopped && !is_stopped);
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
        set_last_task(Some(Box::new(|| Err("not done".to_string()))));
        assert!(last_task().is_some());
        assert_eq!(instead_of_last_task(|| 7), 7);
        assert!(last_task().is_none());
    }
}
