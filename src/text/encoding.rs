//! The encoding of text from outside.

use std::borrow::Cow;

/// Reads text that is in UTF-8 or, where it cannot be, in ISO 8859-1. The standard of PGN names the
/// latter, and old files have it. The code page in which some clients on Windows send paths has the
/// same western letters.
///
/// ```
/// use ox88::text::decoded;
/// assert_eq!(decoded(b"M\xc3\xbcller"), "Müller");
/// assert_eq!(decoded(b"M\xfcller"), "Müller");
/// ```
pub fn decoded(text: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(text.iter().map(|&byte| char::from(byte)).collect()),
    }
}
