//! Text that several modules read or write: counts, quotes, lists, paths, the word that was meant,
//! and the encoding of text from outside.

mod encoding;
mod nearest;
mod phrase;

pub use encoding::decoded;
pub use nearest::{did_you_mean, nearest};
pub use phrase::{
    MOST_LISTED, Quoted, counted, file_name, harmless, listed, short, shown, to_text,
    without_system_number,
};
