//! Where the log goes.

use std::io::{self, IsTerminal, Write};

/// Bytes that a pipe takes at once where it takes any.
const AT_ONCE: usize = 4096;

/// Standard error, but what it cannot take at once is dropped: clients need not read it, and no game
/// may wait for them.
pub struct DroppingLog(());

impl DroppingLog {
    /// None where it is a terminal, which a person reads.
    pub fn unless_terminal() -> Option<DroppingLog> {
        (!io::stderr().is_terminal()).then_some(DroppingLog(()))
    }
}

impl Write for DroppingLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(AT_ONCE)];
        match takes_more() {
            true => io::stderr().write(bytes),
            false => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether standard error can be written without waiting; true where that is not known.
fn takes_more() -> bool {
    #[cfg(unix)]
    {
        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
        use std::os::fd::AsFd;
        let stderr = io::stderr();
        let mut ends = [PollFd::new(stderr.as_fd(), PollFlags::POLLOUT)];
        poll(&mut ends, PollTimeout::ZERO) != Ok(0)
    }
    #[cfg(not(unix))]
    true
}
