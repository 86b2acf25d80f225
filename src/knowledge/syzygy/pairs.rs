//! The values of one part of a table, compressed: first by replacing pairs of
//! neighbours by symbols, again and again, then by a prefix code for the
//! symbols that are left.
//!
//! Larsson and Moffat, "Offline Dictionary-Based Compression" (1999);
//! <https://www.chessprogramming.org/Huffman_Encoding> (the code is a canonical
//! one).

use super::bytes::{BlockBuffer, Bytes, Fault, Reader};
use super::symbols::{Symbol, read_symbols};

/// The values by their numbers.
pub enum Pairs {
    /// All are the same.
    Constant(u16),
    /// They are compressed.
    Coded(Box<Coded>),
}

/// The code, and where in the file what is.
///
/// The symbols of so many values fill a block; a sparse index tells for every
/// so many values in which block the middle one of them is.
pub struct Coded {
    /// Bytes of a block, as a power of two.
    block_bits: u32,
    /// Values for each entry of the index, as a power of two.
    span_bits: u32,
    /// How many blocks there are.
    blocks: u32,
    /// How many block lengths there are: some more.
    lengths: u64,
    /// Entries of the index.
    spans: u64,
    /// Bits of the shortest code words.
    shortest: u32,
    /// By the length of the code words: the first of them, to the left in 64
    /// bits; and its symbol.
    first_words: Vec<u64>,
    first_symbols: Vec<u16>,
    symbols: Vec<Symbol>,
    index_at: u64,
    lengths_at: u64,
    blocks_at: u64,
}

/// The longest code words, in bits.
const LONGEST: u32 = 32;

impl Pairs {
    /// Reads what stands at a table's beginning; `size` values will follow.
    /// Also gives the flags.
    pub fn read(reader: &mut Reader, size: u64) -> Result<(Pairs, u8), Fault> {
        let flags = reader.u8()?;
        if flags & 0x80 != 0 {
            return Ok((Pairs::Constant(u16::from(reader.u8()?)), flags));
        }
        let block_bits = u32::from(reader.u8()?);
        let span_bits = u32::from(reader.u8()?);
        let spare = u64::from(reader.u8()?);
        let blocks = reader.u32()?;
        let longest = u32::from(reader.u8()?);
        let shortest = u32::from(reader.u8()?);
        if !(3..=20).contains(&block_bits)
            || !(1..=24).contains(&span_bits)
            || !(1..=LONGEST).contains(&shortest)
            || !(shortest..=LONGEST).contains(&longest)
        {
            return Err(Fault::Corrupt("sizes that cannot be"));
        }
        let first_symbols = (shortest..=longest)
            .map(|_| reader.u16())
            .collect::<Result<Vec<u16>, Fault>>()?;
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

    /// Finds the places in the file of all parts of a table, whose beginnings
    /// end `at`; gives the place after the last.
    pub fn place<'a>(
        parts: impl Iterator<Item = &'a mut Pairs>,
        mut at: u64,
    ) -> Result<u64, Fault> {
        let mut parts: Vec<&mut Coded> = parts.filter_map(Pairs::coded_mut).collect();
        let reserve = |at: &mut u64, bytes: u64| {
            let place = *at;
            *at = at
                .checked_add(bytes)
                .ok_or(Fault::Corrupt("sizes that cannot be"))?;
            Ok::<u64, Fault>(place)
        };
        for part in &mut parts {
            part.index_at = reserve(&mut at, 6 * part.spans)?;
        }
        for part in &mut parts {
            part.lengths_at = reserve(&mut at, 2 * part.lengths)?;
        }
        for part in &mut parts {
            at = at.next_multiple_of(64);
            part.blocks_at = reserve(&mut at, u64::from(part.blocks) << part.block_bits)?;
        }
        Ok(at)
    }

    /// The value with this number.
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
        let mut buffer = BlockBuffer::default();
        let words = Words::new(bytes.block(at, 1 << self.block_bits, &mut buffer)?);
        let (symbol, offset) = self.skip(words, offset)?;
        self.expand(symbol, offset)
    }

    /// The block that holds a value, and how many values are before it there.
    fn find(&self, bytes: &Bytes, number: u64) -> Result<(u32, u32), Fault> {
        let span = number >> self.span_bits;
        if span >= self.spans {
            return Err(Fault::Corrupt("a number beyond the index"));
        }
        let place = self.index_at + 6 * span;
        let mut block = u32::from_le_bytes(bytes.number(place)?);
        let middle = i64::from(u16::from_le_bytes(bytes.number(place + 4)?));
        let within = (number & ((1 << self.span_bits) - 1)) as i64;
        let mut offset = middle + within - (1 << (self.span_bits - 1));
        let outside = Fault::Corrupt("a block beyond the last");
        let length = |block: u32| -> Result<i64, Fault> {
            if u64::from(block) >= self.lengths {
                return Err(Fault::Corrupt("a block beyond the last"));
            }
            let length = bytes.number(self.lengths_at + 2 * u64::from(block))?;
            Ok(i64::from(u16::from_le_bytes(length)) + 1)
        };
        while offset < 0 {
            let Some(before) = block.checked_sub(1) else {
                return Err(outside);
            };
            block = before;
            offset += length(block)?;
        }
        loop {
            let here = length(block)?;
            if offset < here {
                break;
            }
            offset -= here;
            block += 1;
        }
        if block >= self.blocks {
            return Err(outside);
        }
        // Below a block's length, which is at most 65,536.
        Ok((block, offset as u32))
    }

    /// The symbol of a block that stands for the value after so many, and how
    /// many of its own values are before it.
    fn skip(&self, mut words: Words, mut offset: u32) -> Result<(usize, u32), Fault> {
        loop {
            let next = words.next_64_bits();
            let row = self
                .first_words
                .iter()
                .position(|&first| next >= first)
                .ok_or(Fault::Corrupt("a word of no length"))?;
            let bits = self.shortest + row as u32;
            let place = (next - self.first_words[row]) >> (64 - bits);
            let number = usize::from(self.first_symbols[row]) + place as usize;
            let values = u32::from(self.symbol(number)?.more) + 1;
            if offset < values {
                return Ok((number, offset));
            }
            offset -= values;
            words.advance(bits)?;
        }
    }

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

/// The code words of a block, one after the other in its bits.
struct Words<'a> {
    block: &'a [u8],
    /// Bits that are done with.
    bits: usize,
}

impl<'a> Words<'a> {
    fn new(block: &'a [u8]) -> Words<'a> {
        Words { block, bits: 0 }
    }

    /// The next bits, the first of them the most significant; zeros after the
    /// end.
    fn next_64_bits(&self) -> u64 {
        let mut window = [0; 16];
        let rest = self.block.get(self.bits / 8..).unwrap_or_default();
        let count = rest.len().min(window.len());
        window[..count].copy_from_slice(&rest[..count]);
        ((u128::from_be_bytes(window) << (self.bits % 8)) >> 64) as u64
    }

    fn advance(&mut self, bits: u32) -> Result<(), Fault> {
        self.bits += bits as usize;
        if self.bits < 8 * self.block.len() {
            Ok(())
        } else {
            Err(Fault::Corrupt("a block of too few values"))
        }
    }
}

/// By length, the first code word of each, left-aligned. Longer words are
/// smaller; the pairs of unused words of one length are the words of the one
/// before.
fn first_words(first_symbols: &[u16], shortest: u32) -> Result<Vec<u64>, Fault> {
    let mut words = vec![0; first_symbols.len()];
    for row in (0..words.len().saturating_sub(1)).rev() {
        let longer: u64 = words[row + 1];
        words[row] = (longer + u64::from(first_symbols[row]))
            .checked_sub(u64::from(first_symbols[row + 1]))
            .ok_or(Fault::Corrupt("words that cannot be"))?
            / 2;
    }
    for (row, word) in (0..).zip(&mut words) {
        let bits = shortest + row;
        if *word >> bits != 0 {
            return Err(Fault::Corrupt("words that cannot be"));
        }
        *word <<= 64 - bits;
    }
    Ok(words)
}
