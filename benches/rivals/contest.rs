//! The timing.

use std::time::Instant;

use super::library::{ENTRANTS, Work};
use super::rows::Piece;

/// In seconds: short work is repeated up to this.
const LAP: f64 = 0.01;

/// One library's work.
pub struct Lane {
    work: Work,
    count: u64,
    /// The best time in seconds.
    best: f64,
}

impl Lane {
    fn enter(mut work: Work) -> Lane {
        let start = Instant::now();
        let count = work();
        let best = start.elapsed().as_secs_f64().max(1e-9);
        Lane { work, count, best }
    }

    /// Only the best time counts, since other load can only make a lap longer.
    fn lap(&mut self) {
        let repeats = (LAP / self.best).ceil();
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

/// In the order of [`ENTRANTS`]; `None` for a library that cannot do it.
pub type Lanes = Vec<Option<Lane>>;

/// Runs each library once and compares the counts.
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

pub fn round(lanes: &mut Lanes) {
    lanes.iter_mut().flatten().for_each(Lane::lap);
}

/// Means in millions of moves a second.
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
