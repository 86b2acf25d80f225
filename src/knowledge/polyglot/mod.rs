//! Opening books in the Polyglot format: [`BookEntry`]s of 16 bytes, sorted by the
//! [`BookKey`] of their position, each with the weight of a move relative to the
//! position's others. <http://hgm.nubati.net/book_format.html>

mod book;
mod builder;
mod entry;
mod key;
mod random;

pub use book::{Book, BookError, BookMove, choose};
pub use builder::{Builder, write};
pub use entry::{BookEntry, EntryMove};
pub use key::BookKey;
