//! `ox88 suite`: solving a test suite.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::interrupt::Interrupt;
use super::terminal::print_line;
use super::text::laid_out;
use super::{files, help, numbers, progress, searching};
use crate::analysis::{Attempt, Problem, solve, time_statistics};
use crate::sync::locked;
use crate::text::{counted, harmless, to_text};

/// The arguments of `ox88 suite`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[("What counts as solved", SOLVED)], EXAMPLES))]
pub struct Arguments {
    /// The suite: an EPD to a line, with best moves (bm), moves to avoid (am),
    /// or moves to a mate (dm); - for standard input.
    file: PathBuf,
    #[command(flatten)]
    searching: searching::Arguments,
    /// How many positions to search at a time, each on one thread; as many as
    /// the machine has cores, by default.
    #[arg(long, value_parser = numbers::threads())]
    threads: Option<NonZero<usize>>,
}

const SOLVED: &str = "\
A position is solved if the move played at the end is one of 'bm' and none of
'am', and its score a mate in at most 'dm' moves. Each is searched from an
empty table: with --nodes or --depth the result is always the same. The time
to solution is that from which on the answer was right.";

const EXAMPLES: &str = "\
Win At Chess, a second for each position:
  ox88 suite wac.epd --movetime 1000
The same on every machine and any number of threads:
  ox88 suite wac.epd --nodes 100000
Without the network:
  ox88 suite wac.epd --depth 10 --classical";

/// The state of a run: the problems, and the attempts at the problems that were tried so far.
struct SuiteRun {
    problems: Vec<Problem>,
    /// The attempts at the first problems, in the same order.
    attempts: Vec<Attempt>,
    /// The limits for each problem, in words.
    effort: String,
    threads: usize,
    start: Instant,
    bar: ProgressBar,
}

/// Solves the suite. Control-C ends it, and prints the result so far.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let path = &arguments.file;
    let problems = files::only_positions(path, files::open(path)?, Problem::new)?;
    let cores = std::thread::available_parallelism().ok();
    let threads = arguments.threads.or(cores).map_or(1, NonZero::get).min(problems.len());
    let settings = arguments.searching.settings()?;
    let searchers = (0..threads).map(|_| settings.searcher());
    let searchers = searchers.collect::<Result<_, _>>()?;

    let suite = Arc::new(Mutex::new(SuiteRun {
        problems: problems.clone(),
        attempts: Vec::new(),
        effort: arguments.searching.effort_text(),
        threads,
        start: Instant::now(),
        bar: progress::of_items(problems.len() as u64, "positions"),
    }));
    let interrupt = Interrupt::default();
    let so_far = Arc::clone(&suite);
    interrupt.set_exit_task(Some(Box::new(move || {
        locked(&so_far).show();
        Ok(())
    })));
    interrupt.catch();
    let effort = arguments.searching.effort();
    solve(&problems, searchers, &effort, |attempt| {
        locked(&suite).add(attempt);
    })
    .map_err(to_text)?;
    interrupt.instead_of_exit_task(|| locked(&suite).show());
    settings.tell_problems();
    Ok(())
}

impl SuiteRun {
    /// Returns the times to solution, of the problems that were solved.
    fn times(&self) -> Vec<Duration> {
        let times = self.attempts.iter().map(|attempt| attempt.right_from);
        times.flatten().collect()
    }

    fn add(&mut self, attempt: Attempt) {
        self.attempts.push(attempt);
        self.bar.inc(1);
        let solved = self.times().len();
        self.bar.set_message(format!("{solved} solved"));
    }

    /// Prints the positions that are not solved, and last the result.
    fn show(&self) {
        self.bar.finish_and_clear();
        let (count, all) = (self.attempts.len(), self.problems.len());
        let (threads, time) = (self.threads, self.start.elapsed());
        let attempts = self.problems.iter().zip(&self.attempts);
        let failures = attempts.filter(|(_, attempt)| attempt.right_from.is_none());
        show_failures(&failures.collect::<Vec<_>>());
        let times = self.times();
        let solved = times.len();
        show_time_statistics(times);
        if count < all {
            print_line(format_args!("stopped after {count} of {}", counted(all, "position")));
        }
        let nodes: u64 = self.attempts.iter().map(|attempt| attempt.nodes).sum();
        print_line(counted(nodes as usize, "node"));
        print_line(format_args!("time {:.3} s", time.as_secs_f64()));
        let share = 100.0 * solved as f64 / count.max(1) as f64;
        print_line(format_args!(
            "{solved} of {count} solved ({share:.1} %), {} each, {threads} at a time",
            self.effort
        ));
    }
}

fn show_time_statistics(times: Vec<Duration>) {
    if let Some(columns) = time_statistics(times) {
        let names: String = columns.iter().map(|column| format!("{:>10}", column.0)).collect();
        let times = columns.map(|column| format!("{:>10.3}", column.1.as_secs_f64()));
        print_line("time to solution, in seconds:");
        print_line(laid_out(&names, [""; 0]));
        print_line(laid_out(&times.concat(), [""; 0]));
        print_line("");
    }
}

fn show_failures(failures: &[(&Problem, &Attempt)]) {
    if failures.is_empty() {
        return;
    }
    print_line(format_args!("{} not solved:\n", counted(failures.len(), "position")));
    let names = format!("{:>5}  {:16} {:8} {:>7}  ", "line", "id", "played", "score");
    print_line(laid_out(&names, ["wanted"]));
    for (problem, attempt) in failures {
        let start = format!(
            "{:>5}  {:16} {:8} {:>7}  ",
            problem.line,
            harmless(&problem.id),
            problem.position().san(attempt.played),
            attempt.score.in_pawns()
        );
        print_line(laid_out(&start, problem.wanted().split(' ')));
    }
    print_line("");
}
