//! Checkpoints of training runs.

use ox88::training::{Checkpoint, TrainingShape};

/// Weights, two moments and the average.
const ARRAYS: usize = 4;

/// Checks the bytes as a whole file, and their first line with zeros behind it as the numbers of
/// the smallest network.
pub fn check(bytes: &[u8]) {
    check_file(bytes);
    let smallest = TrainingShape::new(64).unwrap();
    let mut file: Vec<u8> = bytes.split(|&byte| byte == b'\n').next().unwrap().to_vec();
    file.push(b'\n');
    file.resize(file.len() + ARRAYS * size_of::<f32>() * smallest.len(), 0);
    check_file(&file);
}

fn check_file(bytes: &[u8]) {
    match Checkpoint::from_bytes(bytes) {
        Ok((run, checkpoint)) => {
            assert!(Checkpoint::is_one(&checkpoint.to_bytes(&run).unwrap()));
            let next = checkpoint.successor(&run, run.shape, run.seed).unwrap();
            assert_eq!(next.weights.len(), run.shape.len());
        }
        Err(error) => assert!(!error.is_empty() && !error.contains('\n'), "{error}"),
    }
}
