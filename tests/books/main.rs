//! What is known of openings, against outside truth: python-chess and shakmaty
//! about keys and moves, the list of openings in the neighbouring `shared`
//! folder about names; and how test suites are read. All of it is one test
//! binary, because each is linked with full link-time optimisation.

mod files;
mod keys;
mod openings;
mod suites;
