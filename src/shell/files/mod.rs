//! Files that arguments name, by three rules. A result gets its name when it is whole: until then it
//! is a temporary file, which a run that fails removes. What grows, games and PGN, is appended in
//! whole records. Nothing that exists is replaced without --force, and a finished game never by an
//! unfinished one.

mod input;
mod output;
mod paths;

pub use input::{
    ReadCounts, STANDARD_INPUT, check_named_once, only_positions, open, open_file, openings,
    positions,
};
pub use output::{Output, Overwriting, add_game, append, check_append, replace};
pub use paths::{
    check_apart, check_no_directory, check_place, has_content, is_device, is_device_or_stream,
    named, standard_stream,
};
