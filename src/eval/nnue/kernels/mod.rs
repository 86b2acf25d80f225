//! The arithmetic on whole hidden layers. Three implementations of one
//! contract, [`Kernel`]; the build's target features choose one, and all that
//! the build machine can run are tested against each other.
#![allow(dead_code, reason = "a build uses one of the kernels, its tests all")]

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512bw"
))]
mod avx512;
mod portable;
#[cfg(test)]
mod tests;

use super::network::HIDDEN;

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw"
    ) => { pub use avx512::Avx512 as Chosen; }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        pub use avx2::Avx2 as Chosen;
    }
    _ => { pub use portable::Portable as Chosen; }
}

/// A number for each unit of the hidden layer, aligned to whole vectors.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

impl Default for Row {
    fn default() -> Row {
        Row([0; HIDDEN])
    }
}

impl Row {
    /// The first numbers from bytes, two for each; the others are zero.
    pub fn from_le_bytes(bytes: &[u8]) -> Row {
        let mut row = Row::default();
        for (number, &bytes) in row.0.iter_mut().zip(bytes.as_chunks::<2>().0) {
            *number = i16::from_le_bytes(bytes);
        }
        row
    }
}

/// What is computed with rows. Sums wrap around, in the same way everywhere.
pub trait Kernel {
    /// The name of the implementation.
    const NAME: &'static str;

    /// `to` becomes `from` with some rows added and some subtracted.
    fn update<const ADDED: usize, const REMOVED: usize>(
        from: &Row,
        to: &mut Row,
        added: [&Row; ADDED],
        removed: [&Row; REMOVED],
    );

    /// Adds a row.
    fn add(to: &mut Row, row: &Row);

    /// Subtracts a row.
    fn subtract(to: &mut Row, row: &Row);

    /// Clips each value to 0 to one, squares it, and weighs it: the sum of
    /// that. No weight may be beyond 128.
    fn weigh(values: &Row, weights: &Row) -> i32;
}
