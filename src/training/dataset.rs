//! Training samples from files of any size, in an order that depends on the seed alone.
//!
//! A pool holds all samples of an epoch if they fit into memory, and is shuffled. If they do not, it
//! holds blocks of a few neighbouring samples, drawn at random: the positions of one game, which
//! are alike, are mostly in different pools. At most two pools are in memory, one in use and the
//! next.

use std::fmt::Display;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Builder;

use rand::prelude::*;

use crate::selfplay::TrainingSample;
use crate::text::counted;

/// The number of neighbouring samples in a block. A game with more of them has several blocks,
/// mostly in different pools: the last steps of a run, which take a pool or two, should see
/// positions of many games.
const BLOCK_SAMPLES: u64 = 16;
/// The random numbers of a run are those of the next seed after this many epochs.
const EPOCHS: u64 = 1 << 20;
/// The largest number of samples of all files together that are held out.
const MOST_HELD_OUT: u64 = 400_000;
/// The samples that are held out lie in at most this many places of a file.
const MOST_PARTS: u64 = 16;
/// The least number of neighbouring samples that are held out at a place, where there are several
/// places.
const LEAST_HELD_OUT: u64 = 4096;

/// Files of samples, some of which are held out to measure the loss on positions that were not
/// trained on.
///
/// Each file is split into a few parts, and the end of each part is held out. The positions of one
/// game are alike, so that whole stretches of games are held out instead of single samples. There
/// are several parts, because games of another kind may stand at the end of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Dataset {
    /// The parts of all files, in the order of the files.
    parts: Vec<FilePart>,
    /// The largest number of blocks in a pool.
    pool_blocks: usize,
}

/// Neighbouring samples of a file, of which the last are held out.
#[derive(Clone, PartialEq, Debug)]
struct FilePart {
    path: PathBuf,
    /// The number of the first sample in the file.
    start: u64,
    train: u64,
    held_out: u64,
    /// How much its samples count in training, in hundredths.
    weight: u8,
}

impl FilePart {
    /// Splits a file.
    fn of(path: &Path, size: u64, share: f64) -> impl Iterator<Item = FilePart> {
        let held_out = (size as f64 * share) as u64;
        let count = (held_out / LEAST_HELD_OUT).clamp(1, MOST_PARTS);
        (0..count).map(move |number| {
            let [start, end] = [number, number + 1].map(|border| size * border / count);
            let held_out = held_out * (number + 1) / count - held_out * number / count;
            let held_out = held_out.min(end - start);
            FilePart {
                path: path.to_path_buf(),
                start,
                train: end - start - held_out,
                held_out,
                weight: 100,
            }
        })
    }

    /// Returns the number of training blocks.
    fn blocks(&self) -> u64 {
        self.train.div_ceil(BLOCK_SAMPLES)
    }
}

/// Neighbouring samples of a part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SampleBlock {
    part: usize,
    /// The number of the first one in its part.
    start: u64,
    count: u64,
}

impl Dataset {
    /// Opens files and holds out about this share.
    ///
    /// # Errors
    /// Fails if a file cannot be read, or holds something else than samples, or nothing.
    pub fn open(paths: &[PathBuf], held_out: f64) -> Result<Dataset, String> {
        let mut sizes = Vec::new();
        for path in paths {
            let failed = |reason: &dyn Display| format!("{}: {reason}", path.display());
            let metadata = std::fs::metadata(path).map_err(|error| failed(&error))?;
            let bytes = metadata.len();
            if metadata.is_dir() {
                return Err(failed(&"a directory, not a file"));
            }
            if bytes == 0 || bytes % TrainingSample::SIZE as u64 != 0 {
                return Err(failed(&"not a file of training samples"));
            }
            sizes.push(bytes / TrainingSample::SIZE as u64);
        }
        let all: u64 = sizes.iter().sum();
        let share = held_out.min(MOST_HELD_OUT as f64 / all.max(1) as f64);
        let files = paths.iter().zip(sizes);
        let parts = files.flat_map(|(path, size)| FilePart::of(path, size, share));
        Ok(Dataset { parts: parts.collect(), pool_blocks: usize::MAX })
    }

    /// Returns the same samples in pools of at most this many.
    pub fn in_pools_of(self, samples: u64) -> Dataset {
        let pool_blocks = (samples / BLOCK_SAMPLES).max(1) as usize;
        Dataset { pool_blocks, ..self }
    }

    /// Returns the same samples with a weight for each file, in hundredths.
    pub fn weighted(mut self, weights: &[u8]) -> Dataset {
        let mut weights = weights.iter();
        let mut weight = 100;
        for part in &mut self.parts {
            if part.start == 0 {
                weight = weights.next().copied().unwrap_or(100);
            }
            part.weight = weight;
        }
        self
    }

    /// Returns the number of training samples.
    #[expect(clippy::len_without_is_empty, reason = "a batch at least")]
    pub fn len(&self) -> u64 {
        self.parts.iter().map(|part| part.train).sum()
    }

    /// Returns the number of training samples of each file.
    pub fn counts(&self) -> Vec<u64> {
        self.parts
            .chunk_by(|part, next| next.start > 0 && part.path == next.path)
            .map(|parts| parts.iter().map(|part| part.train).sum())
            .collect()
    }

    /// Reads the samples that are held out.
    ///
    /// # Errors
    /// Fails if a file cannot be read, or holds something else than samples.
    pub fn held_out(&self) -> Result<Vec<TrainingSample>, String> {
        let parts = self.parts.iter().enumerate();
        let blocks = parts.map(|(number, part)| SampleBlock {
            part: number,
            start: part.train,
            count: part.held_out,
        });
        self.read(&blocks.collect::<Vec<_>>())
    }

    /// Returns the training samples, epoch after epoch, from number `skip` to number `end` at
    /// least.
    ///
    /// # Errors
    /// Fails if no thread can be started.
    pub fn stream(&self, seed: u64, skip: u64, end: u64) -> Result<Stream, String> {
        let (sender, pools) = sync_channel(0);
        let data = self.clone();
        let read = move || {
            let length = data.len().max(1);
            let mut skip_within = skip % length;
            let mut sent = skip;
            for epoch in skip / length.. {
                let mut random = StdRng::seed_from_u64(seed.wrapping_mul(EPOCHS) + epoch);
                let mut numbers: Vec<u32> = (0..data.blocks()).collect();
                numbers.shuffle(&mut random);
                for numbers in numbers.chunks(pool_size(numbers.len(), data.pool_blocks)) {
                    let pool_seed = random.random();
                    let blocks: Vec<SampleBlock> = numbers.iter().map(|&n| data.block(n)).collect();
                    let count: u64 = blocks.iter().map(|block| block.count).sum();
                    if skip_within >= count {
                        skip_within -= count;
                        continue;
                    }
                    let mut pool = data.pool(blocks, pool_seed);
                    if let Ok(samples) = &mut pool {
                        samples.drain(..skip_within as usize);
                        skip_within = 0;
                    }
                    let failed = pool.is_err();
                    sent += pool.as_ref().map_or(0, |samples| samples.len() as u64);
                    // The receiver is dropped when the run is over.
                    if sender.send(pool).is_err() || failed || sent >= end {
                        return;
                    }
                }
            }
        };
        let started = Builder::new().spawn(read);
        started.map_err(|error| format!("no thread to read samples on: {error}"))?;
        Ok(Stream { pools, pool: Vec::new(), next: 0 })
    }

    fn pool(&self, mut blocks: Vec<SampleBlock>, seed: u64) -> Result<Vec<TrainingSample>, String> {
        // Files are read fastest from front to back.
        blocks.sort_unstable();
        let mut samples = self.read(&blocks)?;
        samples.shuffle(&mut StdRng::seed_from_u64(seed));
        Ok(samples)
    }

    /// Returns the number of blocks of all files.
    fn blocks(&self) -> u32 {
        let counts = self.parts.iter().map(FilePart::blocks);
        u32::try_from(counts.sum::<u64>()).unwrap_or(u32::MAX)
    }

    /// Returns the block of this number, which is below [`Dataset::blocks`].
    fn block(&self, number: u32) -> SampleBlock {
        let mut number = u64::from(number);
        for (part, samples) in self.parts.iter().enumerate() {
            let blocks = samples.blocks();
            if number < blocks {
                let start = number * BLOCK_SAMPLES;
                return SampleBlock {
                    part,
                    start,
                    count: BLOCK_SAMPLES.min(samples.train - start),
                };
            }
            number -= blocks;
        }
        unreachable!("a block beyond the last")
    }

    /// Reads the samples of blocks. A file is opened once for blocks in turn that lie in one part of
    /// it, and neighbouring blocks are read at once.
    fn read(&self, blocks: &[SampleBlock]) -> Result<Vec<TrainingSample>, String> {
        let all: u64 = blocks.iter().map(|block| block.count).sum();
        let mut samples: Vec<TrainingSample> = Vec::new();
        samples
            .try_reserve_exact(all as usize)
            .map_err(|_| format!("no memory for {}", counted(all as usize, "sample")))?;
        for blocks in blocks.chunk_by(|a, b| a.part == b.part) {
            let part = &self.parts[blocks[0].part];
            let path = &part.path;
            let failed = |error| format!("{}: {error}", path.display());
            let mut file = File::open(path).map_err(failed)?;
            for run in blocks.chunk_by(|a, b| a.start + a.count == b.start) {
                let start = part.start + run[0].start;
                let count: u64 = run.iter().map(|block| block.count).sum();
                file.seek(SeekFrom::Start(start * TrainingSample::SIZE as u64)).map_err(failed)?;
                let from = samples.len();
                samples.resize(from + count as usize, bytemuck::Zeroable::zeroed());
                let read = &mut samples[from..];
                file.read_exact(bytemuck::cast_slice_mut(read)).map_err(failed)?;
                if let Some(i) = read.iter().position(|sample| !sample.is_valid()) {
                    let sample = start + i as u64;
                    return Err(format!("{}: sample {sample} is no position", path.display()));
                }
                read.iter_mut().for_each(|sample| sample.set_weight(part.weight));
            }
        }
        Ok(samples)
    }
}

/// Returns the number of blocks in each pool of an epoch, at most `most`. The last pool has hardly
/// fewer than the others: positions of the few games in a small pool would come in a burst.
fn pool_size(blocks: usize, most: usize) -> usize {
    let pools = blocks.div_ceil(most).max(1);
    blocks.div_ceil(pools).max(1)
}

/// A stream of training samples, which another thread reads.
pub struct Stream {
    pools: Receiver<Result<Vec<TrainingSample>, String>>,
    pool: Vec<TrainingSample>,
    next: usize,
}

impl Stream {
    /// Fills the batch with the next samples.
    ///
    /// # Errors
    /// Fails if a file cannot be read any more, or holds something else than samples.
    pub fn fill(&mut self, batch: &mut [TrainingSample]) -> Result<(), String> {
        for sample in batch {
            while self.next == self.pool.len() {
                // The thread has sent an error, or all samples that were asked for.
                let ended = |_| "no thread to read samples on: it has ended";
                self.pool = self.pools.recv().map_err(ended)??;
                self.next = 0;
            }
            *sample = self.pool[self.next];
            self.next += 1;
        }
        Ok(())
    }
}

/// Reads a whole file of samples.
///
/// # Errors
/// Fails if it cannot be read, or holds something else than samples, or more than `most` of them.
pub fn read_all(path: &Path, most: u64) -> Result<Vec<TrainingSample>, String> {
    let data = Dataset::open(&[path.to_path_buf()], 0.0)?;
    if data.len() > most {
        return Err(format!(
            "{}: {}, more than the {most} for which there is room",
            path.display(),
            counted(data.len() as usize, "sample")
        ));
    }
    data.read(&[SampleBlock { part: 0, start: 0, count: data.len() }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_whole_file_and_hold_out_their_share() {
        for (size, share, count) in [
            (0, 0.1, 1),
            (1, 0.0, 1),
            (1000, 0.1, 1),
            (100_003, 0.1, 2),
            (50_000_000, 0.002, 16),
            (160_009, 0.999_999, 16),
        ] {
            let parts: Vec<FilePart> = FilePart::of(Path::new("a"), size, share).collect();
            assert_eq!(parts.len(), count);
            let mut next = 0;
            for part in &parts {
                assert_eq!(part.start, next);
                next = part.start + part.train + part.held_out;
            }
            assert_eq!(next, size);
            let held_out: u64 = parts.iter().map(|part| part.held_out).sum();
            let missing = (size as f64 * share) as u64 - held_out;
            assert!(missing <= parts.len() as u64, "{missing}");
        }
    }

    #[test]
    fn the_pools_of_an_epoch_are_of_one_size() {
        const MOST: usize = 1 << 18;
        for blocks in [1, 100, MOST, MOST + 1, 5 * MOST / 2] {
            let pools: Vec<usize> =
                vec![(); blocks].chunks(pool_size(blocks, MOST)).map(<[()]>::len).collect();
            let (first, last) = (pools[0], pools[pools.len() - 1]);
            assert!(first <= MOST, "{blocks}: {pools:?}");
            assert!(first - last < pools.len(), "{blocks}: {pools:?}");
        }
    }
}
