//! Waiting for inputs and outputs that do not block, as some clients hand over.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::time::Duration;

use super::nap;

/// The time between two attempts where an input or output would block.
const NAP: Duration = Duration::from_millis(1);

/// Repeats an attempt to read or write until it does not fail with [`ErrorKind::WouldBlock`].
pub fn retry_blocked<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => nap(NAP),
            other => return other,
        }
    }
}

/// A reader or writer that waits where the one that it wraps would block.
pub struct Retrying<S>(pub S);

impl<S: Read> Read for Retrying<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        retry_blocked(|| self.0.read(buffer))
    }
}

impl<S: BufRead> BufRead for Retrying<S> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match retry_blocked(|| self.0.fill_buf().map(<[u8]>::len))? {
            // A second call would make a terminal wait for another end of input.
            0 => Ok(&[]),
            // This call reads nothing, as the buffer is not empty.
            _ => self.0.fill_buf(),
        }
    }

    fn consume(&mut self, count: usize) {
        self.0.consume(count);
    }
}

impl<S: Write> Write for Retrying<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        retry_blocked(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        retry_blocked(|| self.0.flush())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An input or output that would block every second time, and else gives or takes a few bytes.
    #[derive(Default)]
    struct NonBlocking {
        given: &'static [u8],
        taken: Vec<u8>,
        /// Whether the next attempt succeeds.
        is_ready: bool,
    }

    impl NonBlocking {
        fn take_turns(&mut self) -> io::Result<()> {
            self.is_ready = !self.is_ready;
            if self.is_ready { Err(ErrorKind::WouldBlock.into()) } else { Ok(()) }
        }
    }

    impl Read for NonBlocking {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.take_turns()?;
            let most = buffer.len().min(7);
            self.given.read(&mut buffer[..most])
        }
    }

    impl Write for NonBlocking {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.take_turns()?;
            let count = bytes.len().min(7);
            self.taken.extend_from_slice(&bytes[..count]);
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.take_turns()
        }
    }

    #[test]
    fn an_output_that_does_not_block_is_waited_for() {
        let mut output = Retrying(NonBlocking::default());
        writeln!(output, "bestmove e2e4 ponder e7e5").unwrap();
        output.flush().unwrap();
        assert_eq!(output.0.taken, b"bestmove e2e4 ponder e7e5\n");
    }

    #[test]
    fn an_input_that_does_not_block_is_waited_for() {
        let given = b"1. e4 e5 2. Nf3\n1. d4 *";
        let stream = NonBlocking { given, ..NonBlocking::default() };
        let mut input = Retrying(io::BufReader::new(stream));
        let (mut line, mut rest) = (String::new(), String::new());
        input.read_line(&mut line).unwrap();
        input.read_to_string(&mut rest).unwrap();
        assert_eq!((line.as_str(), rest.as_str()), ("1. e4 e5 2. Nf3\n", "1. d4 *"));
        assert!(input.fill_buf().unwrap().is_empty());
    }
}
