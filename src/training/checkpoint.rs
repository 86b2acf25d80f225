//! Checkpoints, from which a run is resumed: a line of JSON with settings and progress; then, as
//! little-endian `f32`, the weights, the optimizer's two moments, and the average.

use std::path::PathBuf;

use super::optimizer::Moments;
use super::run::{Losses, TrainingState};
use super::schedule::Schedule;
use super::shape::{INPUTS, TrainingShape};

/// The first line begins with the first field of [`FirstLine`].
const START: &[u8] = br#"{"run":"#;
/// The number of arrays of `f32` behind the line: weights, two moments, and the average.
const ARRAYS: u64 = 4;

/// The message on a run that has diverged.
pub(super) const NOT_FINITE: &str =
    "weights that are not finite: the run has diverged; a lower learning rate may help";
const OTHER_RUN: &str = "a checkpoint of a run with other settings or data";

/// The settings and data of a run, which must be the same to resume it.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct RunSettings {
    /// The size of the network.
    pub shape: TrainingShape,
    /// The learning rates and targets of the run.
    pub schedule: Schedule,
    /// The seed of its weights and of the samples' order.
    pub seed: u64,
    /// The number of threads, among which each batch is divided.
    pub threads: usize,
    /// Names of the files with samples, without their folders. A checkpoint that has none can be
    /// started from, but not resumed.
    #[serde(default)]
    pub files: Vec<String>,
    /// The number of training samples of each file.
    pub samples: Vec<u64>,
    /// How much the samples of each file count, in hundredths; none if all count the same.
    #[serde(default)]
    pub weights: Vec<u8>,
    /// The largest number of samples that are shuffled together.
    #[serde(default)]
    pub pool: u64,
    /// The network that it started from.
    pub start: Option<PathBuf>,
}

/// The progress of a run.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Checkpoint {
    /// Weights and all that changes with them.
    #[serde(flatten)]
    pub state: TrainingState,
    /// The losses so far.
    pub losses: Vec<Losses>,
    /// Time spent, in seconds.
    pub seconds: f64,
}

/// The settings of a run and its progress, without the arrays.
#[derive(serde::Serialize, serde::Deserialize)]
struct FirstLine<R, C> {
    run: R,
    #[serde(flatten)]
    checkpoint: C,
}

impl Checkpoint {
    /// Returns true if a file that begins with these bytes is meant as a checkpoint.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(START)
    }

    /// Returns the bytes of the checkpoint's file.
    ///
    /// # Errors
    /// Fails if a weight is not finite, or if the path of the network that the run started
    /// from is not Unicode.
    pub fn to_bytes(&self, run: &RunSettings) -> Result<Vec<u8>, String> {
        let state = &self.state;
        if !state.is_finite() {
            return Err(NOT_FINITE.to_string());
        }
        let line = FirstLine { run, checkpoint: self };
        let mut bytes = serde_json::to_vec(&line).map_err(|error| error.to_string())?;
        bytes.push(b'\n');
        let Moments { mean, square } = &state.moments;
        for numbers in [&state.weights, mean, square, &state.average] {
            let start = bytes.len();
            bytes.resize(start + numbers.len() * size_of::<f32>(), 0);
            let places = bytes[start..].as_chunks_mut().0.iter_mut();
            for (to, number) in places.zip(numbers) {
                *to = number.to_le_bytes();
            }
        }
        Ok(bytes)
    }

    /// Reads the file of a checkpoint of this run.
    ///
    /// # Errors
    /// Fails as [`Checkpoint::from_bytes`], or if the checkpoint belongs to another run.
    pub fn read(run: &RunSettings, bytes: &[u8]) -> Result<Checkpoint, String> {
        let (found, checkpoint) = Checkpoint::from_bytes(bytes)?;
        if found == *run { Ok(checkpoint) } else { Err(OTHER_RUN.to_string()) }
    }

    /// Begins a new run with the weights and the second moments of this checkpoint of another run.
    ///
    /// # Errors
    /// Fails if the network of the other run has another shape.
    pub fn successor(
        self,
        run: &RunSettings,
        shape: TrainingShape,
        seed: u64,
    ) -> Result<TrainingState, String> {
        if run.shape != shape {
            return Err(format!("a checkpoint of a network {}, not {shape}", run.shape));
        }
        let state = self.state;
        let mut next = TrainingState::new(shape, seed);
        next.weights = state.best().to_vec();
        next.moments.square = state.moments.square;
        next.earlier_steps = state.earlier_steps + state.steps;
        Ok(next)
    }

    /// Reads the file of a checkpoint of any run.
    ///
    /// # Errors
    /// Fails if the bytes are not those of a checkpoint, or if a weight is not finite.
    pub fn from_bytes(bytes: &[u8]) -> Result<(RunSettings, Checkpoint), String> {
        let not_one = |reason: &str| format!("not a checkpoint: {reason}");
        let mut parts = bytes.splitn(2, |&byte| byte == b'\n');
        let text = parts.next().unwrap_or_default();
        let numbers = parts.next().unwrap_or_default();
        let line = serde_json::from_slice(text).map_err(|_| {
            not_one(if Checkpoint::is_one(bytes) {
                "its first line is damaged, or of another version of the program"
            } else {
                "it does not begin with the settings of a run"
            })
        })?;
        let FirstLine { run, mut checkpoint }: FirstLine<RunSettings, Checkpoint> = line;
        let shape = run.shape;
        if TrainingShape::new(shape.hidden).is_none() {
            return Err(not_one(&format!("no run trains a network {shape}")));
        }
        if !has_size(shape, numbers.len() as u64) {
            return Err(not_one("its length does not fit its first line"));
        }
        let state = &mut checkpoint.state;
        let all_steps = state.earlier_steps.checked_add(state.steps);
        if run.schedule.batch == 0 || state.steps > run.schedule.steps() || all_steps.is_none() {
            return Err(not_one("it has more steps than its run"));
        }
        let mut arrays = numbers.chunks(size_of::<f32>() * shape.len());
        let mut array = || -> Vec<f32> {
            let numbers = arrays.next().unwrap_or_default().as_chunks().0.iter();
            numbers.map(|&bytes| f32::from_le_bytes(bytes)).collect()
        };
        state.weights = array();
        state.moments = Moments { mean: array(), square: array() };
        state.average = array();
        if !state.is_finite() {
            return Err(NOT_FINITE.to_string());
        }
        Ok((run, checkpoint))
    }
}

/// Returns true if the arrays of a shape take this many bytes. It does not overflow for any shape
/// that a file names.
fn has_size(shape: TrainingShape, bytes: u64) -> bool {
    let bytes_of_unit = ARRAYS * (INPUTS * size_of::<f32>()) as u64;
    // With so few units [`TrainingShape::len`] does not overflow.
    shape.hidden as u64 <= bytes / bytes_of_unit
        && ARRAYS * (shape.len() * size_of::<f32>()) as u64 == bytes
}
