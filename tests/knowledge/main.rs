//! Books, openings, suites and endgame tables against other programs and lists.

mod books;
#[path = "../rules/shared.rs"]
mod shared;
mod spellings;
mod syzygy;
mod temporary;
#[path = "../rules/work.rs"]
mod work;
