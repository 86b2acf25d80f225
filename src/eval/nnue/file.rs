//! The bytes of a network's file: the header's constants, the checksum, and a reader of numbers.
//! The format is described at [`QuantisedNetwork`](super::quantised::QuantisedNetwork).

/// The first bytes of each file.
pub const MAGIC: &[u8; 8] = b"OX88NNUE";
/// The number of bytes before the numbers.
pub const HEADER: usize = 32;
/// The offset of the checksum of all that follows the header.
pub const CHECKED: usize = HEADER - 8;

/// The version of the format. Files of other versions are refused.
pub const VERSION: u16 = 7;

/// Returns the checksum: FNV-1a by words of eight bytes.
/// <https://en.wikipedia.org/wiki/Fowler-Noll-Vo_hash_function>
pub fn checksum(bytes: &[u8]) -> u64 {
    checksum_from(0xcbf2_9ce4_8422_2325, bytes)
}

/// Returns the checksum of bytes that follow whole words with the checksum `hash`.
pub fn checksum_from(hash: u64, bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(hash, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The bytes of a file that are still to be read. Beyond the end there are zeros, since the length
/// is checked before.
pub struct Numbers<'a>(pub &'a [u8]);

impl Numbers<'_> {
    pub fn i8s(&mut self, count: usize) -> Vec<i8> {
        (0..count).map(|_| i8::from_le_bytes(self.take())).collect()
    }

    pub fn i16s(&mut self, count: usize) -> Vec<i16> {
        (0..count).map(|_| i16::from_le_bytes(self.take())).collect()
    }

    pub fn i32s(&mut self, count: usize) -> Vec<i32> {
        (0..count).map(|_| self.i32()).collect()
    }

    pub fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let Some((bytes, rest)) = self.0.split_first_chunk() else {
            return [0; N];
        };
        self.0 = rest;
        *bytes
    }
}
