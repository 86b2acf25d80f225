//! Books, openings, suites and endgame tables against other programs and lists.

mod books;
mod syzygy;
