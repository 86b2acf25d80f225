//! Wording that several floors need: counts, quotes, lists, paths, and the word that was meant.

mod nearest;
mod paths;
mod phrase;

pub use nearest::did_you_mean;
pub use paths::{file_name, shown};
pub use phrase::{
    MOST_LISTED, Quoted, counted, harmless, listed, short, to_text, without_system_number,
};
