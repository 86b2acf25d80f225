//! The state of a pipe's other end: whether it takes more, and whether it is open.

/// Returns false if a stream takes nothing at present. A pipe that takes something takes at least
/// [`AT_ONCE`] bytes.
#[cfg(unix)]
pub fn takes_more(stream: &impl std::os::fd::AsFd) -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    let mut ends = [PollFd::new(stream.as_fd(), PollFlags::POLLOUT)];
    poll(&mut ends, PollTimeout::ZERO) != Ok(0)
}

/// Returns false if the other end of a pipe is closed.
#[cfg(unix)]
pub fn has_reader(stream: &impl std::os::fd::AsFd) -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    // A poll reports errors unasked.
    let mut ends = [PollFd::new(stream.as_fd(), PollFlags::empty())];
    let is_known = poll(&mut ends, PollTimeout::ZERO).is_ok();
    // Not `POLLNVAL`, which macOS reports for devices that it cannot poll.
    let gone = PollFlags::POLLERR | PollFlags::POLLHUP;
    let events = ends[0].revents().unwrap_or(PollFlags::empty());
    !(is_known && events.intersects(gone))
}

/// Returns true: this system does not tell if a stream takes something.
#[cfg(not(unix))]
pub fn takes_more<S>(_: &S) -> bool {
    true
}

/// Returns true: this system does not tell if the other end of a pipe is open.
#[cfg(not(unix))]
pub fn has_reader<S>(_: &S) -> bool {
    true
}

/// The bytes that a pipe takes at once where it takes any.
pub const AT_ONCE: usize = cfg_select! {
    unix => { nix::libc::PIPE_BUF }
    _ => { 4096 }
};
