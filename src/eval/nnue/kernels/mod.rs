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

use bytemuck::cast_mut;

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
    /// These numbers first; the others are zero.
    pub fn first(numbers: &[i16]) -> Row {
        let mut row = Row::default();
        for (to, &number) in row.0.iter_mut().zip(numbers) {
            *to = number;
        }
        row
    }
}

/// Units of the first narrow layer.
pub const NARROW: usize = 16;

/// The squares come in groups of four, as vectors multiply bytes.
pub const GROUPS: usize = 2 * HIDDEN / 4;

/// The hidden layer clipped and squared, from 0 to 127: the view of the side to
/// move, and the other. Four to a word.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Squares(pub [u32; GROUPS]);

/// The squares of one view.
pub type View = [u32; GROUPS / 2];

impl Default for Squares {
    #[inline(always)]
    fn default() -> Squares {
        Squares([0; GROUPS])
    }
}

impl Squares {
    /// The two views.
    #[inline(always)]
    pub fn views(&mut self) -> (&mut View, &mut View) {
        let [front, back] = cast_mut(&mut self.0);
        (front, back)
    }
}

/// The weights from the squares to the first narrow layer, by group and unit.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct NarrowWeights(pub [[[i8; 4]; NARROW]; GROUPS]);

impl Default for NarrowWeights {
    fn default() -> NarrowWeights {
        NarrowWeights([[[0; 4]; NARROW]; GROUPS])
    }
}

/// Units of the second narrow layer.
pub const SECOND: usize = 32;

/// The weights from the first narrow layer to the second: by pair of units of the
/// first, and by unit of the second.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct SecondWeights(pub [[[i16; 2]; SECOND]; NARROW / 2]);

impl Default for SecondWeights {
    fn default() -> SecondWeights {
        SecondWeights([[[0; 2]; SECOND]; NARROW / 2])
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

    /// Clips each value to 0 to one, squares it, and leaves out nine bits.
    fn square(values: &Row, to: &mut View);

    /// The weighted sums of the squares, by unit of the first narrow layer.
    fn narrow(squares: &Squares, weights: &NarrowWeights) -> [i32; NARROW];

    /// Adds the weighted sums of the first narrow layer to the biases of the second.
    fn second(
        units: &[i16; NARROW],
        weights: &SecondWeights,
        bias: &[i32; SECOND],
    ) -> [i32; SECOND];
}
