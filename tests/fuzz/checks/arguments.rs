//! Arguments of the program.

use clap::Parser;
use ox88::shell::Arguments;

/// Each line is an argument.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let words = std::iter::once("ox88").chain(text.lines());
    if let Err(error) = Arguments::try_parse_from(words) {
        assert!(!error.render().to_string().trim().is_empty(), "{text}");
    }
}
