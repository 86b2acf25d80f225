//! For tests: an input or output that does not block.

use std::io::{self, ErrorKind, Read, Write};

/// Would block every second time, and else gives or takes a few bytes.
#[derive(Default)]
pub struct Hesitant {
    pub given: &'static [u8],
    pub taken: Vec<u8>,
    /// Whether the next attempt succeeds.
    is_ready: bool,
}

impl Hesitant {
    pub fn giving(given: &'static [u8]) -> Hesitant {
        Hesitant {
            given,
            ..Hesitant::default()
        }
    }

    fn hesitate(&mut self) -> io::Result<()> {
        self.is_ready = !self.is_ready;
        if self.is_ready {
            Err(ErrorKind::WouldBlock.into())
        } else {
            Ok(())
        }
    }
}

impl Read for Hesitant {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.hesitate()?;
        let most = buffer.len().min(7);
        self.given.read(&mut buffer[..most])
    }
}

impl Write for Hesitant {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hesitate()?;
        let count = bytes.len().min(7);
        self.taken.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.hesitate()
    }
}
