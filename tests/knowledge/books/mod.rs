//! Books and openings against python-chess, shakmaty and the list of openings in
//! `../shared`; and the reading of test suites.

mod files;
mod keys;
mod openings;
mod suites;
