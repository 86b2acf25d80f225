//! `ox88 train`: networks from training samples.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::files::{self, Output, Overwriting, is_device_or_stream, named};
use super::interrupt::{self, INTERRUPTED};
use super::terminal::{self, outlive_reader, print_error, print_line};
use super::weights::{self, FileWeights};
use super::{help, numbers, plots};
use crate::disk::{IN_USE, is_in_use, part_of};
use crate::eval::nnue::architecture;
use crate::text::{counted, file_name, shown, to_text};
use crate::training::{
    Checkpoint, Dataset, DeadUnits, L1, L2, Losses, RunSettings, ScaledError, Schedule, TILE,
    Training, TrainingReport, TrainingResults, TrainingShape, TrainingState, read_all, weights_of,
    widened,
};

/// The time between progress reports.
const INTERVAL: Duration = Duration::from_secs(30);

/// The greatest number of samples of a judge, which are all evaluated a hundred times in a run.
const MOST_JUDGED: u64 = 10_000_000;

/// The arguments of `ox88 train`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = help::page(&[("What is written", WRITTEN)], EXAMPLES))]
pub struct Arguments {
    /// Training samples in bulletformat, as `ox88 data filter` writes them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The network to write.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
    /// Units of the accumulator of each view: a multiple of 64.
    #[arg(long, value_name = "UNITS", default_value_t = architecture::HIDDEN as u16, value_parser = numbers::within::<u16>(64..=2048))]
    hidden: u16,
    /// How often each sample is seen.
    #[arg(long, default_value = "1", value_parser = numbers::positive)]
    epochs: f64,
    /// How many samples are seen in all, instead of --epochs.
    #[arg(long, value_name = "COUNT", conflicts_with = "epochs", value_parser = numbers::from::<u64>(1))]
    samples: Option<u64>,
    /// How much the samples of each file count, 0.01 to 2.55; without it, all count 1.
    #[arg(long, value_name = "WEIGHT", num_args = 1.., value_parser = hundredths)]
    weights: Option<Vec<u8>>,
    /// How many samples may be in memory, 32 bytes each: one half is shuffled and in
    /// use, while the other is read for later.
    #[arg(long, value_name = "SAMPLES", default_value = "100000000", value_parser = numbers::from::<u64>(64))]
    memory: u64,
    /// Samples of a step.
    #[arg(long, value_name = "COUNT", default_value = "4096", value_parser = numbers::within::<u32>(16..=1_048_576))]
    batch: u32,
    /// Learning rate after warming up.
    #[arg(long, default_value = "0.0003", value_parser = numbers::positive)]
    rate: f64,
    /// Learning rate at the end, where a cosine leads.
    #[arg(long, value_name = "RATE", default_value = "0.0001", value_parser = numbers::positive)]
    final_rate: f64,
    /// Steps in which the learning rate rises from zero; a tenth of the run at most.
    #[arg(long, value_name = "STEPS", default_value = "200", value_parser = numbers::from::<u64>(0))]
    warm_up: u64,
    /// Weight decay: at each step weights shrink by this share of the learning rate.
    #[arg(long, value_name = "SHARE", default_value = "0.01", value_parser = numbers::share)]
    weight_decay: f64,
    /// Centipawns of one logistic unit.
    #[arg(long, value_name = "CENTIPAWNS", default_value = "200", value_parser = numbers::within::<u16>(1..=2000))]
    scale: u16,
    /// Weight of the game's result against the score, at the start of the run.
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = numbers::share)]
    result_share: f64,
    /// Weight of the game's result at the end of the run, to which it changes evenly.
    /// Without this option it does not change.
    #[arg(long, value_name = "SHARE", value_parser = numbers::share)]
    final_result_share: Option<f64>,
    /// Exponent of the error in expected score, 1 or more.
    // With a smaller one, the gradient has no bound where the error is small.
    #[arg(long, default_value = "2", value_parser = numbers::one_or_more)]
    power: f64,
    /// Share at the end of the run over which the weights are averaged.
    #[arg(long, value_name = "SHARE", default_value = "0.7", value_parser = numbers::share)]
    averaged: f64,
    /// The least root of a weight's second moment, as a share of the root mean square
    /// of those of its layer. Without it, a rare event moves a weight by up to 31.6
    /// times the learning rate.
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = numbers::share)]
    moment_floor: f64,
    /// Share of each file that is never trained on: the ends of up to 16 parts of it,
    /// at most 400,000 samples in all.
    #[arg(long, value_name = "SHARE", default_value = "0.02", value_parser = numbers::share)]
    held_out: f64,
    /// Samples with scores of deeper searches, by which the network is judged on the
    /// way, under its best scale.
    #[arg(long, value_name = "FILE")]
    judge: Option<PathBuf>,
    /// Begin with the weights of this network. It may have fewer units, but at least
    /// half as many as --hidden: then the first ones become two each. A run's
    /// NAME.checkpoint gives weights that are not rounded, and second moments.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// How many threads; another number rounds differently.
    #[arg(long, default_value = "1", value_parser = numbers::threads())]
    threads: NonZero<usize>,
    /// Another seed gives other weights at the start, and another order.
    #[arg(long, default_value = "1", value_parser = numbers::from::<u64>(0))]
    seed: u64,
    /// Go on with a run of the same settings that was stopped.
    #[arg(long)]
    resume: bool,
    /// A sentence for the record, NAME.json.
    #[arg(long, default_value = "")]
    note: String,
}

const WRITTEN: &str = "\
The network NAME.nnue, and NAME.checkpoint, from which a stopped run goes on
(--resume), after each hundredth of the run, but not more often than every
50 steps, and on Control-C. At the end NAME.json says how the network was
made, and NAME.svg shows its losses.";

const EXAMPLES: &str = "\
Teach the program's network what is new, on two threads:
  ox88 train new.bin -o my.nnue --start src/eval/nnue/ox88.nnue --threads 2
A network from scratch, twenty times through all samples:
  ox88 train games.bin -o my.nnue --epochs 20 --rate 0.001 --final-rate 1e-6
Scores of quick searches count a third of the others:
  ox88 train deep.bin quick.bin -o my.nnue --weights 1 0.33
Go on after a stop:
  ox88 train samples.bin -o my.nnue --threads 2 --resume
Two billion samples, judged by deeper searches:
  ox88 train a.bin b.bin -o my.nnue --samples 2000000000 --judge judge.bin";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let hidden = usize::from(arguments.hidden);
    let shape = TrainingShape::new(hidden)
        .ok_or_else(|| format!("--hidden {hidden}: not a multiple of {TILE}"))?;
    let weights = arguments.weights.clone().unwrap_or_default();
    if !weights.is_empty() && weights.len() != arguments.files.len() {
        let files = counted(arguments.files.len(), "file");
        return Err(format!("--weights: {} for {files}", weights.len()));
    }
    let pool = arguments.memory / 2;
    let data = Dataset::open(&arguments.files, arguments.held_out)?;
    let data = data.in_pools_of(pool).weighted(&weights);
    let goes_on = arguments.resume && checkpoint_path(arguments).exists();
    // Before there are files, which a signal would leave unfinished.
    let stopped = interrupt::signalled();
    let record_file = locked_results(arguments, goes_on)?;
    outlive_reader();
    let schedule = schedule(arguments, data.len());
    if data.len() < schedule.batch as u64 {
        let samples = counted(data.len() as usize, "training sample");
        return Err(format!("{samples}, fewer than a batch of {}", schedule.batch));
    }
    let settings = RunSettings {
        shape,
        schedule,
        seed: arguments.seed,
        threads: arguments.threads.get(),
        files: arguments.files.iter().map(|path| file_name(path)).collect(),
        samples: data.counts(),
        weights,
        pool,
        start: arguments.start.clone(),
    };
    let held_out = data.held_out()?;
    let judge = arguments.judge.as_deref();
    let judge = judge.map(|path| read_all(path, MOST_JUDGED)).transpose()?;
    let checkpoint = if goes_on {
        let path = checkpoint_path(arguments);
        Checkpoint::read(&settings, &weights::read(&path)?).map_err(named(&path))?
    } else {
        beginning(&settings)?
    };
    let steps = |steps: u64| steps.saturating_mul(schedule.batch as u64);
    let (seen, end) = (steps(checkpoint.state.steps), steps(schedule.steps()));
    let mut training = Training {
        samples: data.stream(arguments.seed, seen, end)?,
        settings,
        checkpoint,
        held_out,
        judge,
    };
    let mut report = RunReport {
        arguments,
        all: schedule.steps(),
        batch: schedule.batch,
        from: training.checkpoint.state.steps,
        start: Instant::now(),
        reported: Instant::now(),
        stopped,
    };
    print_line(format_args!(
        "{} samples and {} held out; {} of {}",
        data.len(),
        training.held_out.len(),
        counted(report.all as usize, "step"),
        report.batch
    ));
    if hidden > architecture::HIDDEN {
        print_line("note: this program was compiled for another shape and will not read it");
    }
    if report.from > 0 {
        print_line(format_args!("goes on after step {}", report.from));
    }
    if training.train(&mut report)? {
        finish(arguments, &training, record_file)
    } else {
        print_error("stopped; --resume goes on");
        terminal::end(INTERRUPTED)
    }
}

/// Returns the learning rates and targets that were asked for, with this many samples.
fn schedule(arguments: &Arguments, samples: u64) -> Schedule {
    let all = (samples as f64 * arguments.epochs) as u64;
    Schedule {
        samples: arguments.samples.unwrap_or(all).max(1),
        batch: arguments.batch as usize,
        rate: arguments.rate as f32,
        final_rate: arguments.final_rate as f32,
        warm_up: arguments.warm_up,
        decay: arguments.weight_decay as f32,
        scale: arguments.scale,
        result_share: arguments.result_share as f32,
        final_result_share: arguments.final_result_share.unwrap_or(arguments.result_share) as f32,
        power: arguments.power as f32,
        averaged: arguments.averaged as f32,
        moment_floor: arguments.moment_floor as f32,
    }
}

/// Reads a weight, 0.01 to 2.55, in hundredths.
fn hundredths(text: &str) -> Result<u8, String> {
    let hundredths = 100.0 * numbers::positive(text)?;
    match hundredths.round() {
        whole @ 1.0..=255.0 => Ok(whole as u8),
        _ => Err("not between 0.01 and 2.55".to_string()),
    }
}

fn checkpoint_path(arguments: &Arguments) -> PathBuf {
    arguments.out.with_extension("checkpoint")
}

/// Checks the files to write, before the work for them, and locks them for this run, which writes
/// some of them again and again. A run that goes on may replace its own.
///
/// Returns the record's file: it is locked until it is finished, at the end of the run.
fn locked_results(arguments: &Arguments, goes_on: bool) -> Result<Output, String> {
    let out = &arguments.out;
    let others = ["json", "svg", "checkpoint"];
    let others = others.map(|extension| out.with_extension(extension));
    if others.contains(out) {
        return Err(named(out)(
            "the run writes something else under this name; --out needs another file",
        ));
    }
    let overwriting = if goes_on { Overwriting { force: true } } else { arguments.overwriting };
    let (checkpoint, record) = (checkpoint_path(arguments), out.with_extension("json"));
    // Checked before the advice to resume from the checkpoint, as its run is not over.
    if is_in_use(&part_of(&record)) {
        return Err(named(&checkpoint)(IN_USE));
    }
    if !overwriting.force && checkpoint.exists() {
        let choice = "exists; --resume goes on with it, --force writes over it";
        return Err(named(&checkpoint)(choice));
    }
    let inputs = arguments.files.iter().chain(&arguments.judge).chain(&arguments.start);
    let inputs: Vec<&PathBuf> = inputs.collect();
    [out]
        .into_iter()
        .chain(&others)
        .try_for_each(|path| overwriting.check("--out", path, &inputs))?;
    if is_device_or_stream(out) {
        return Err(named(out)("the run writes more files beside it; --out needs a file"));
    }
    overwriting.create("--out", &record, &inputs)
}

/// Begins a new run.
fn beginning(settings: &RunSettings) -> Result<Checkpoint, String> {
    let state = match &settings.start {
        Some(path) => first_state(settings, path)?,
        None => TrainingState::new(settings.shape, settings.seed),
    };
    Ok(Checkpoint { state, losses: Vec::new(), seconds: 0.0 })
}

/// Begins with the weights of a network, or where another run ended.
fn first_state(settings: &RunSettings, path: &Path) -> Result<TrainingState, String> {
    if path.to_str().is_none() {
        return Err(named(path)("not Unicode, so that no checkpoint can keep this name"));
    }
    let (shape, seed) = (settings.shape, settings.seed);
    let network = match FileWeights::read(path)? {
        FileWeights::Network(network) => network,
        FileWeights::Checkpoint(found) => {
            let (run, checkpoint) = *found;
            let state = checkpoint.successor(&run, shape, seed).map_err(named(path))?;
            tell_of_scale(path, run.schedule.scale, settings.schedule.scale);
            return Ok(state);
        }
    };
    let wide = widened(&network, shape.hidden, seed);
    let weights = weights_of(settings.shape, wide.as_ref().unwrap_or(&network));
    let weights = weights.ok_or_else(|| {
        let (found, wanted) = (network.shape, settings.shape);
        named(path)(format!(
            "a network {found}; --start expects one {wanted}, or with fewer units, at least half"
        ))
    })?;
    tell_of_scale(path, network.scale, settings.schedule.scale);
    Ok(TrainingState { weights, ..TrainingState::new(shape, seed) })
}

/// Tells that values will have another size than those of the weights that a run starts from. The
/// search's numbers in centipawns are tuned to those, and a short run does not restore their size.
fn tell_of_scale(path: &Path, before: u16, after: u16) {
    if before != after {
        print_error(format_args!(
            "the scale of {} is {before}, not {after}: values become {:.2} times as large; \
             run `ox88 average --scale {before}` on the result",
            shown(path),
            f64::from(after) / f64::from(before)
        ));
    }
}

/// Prints what a run does, and writes its files.
struct RunReport<'a> {
    arguments: &'a Arguments,
    /// The number of steps of the whole run.
    all: u64,
    batch: usize,
    /// The number of steps before this session.
    from: u64,
    start: Instant,
    reported: Instant,
    stopped: &'static AtomicBool,
}

impl TrainingReport for RunReport<'_> {
    fn step(&mut self, state: &TrainingState) -> bool {
        if self.reported.elapsed() >= INTERVAL {
            self.reported = Instant::now();
            let time = self.start.elapsed();
            print_line(progress(state.steps, self.from, self.all, self.batch, time));
        }
        !self.stopped.load(Ordering::Relaxed)
    }

    fn part(&mut self, losses: &Losses, judged: Option<ScaledError>) {
        print_line(in_words(losses, judged));
    }

    fn keep(&mut self, files: Result<[Vec<u8>; 2], String>) -> Result<(), String> {
        let [network, checkpoint] = files.map_err(named(&self.arguments.out))?;
        files::replace(&checkpoint_path(self.arguments), &checkpoint)?;
        files::replace(&self.arguments.out, &network)
    }
}

/// Prints the results, and writes the record, the plot and the network, which a run that was killed
/// after its last checkpoint may lack.
fn finish(arguments: &Arguments, training: &Training, record_file: Output) -> Result<(), String> {
    let out = &arguments.out;
    files::replace(out, &training.network().map_err(named(out))?)?;
    let results = training.results();
    show(&results);
    let record = training.record(&results, out, &arguments.files, &arguments.note);
    record_file.complete(record.map_err(to_text)?.as_bytes())?;
    let title = out.display().to_string();
    let plot = plots::losses_by_samples(&title, &training.checkpoint.losses)?;
    files::replace(&out.with_extension("svg"), plot.as_bytes())
}

fn show(results: &TrainingResults) {
    match results.held_out {
        Some(loss) => print_line(format_args!("held out, weights rounded: {loss:.6}")),
        None => print_line("none held out: neither error nor dead units are known"),
    }
    if let Some(judged) = results.judged {
        print_line(format_args!("judged, weights rounded: {judged}"));
    }
    if results.held_out.is_some() {
        print_line(format_args!("bucket  samples  dead of {L1}  of {L2}  spread"));
        for (bucket, layer) in results.layers.iter().enumerate() {
            print_line(row(bucket, layer));
        }
    }
    if results.layers.iter().any(DeadUnits::are_many) {
        print_line("warning: more than a quarter of a layer's units are dead");
    }
    print_line(format_args!(
        "hidden units: {:.2}, the median cosine with the most similar other unit",
        results.twin_cosine
    ));
}

/// Returns the steps `done` of `all`, and the speed of those after the first `from`, in words.
fn progress(done: u64, from: u64, all: u64, batch: usize, time: Duration) -> String {
    let per_second = (done - from) as f64 / time.as_secs_f64();
    let left = ((all - done) as f64 / per_second) as u64;
    format!(
        "  {:.1} %, {:.0} samples a second, {}:{:02}:{:02} left",
        100.0 * done as f64 / all as f64,
        per_second * batch as f64,
        left / 3600,
        left / 60 % 60,
        left % 60
    )
}

/// Returns the row of a bucket in the report on dead units. Without samples nothing is known of its
/// units, and their columns are blank.
fn row(bucket: usize, layer: &DeadUnits) -> String {
    let text = format!("{bucket:>6}  {:>7}", layer.samples);
    match layer.samples {
        0 => text,
        _ => format!("{text}  {:>10}  {:>5}  {:>6.3}", layer.dead_l1, layer.dead_l2, layer.spread),
    }
}

/// Returns losses as a line of the report.
fn in_words(losses: &Losses, judged: Option<ScaledError>) -> String {
    let millions = losses.samples as f64 / 1e6;
    let mut text = format!("{millions:.1} million samples: error {:.6}", losses.trained);
    text += &match losses.held_out {
        Some(loss) => format!(", held out {loss:.6}"),
        None => ", none held out".to_string(),
    };
    if let Some(judged) = judged {
        text += &format!(", judged {judged}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_left_blank() {
        let layer = DeadUnits { samples: 12, dead_l1: 3, dead_l2: 4, spread: 0.5 };
        assert_eq!(row(1, &layer), "     1       12           3      4   0.500");
        assert_eq!(row(2, &DeadUnits::default()), "     2        0");
        let losses =
            Losses { samples: 1_000_000, trained: 0.25, held_out: Some(0.5), judged: None };
        let known = "1.0 million samples: error 0.250000, held out 0.500000";
        assert_eq!(in_words(&losses, None), known);
        let judged = |is_at_bound| Some(ScaledError { error: 0.125, is_at_bound });
        assert_eq!(in_words(&losses, judged(false)), format!("{known}, judged 0.12500"));
        assert_eq!(
            in_words(&losses, judged(true)),
            format!("{known}, judged 0.12500 (its best scale is at the bound of those tried)")
        );
        let unknown = Losses { held_out: None, ..losses };
        assert_eq!(in_words(&unknown, None), "1.0 million samples: error 0.250000, none held out");
    }
}
