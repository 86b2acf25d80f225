//! Vector primitives for the layers of the network. A vector has 64 bytes on every processor, in as
//! many registers as it takes. Target features choose one backend; all that can run are tested
//! against plain arithmetic, bit for bit.
#![allow(dead_code, reason = "a build uses one backend, its tests use all")]

use bytemuck::{Pod, cast};

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))]
pub mod avx512;
mod board;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
#[cfg(test)]
mod tests;

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw"
    ) => { pub use avx512::Avx512 as Native; }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        pub use avx2::Avx2 as Native;
    }
    target_arch = "aarch64" => { pub use neon::Neon as Native; }
    _ => { pub use portable::Portable as Native; }
}

/// Calls a function with every backend that the build can run.
#[cfg(test)]
macro_rules! for_each_backend {
    ($function:ident) => {
        $function::<crate::eval::nnue::simd::portable::Portable>();
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        $function::<crate::eval::nnue::simd::avx2::Avx2>();
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512bw"
        ))]
        $function::<crate::eval::nnue::simd::avx512::Avx512>();
        #[cfg(target_arch = "aarch64")]
        $function::<crate::eval::nnue::simd::neon::Neon>();
    };
}
#[cfg(test)]
pub(super) use {for_each_backend, portable::Portable};

/// The number of 16-bit numbers in a vector.
pub const I16S: usize = 32;
/// The number of 32-bit numbers in a vector.
pub const I32S: usize = 16;
/// The number of bytes in a vector.
pub const BYTES: usize = 64;
/// The bytes of a group: the inputs that are multiplied for one sum at once.
pub const GROUP: usize = 4;
/// The number of groups in a vector.
pub const GROUPS: usize = BYTES / GROUP;
/// The number of vectors of partial sums; with several, no addition waits for the one before.
pub const PARTS: usize = 8;

/// A value that is aligned, so that no vector load from it crosses a cache line.
#[derive(Clone, PartialEq, Eq, Debug, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);

/// The numbers that [`Simd::inputs`] writes for bytes: an entry of the table by the low six bits of
/// the byte, plus a step for each of its two highest bits that is set.
pub struct InputNumbers {
    pub table: [u16; 64],
    pub steps: [u16; 2],
}

/// A backend: the primitives for one kind of processor. Sums wrap around, in the same way
/// everywhere.
///
/// The layer behind the hidden one multiplies bytes by weights. Its inputs are cut into groups of
/// [`GROUP`] bytes, of which one instruction adds up the products. A vector of weights has sixteen
/// cells of four bytes; [`Simd::place`] tells in which vector and cell the weights of a group `g`
/// for a sum `s` lie:
///
/// ```text
///              cell 0     cell 1     cell 2     cell 3    cell 4  …  cell 15
/// plain: one vector for each group, one cell for each sum
///   vector 0   g0  s0     g0  s1     g0  s2     g0  s3    g0  s4  …  g0  s15
///   vector 1   g1  s0     g1  s1     g1  s2     g1  s3    g1  s4  …  g1  s15
///   …
/// AVX-512: one group in each 128-bit lane, which has four cells
///   vector 0   g0  s0     g0  s1     g0  s2     g0  s3    g4  s0  …  g12 s3
///   vector 1   g0  s4     g0  s5     g0  s6     g0  s7    g4  s4  …  g12 s7
///   …
///   vector 4   g1  s0     g1  s1     g1  s2     g1  s3    g5  s0  …  g13 s3
/// ```
///
/// The products of vector `i` are added to part `i % PARTS` of the sums, and [`Simd::total`] adds
/// up the [`PARTS`]. Backends that skip zeros ([`Simd::SPARSE`]) go by group instead: a mask of 64
/// bits tells which of 64 groups (`MASK_GROUPS`) have to be multiplied.
pub trait Simd {
    /// Whether products are so slow that it pays to skip groups of zeros.
    const SPARSE: bool;
    type I16: Pod;
    type I32: Pod;
    /// A vector of 64 unsigned bytes.
    type U8: Pod;

    fn splat_i16(number: i16) -> Self::I16;
    #[inline(always)]
    fn splat_pair(pair: [i16; 2]) -> Self::I16 {
        cast(Self::splat_i32(cast(pair)))
    }
    #[inline(always)]
    fn load_i16(from: &[i16; I16S]) -> Self::I16 {
        cast(*from)
    }
    #[inline(always)]
    fn store_i16(vector: Self::I16, to: &mut [i16; I16S]) {
        *to = cast(vector);
    }
    fn min_i16(a: Self::I16, b: Self::I16) -> Self::I16;
    fn max_i16(a: Self::I16, b: Self::I16) -> Self::I16;
    /// Shifts the numbers to the left.
    fn shift_left_i16<const BITS: u32>(a: Self::I16) -> Self::I16;
    /// Returns the upper halves of the products, rounded down. No two numbers may both be -32768.
    fn mul_high_i16(a: Self::I16, b: Self::I16) -> Self::I16;
    /// Adds to each sum the products of two neighbouring lanes.
    fn multiply_add(sums: Self::I32, a: Self::I16, b: Self::I16) -> Self::I32;
    /// Adds the differences of 64 pairs of bytes to as many sums. The backend chooses where the sum
    /// of a pair lies, in the same way for all its functions: [`Simd::arranged`].
    fn add_differences(
        sums: [Self::I16; 2],
        added: &[u8; BYTES],
        removed: &[u8; BYTES],
    ) -> [Self::I16; 2];
    /// Clips numbers, in the order of [`Simd::arranged`], to 0 to 127, and returns them as bytes.
    fn pack_i16(arranged: [Self::I16; 2]) -> Self::U8;
    /// Returns the squares divided by 128, rounded down. No byte may be above 127.
    fn squares(values: Self::U8) -> Self::U8;

    fn splat_i32(number: i32) -> Self::I32;
    #[inline(always)]
    fn load_i32(from: &[i32; I32S]) -> Self::I32 {
        cast(*from)
    }
    fn add_i32(a: Self::I32, b: Self::I32) -> Self::I32;
    /// Divides by a power of two, rounding down.
    fn shift_right_i32<const BITS: u32>(a: Self::I32) -> Self::I32;
    /// Returns the numbers in 16 bits, saturated.
    fn pack_i32(low: Self::I32, high: Self::I32) -> Self::I16;
    fn sum_i32(a: Self::I32) -> i32;

    #[inline(always)]
    fn store_u8(vector: Self::U8, to: &mut [u8; BYTES]) {
        *to = cast(vector);
    }
    /// Returns a bit for each group of four bytes that are not all zero. No byte may be above 127.
    fn nonzero_groups(vector: Self::U8) -> u16;
    /// Adds to each of 16 sums the dot product of the group (no byte above 127) with four weights.
    fn dot(sums: Self::I32, group: [u8; GROUP], weights: &[i8; BYTES]) -> Self::I32;
    /// Returns the vector in which [`Simd::dots`] has the weights of a group for one of 16 sums,
    /// and the cell of four bytes in it. The backend chooses; [`Simd::dot`] takes a vector for each
    /// group.
    fn place(group: usize, sum: usize) -> [usize; 2] {
        [group, sum]
    }
    /// Adds, for each of `N` vectors of sums, the dot products of 64 bytes (none above 127) with
    /// the weights to its partial sums; [`Simd::total`] makes them whole.
    #[inline(always)]
    fn dots<const N: usize>(
        sums: &mut [[Self::I32; PARTS]; N],
        bytes: Self::U8,
        weights: &[[[i8; BYTES]; N]; GROUPS],
    ) {
        let mut stored = [0; BYTES];
        Self::store_u8(bytes, &mut stored);
        for (i, (&group, weights)) in stored.as_chunks().0.iter().zip(weights).enumerate() {
            for (parts, weights) in sums.iter_mut().zip(weights) {
                parts[i % PARTS] = Self::dot(parts[i % PARTS], group, weights);
            }
        }
    }
    /// Returns the whole sums from their parts.
    #[inline(always)]
    fn total(parts: [Self::I32; PARTS]) -> Self::I32 {
        parts.into_iter().fold(Self::splat_i32(0), Self::add_i32)
    }

    /// Returns numbers in the places in which [`Simd::add_differences`] has their sums.
    fn arranged(numbers: &[i16; BYTES]) -> [[i16; I16S]; 2] {
        let places = std::array::from_fn(|place| place as u8);
        let sums = [Self::splat_i16(0); 2];
        Self::add_differences(sums, &places, &[0; BYTES]).map(|sums| {
            let mut places = [0; I16S];
            Self::store_i16(sums, &mut places);
            places.map(|place| numbers[place as usize])
        })
    }
    /// Returns a bit for each byte that differs.
    #[inline(always)]
    fn differences(a: &[u8; BYTES], b: &[u8; BYTES]) -> u64 {
        board::differences(a, b)
    }
    /// Sets bits in the bytes whose bit is set in a mask.
    #[inline(always)]
    fn set_bits(bytes: &mut [u8; BYTES], mask: u64, bits: u8) {
        board::set_bits(bytes, mask, bits);
    }
    /// Writes a number for each byte whose bit is set in a mask, in their order: what `numbers` has
    /// for the byte, plus the byte's index with the bits of `flip` inverted. The rest is filled
    /// with the table's first number.
    #[inline(always)]
    fn inputs(
        numbers: &InputNumbers,
        bytes: &[u8; BYTES],
        mask: u64,
        flip: u8,
        to: &mut [u16; BYTES],
    ) {
        board::inputs(numbers, bytes, mask, flip, to);
    }
}
