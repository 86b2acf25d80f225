//! Opening books in the Polyglot format: 16-byte [`BookEntry`]s, sorted by [`BookKey`], each with a
//! move and its relative weight. <http://hgm.nubati.net/book_format.html>

mod book;
mod builder;
mod entry;
mod key;
mod random;

pub use book::{Book, BookMove, choose};
pub use builder::Builder;
pub use entry::{BookEntry, EntryMove};
pub use key::BookKey;
