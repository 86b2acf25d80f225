//! Counts that a client asks for: perft and the benchmark.

use std::num::NonZero;

use super::output;
use crate::board::{CastlingNotation, Position};
use crate::eval::Evaluator;
use crate::perft::{self, Method, Progress};
use crate::search::{Signals, bench};

/// Prints the number of leaves behind each move, unless the signals stop the count.
pub fn perft(position: &Position, depth: u32, notation: CastlingNotation, signals: &Signals) {
    let should_stop = || signals.is_stopped();
    let method = Method { should_stop: Some(&should_stop), ..Method::default() };
    let (one_thread, progress) = (NonZero::<usize>::MIN, Progress::default());
    let counts = perft::divide(method, position, depth, one_thread, &progress);
    if signals.is_stopped() {
        return refuse_perft("perft was stopped");
    }
    for (mv, nodes) in &counts {
        output::send(format_args!("{}: {nodes}", mv.uci(notation)));
    }
    print_leaves(progress.leaves());
}

/// Says why there is no count, and ends like a perft of 0 leaves, for which clients wait.
pub fn refuse_perft(reason: &str) {
    output::send_note(reason);
    print_leaves(0);
}

fn print_leaves(total: u64) {
    output::send(format_args!("\nNodes searched: {total}"));
}

/// Searches the benchmark's positions with the embedded network, and prints their nodes.
pub fn bench(depth: Option<i32>, signals: &Signals) {
    match bench::run(depth.unwrap_or(bench::DEPTH), Evaluator::default(), signals, |_, _| ()) {
        Ok((total, _)) => output::send(total),
        Err(error) => output::send_note(error),
    }
}
