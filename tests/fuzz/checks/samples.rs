//! Files of training samples.

use std::fs;
use std::sync::LazyLock;

use ox88::training::{TrainingShape, TrainingState, Workspace, read_all};

/// Random weights of the smallest network.
static WEIGHTS: LazyLock<(TrainingShape, Vec<f32>)> = LazyLock::new(|| {
    let shape = TrainingShape::new(64).unwrap();
    (shape, TrainingState::new(shape, 88).weights)
});

/// Samples are refused, or are valid and have values.
pub fn check(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("samples.bin");
    fs::write(&path, bytes).unwrap();
    match read_all(&path, 1000) {
        Ok(samples) => {
            assert!(samples.iter().all(|sample| sample.is_valid()));
            let (shape, weights) = &*WEIGHTS;
            let mut count = 0;
            Workspace::new(*shape).evaluate(weights, &samples, |_, _| count += 1);
            assert_eq!(count, samples.len());
        }
        Err(error) => assert!(!error.is_empty() && !error.contains('\n'), "{error}"),
    }
}
