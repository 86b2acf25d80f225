//! The rules of chess, tested through the public doors of `ox88::board`.
//!
//! Nothing here asks the board whether the board is right. Truth comes from
//! published perft counts, from the independent library shakmaty, from slow and
//! obvious references written here, and from positions worked out by hand.
//!
//! All of it is one test binary, because each binary is linked with full
//! link-time optimisation.

mod castling;
mod fen;
mod games;
mod illegality;
mod notation;
mod oracle;
mod perft;
mod perft_shared;
mod random_games;
mod repetition;
mod see;
mod work;
