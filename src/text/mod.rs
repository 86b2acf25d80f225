//! Wording that several modules need: counts, quotes, lists, paths, and the word that was meant.

mod nearest;
mod phrase;

pub use nearest::{did_you_mean, nearest};
pub use phrase::{
    MOST_LISTED, Quoted, counted, file_name, harmless, listed, short, shown, to_text,
    without_system_number,
};
