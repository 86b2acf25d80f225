//! Lines of text files in UTF-8 or ISO 8859-1, with any of the three line ends.

use std::io::{self, BufRead};

use crate::text::decoded;

/// The first bytes of files that are not text in UTF-8 or ISO 8859-1, and what the user is told of
/// such a file.
const OTHERS: [(&[u8], &str); 6] = [
    (b"\xff\xfe", "UTF-16, not UTF-8; save it as UTF-8"),
    (b"\xfe\xff", "UTF-16, not UTF-8; save it as UTF-8"),
    (b"\x1f\x8b", "packed (gzip); unpack it first"),
    (b"\x28\xb5\x2f\xfd", "packed (Zstandard); unpack it first"),
    (b"PK\x03\x04", "packed (zip); unpack it first"),
    (b"BZh", "packed (bzip2); unpack it first"),
];

/// Returns true for characters that are not seen: byte order marks, zero-width and directional
/// characters, which text from web pages has.
pub fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Returns true for whitespace and characters that are not seen.
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || is_invisible(letter)
}

/// Reads a file line by line.
#[derive(Debug)]
pub struct TextLines<R> {
    file: R,
    is_first: bool,
    /// Whether the end of the file was read: a terminal would wait for another.
    is_over: bool,
    /// Whether the last line ended with a carriage return, to which a line feed may belong.
    is_after_return: bool,
}

impl<R: BufRead> TextLines<R> {
    /// Returns a reader of the lines of a file, which stands at its start.
    pub fn new(file: R) -> TextLines<R> {
        TextLines { file, is_first: true, is_over: false, is_after_return: false }
    }

    /// Reads the next line, whose end becomes `\n`; returns `None` at the end of the file. Of a
    /// line longer than `most` bytes it reads only these, and the rest of a character that they
    /// would cut.
    ///
    /// # Errors
    /// Where the file cannot be read, is packed, or has another encoding.
    pub fn next_line(&mut self, most: usize) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        while !self.is_over && (line.len() < most || is_within_character(&line)) {
            let bytes = match self.file.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if std::mem::take(&mut self.is_after_return) && bytes.starts_with(b"\n") {
                self.file.consume(1);
                continue;
            }
            // The rest of a character comes byte by byte.
            let room = most.saturating_sub(line.len()).max(1);
            let bytes = &bytes[..bytes.len().min(room)];
            self.is_over = bytes.is_empty();
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            line.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
            self.is_after_return = end.is_some_and(|end| bytes[end] == b'\r');
            let count = end.map_or(bytes.len(), |end| end + 1);
            self.file.consume(count);
            if end.is_some() {
                line.push(b'\n');
                break;
            }
        }
        if std::mem::take(&mut self.is_first) {
            check_first(&line)?;
        }
        Ok((!line.is_empty()).then(|| decoded(&line).into_owned()))
    }
}

/// Returns true if the last character of a line in UTF-8 lacks bytes.
fn is_within_character(line: &[u8]) -> bool {
    // A character has at most three bytes behind its first.
    let behind = line.iter().rev().take(4).position(|byte| byte & 0xc0 != 0x80);
    let lacks = |behind: usize| line[line.len() - 1 - behind].leading_ones() as usize > behind + 1;
    behind.is_some_and(lacks)
}

/// Checks the first line of a file.
///
/// # Errors
/// Where the file is packed, or its text has another encoding.
fn check_first(line: &[u8]) -> io::Result<()> {
    match OTHERS.iter().find(|(start, _)| line.starts_with(start)) {
        Some((_, what)) => Err(io::Error::new(io::ErrorKind::InvalidData, *what)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_named() {
        for text in ["", "P", "[Event \"BZh\"]", "\u{feff}8/8/8/8", "PK"] {
            assert!(check_first(text.as_bytes()).is_ok(), "{text}");
        }
        for (bytes, expected) in [
            (&b"\xff\xfe1\0"[..], "UTF-16, not UTF-8; save it as UTF-8"),
            (b"\x1f\x8b\x08", "packed (gzip); unpack it first"),
        ] {
            assert_eq!(check_first(bytes).unwrap_err().to_string(), expected);
        }
    }

    /// A terminal would wait for another end of its input.
    #[test]
    fn the_end_of_a_file_is_read_once() {
        struct Terminal(Vec<&'static [u8]>);
        impl io::Read for Terminal {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0.remove(0).read(buffer)
            }
        }
        let terminal = Terminal(vec![b"one\r\n", b"two", b"", b"three"]);
        let mut lines = TextLines::new(io::BufReader::new(terminal));
        let mut next = || lines.next_line(9).unwrap();
        assert_eq!([next(), next(), next()], [Some("one\n".into()), Some("two".into()), None]);
    }

    /// Line ends and characters may lie in two buffers.
    #[test]
    fn lines_are_the_same_for_any_size_of_the_buffer() {
        let text = "one\r\ntwo\rthree\n\n\r\r\n\u{265a}\u{265a}\r\nfour";
        for size in 1..=text.len() {
            let file = io::BufReader::with_capacity(size, text.as_bytes());
            let mut lines = TextLines::new(file);
            let lines: Vec<String> = std::iter::from_fn(|| lines.next_line(4).unwrap()).collect();
            let expected = [
                "one\n",
                "two\n",
                "thre",
                "e\n",
                "\n",
                "\n",
                "\n",
                "\u{265a}\u{265a}",
                "\n",
                "four",
            ];
            assert_eq!(lines, expected, "{size}");
        }
    }
}
