//! Training samples from files of any size, in an order that depends on the seed alone. An epoch
//! takes blocks of a few neighbouring samples in random order, fills a pool with them, and shuffles
//! it: positions of one game end up far apart, those of different blocks mostly in different pools,
//! and at most two pools are in memory, one in use and the next.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use rand::prelude::*;

use crate::board::counted;
use crate::selfplay::TrainingSample;

/// Samples of a block. A game with more of them has several blocks, mostly in different pools: the
/// last steps of a run, which take a pool or two, are to see positions of many games.
const BLOCK_SAMPLES: u64 = 16;
/// Blocks of a pool, at most: four million samples.
const POOL_BLOCKS: usize = 1 << 18;
/// Epochs of a run before its random numbers are those of the next seed.
const EPOCHS: u64 = 1 << 20;
/// Samples held out of all files together, at most.
const MOST_HELD_OUT: u64 = 400_000;

/// Why files cannot be trained on.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// It cannot be read.
    #[error("{0}: {1}")]
    Io(PathBuf, std::io::Error),
    /// It is a directory.
    #[error("{0}: a directory, not a file")]
    Directory(PathBuf),
    /// It is not made of samples.
    #[error("{0}: not a file of training samples")]
    Format(PathBuf),
    /// It holds bytes that are no position.
    #[error("{0}: sample {1} is no position")]
    Sample(PathBuf, u64),
    /// Not enough for one batch.
    #[error("{}, fewer than a batch of {}", counted(*.0 as usize, "training sample"), .1)]
    TooFew(u64, usize),
}

/// Files of samples, for training and held out. The end of each file is held out, not samples from
/// all over it: positions of one game are alike, and no game but the one at the border is on both
/// sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Dataset {
    files: Vec<Samples>,
    /// Blocks of a pool, at most.
    pool_blocks: usize,
}

#[derive(Clone, PartialEq, Debug)]
struct Samples {
    path: PathBuf,
    train: u64,
    held_out: u64,
}

impl Samples {
    /// Number of training blocks.
    fn blocks(&self) -> u64 {
        self.train.div_ceil(BLOCK_SAMPLES)
    }
}

/// Neighbouring samples of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SampleBlock {
    file: usize,
    start: u64,
    count: u64,
}

impl Dataset {
    /// Opens files and holds out about this share.
    ///
    /// # Errors
    /// Where a file cannot be read, or holds something else or nothing.
    pub fn open(paths: &[PathBuf], held_out: f64) -> Result<Dataset, DataError> {
        let mut sizes = Vec::new();
        for path in paths {
            let metadata =
                std::fs::metadata(path).map_err(|error| DataError::Io(path.clone(), error))?;
            let bytes = metadata.len();
            if metadata.is_dir() {
                return Err(DataError::Directory(path.clone()));
            }
            if bytes == 0 || bytes % TrainingSample::SIZE as u64 != 0 {
                return Err(DataError::Format(path.clone()));
            }
            sizes.push(bytes / TrainingSample::SIZE as u64);
        }
        let all: u64 = sizes.iter().sum();
        let share = held_out.min(MOST_HELD_OUT as f64 / all.max(1) as f64);
        let files = paths.iter().zip(sizes).map(|(path, size)| {
            let held_out = (size as f64 * share) as u64;
            Samples {
                path: path.clone(),
                train: size - held_out,
                held_out,
            }
        });
        Ok(Dataset {
            files: files.collect(),
            pool_blocks: POOL_BLOCKS,
        })
    }

    /// The same samples in pools of at most so many blocks.
    #[cfg(test)]
    pub fn in_pools_of(self, pool_blocks: usize) -> Dataset {
        Dataset {
            pool_blocks,
            ..self
        }
    }

    /// Number of training samples.
    #[expect(clippy::len_without_is_empty, reason = "a batch at least")]
    pub fn len(&self) -> u64 {
        self.files.iter().map(|file| file.train).sum()
    }

    /// Training samples of each file.
    pub fn counts(&self) -> Vec<u64> {
        self.files.iter().map(|file| file.train).collect()
    }

    /// Reads the samples that are held out.
    ///
    /// # Errors
    /// Where a file cannot be read, or holds something else.
    pub fn held_out(&self) -> Result<Vec<TrainingSample>, DataError> {
        let mut samples = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            let block = SampleBlock {
                file: number,
                start: file.train,
                count: file.held_out,
            };
            self.read(&[block], &mut samples)?;
        }
        Ok(samples)
    }

    /// All training samples, epoch after epoch, without the first `skip`.
    pub fn stream(&self, seed: u64, skip: u64) -> Stream {
        let (sender, pools) = sync_channel(0);
        let data = self.clone();
        thread::spawn(move || {
            let length = data.len().max(1);
            let mut skip_within = skip % length;
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
                    // The receiver is dropped when the run is over.
                    if sender.send(pool).is_err() || failed {
                        return;
                    }
                }
            }
        });
        Stream {
            pools,
            pool: Vec::new(),
            next: 0,
        }
    }

    fn pool(
        &self,
        mut blocks: Vec<SampleBlock>,
        seed: u64,
    ) -> Result<Vec<TrainingSample>, DataError> {
        // Files are read fastest from front to back.
        blocks.sort_unstable();
        let mut samples = Vec::new();
        self.read(&blocks, &mut samples)?;
        samples.shuffle(&mut StdRng::seed_from_u64(seed));
        Ok(samples)
    }

    /// Number of blocks of all files.
    fn blocks(&self) -> u32 {
        let counts = self.files.iter().map(Samples::blocks);
        u32::try_from(counts.sum::<u64>()).unwrap_or(u32::MAX)
    }

    /// The block of this number, below [`Dataset::blocks`].
    fn block(&self, number: u32) -> SampleBlock {
        let mut number = u64::from(number);
        for (file, samples) in self.files.iter().enumerate() {
            let blocks = samples.blocks();
            if number < blocks {
                let start = number * BLOCK_SAMPLES;
                return SampleBlock {
                    file,
                    start,
                    count: BLOCK_SAMPLES.min(samples.train - start),
                };
            }
            number -= blocks;
        }
        unreachable!("a block beyond the last")
    }

    /// Adds the samples of blocks; a file is opened once for neighbours that lie in it.
    fn read(&self, blocks: &[SampleBlock], to: &mut Vec<TrainingSample>) -> Result<(), DataError> {
        for blocks in blocks.chunk_by(|a, b| a.file == b.file) {
            let path = &self.files[blocks[0].file].path;
            let failed = |error| DataError::Io(path.clone(), error);
            let mut file = File::open(path).map_err(failed)?;
            for &SampleBlock { start, count, .. } in blocks {
                file.seek(SeekFrom::Start(start * TrainingSample::SIZE as u64))
                    .map_err(failed)?;
                let from = to.len();
                to.resize(from + count as usize, bytemuck::Zeroable::zeroed());
                file.read_exact(bytemuck::cast_slice_mut(&mut to[from..]))
                    .map_err(failed)?;
                if let Some(i) = to[from..].iter().position(|sample| !sample.is_valid()) {
                    return Err(DataError::Sample(path.clone(), start + i as u64));
                }
            }
        }
        Ok(())
    }
}

/// Blocks of each pool of an epoch, `most` at most. All but the last have the same number and that
/// one hardly fewer: positions of the few games in a small pool would come in a burst.
fn pool_size(blocks: usize, most: usize) -> usize {
    let pools = blocks.div_ceil(most).max(1);
    blocks.div_ceil(pools).max(1)
}

/// Training samples without end.
pub struct Stream {
    pools: Receiver<Result<Vec<TrainingSample>, DataError>>,
    pool: Vec<TrainingSample>,
    next: usize,
}

impl Stream {
    /// Replaces these samples by the next.
    ///
    /// # Errors
    /// Where a file cannot be read any more, or holds something else.
    pub fn fill(&mut self, batch: &mut [TrainingSample]) -> Result<(), DataError> {
        for sample in batch {
            while self.next == self.pool.len() {
                // The thread ends only after an error, which is sent once.
                let Ok(pool) = self.pools.recv() else {
                    return Ok(());
                };
                self.pool = pool?;
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
/// Where it cannot be read, or holds something else.
pub fn read_all(path: &Path) -> Result<Vec<TrainingSample>, DataError> {
    let data = Dataset::open(&[path.to_path_buf()], 0.0)?;
    let mut samples = Vec::new();
    let whole = SampleBlock {
        file: 0,
        start: 0,
        count: data.len(),
    };
    data.read(&[whole], &mut samples)?;
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pools_of_an_epoch_are_of_one_size() {
        const MOST: usize = POOL_BLOCKS;
        for blocks in [1, 100, MOST, MOST + 1, 5 * MOST / 2] {
            let pools: Vec<usize> = vec![(); blocks]
                .chunks(pool_size(blocks, MOST))
                .map(<[()]>::len)
                .collect();
            let (first, last) = (pools[0], pools[pools.len() - 1]);
            assert!(first <= MOST, "{blocks}: {pools:?}");
            assert!(first - last < pools.len(), "{blocks}: {pools:?}");
        }
    }
}
