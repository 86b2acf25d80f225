//! The symbols of a compressed table.

use super::bytes::{Fault, Reader};

/// A value, or a pair of symbols.
#[derive(Copy, Clone)]
pub struct Symbol {
    /// The value, or the number of the first symbol.
    pub left: u16,
    /// The number of the second symbol, or [`Symbol::VALUE`].
    pub right: u16,
    /// The number of values that the symbol stands for, less one.
    pub more: u8,
}

impl Symbol {
    /// The mark in place of the second symbol where the first is a value.
    const VALUE: u16 = 0xfff;
}

/// Reads the symbols of a part.
pub fn read_symbols(reader: &mut Reader) -> Result<Vec<Symbol>, Fault> {
    let count = usize::from(reader.u16()?);
    let bytes = reader.take(3 * count)?;
    let symbols = bytes.as_chunks::<3>().0.iter().map(|bytes| {
        let [low, middle, high] = bytes.map(u16::from);
        Symbol { left: (middle & 15) << 8 | low, right: high << 4 | middle >> 4, more: 0 }
    });
    let mut symbols: Vec<Symbol> = symbols.collect();
    reader.take(count & 1)?;
    let mut is_known = vec![false; count];
    for number in 0..count {
        count_values(&mut symbols, &mut is_known, number, 0)?;
    }
    Ok(symbols)
}

/// Counts the values that a symbol stands for, less one. `depth` detects cycles in damaged files.
fn count_values(
    symbols: &mut [Symbol],
    is_known: &mut [bool],
    number: usize,
    depth: u32,
) -> Result<u8, Fault> {
    let corrupt = || Fault::Corrupt("impossible symbols");
    let symbol = *symbols.get(number).ok_or_else(corrupt)?;
    if symbol.right == Symbol::VALUE || is_known[number] {
        return Ok(symbol.more);
    }
    if depth > u32::from(u8::MAX) {
        return Err(corrupt());
    }
    let [left, right] = [symbol.left, symbol.right].map(usize::from);
    let left = count_values(symbols, is_known, left, depth + 1)?;
    let right = count_values(symbols, is_known, right, depth + 1)?;
    let more = left.checked_add(right).and_then(|sum| sum.checked_add(1)).ok_or_else(corrupt)?;
    symbols[number].more = more;
    is_known[number] = true;
    Ok(more)
}
