//! The bytes of a table's file.

use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use super::pages::{LargeFile, PageCache};
use crate::disk::open_regular;

/// The reason why a file is not a usable table.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The file cannot be read.
    #[error("{0}")]
    Io(io::Error),
    /// The file does not begin as tables of its kind do.
    #[error("not a Syzygy table")]
    NoTable,
    /// The file is shorter or longer than its header says.
    #[error("{actual} bytes long instead of {expected}: truncated or damaged")]
    Length {
        /// The length that it has, in bytes.
        actual: u64,
        /// The length that it should have.
        expected: u64,
    },
    /// The file ends too early.
    #[error("truncated")]
    Truncated,
    /// The file contradicts itself or its name.
    #[error("corrupt: {0}")]
    Corrupt(&'static str),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::Truncated,
            _ => Fault::Io(error),
        }
    }
}

/// The bytes of a file.
pub enum Bytes {
    /// A small file, read at once.
    Memory(Vec<u8>),
    /// A large file, which is read by pages: if it were mapped, an error or a shorter file would
    /// end the process.
    File(LargeFile),
}

impl Bytes {
    /// Reads a file of up to `in_memory` bytes at once, larger ones by pages.
    pub fn open(path: &Path, in_memory: u64, pages: &Arc<PageCache>) -> Result<Bytes, Fault> {
        let mut file = open_regular(path)?;
        let length = file.metadata()?.len();
        if length > in_memory {
            return Ok(Bytes::File(LargeFile::new(path, file, length, pages)));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Bytes::Memory(bytes))
    }

    /// Returns the length of the file when it was opened, in bytes.
    pub fn len(&self) -> u64 {
        match self {
            Bytes::Memory(bytes) => bytes.len() as u64,
            Bytes::File(file) => file.length,
        }
    }

    /// Returns a reader of the file from its beginning on, without the page cache. There is one for
    /// each opening of the file.
    pub fn reader(&self) -> Result<Reader<'_>, Fault> {
        let input: Box<dyn Read> = match self {
            Bytes::Memory(bytes) => Box::new(&bytes[..]),
            Bytes::File(file) => Box::new(BufReader::new(file.opened()?)),
        };
        Ok(Reader { input, at: 0 })
    }

    /// Fills `target` with the bytes from the offset `at` on.
    pub fn copy(&self, at: u64, target: &mut [u8]) -> Result<(), Fault> {
        let end = at.checked_add(target.len() as u64);
        let end = end.filter(|&end| end <= self.len()).ok_or(Fault::Truncated)?;
        match self {
            Bytes::Memory(bytes) => target.copy_from_slice(&bytes[at as usize..end as usize]),
            Bytes::File(file) => file.copy(at, target)?,
        }
        Ok(())
    }

    /// Returns the bytes from this offset on.
    pub fn array<const COUNT: usize>(&self, at: u64) -> Result<[u8; COUNT], Fault> {
        let mut part = [0; COUNT];
        self.copy(at, &mut part)?;
        Ok(part)
    }
}

/// Reads the beginning of a file from one item to the next.
pub struct Reader<'a> {
    input: Box<dyn Read + 'a>,
    at: u64,
}

impl Reader<'_> {
    /// Returns the offset of the next byte.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Returns the next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<Vec<u8>, Fault> {
        let mut part = vec![0; count];
        self.input.read_exact(&mut part)?;
        self.at += count as u64;
        Ok(part)
    }

    fn array<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], Fault> {
        let mut part = [0; COUNT];
        self.input.read_exact(&mut part)?;
        self.at += COUNT as u64;
        Ok(part)
    }

    pub fn u8(&mut self) -> Result<u8, Fault> {
        self.array().map(u8::from_le_bytes)
    }

    pub fn u16(&mut self) -> Result<u16, Fault> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_le_bytes)
    }

    /// Skips to an even offset.
    pub fn align(&mut self) -> Result<(), Fault> {
        self.take(self.at as usize & 1)?;
        Ok(())
    }
}
