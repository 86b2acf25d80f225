//! The rules of chess, tested through the public interface of `ox88::board` against
//! published perft counts, shakmaty, slow references, and positions worked out by hand.
//!
//! One test binary, since each is linked with full link-time optimisation.

mod castling;
mod fen;
mod games;
mod illegality;
mod notation;
mod oracle;
mod perft;
mod random_games;
mod repetition;
mod see;
mod shared;
mod work;
