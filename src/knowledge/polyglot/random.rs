//! The random numbers of the Polyglot specification. <http://hgm.nubati.net/book_format.html>

/// The number of numbers: 64 for each of twelve pieces, four for castling, eight for en passant, one
/// for White to move.
const COUNT: usize = 781;

/// The numbers, each with its most significant byte first.
static BYTES: [u8; 8 * COUNT] = *include_bytes!("random.bin");

/// Returns a number by its index, which is below [`COUNT`].
pub fn number(index: usize) -> u64 {
    let (numbers, _) = BYTES.as_chunks();
    u64::from_be_bytes(numbers[index])
}
