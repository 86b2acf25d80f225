//! The record of a generation: how a network was made, and what is known of it. Records of several
//! generations make a table.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Serialize;
use serde_json::to_string;

use super::schedule::Schedule;
use super::session::TrainingResults;
use super::shape::{L1, L2, TrainingShape};
use super::units::DeadUnits;

/// Bytes that are read at a time, a multiple of a word.
const BLOCK: u64 = 1 << 16;

/// A JSON object with a line for each field, and one for each file of samples.
#[derive(Clone, PartialEq, Debug)]
pub struct GenerationRecord {
    /// The file of the network.
    pub network: NamedFile,
    /// A sentence of the person who made it.
    pub note: String,
    /// The version of the program.
    pub program: &'static str,
    /// The commit of the program, if the variable `OX88_COMMIT` told it while it was built.
    pub commit: Option<&'static str>,
    /// The network or checkpoint with whose weights the run began.
    pub started_from: Option<NamedFile>,
    /// The files of samples.
    pub data: Vec<SampleFile>,
    /// How many samples were held out.
    pub held_out: usize,
    /// The sizes of the network.
    pub shape: TrainingShape,
    /// The learning rates and targets.
    pub schedule: Schedule,
    /// The seed of the weights and of the samples' order.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The time of the run.
    pub seconds: f64,
    /// The losses at the end.
    pub results: RecordedResults,
}

/// The name of a file without its folders, and the checksum of what it holds: FNV-1a by words of
/// eight bytes, in hexadecimal digits.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NamedFile {
    /// The name.
    pub file: String,
    /// The checksum, if the file can be read.
    pub checksum: Option<String>,
}

/// A file of samples.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SampleFile {
    /// The name and the checksum of the file.
    #[serde(flatten)]
    pub file: NamedFile,
    /// How many of its samples the run could train on.
    pub samples: u64,
    /// How much each sample of the file counted.
    pub weight: f32,
}

/// What is known of the network with its weights rounded.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct RecordedResults {
    /// The mean loss of the last samples that it was trained on.
    pub trained: Option<f64>,
    /// The mean loss of the held-out samples.
    pub held_out: Option<f64>,
    /// The judge's error.
    pub judged: Option<f64>,
    /// The share of L1's units that hardly differ among samples.
    pub dead_l1: f64,
    /// The share of L2's units.
    pub dead_l2: f64,
    /// The median cosine of hidden units with the most similar other one.
    pub twin_cosine: f32,
}

impl RecordedResults {
    /// Returns the results with the loss of the last part of the run.
    pub fn new(results: &TrainingResults, trained: Option<f64>) -> RecordedResults {
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
    pub fn of(path: &Path) -> NamedFile {
        let name = path.file_name().unwrap_or_default();
        NamedFile {
            file: name.to_string_lossy().into_owned(),
            checksum: checksum(path).ok().map(|hash| format!("{hash:016x}")),
        }
    }
}

fn checksum(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut block = Vec::new();
    while file.by_ref().take(BLOCK).read_to_end(&mut block)? > 0 {
        for chunk in block.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        block.clear();
    }
    Ok(hash)
}

impl GenerationRecord {
    /// Returns the record as it stands in a file.
    ///
    /// # Errors
    /// Fails if a number is not finite.
    pub fn to_text(&self) -> serde_json::Result<String> {
        let files = self.data.iter().map(to_string);
        let files = files.collect::<serde_json::Result<Vec<_>>>()?;
        let lines = [
            ("network", to_string(&self.network)?),
            ("note", to_string(&self.note)?),
            ("program", to_string(self.program)?),
            ("commit", to_string(&self.commit)?),
            ("started_from", to_string(&self.started_from)?),
            ("data", format!("[\n    {}\n  ]", files.join(",\n    "))),
            ("held_out", to_string(&self.held_out)?),
            ("shape", to_string(&self.shape)?),
            ("schedule", to_string(&self.schedule)?),
            ("seed", to_string(&self.seed)?),
            ("threads", to_string(&self.threads)?),
            ("seconds", to_string(&self.seconds)?),
            ("results", to_string(&self.results)?),
        ];
        let lines = lines.map(|(name, value)| format!("  \"{name}\": {value}"));
        Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::checkpoint::Checkpoint;
    use super::super::shape::Activation;
    use super::*;

    #[test]
    fn a_record_is_small_and_read_again() {
        let file =
            |name: &str| NamedFile { file: name.to_string(), checksum: Some("00ff".to_string()) };
        let shape = TrainingShape { hidden: 64, activation: Activation::Squared };
        let (identity, _) = Checkpoint::begun(shape, 1);
        let record = GenerationRecord {
            network: file("my.nnue"),
            note: "a \"try\"".to_string(),
            program: "0.1.0",
            commit: None,
            started_from: Some(file("old.nnue")),
            data: vec![SampleFile { file: file("a.bin"), samples: 1000, weight: 0.3 }; 2],
            held_out: 20,
            shape,
            schedule: identity.schedule,
            seed: 1,
            threads: 2,
            seconds: 3.0,
            results: RecordedResults {
                trained: Some(0.1),
                held_out: None,
                judged: None,
                dead_l1: 0.0,
                dead_l2: 0.25,
                twin_cosine: 0.5,
            },
        };
        let text = record.to_text().unwrap();
        assert_eq!(text.lines().count(), 18, "{text}");
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["data"][1]["file"], "a.bin");
        assert_eq!(read["data"][1]["checksum"], "00ff");
        assert_eq!(read["started_from"]["file"], "old.nnue");
        assert_eq!(
            read["schedule"],
            serde_json::from_str::<serde_json::Value>(&to_string(&record.schedule).unwrap())
                .unwrap()
        );
        // As short as the number that it stands for.
        assert!(text.contains(r#""rate":0.001,"#), "{text}");
        assert_eq!(read["results"]["dead_l2"], 0.25);
        assert_eq!(read["note"], "a \"try\"");
    }

    #[test]
    fn the_checksum_is_that_of_networks() {
        let path = Path::new("src/eval/nnue/ox88.nnue");
        let bytes = std::fs::read(path).unwrap();
        // A network's header has the checksum of what follows it.
        let rest = tempfile(&bytes[32..]);
        let found = NamedFile::of(&rest);
        let _ = std::fs::remove_file(&rest);
        let expected = u64::from_le_bytes(bytes[24..32].try_into().unwrap());
        assert_eq!(found.checksum, Some(format!("{expected:016x}")));
    }

    fn tempfile(bytes: &[u8]) -> std::path::PathBuf {
        let name = format!("ox88-checksum-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}
