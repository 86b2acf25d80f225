//! Signals that end a run: Control-C, and SIGTERM and SIGHUP, which act as Control-C does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::Duration;

use super::terminal::{end, print_error};
use crate::search::Signals;
use crate::sync::locked;

/// The exit status that shells expect after Control-C.
pub const INTERRUPTED: u8 = 130;

/// The time between two looks at [`SIGNALLED`].
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The flag that a signal sets.
static SIGNALLED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Handles signals from now on. They end nothing by themselves, but set the flag that is returned.
pub fn signalled() -> &'static AtomicBool {
    // Where it fails, the signal ends the program.
    #[cfg(unix)]
    for signal in signals() {
        let _ = signal_hook::flag::register(signal, Arc::clone(&SIGNALLED));
    }
    #[cfg(windows)]
    let _ = ctrlc::set_handler(|| SIGNALLED.store(true, Ordering::Relaxed));
    &SIGNALLED
}

/// Returns the signals to handle. Control-C is the last of them: once it is handled, all are.
/// SIGHUP tells that the terminal is gone. It is handled only where standard output is one, since
/// `nohup`, which makes a program ignore it, sends the output elsewhere. Otherwise it ends the
/// program at once, and unfinished files stay.
#[cfg(unix)]
fn signals() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::io::IsTerminal;
    if std::io::stdout().is_terminal() {
        vec![SIGHUP, SIGTERM, SIGINT]
    } else {
        vec![SIGTERM, SIGINT]
    }
}

/// Makes a signal end the program at once; its unfinished files are removed.
pub fn end_on_signal() {
    Interrupt::default().catch();
}

/// Returns the signals of a search: the first Control-C stops it, and the second ends the program.
pub fn stopped_by_control_c() -> Arc<Signals> {
    let interrupt = Interrupt::default();
    interrupt.catch_for_search();
    locked(&interrupt.searching).get_or_insert_default().clone()
}

/// What must still be done when a signal ends the program within a run.
pub type ExitTask = Box<dyn FnOnce() -> Result<(), String> + Send>;

/// What a signal does: it stops the running search, or ends the program after its exit task. Clones
/// share it.
#[derive(Clone, Default)]
pub struct Interrupt {
    searching: Arc<Mutex<Option<Arc<Signals>>>>,
    exit_task: Arc<Mutex<Option<ExitTask>>>,
}

impl Interrupt {
    /// Handles signals from now on. Without a running search, or the second time, they end the
    /// program.
    pub fn catch(&self) {
        let interrupt = self.clone();
        let watch = move || loop {
            thread::sleep(POLL_INTERVAL);
            if SIGNALLED.swap(false, Ordering::Relaxed) && !interrupt.stop_search() {
                interrupt.end();
            }
        };
        // If no thread can be started, signals end the program as they do by default.
        if thread::Builder::new().spawn(watch).is_ok() {
            signalled();
        }
    }

    /// Handles signals as [`Interrupt::catch`] does, but the first search counts as running
    /// already: if Control-C comes before it, that search ends at once. This is for runs that read
    /// no more input before their first search.
    pub fn catch_for_search(&self) {
        *locked(&self.searching) = Some(Arc::default());
        self.catch();
    }

    /// Runs work that Control-C stops through the signals. Returns its result, and true if it was
    /// stopped.
    pub fn during<R>(&self, work: impl FnOnce(Arc<Signals>) -> R) -> (R, bool) {
        // A search that counts as running has its signals already.
        let signals = locked(&self.searching).get_or_insert_default().clone();
        let result = work(Arc::clone(&signals));
        // A signal that is not noticed yet was meant for this work, and must not end the program.
        if SIGNALLED.swap(false, Ordering::Relaxed) {
            signals.stop();
        }
        *locked(&self.searching) = None;
        (result, signals.is_stopped())
    }

    /// Replaces the exit task.
    pub fn set_exit_task(&self, task: Option<ExitTask>) {
        *locked(&self.exit_task) = task;
    }

    /// Drops the exit task, and does this work instead. No signal ends the program meanwhile.
    pub fn instead_of_exit_task<R>(&self, work: impl FnOnce() -> R) -> R {
        let mut task = locked(&self.exit_task);
        *task = None;
        work()
    }

    /// Does the exit task, and ends the program.
    pub fn end(&self) -> ! {
        // The lock is held to the end, so that no other thread does the same work in place of the
        // task.
        let mut task = locked(&self.exit_task);
        if let Some(Err(error)) = task.take().map(|task| task()) {
            print_error(error);
        }
        end(INTERRUPTED)
    }

    /// Stops the running search; returns false if there is none, or it is stopped already.
    fn stop_search(&self) -> bool {
        match &*locked(&self.searching) {
            Some(signals) if !signals.is_stopped() => {
                signals.stop();
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cases are one test, as they share the flag that a signal sets.
    #[test]
    fn only_a_search_is_cut_short_and_only_once() {
        let interrupt = Interrupt::default();
        assert!(!interrupt.stop_search());
        let ((), is_stopped) = interrupt.during(|signals| {
            assert!(!signals.is_stopped());
            assert!(interrupt.stop_search());
            assert!(signals.is_stopped());
            assert!(!interrupt.stop_search());
        });
        assert!(is_stopped);
        assert!(!interrupt.stop_search());
        let (was_stopped, is_stopped) = interrupt.during(|signals| signals.is_stopped());
        assert!(!was_stopped && !is_stopped);
        // The signal comes so late that the watching thread has not seen it.
        let ((), is_stopped) = interrupt.during(|_| SIGNALLED.store(true, Ordering::Relaxed));
        assert!(is_stopped && !SIGNALLED.load(Ordering::Relaxed));
        // It comes before the first search begins.
        *locked(&interrupt.searching) = Some(Arc::default());
        assert!(interrupt.stop_search());
        interrupt.during(|signals| assert!(signals.is_stopped()));
        interrupt.during(|signals| assert!(!signals.is_stopped()));
    }

    #[test]
    fn work_in_place_of_the_exit_task_leaves_none() {
        let interrupt = Interrupt::default();
        interrupt.set_exit_task(Some(Box::new(|| Err("not done".to_string()))));
        assert_eq!(interrupt.instead_of_exit_task(|| 7), 7);
        assert!(locked(&interrupt.exit_task).is_none());
    }
}
