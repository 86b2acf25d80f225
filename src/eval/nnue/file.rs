//! The bytes of a network's file: the header's constants, the checksum, and numbers.
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

/// Adds numbers to the bytes of a file.
pub fn write<'a, N: Copy + 'a, const BYTES: usize>(
    bytes: &mut Vec<u8>,
    numbers: impl IntoIterator<Item = &'a N>,
    to_bytes: fn(N) -> [u8; BYTES],
) {
    bytes.extend(numbers.into_iter().flat_map(|&number| to_bytes(number)));
}

/// Reads a number for each place from the bytes of a file, and goes on behind them. Beyond the end
/// nothing is read, since the length is checked before.
pub fn read<'a, N: 'a, const BYTES: usize>(
    bytes: &mut &[u8],
    places: impl IntoIterator<Item = &'a mut N>,
    from_bytes: fn([u8; BYTES]) -> N,
) {
    for place in places {
        if let Some((number, rest)) = bytes.split_first_chunk() {
            *place = from_bytes(*number);
            *bytes = rest;
        }
    }
}
