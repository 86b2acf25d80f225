//! The record of a run, `NAME.json`: how a network was made, and what is known of it.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::to_string;

use super::session::{Training, TrainingResults};
use super::shape::{L1, L2};
use super::units::DeadUnits;
use crate::eval::nnue::file;
use crate::text::file_name;

/// Bytes that are read at a time, a multiple of a word.
const BLOCK: u64 = 1 << 16;

/// The name of a file without its folders, and the checksum of what it holds: FNV-1a by words of
/// eight bytes, in hexadecimal digits.
#[derive(Serialize)]
struct NamedFile {
    /// The name.
    file: String,
    /// The checksum, if the file can be read.
    checksum: Option<String>,
}

/// A file of samples.
#[derive(Serialize)]
struct SampleFile {
    /// The name and the checksum of the file.
    #[serde(flatten)]
    file: NamedFile,
    /// How many of its samples the run could train on.
    samples: u64,
    /// How much each sample of the file counted.
    weight: f32,
}

/// What is known of the network with its weights rounded.
#[derive(Serialize)]
struct RecordedResults {
    /// The mean loss of the last samples that it was trained on.
    trained: Option<f64>,
    /// The mean loss of the held-out samples.
    held_out: Option<f64>,
    /// The judge's error.
    judged: Option<f64>,
    /// The share of L1's units that hardly differ among samples.
    dead_l1: f64,
    /// The share of L2's units that hardly differ.
    dead_l2: f64,
    /// The median cosine of hidden units with the most similar other one.
    twin_cosine: f32,
}

impl RecordedResults {
    /// Returns the results with the loss of the last part of the run.
    fn new(results: &TrainingResults, trained: Option<f64>) -> RecordedResults {
        let known = results.layers.iter().filter(|layer| layer.samples > 0);
        let share = |dead: fn(&DeadUnits) -> usize, units: usize| {
            let all = known.clone().count() * units;
            known.clone().map(dead).sum::<usize>() as f64 / all.max(1) as f64
        };
        RecordedResults {
            trained,
            held_out: results.held_out,
            judged: results.judged.map(|judged| judged.error),
            dead_l1: share(|layer| layer.dead_l1, L1),
            dead_l2: share(|layer| layer.dead_l2, L2),
            twin_cosine: results.twin_cosine,
        }
    }
}

impl NamedFile {
    /// Reads a file for its checksum.
    fn of(path: &Path) -> NamedFile {
        NamedFile {
            file: file_name(path),
            checksum: checksum(path).ok().map(|hash| format!("{hash:016x}")),
        }
    }
}

fn checksum(path: &Path) -> io::Result<u64> {
    let mut input = File::open(path)?;
    let mut hash = file::checksum(&[]);
    let mut block = Vec::new();
    while input.by_ref().take(BLOCK).read_to_end(&mut block)? > 0 {
        hash = file::checksum_from(hash, &block);
        block.clear();
    }
    Ok(hash)
}

impl Training {
    /// Returns the record of a run: a JSON object with a line for each field, and one for each file
    /// of samples. `out` is the network, `note` a sentence of the person who made it.
    ///
    /// # Errors
    /// Fails if a field cannot be written as JSON. A number that is not finite becomes `null`.
    pub fn record(
        &self,
        results: &TrainingResults,
        out: &Path,
        files: &[PathBuf],
        note: &str,
    ) -> serde_json::Result<String> {
        let run = &self.settings;
        let weights = run.weights.iter().copied().chain(std::iter::repeat(100));
        let data = files.iter().zip(&run.samples).zip(weights).map(|((path, &samples), weight)| {
            let weight = f32::from(weight) / 100.0;
            to_string(&SampleFile { file: NamedFile::of(path), samples, weight })
        });
        let data = data.collect::<serde_json::Result<Vec<_>>>()?;
        let trained = self.checkpoint.losses.last().map(|losses| losses.trained);
        let lines = [
            ("network", to_string(&NamedFile::of(out))?),
            ("note", to_string(note)?),
            ("program", to_string(env!("CARGO_PKG_VERSION"))?),
            // The commit of the program, if the variable was set when it was built.
            ("commit", to_string(&option_env!("OX88_COMMIT"))?),
            ("started_from", to_string(&run.start.as_deref().map(NamedFile::of))?),
            ("data", format!("[\n    {}\n  ]", data.join(",\n    "))),
            ("held_out", to_string(&self.held_out.len())?),
            ("shape", to_string(&run.shape)?),
            ("schedule", to_string(&run.schedule)?),
            ("seed", to_string(&run.seed)?),
            ("threads", to_string(&run.threads)?),
            ("seconds", to_string(&self.checkpoint.seconds.round())?),
            ("results", to_string(&RecordedResults::new(results, trained))?),
        ];
        let lines = lines.map(|(name, value)| format!("  \"{name}\": {value}"));
        Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_networks() {
        let path = Path::new("src/eval/nnue/ox88.nnue");
        let bytes = std::fs::read(path).unwrap();
        // A network's header has the checksum of what follows it.
        let folder = tempfile::tempdir().unwrap();
        let rest = folder.path().join("rest");
        std::fs::write(&rest, &bytes[32..]).unwrap();
        let found = NamedFile::of(&rest);
        let expected = u64::from_le_bytes(bytes[24..32].try_into().unwrap());
        assert_eq!(found.checksum, Some(format!("{expected:016x}")));
    }
}
