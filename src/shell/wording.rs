//! Messages of several commands.

/// Returns the message for work on fewer threads than were asked for, as the system has no more
/// threads or memory.
pub fn too_few_threads(started: usize, wanted: usize) -> String {
    format!("only {started} of {wanted} threads could be started")
}

/// Returns the text of an error, for `map_err`.
pub fn to_text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
