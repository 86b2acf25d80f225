//! Lines of text files, as bytes.

use std::io;

/// How files begin that are no text in UTF-8 or ISO 8859-1, and what they are.
const OTHERS: [(&[u8], &str); 6] = [
    (b"\xff\xfe", "UTF-16, not UTF-8; save it as UTF-8"),
    (b"\xfe\xff", "UTF-16, not UTF-8; save it as UTF-8"),
    (b"\x1f\x8b", "packed (gzip); unpack it first"),
    (b"\x28\xb5\x2f\xfd", "packed (Zstandard); unpack it first"),
    (b"PK\x03\x04", "packed (zip); unpack it first"),
    (b"BZh", "packed (bzip2); unpack it first"),
];

/// Checks the first line of a file.
///
/// # Errors
/// Where the file is packed, or its text has another encoding.
pub fn check_first(line: &[u8]) -> io::Result<()> {
    match OTHERS.iter().find(|(start, _)| line.starts_with(start)) {
        Some((_, what)) => Err(io::Error::new(io::ErrorKind::InvalidData, *what)),
        None => Ok(()),
    }
}

/// A line in UTF-8, or else in ISO 8859-1, which the standard of PGN names and old files have.
pub fn decoded(line: Vec<u8>) -> String {
    let of_latin = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect();
    String::from_utf8(line).unwrap_or_else(|error| of_latin(error.as_bytes()))
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

    #[test]
    fn lines_are_utf_8_or_latin_1() {
        for bytes in [&b"M\xfcller"[..], "M\u{fc}ller".as_bytes()] {
            assert_eq!(decoded(bytes.to_vec()), "M\u{fc}ller");
        }
    }
}
