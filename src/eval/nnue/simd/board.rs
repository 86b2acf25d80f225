//! The primitives on a byte for each square, eight bytes at a time, for processors without
//! instructions for them.

use super::{BYTES, InputNumbers};

/// Returns 0x80 in the bytes that are not zero.
#[inline(always)]
const fn nonzero_bytes(bytes: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    (((bytes & LOW) + LOW) | bytes) & !LOW
}

#[inline(always)]
pub fn differences(a: &[u8; BYTES], b: &[u8; BYTES]) -> u64 {
    let mut bits = [0; 8];
    let words = a.as_chunks().0.iter().zip(b.as_chunks().0);
    for (bits, (&a, &b)) in bits.iter_mut().zip(words) {
        let differing = nonzero_bytes(u64::from_le_bytes(a) ^ u64::from_le_bytes(b));
        // Gathers the highest bits of the bytes in the highest byte.
        *bits = ((differing >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    }
    u64::from_le_bytes(bits)
}

#[inline(always)]
pub fn set_bits(bytes: &mut [u8; BYTES], mask: u64, bits: u8) {
    let bits = u64::from(bits);
    for (bytes, mask) in bytes.as_chunks_mut().0.iter_mut().zip(mask.to_le_bytes()) {
        let copies = (u64::from(mask) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let ones = nonzero_bytes(copies) >> 7;
        *bytes = (u64::from_le_bytes(*bytes) | (ones * bits)).to_le_bytes();
    }
}

#[inline(always)]
pub fn inputs(
    numbers: &InputNumbers,
    bytes: &[u8; BYTES],
    mask: u64,
    flip: u8,
    to: &mut [u16; BYTES],
) {
    let InputNumbers { table, steps: [step_6, step_7] } = numbers;
    to.fill(table[0]);
    let mut mask = mask;
    for to in to {
        if mask == 0 {
            break;
        }
        let index = mask.trailing_zeros() as u8;
        let entry = usize::from(bytes[usize::from(index)]);
        let steps = step_6 * (entry >> 6 & 1) as u16 + step_7 * (entry >> 7) as u16;
        *to = table[entry % table.len()] + steps + u16::from(index ^ flip);
        mask &= mask - 1;
    }
}
