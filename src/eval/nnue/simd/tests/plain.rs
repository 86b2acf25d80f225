//! Plain arithmetic, the reference for the backends.

use std::array::from_fn;

use super::super::{BYTES, I16S, I32S, InputNumbers, Simd};

pub struct Plain;

impl Simd for Plain {
    const SPARSE: bool = true;
    type I16 = [i16; I16S];
    type I32 = [i32; I32S];
    type U8 = [u8; BYTES];

    fn splat_i16(number: i16) -> [i16; I16S] {
        [number; I16S]
    }

    fn splat_pair(pair: [i16; 2]) -> [i16; I16S] {
        from_fn(|i| pair[i % 2])
    }

    fn min_i16(a: [i16; I16S], b: [i16; I16S]) -> [i16; I16S] {
        from_fn(|i| a[i].min(b[i]))
    }

    fn max_i16(a: [i16; I16S], b: [i16; I16S]) -> [i16; I16S] {
        from_fn(|i| a[i].max(b[i]))
    }

    fn shift_left_i16<const BITS: u32>(a: [i16; I16S]) -> [i16; I16S] {
        a.map(|number| number << BITS)
    }

    fn mul_high_i16(a: [i16; I16S], b: [i16; I16S]) -> [i16; I16S] {
        from_fn(|i| ((i32::from(a[i]) * i32::from(b[i])) >> 16) as i16)
    }

    fn multiply_add(sums: [i32; I32S], a: [i16; I16S], b: [i16; I16S]) -> [i32; I32S] {
        let product = |i: usize| i32::from(a[i]) * i32::from(b[i]);
        from_fn(|i| sums[i].wrapping_add(product(2 * i).wrapping_add(product(2 * i + 1))))
    }

    fn add_differences(
        sums: [[i16; I16S]; 2],
        added: &[u8; BYTES],
        removed: &[u8; BYTES],
    ) -> [[i16; I16S]; 2] {
        let difference = |i: usize| i16::from(added[i]) - i16::from(removed[i]);
        from_fn(|half| from_fn(|i| sums[half][i].wrapping_add(difference(half * I16S + i))))
    }

    fn pack_i16(arranged: [[i16; I16S]; 2]) -> [u8; BYTES] {
        from_fn(|i| arranged[i / I16S][i % I16S].clamp(0, 127) as u8)
    }

    fn squares(values: [u8; BYTES]) -> [u8; BYTES] {
        values.map(|value| ((u16::from(value) * u16::from(value)) >> 7) as u8)
    }

    fn splat_i32(number: i32) -> [i32; I32S] {
        [number; I32S]
    }

    fn add_i32(a: [i32; I32S], b: [i32; I32S]) -> [i32; I32S] {
        from_fn(|i| a[i].wrapping_add(b[i]))
    }

    fn shift_right_i32<const BITS: u32>(a: [i32; I32S]) -> [i32; I32S] {
        a.map(|number| number >> BITS)
    }

    fn pack_i32(low: [i32; I32S], high: [i32; I32S]) -> [i16; I16S] {
        let number = |i: usize| if i < I32S { low[i] } else { high[i - I32S] };
        from_fn(|i| number(i).clamp(i16::MIN.into(), i16::MAX.into()) as i16)
    }

    fn sum_i32(a: [i32; I32S]) -> i32 {
        a.into_iter().fold(0, i32::wrapping_add)
    }

    fn nonzero_groups(vector: [u8; BYTES]) -> u16 {
        let groups = vector.as_chunks::<4>().0.iter();
        let bits = groups.map(|&group| u16::from(u32::from_ne_bytes(group) != 0));
        bits.rev().fold(0, |mask, bit| mask << 1 | bit)
    }

    fn dot(sums: [i32; I32S], group: [u8; 4], weights: &[i8; BYTES]) -> [i32; I32S] {
        let product = |i: usize| i32::from(group[i % 4]) * i32::from(weights[i]);
        from_fn(|i| {
            let [a, b, c, d] = from_fn(|k| product(4 * i + k));
            sums[i].wrapping_add(a + b + c + d)
        })
    }

    fn differences(a: &[u8; BYTES], b: &[u8; BYTES]) -> u64 {
        let differing = (0..BYTES).filter(|&i| a[i] != b[i]);
        differing.fold(0, |mask, i| mask | 1 << i)
    }

    fn set_bits(bytes: &mut [u8; BYTES], mask: u64, bits: u8) {
        for i in (0..BYTES).filter(|i| mask >> i & 1 != 0) {
            bytes[i] |= bits;
        }
    }

    fn inputs(
        numbers: &InputNumbers,
        bytes: &[u8; BYTES],
        mask: u64,
        flip: u8,
        to: &mut [u16; BYTES],
    ) {
        let InputNumbers { table, steps } = numbers;
        to.fill(table[0]);
        let squares = (0..BYTES).filter(|i| mask >> i & 1 != 0);
        for (i, to) in squares.zip(to) {
            let byte = usize::from(bytes[i]);
            let [step_6, step_7] = [6, 7].map(|bit| steps[bit - 6] * (byte >> bit & 1) as u16);
            *to = table[byte % 64] + step_6 + step_7 + (i as u16 ^ u16::from(flip));
        }
    }
}
