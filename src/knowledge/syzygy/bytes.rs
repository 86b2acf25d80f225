//! The bytes of a table's file.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::Path;

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is a directory or a device.
    #[error("not a file")]
    NoFile,
    /// It does not begin as tables of its kind do.
    #[error("not a Syzygy table")]
    NoTable,
    /// It is shorter or longer than its beginning says.
    #[error("{actual} bytes long instead of {expected}: truncated or damaged")]
    Length {
        /// The length that it has, in bytes.
        actual: u64,
        /// The length that it should have.
        expected: u64,
    },
    /// It ends before what it begins with does.
    #[error("truncated")]
    Truncated,
    /// It contradicts itself, or its name.
    #[error("corrupt: {0}")]
    Corrupt(&'static str),
}

/// A file, open for reading by any number of threads.
pub enum Bytes {
    /// A small one, as a whole.
    Memory(Vec<u8>),
    /// A large one, of which parts are read when they are needed. Not mapped:
    /// a mapped file that shrinks or fails to be read ends the process.
    File { file: File, length: u64 },
}

impl Bytes {
    /// Opens a file; reads it at once if it has no more than so many bytes.
    pub fn open(path: &Path, in_memory: u64) -> Result<Bytes, Fault> {
        // Before it is opened: a pipe would make that wait.
        if !std::fs::metadata(path)?.is_file() {
            return Err(Fault::NoFile);
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        if length > in_memory {
            return Ok(Bytes::File { file, length });
        }
        drop(file);
        Ok(Bytes::Memory(std::fs::read(path)?))
    }

    /// Length in bytes, when the file was opened.
    pub fn len(&self) -> u64 {
        match self {
            Bytes::Memory(bytes) => bytes.len() as u64,
            Bytes::File { length, .. } => *length,
        }
    }

    /// So many bytes from a place.
    pub fn read(&self, at: u64, count: usize) -> Result<Cow<'_, [u8]>, Fault> {
        match self {
            Bytes::Memory(bytes) => {
                let start = usize::try_from(at).map_err(|_| Fault::Truncated)?;
                let end = start.checked_add(count).ok_or(Fault::Truncated)?;
                let part = bytes.get(start..end).ok_or(Fault::Truncated)?;
                Ok(Cow::Borrowed(part))
            }
            Bytes::File { file, length } => {
                if at.checked_add(count as u64).is_none_or(|end| end > *length) {
                    return Err(Fault::Truncated);
                }
                let mut part = vec![0; count];
                read_exact_at(file, &mut part, at)?;
                Ok(Cow::Owned(part))
            }
        }
    }

    /// A number of so many bytes, the least significant first.
    pub fn number<const COUNT: usize>(&self, at: u64) -> Result<[u8; COUNT], Fault> {
        let part = self.read(at, COUNT)?;
        part.as_ref().try_into().map_err(|_| Fault::Truncated)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, part: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, part, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut part: &mut [u8], mut at: u64) -> io::Result<()> {
    while !part.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, part, at)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        part = &mut part[count..];
        at += count as u64;
    }
    Ok(())
}

/// Reads the beginning of a file from front to back.
pub struct Reader<'a> {
    bytes: &'a Bytes,
    buffer: Vec<u8>,
    at: usize,
}

impl<'a> Reader<'a> {
    /// How many bytes are fetched at a time.
    const CHUNK: usize = 1 << 14;

    /// At the file's first byte.
    pub fn new(bytes: &'a Bytes) -> Reader<'a> {
        Reader {
            bytes,
            buffer: Vec::new(),
            at: 0,
        }
    }

    /// The place of the next byte.
    pub fn at(&self) -> u64 {
        self.at as u64
    }

    /// The next bytes.
    pub fn take(&mut self, count: usize) -> Result<&[u8], Fault> {
        let end = self.at + count;
        while self.buffer.len() < end {
            let from = self.buffer.len() as u64;
            let left = self.bytes.len().saturating_sub(from);
            let size = left.min(Reader::CHUNK as u64) as usize;
            if size == 0 {
                return Err(Fault::Truncated);
            }
            self.buffer.extend_from_slice(&self.bytes.read(from, size)?);
        }
        let part = &self.buffer[self.at..end];
        self.at = end;
        Ok(part)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8, Fault> {
        Ok(self.take(1)?[0])
    }

    /// The next two bytes, the less significant first.
    pub fn u16(&mut self) -> Result<u16, Fault> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// The next four bytes, the least significant first.
    pub fn u32(&mut self) -> Result<u32, Fault> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Goes on to an even place.
    pub fn align(&mut self) -> Result<(), Fault> {
        self.take(self.at & 1)?;
        Ok(())
    }
}
