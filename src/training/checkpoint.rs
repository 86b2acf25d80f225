//! Checkpoints, from which a run is resumed: a line of JSON with settings and progress; then, as
//! little-endian `f32`, the weights, the optimizer's two moments, and the average.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::optimizer::Moments;
use super::run::{Losses, State};
use super::schedule::Schedule;
use super::shape::{INPUTS, Shape};

/// In bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// Of `f32`, behind the line: weights, two moments, average.
const ARRAYS: u64 = 4;

/// Why a run cannot be resumed.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no checkpoint, or damaged.
    #[error("not a checkpoint: {0}")]
    Format(String),
    /// It belongs to a run with other settings or other data.
    #[error("a checkpoint of a run with other settings or data")]
    OtherRun,
    /// Its network has another shape.
    #[error("a checkpoint of a network {found}, not {wanted}")]
    OtherShape {
        /// The shape of the checkpoint's network.
        found: Shape,
        /// The shape of the run.
        wanted: Shape,
    },
}

/// What must be the same to resume a run.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Identity {
    /// Sizes of the network.
    pub shape: Shape,
    /// Its learning rates and targets.
    pub schedule: Schedule,
    /// The seed of its weights and of the samples' order.
    pub seed: u64,
    /// Threads, which share out each batch.
    pub threads: usize,
    /// Training samples of each file.
    pub samples: Vec<u64>,
    /// The network that it started from.
    pub start: Option<PathBuf>,
}

/// The progress of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// Weights and all that changes with them.
    pub state: State,
    /// The losses so far.
    pub losses: Vec<Losses>,
    /// Time spent, in seconds.
    pub seconds: f64,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct FirstLine {
    run: Identity,
    steps: u64,
    averaged: u64,
    error: f64,
    error_steps: u64,
    losses: Vec<Losses>,
    seconds: f64,
}

impl Checkpoint {
    /// Writes a temporary file, which then replaces `path`: a whole one is always there.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn write(&self, run: &Identity, path: &Path) -> io::Result<()> {
        let state = &self.state;
        let line = FirstLine {
            run: run.clone(),
            steps: state.steps,
            averaged: state.averaged,
            error: state.error,
            error_steps: state.error_steps,
            losses: self.losses.clone(),
            seconds: self.seconds,
        };
        let mut bytes = serde_json::to_vec(&line)?;
        bytes.push(b'\n');
        let Moments { mean, square } = &state.moments;
        for numbers in [&state.weights, mean, square, &state.average] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let part = path.with_extension("part");
        let mut file = File::create(&part)?;
        file.write_all(&bytes)?;
        std::fs::rename(part, path)
    }

    /// Reads a checkpoint of this run.
    ///
    /// # Errors
    /// Where the file cannot be read or belongs to another run.
    pub fn read(run: &Identity, path: &Path) -> Result<Checkpoint, CheckpointError> {
        let (found, checkpoint) = read_any(path)?;
        match found == *run {
            true => Ok(checkpoint),
            false => Err(CheckpointError::OtherRun),
        }
    }

    /// Reads the weights that another run came to, with which a new one can begin.
    ///
    /// # Errors
    /// Where the file cannot be read or its network has another shape.
    pub fn read_weights(shape: Shape, path: &Path) -> Result<Vec<f32>, CheckpointError> {
        let (found, checkpoint) = read_any(path)?;
        match found.shape == shape {
            true => Ok(checkpoint.state.best().to_vec()),
            false => Err(CheckpointError::OtherShape {
                found: found.shape,
                wanted: shape,
            }),
        }
    }
}

fn read_any(path: &Path) -> Result<(Identity, Checkpoint), CheckpointError> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut file = BufReader::new(file);
    let mut text = Vec::new();
    (&mut file)
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut text)?;
    let format = |error: serde_json::Error| CheckpointError::Format(error.to_string());
    let line: FirstLine = serde_json::from_slice(&text).map_err(format)?;
    let numbers_size = size.saturating_sub(text.len() as u64);
    if !has_size(line.run.shape, numbers_size) {
        let reason = "its length does not fit its first line".to_string();
        return Err(CheckpointError::Format(reason));
    }
    let length = line.run.shape.len();
    let mut numbers = || {
        let mut bytes = vec![0; 4 * length];
        file.read_exact(&mut bytes)?;
        let numbers = bytes.as_chunks().0.iter();
        Ok::<_, io::Error>(numbers.map(|&bytes| f32::from_le_bytes(bytes)).collect())
    };
    let state = State {
        steps: line.steps,
        weights: numbers()?,
        moments: Moments {
            mean: numbers()?,
            square: numbers()?,
        },
        average: numbers()?,
        averaged: line.averaged,
        error: line.error,
        error_steps: line.error_steps,
    };
    let checkpoint = Checkpoint {
        state,
        losses: line.losses,
        seconds: line.seconds,
    };
    Ok((line.run, checkpoint))
}

/// Whether the arrays of a shape take so many bytes, however large the shape says it is.
fn has_size(shape: Shape, bytes: u64) -> bool {
    let bytes_of_unit = ARRAYS * (INPUTS * size_of::<f32>()) as u64;
    // With so few units [`Shape::len`] does not overflow.
    shape.hidden as u64 <= bytes / bytes_of_unit
        && ARRAYS * (shape.len() * size_of::<f32>()) as u64 == bytes
}
