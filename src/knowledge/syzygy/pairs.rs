//! The compressed values of one part of a table. Pairs of neighbours become symbols, recursively
//! (Larsson and Moffat, "Offline Dictionary-Based Compression", 1999), which are written in a
//! canonical prefix code. <https://www.chessprogramming.org/Huffman_Encoding>

use std::ops::RangeInclusive;

use super::bytes::{Bytes, Fault, Reader};
use super::symbols::{Symbol, read_symbols};

/// The values of a part.
pub enum Pairs {
    /// All values are the same.
    Constant(u16),
    Coded(Box<Coded>),
}

/// Values as symbols, which fill blocks. A sparse index gives for each span of values the block of
/// its middle one.
pub struct Coded {
    /// The binary logarithm of the bytes of a block.
    block_bits: u32,
    /// The binary logarithm of the values per entry of the index.
    span_bits: u32,
    blocks: u32,
    /// The number of block lengths, at least that of blocks.
    lengths: u64,
    spans: u64,
    /// The bits of the shortest code words.
    shortest: u32,
    /// The first code word of each length, left-aligned in 64 bits.
    first_words: Vec<u64>,
    first_symbols: Vec<u16>,
    symbols: Vec<Symbol>,
    /// The offset of the index in the file. The next two fields are the offsets of the lengths of
    /// the blocks, and of the blocks.
    index_at: u64,
    lengths_at: u64,
    blocks_at: u64,
}

/// The bits of the longest code words that are read.
const LONGEST: u32 = 32;
/// The binary logarithms of the sizes that are read. Those of known tables are well within.
const BLOCK_BITS: RangeInclusive<u32> = 3..=20;
const SPAN_BITS: RangeInclusive<u32> = 1..=24;

/// The most blocks between a value and the middle of its span. The generator makes spans of at most
/// 32 blocks of average length; even where values are far denser than elsewhere, far fewer blocks
/// than these hold half a span.
const MOST_STEPS: usize = 1 << 16;

/// The flag of a part whose values are all the same.
const CONSTANT: u8 = 0x80;

/// The bytes of an entry of the index: a block, and the place of the span's middle value in it.
const INDEX_ENTRY: u64 = 4 + 2;
/// The bytes of the length of a block.
const LENGTH: u64 = 2;
/// The alignment of the blocks and of the checksum, in bytes.
pub const ALIGNMENT: u64 = 64;

impl Pairs {
    /// Reads a part's header; `size` is its number of values. Also returns the flags.
    pub fn read(reader: &mut Reader, size: u64) -> Result<(Pairs, u8), Fault> {
        let flags = reader.u8()?;
        if flags & CONSTANT != 0 {
            return Ok((Pairs::Constant(u16::from(reader.u8()?)), flags));
        }
        let block_bits = u32::from(reader.u8()?);
        let span_bits = u32::from(reader.u8()?);
        let spare = u64::from(reader.u8()?);
        let blocks = reader.u32()?;
        let longest = u32::from(reader.u8()?);
        let shortest = u32::from(reader.u8()?);
        if !BLOCK_BITS.contains(&block_bits)
            || !SPAN_BITS.contains(&span_bits)
            || !(1..=LONGEST).contains(&shortest)
            || !(shortest..=LONGEST).contains(&longest)
        {
            return Err(Fault::Corrupt("impossible sizes"));
        }
        let first_symbols =
            (shortest..=longest).map(|_| reader.u16()).collect::<Result<Vec<u16>, Fault>>()?;
        let symbols = read_symbols(reader)?;
        Ok((
            Pairs::Coded(Box::new(Coded {
                block_bits,
                span_bits,
                blocks,
                lengths: u64::from(blocks) + spare,
                spans: size.div_ceil(1 << span_bits),
                shortest,
                first_words: first_words(&first_symbols, shortest)?,
                first_symbols,
                symbols,
                index_at: 0,
                lengths_at: 0,
                blocks_at: 0,
            })),
            flags,
        ))
    }

    fn coded_mut(&mut self) -> Option<&mut Coded> {
        match self {
            Pairs::Constant(_) => None,
            Pairs::Coded(coded) => Some(coded),
        }
    }

    /// Assigns the parts' offsets in the file, from `at` on; returns the end.
    pub fn place<'a>(
        parts: impl Iterator<Item = &'a mut Pairs>,
        mut at: u64,
    ) -> Result<u64, Fault> {
        let mut parts: Vec<&mut Coded> = parts.filter_map(Pairs::coded_mut).collect();
        let reserve = |at: &mut u64, bytes: u64| {
            let place = *at;
            *at = at.checked_add(bytes).ok_or(Fault::Corrupt("impossible sizes"))?;
            Ok::<u64, Fault>(place)
        };
        for part in &mut parts {
            part.index_at = reserve(&mut at, INDEX_ENTRY * part.spans)?;
        }
        for part in &mut parts {
            part.lengths_at = reserve(&mut at, LENGTH * part.lengths)?;
        }
        for part in &mut parts {
            at = at.next_multiple_of(ALIGNMENT);
            part.blocks_at = reserve(&mut at, u64::from(part.blocks) << part.block_bits)?;
        }
        Ok(at)
    }

    /// Returns the value with this number.
    pub fn value(&self, bytes: &Bytes, number: u64) -> Result<u16, Fault> {
        match self {
            Pairs::Constant(value) => Ok(*value),
            Pairs::Coded(coded) => coded.value(bytes, number),
        }
    }
}

impl Coded {
    fn value(&self, bytes: &Bytes, number: u64) -> Result<u16, Fault> {
        let (block, offset) = self.find(bytes, number)?;
        let at = self.blocks_at + (u64::from(block) << self.block_bits);
        let mut code = vec![0; 1 << self.block_bits];
        bytes.copy(at, &mut code)?;
        let (symbol, offset) = self.find_symbol(&code, offset)?;
        self.expand(symbol, offset)
    }

    /// Returns the block of a value, and the number of values before it there.
    fn find(&self, bytes: &Bytes, number: u64) -> Result<(u32, u32), Fault> {
        let span = number >> self.span_bits;
        if span >= self.spans {
            return Err(Fault::Corrupt("a number beyond the index"));
        }
        let place = self.index_at + INDEX_ENTRY * span;
        let mut block = u32::from_le_bytes(bytes.array(place)?);
        let middle = i64::from(u16::from_le_bytes(bytes.array(place + 4)?));
        let within = (number & ((1 << self.span_bits) - 1)) as i64;
        let mut offset = middle + within - (1 << (self.span_bits - 1));
        let outside = || Fault::Corrupt("a block beyond the last");
        let length = |block: u32| -> Result<i64, Fault> {
            if u64::from(block) >= self.lengths {
                return Err(outside());
            }
            let length = bytes.array(self.lengths_at + LENGTH * u64::from(block))?;
            Ok(i64::from(u16::from_le_bytes(length)) + 1)
        };
        for _ in 0..MOST_STEPS {
            if offset < 0 {
                block = block.checked_sub(1).ok_or_else(outside)?;
                offset += length(block)?;
                continue;
            }
            let here = length(block)?;
            if offset < here {
                let is_within = block < self.blocks;
                return is_within.then_some((block, offset as u32)).ok_or_else(outside);
            }
            offset -= here;
            block += 1;
        }
        Err(Fault::Corrupt("too many blocks in a span"))
    }

    /// Returns the symbol of a block that contains the value `offset`, and the value's offset in it.
    fn find_symbol(&self, block: &[u8], mut offset: u32) -> Result<(usize, u32), Fault> {
        let mut bit = 0;
        while bit < 8 * block.len() {
            let next = next_64_bits(block, bit);
            let row = self
                .first_words
                .iter()
                .position(|&first| next >= first)
                .ok_or(Fault::Corrupt("a code word of no length"))?;
            let bits = self.shortest + row as u32;
            let place = (next - self.first_words[row]) >> (64 - bits);
            let number = usize::from(self.first_symbols[row]) + place as usize;
            let values = u32::from(self.symbol(number)?.more) + 1;
            if offset < values {
                return Ok((number, offset));
            }
            offset -= values;
            bit += bits as usize;
        }
        Err(Fault::Corrupt("a block of too few values"))
    }

    /// Returns the value at this offset in a symbol.
    fn expand(&self, mut number: usize, mut offset: u32) -> Result<u16, Fault> {
        loop {
            let symbol = self.symbol(number)?;
            if symbol.more == 0 {
                return Ok(symbol.left);
            }
            let left = u32::from(self.symbol(usize::from(symbol.left))?.more) + 1;
            number = if offset < left {
                usize::from(symbol.left)
            } else {
                offset -= left;
                usize::from(symbol.right)
            };
        }
    }

    fn symbol(&self, number: usize) -> Result<Symbol, Fault> {
        let symbol = self.symbols.get(number).copied();
        symbol.ok_or(Fault::Corrupt("a symbol beyond the last"))
    }
}

/// Returns the bits of a block from this one on, the most significant first, with zeros after the
/// end.
fn next_64_bits(block: &[u8], bit: usize) -> u64 {
    let mut window = [0; 16];
    let rest = block.get(bit / 8..).unwrap_or_default();
    let count = rest.len().min(window.len());
    window[..count].copy_from_slice(&rest[..count]);
    ((u128::from_be_bytes(window) << (bit % 8)) >> 64) as u64
}

/// Returns the first code word of each length, left-aligned. Longer words are smaller: the first of
/// a length is what follows the last of one bit more, without that bit.
fn first_words(first_symbols: &[u16], shortest: u32) -> Result<Vec<u64>, Fault> {
    let mut words = vec![0; first_symbols.len()];
    for row in (0..words.len().saturating_sub(1)).rev() {
        let longer: u64 = words[row + 1];
        words[row] = (longer + u64::from(first_symbols[row]))
            .checked_sub(u64::from(first_symbols[row + 1]))
            .ok_or(Fault::Corrupt("impossible code words"))?
            / 2;
    }
    for (row, word) in (0..).zip(&mut words) {
        let bits = shortest + row;
        if *word >> bits != 0 {
            return Err(Fault::Corrupt("impossible code words"));
        }
        *word <<= 64 - bits;
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCKS: u32 = 1 << 19;

    /// Blocks of one value each in a span of the longest kind, whose middle is in the middle block.
    fn blocks_of_one_value() -> (Coded, Bytes) {
        let coded = Coded {
            block_bits: 6,
            span_bits: *SPAN_BITS.end(),
            blocks: BLOCKS,
            lengths: u64::from(BLOCKS),
            spans: 1,
            shortest: 1,
            first_words: Vec::new(),
            first_symbols: Vec::new(),
            symbols: Vec::new(),
            index_at: 0,
            lengths_at: INDEX_ENTRY,
            blocks_at: 0,
        };
        let mut bytes = (BLOCKS / 2).to_le_bytes().to_vec();
        bytes.resize((INDEX_ENTRY + LENGTH * u64::from(BLOCKS)) as usize, 0);
        (coded, Bytes::Memory(bytes))
    }

    #[test]
    fn no_more_blocks_are_passed_than_a_sound_table_has() {
        let (coded, bytes) = blocks_of_one_value();
        let middle = 1i64 << (SPAN_BITS.end() - 1);
        for steps in [0, 1, 1000, MOST_STEPS as i64 - 1] {
            for steps in [steps, -steps] {
                let number = (middle + steps) as u64;
                let block = (i64::from(BLOCKS / 2) + steps) as u32;
                assert_eq!(coded.find(&bytes, number).unwrap(), (block, 0));
            }
        }
        for steps in [MOST_STEPS as i64, -(MOST_STEPS as i64)] {
            let found = coded.find(&bytes, (middle + steps) as u64);
            assert!(matches!(found, Err(Fault::Corrupt(_))), "{steps}: {found:?}");
        }
    }
}
