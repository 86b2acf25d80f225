//! Progress lines on the terminal.

use std::fmt;
use std::io::IsTerminal;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::perft::Progress;

/// The time after which a progress line appears; shorter work has none.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time between two updates.
const INTERVAL: Duration = Duration::from_millis(150);

/// The length of the bar for a count, whose progress is a fraction.
const PARTS: u64 = 1_000_000;

/// The template of a bar with a percentage.
const SHARE: &str = "{percent:>3} %  {remaining:>4} left  {wide_msg}";

/// Runs work that keeps `progress` up to date; on a terminal a line shows it after a while.
pub fn shown<R>(progress: &Progress, work: impl FnOnce() -> R) -> R {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        // Closed at the end of the work; nothing is sent.
        let (_working, ended) = channel();
        // Without a thread there is no progress line.
        let _ = thread::Builder::new().spawn_scoped(scope, move || show(progress, &ended));
        work()
    })
}

/// Returns a bar that counts items; hidden unless standard error is a terminal.
pub fn of_items(count: u64, name: &str) -> ProgressBar {
    let template =
        format!("{{pos}}/{{len}} {name}  {{percent}} %  {{remaining}} left  {{wide_msg}}");
    ProgressBar::new(count).with_style(style(&template))
}

/// Returns a bar with the text and the elapsed time of a search; hidden unless standard error is a
/// terminal.
pub fn of_search() -> ProgressBar {
    let bar = ProgressBar::no_length().with_style(style("{prefix}{elapsed}  {msg}"));
    if !bar.is_hidden() {
        bar.enable_steady_tick(INTERVAL);
    }
    bar
}

/// Returns a bar that shows a percentage; hidden unless standard error is a terminal.
pub fn of_whole(length: u64) -> ProgressBar {
    ProgressBar::new(length).with_style(style(SHARE))
}

/// Shows the progress of a count until its end.
fn show(progress: &Progress, ended: &Receiver<()>) {
    let start = Instant::now();
    let goes_on = |time| ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    // Created hidden: the remaining time is estimated from the start.
    let bar = ProgressBar::hidden().with_style(style(SHARE));
    bar.set_length(PARTS);
    if !goes_on(PATIENCE) {
        return;
    }
    bar.set_draw_target(ProgressDrawTarget::stderr());
    loop {
        let leaves = progress.leaves();
        let millions = leaves as f64 / start.elapsed().as_secs_f64() / 1e6;
        bar.set_message(format!("{leaves} leaves  {millions:.0} M/s"));
        bar.set_position((progress.share_done() * PARTS as f64) as u64);
        if !goes_on(INTERVAL) {
            break;
        }
    }
    bar.finish_and_clear();
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("remaining", |state: &ProgressState, text: &mut dyn fmt::Write| {
        let is_done = state.len().is_some_and(|length| state.pos() >= length);
        // Writing to a buffer does not fail.
        let _ = write!(text, "{}", remaining(state.eta(), is_done));
    })
}

/// Returns the remaining time in words. An estimate of 0 before the end stands for none.
fn remaining(estimate: Duration, is_done: bool) -> String {
    if estimate.is_zero() && !is_done {
        "--".to_string()
    } else {
        format!("{:#}", HumanDuration(estimate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_told_before_it_is_known() {
        let seconds = Duration::from_secs;
        assert_eq!(remaining(seconds(0), false), "--");
        assert_eq!(remaining(seconds(0), true), "0s");
        assert_eq!(remaining(seconds(7), false), "7s");
    }
}
