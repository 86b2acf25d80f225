//! The backend for every machine, in vectors of 128 bits, which the crate `wide` has for x86-64,
//! aarch64 and WebAssembly, and computes number by number elsewhere.

use bytemuck::cast;
use wide::{i16x8, i32x4, i32x8, u8x16};

use super::{BYTES, Simd};

pub struct Portable;

/// Applies a function to each of four pairs. `std::array::from_fn` is not always inlined.
#[inline(always)]
fn zip<A: Copy, B: Copy, C>(a: [A; 4], b: [B; 4], f: impl Fn(A, B) -> C) -> [C; 4] {
    let [(a0, b0), (a1, b1), (a2, b2), (a3, b3)] =
        [(a[0], b[0]), (a[1], b[1]), (a[2], b[2]), (a[3], b[3])];
    [f(a0, b0), f(a1, b1), f(a2, b2), f(a3, b3)]
}

/// Widens bytes to 16 bits. The crate's own conversion computes number by number where there is no
/// SSE4.1.
#[inline(always)]
fn widened(bytes: u8x16) -> [i16x8; 2] {
    let zeros = u8x16::splat(0);
    let (low, high) = if cfg!(target_endian = "little") { (bytes, zeros) } else { (zeros, bytes) };
    [cast(u8x16::unpack_low(low, high)), cast(u8x16::unpack_high(low, high))]
}

impl Simd for Portable {
    const SPARSE: bool = true;
    type I16 = [i16x8; 4];
    type I32 = [i32x4; 4];
    type U8 = [u8x16; 4];

    #[inline(always)]
    fn splat_i16(number: i16) -> [i16x8; 4] {
        [i16x8::splat(number); 4]
    }

    #[inline(always)]
    fn min_i16(a: [i16x8; 4], b: [i16x8; 4]) -> [i16x8; 4] {
        zip(a, b, |a, b| a.min(b))
    }

    #[inline(always)]
    fn max_i16(a: [i16x8; 4], b: [i16x8; 4]) -> [i16x8; 4] {
        zip(a, b, |a, b| a.max(b))
    }

    #[inline(always)]
    fn shift_left_i16<const BITS: u32>(a: [i16x8; 4]) -> [i16x8; 4] {
        zip(a, a, |a, _| a << BITS)
    }

    #[inline(always)]
    fn mul_high_i16(a: [i16x8; 4], b: [i16x8; 4]) -> [i16x8; 4] {
        zip(a, b, i16x8::mul_keep_high)
    }

    #[inline(always)]
    fn multiply_add(sums: [i32x4; 4], a: [i16x8; 4], b: [i16x8; 4]) -> [i32x4; 4] {
        zip(sums, zip(a, b, i16x8::dot), |sum, dot| sum + dot)
    }

    #[inline(always)]
    fn add_differences(
        [low, high]: [[i16x8; 4]; 2],
        added: &[u8; BYTES],
        removed: &[u8; BYTES],
    ) -> [[i16x8; 4]; 2] {
        let [[a, b, c, d], [e, f, g, h]]: [[u8x16; 4]; 2] = [cast(*added), cast(*removed)];
        let add = |sums, added: [u8x16; 2], removed: [u8x16; 2]| {
            let [added, removed] = [added, removed].map(|[front, back]| {
                let [[a, b], [c, d]] = [widened(front), widened(back)];
                [a, b, c, d]
            });
            zip(sums, zip(added, removed, |a, b| a - b), |a, b| a + b)
        };
        [add(low, [a, b], [e, f]), add(high, [c, d], [g, h])]
    }

    #[inline(always)]
    fn pack_i16([low, high]: [[i16x8; 4]; 2]) -> [u8x16; 4] {
        let ([a, b, c, d], [e, f, g, h]) = (low, high);
        let most = u8x16::splat(127);
        zip([a, c, e, g], [b, d, f, h], |a, b| u8x16::narrow_i16x8(a, b).min(most))
    }

    #[inline(always)]
    fn squares(values: [u8x16; 4]) -> [u8x16; 4] {
        values.map(|part| {
            let [low, high] = widened(part).map(|half| (half * half) >> 7_i32);
            u8x16::narrow_i16x8(low, high)
        })
    }

    #[inline(always)]
    fn splat_i32(number: i32) -> [i32x4; 4] {
        [i32x4::splat(number); 4]
    }

    #[inline(always)]
    fn add_i32(a: [i32x4; 4], b: [i32x4; 4]) -> [i32x4; 4] {
        zip(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn shift_right_i32<const BITS: u32>(a: [i32x4; 4]) -> [i32x4; 4] {
        zip(a, a, |a, _| a >> BITS)
    }

    #[inline(always)]
    fn pack_i32(low: [i32x4; 4], high: [i32x4; 4]) -> [i16x8; 4] {
        let ([a, b, c, d], [e, f, g, h]) = (low, high);
        let pack = |a, b| i16x8::from_i32x8_saturate(cast::<[i32x4; 2], i32x8>([a, b]));
        zip([a, c, e, g], [b, d, f, h], pack)
    }

    #[inline(always)]
    fn sum_i32([a, b, c, d]: [i32x4; 4]) -> i32 {
        (a + b + (c + d)).reduce_add()
    }

    #[inline(always)]
    fn nonzero_groups(vector: [u8x16; 4]) -> u16 {
        let zero = i32x4::splat(0);
        let zeros = zip(vector, vector, |bytes, _| {
            let groups: i32x4 = cast(bytes);
            groups.simd_eq(zero).to_bitmask() as u16
        });
        let [a, b, c, d] = zeros;
        !(a | b << 4 | c << 8 | d << 12)
    }

    #[inline(always)]
    fn dot(sums: [i32x4; 4], [a, b, c, d]: [u8; 4], weights: &[i8; BYTES]) -> [i32x4; 4] {
        // Two weights are one number of 16 bits: the low half and the high half are taken
        // out of all numbers of a vector at once.
        let (low, high) =
            if cfg!(target_endian = "little") { ([a, c], [b, d]) } else { ([b, d], [a, c]) };
        let [low, high] = [low, high].map(|pair| Portable::splat_pair(pair.map(i16::from))[0]);
        zip(sums, cast(*weights), |sum, weights: i16x8| {
            let of_low = ((weights << 8_i32) >> 8_i32).dot(low);
            sum + of_low + (weights >> 8_i32).dot(high)
        })
    }
}
