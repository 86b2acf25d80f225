//! Opening books in the Polyglot format, which most chess programs read.
//!
//! A book is a list of [`BookEntry`]s of 16 bytes, sorted by the [`BookKey`] of the
//! position to which they belong. It says of each move how often it is to be
//! played, by a weight that counts beside those of the position's other moves.
//!
//! <http://hgm.nubati.net/book_format.html>

mod book;
mod builder;
mod entry;
mod key;
mod random;

pub use book::{Book, BookError, BookMove, choose};
pub use builder::{Builder, write};
pub use entry::{BookEntry, EntryMove};
pub use key::BookKey;
