//! The stopwatch.

use std::time::Instant;

use super::library::{ENTRANTS, Work};
use super::rows::Piece;

/// The least seconds of a lap: short work is done many times over.
const LAP: f64 = 0.01;

/// One library at its work.
pub struct Lane {
    work: Work,
    count: u64,
    /// Seconds for the work, at best.
    best: f64,
}

impl Lane {
    fn enter(mut work: Work) -> Lane {
        let start = Instant::now();
        let count = work();
        let best = start.elapsed().as_secs_f64().max(1e-9);
        Lane { work, count, best }
    }

    /// Only the best time is kept: whatever else the machine does can but make a
    /// lap longer.
    fn lap(&mut self) {
        let repeats = (LAP / self.best).ceil();
        let start = Instant::now();
        for _ in 0..repeats as u64 {
            (self.work)();
        }
        self.best = self.best.min(start.elapsed().as_secs_f64() / repeats);
    }

    /// Moves in a microsecond, which is millions a second.
    fn millions(&self) -> f64 {
        self.count as f64 / self.best / 1e6
    }
}

/// The libraries at the same work, each as [`ENTRANTS`] has it; `None` for one
/// that cannot do it.
pub type Lanes = Vec<Option<Lane>>;

/// Lets each library do the work once, to see that all count the same.
pub fn enter(piece: &Piece) -> Result<Lanes, String> {
    let mut lanes = Lanes::new();
    for entrant in &ENTRANTS {
        let work = (entrant.prepare)(piece.job, &piece.fens)
            .map_err(|error| format!("{}: {error}", entrant.name))?;
        lanes.push(work.map(Lane::enter));
    }
    let counts: Vec<u64> = lanes.iter().flatten().map(|lane| lane.count).collect();
    match counts.iter().all(|&count| count > 0 && count == counts[0]) {
        true => Ok(lanes),
        false => Err(format!(
            "{:?} of {}: counts must be the same and not 0, but are {counts:?}",
            piece.job,
            piece.fens.join(", "),
        )),
    }
}

/// Times each library once.
pub fn round(lanes: &mut Lanes) {
    lanes.iter_mut().flatten().for_each(Lane::lap);
}

/// Each library's rate in millions of moves a second, as a mean over these.
pub fn mean_millions(pieces: &[Lanes]) -> Vec<Option<f64>> {
    let mean = |library: usize| {
        let rates = pieces
            .iter()
            .map(|lanes| Some(lanes[library].as_ref()?.millions()));
        let sum: f64 = rates.sum::<Option<f64>>()?;
        Some(sum / pieces.len() as f64)
    };
    (0..ENTRANTS.len()).map(mean).collect()
}
