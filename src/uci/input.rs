//! Reading of the client's lines, which is done only here.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::channel;
use std::thread::Builder;
use std::time::Duration;

use crate::sync::Retrying;
use crate::text::decoded;

/// The greatest length of a line in bytes, with its end. The longest possible game (8849 moves a
/// side) takes a twentieth of it.
pub const LONGEST_LINE: usize = 2 << 20;

/// The byte order mark of UTF-8, with which some shells and editors begin a file. Only the first
/// line can have it.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The time within which the end of input must follow `quit` for counts to go on, unless the input
/// is a file.
const END_OF_INPUT: Duration = Duration::from_millis(200);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a line of more than {LONGEST_LINE} bytes is skipped")]
pub struct LineTooLong;

/// The lines of an input. At most [`LONGEST_LINE`] bytes of a line are kept.
pub struct InputLines<R> {
    input: Retrying<R>,
    bytes: Vec<u8>,
    is_first: bool,
    /// Whether the rest of a line that was too long comes next.
    in_mid_line: bool,
}

impl<R: BufRead> InputLines<R> {
    pub fn of(input: R) -> InputLines<R> {
        let input = Retrying(input);
        InputLines { input, bytes: Vec::new(), is_first: true, in_mid_line: false }
    }

    /// Returns the next line, whatever its bytes, without a byte order mark; `None` at the end of
    /// input. A line that is too long is reported at once, as its end may never come; the next call
    /// skips its rest.
    ///
    /// # Errors
    /// Where the input cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Result<Cow<'_, str>, LineTooLong>>> {
        if self.in_mid_line {
            self.input.skip_until(b'\n')?;
            self.in_mid_line = false;
        }
        self.bytes.clear();
        let is_first = std::mem::take(&mut self.is_first);
        let mut start = self.input.by_ref().take(LONGEST_LINE as u64);
        start.read_until(b'\n', &mut self.bytes)?;
        Ok(match self.bytes.len() {
            0 => None,
            LONGEST_LINE if self.bytes.last() != Some(&b'\n') => {
                self.in_mid_line = true;
                Some(Err(LineTooLong))
            }
            _ => {
                let marked = self.bytes.strip_prefix(BYTE_ORDER_MARK);
                let bytes = marked.filter(|_| is_first).unwrap_or(&self.bytes);
                Some(Ok(decoded(bytes)))
            }
        })
    }
}

/// Returns true if standard input is a file, or ends within [`END_OF_INPUT`]; what comes before its
/// end is skipped. Standard input must not be locked.
pub fn ends_soon() -> bool {
    if is_file() {
        return true;
    }
    let (sender, end) = channel();
    // Another thread reads, as the end may never come. If no thread can be started, the end counts
    // as not near.
    let reading = Builder::new().spawn(move || {
        // An input that cannot be read is at its end, too.
        let _ = io::copy(&mut Retrying(io::stdin().lock()), &mut io::sink());
        let _ = sender.send(());
    });
    reading.is_ok() && end.recv_timeout(END_OF_INPUT).is_ok()
}

/// Returns true if standard input is a file, whose end need not be waited for. False where that is
/// not known.
fn is_file() -> bool {
    #[cfg(unix)]
    {
        use std::fs::File;
        use std::os::fd::AsFd;
        let input = io::stdin().as_fd().try_clone_to_owned();
        let metadata = input.and_then(|input| File::from(input).metadata());
        metadata.is_ok_and(|metadata| metadata.is_file())
    }
    #[cfg(not(unix))]
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_lines(input: &[u8], expected: &[Result<&str, LineTooLong>]) {
        let mut lines = InputLines::of(input);
        for line in expected {
            assert_eq!(lines.next().unwrap(), Some(line.map(Cow::Borrowed)));
        }
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn lines_end_at_their_end_or_that_of_the_input() {
        assert_lines(b"", &[]);
        assert_lines(b"\n", &[Ok("\n")]);
        assert_lines(b"uci\r\nquit", &[Ok("uci\r\n"), Ok("quit")]);
        assert_lines(b"M\xfcller\nM\xc3\xbcller\n", &[Ok("M\u{fc}ller\n"); 2]);
    }

    #[test]
    fn an_error_is_no_end_of_the_input() {
        struct Broken;

        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }

        // After a line, and within one that is too long.
        for start in ["uci\n".to_string(), "x".repeat(LONGEST_LINE)] {
            let input = start.as_bytes().chain(Broken);
            let mut lines = InputLines::of(io::BufReader::new(input));
            assert!(lines.next().unwrap().is_some());
            assert_eq!(lines.next().unwrap_err().to_string(), "broken");
        }
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_is_no_part_of_it() {
        let lines = "\u{FEFF}uci\n\u{FEFF}quit\n";
        assert_lines(lines.as_bytes(), &[Ok("uci\n"), Ok("\u{FEFF}quit\n")]);
        assert_lines("\u{FEFF}".as_bytes(), &[Ok("")]);
    }

    #[test]
    fn of_lines_without_end_no_more_is_kept_than_the_longest() {
        let x = |count: usize| "x".repeat(count);
        let longest = x(LONGEST_LINE - 1) + "\n";
        assert_lines(format!("{longest}quit").as_bytes(), &[Ok(&longest), Ok("quit")]);
        for count in [LONGEST_LINE, LONGEST_LINE + 1, 3 * LONGEST_LINE] {
            assert_lines(x(count).as_bytes(), &[Err(LineTooLong)]);
            let lines = [x(count), "uci".into(), x(count), "quit".into()].join("\n");
            let expected = [Err(LineTooLong), Ok("uci\n"), Err(LineTooLong), Ok("quit")];
            assert_lines(lines.as_bytes(), &expected);
            let mut reader = InputLines::of(lines.as_bytes());
            while reader.next().unwrap().is_some() {}
            assert!(reader.bytes.capacity() <= 2 * LONGEST_LINE);
        }
    }
}
