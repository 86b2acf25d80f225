//! `ox88 suite`: solving a test suite.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::interrupt::Interrupt;
use super::terminal::print_line;
use super::text::laid_out;
use super::{files, help, numbers, progress, searching};
use crate::analysis::{Attempt, Problem, solve, time_statistics};
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
to solution is that after which the answer stayed right.";

const EXAMPLES: &str = "\
Win At Chess, a second for each position:
  ox88 suite wac.epd --movetime 1000
The same on every machine and any number of threads:
  ox88 suite wac.epd --nodes 100000
Without the network:
  ox88 suite wac.epd --depth 10 --classical";

/// Solves the suite. Control-C ends it, and prints the result so far.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let path = &arguments.file;
    let problems = files::only_positions(path, files::open(path)?, Problem::new)?;
    let cores = std::thread::available_parallelism().ok();
    let threads = arguments.threads.or(cores).map_or(1, NonZero::get).min(problems.len());
    let settings = arguments.searching.settings()?;
    let searchers = (0..threads).map(|_| settings.searcher());
    let searchers = searchers.collect::<Result<_, _>>()?;

    let interrupt = Interrupt::default();
    interrupt.catch_for_search();
    let (start, effort) = (Instant::now(), arguments.searching.effort());
    let bar = progress::of_items(problems.len() as u64, "positions");
    let (mut attempts, mut solved) = (Vec::new(), 0);
    let (done, is_stopped) = interrupt.during(|signals| {
        solve(&problems, searchers, &effort, &signals, |attempt| {
            solved += usize::from(attempt.right_from.is_some());
            attempts.push(attempt);
            bar.inc(1);
            bar.set_message(format!("{solved} solved"));
        })
    });
    bar.finish_and_clear();
    done.map_err(to_text)?;
    let conditions = format!("{} each, {threads} at a time", arguments.searching.effort_text());
    let time = start.elapsed();
    interrupt.instead_of_exit_task(|| show(&problems, &attempts, time, &conditions));
    settings.tell_problems();
    if is_stopped { interrupt.end() } else { Ok(()) }
}

/// Prints the positions that are not solved, and last the result. The attempts are those at the
/// first problems, in the same order.
fn show(problems: &[Problem], attempts: &[Attempt], time: Duration, conditions: &str) {
    let tried = problems.iter().zip(attempts);
    let failures = tried.filter(|(_, attempt)| attempt.right_from.is_none());
    show_failures(&failures.collect::<Vec<_>>());
    let times: Vec<Duration> = attempts.iter().filter_map(|attempt| attempt.right_from).collect();
    let (solved, count, all) = (times.len(), attempts.len(), problems.len());
    show_time_statistics(times);
    if count < all {
        print_line(format_args!("stopped after {count} of {}", counted(all, "position")));
    }
    let nodes: u64 = attempts.iter().map(|attempt| attempt.nodes).sum();
    print_line(counted(nodes as usize, "node"));
    print_line(format_args!("time {:.3} s", time.as_secs_f64()));
    let share = 100.0 * solved as f64 / count.max(1) as f64;
    print_line(format_args!("{solved} of {count} solved ({share:.1} %), {conditions}"));
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
