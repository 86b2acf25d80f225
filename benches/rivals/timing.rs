//! The timing.

use std::time::Instant;

use super::library::{RIVALS, Work};
use super::rows::Measurement;

/// The least time of one measurement in seconds: short work is repeated.
const MEASURED: f64 = 0.01;

/// One library's work, and its time.
pub struct Timing {
    work: Work,
    count: u64,
    /// The best time in seconds.
    best: f64,
}

impl Timing {
    fn start(mut work: Work) -> Timing {
        let start = Instant::now();
        let count = work();
        let best = start.elapsed().as_secs_f64().max(1e-9);
        Timing { work, count, best }
    }

    /// Runs the work once. Only the best time counts, since other load can only make it longer.
    fn measure(&mut self) {
        let repeats = (MEASURED / self.best).ceil();
        let start = Instant::now();
        for _ in 0..repeats as u64 {
            (self.work)();
        }
        self.best = self.best.min(start.elapsed().as_secs_f64() / repeats);
    }

    fn millions(&self) -> f64 {
        self.count as f64 / self.best / 1e6
    }
}

/// The timings in the order of [`RIVALS`].
pub type Timings = Vec<Timing>;

/// Runs each library once and compares the counts.
pub fn compare_counts(measurement: &Measurement) -> Result<Timings, String> {
    let mut timings = Timings::new();
    for rival in &RIVALS {
        let work = (rival.prepare)(measurement.job, &measurement.fens)
            .map_err(|error| format!("{}: {error}", rival.name))?;
        timings.push(Timing::start(work));
    }
    let counts: Vec<u64> = timings.iter().map(|each| each.count).collect();
    if counts.iter().all(|&count| count > 0 && count == counts[0]) {
        Ok(timings)
    } else {
        Err(format!(
            "{:?} of {}: counts must be the same and not 0, but are {counts:?}",
            measurement.job,
            measurement.fens.join(", "),
        ))
    }
}

/// Times each library once more.
pub fn measure_again(timings: &mut Timings) {
    timings.iter_mut().for_each(Timing::measure);
}

/// Returns the mean rates in millions of moves a second.
pub fn mean_millions(measurements: &[Timings]) -> Vec<f64> {
    let mean = |library: usize| {
        let rates = measurements.iter().map(|timings| timings[library].millions());
        rates.sum::<f64>() / measurements.len() as f64
    };
    (0..RIVALS.len()).map(mean).collect()
}
