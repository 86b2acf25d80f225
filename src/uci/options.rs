//! The options that a client can set.

use std::time::Duration;

use vampirc_uci::{UciMessage, UciOptionConfig};

use crate::board::CastlingNotation;
use crate::search::Table;

/// Size of the hash table before a client asks for another, in megabytes.
pub const DEFAULT_HASH: usize = 16;

const MAX_MULTI_PV: i64 = 256;
const MAX_OVERHEAD: i64 = 5000;

/// The options' values, as far as they concern single searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many best lines to report.
    pub multi_pv: usize,
    /// Time that a move takes to reach the client.
    pub move_overhead: Duration,
    /// How moves are written.
    pub notation: CastlingNotation,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            notation: CastlingNotation::Standard,
        }
    }
}

/// What setting an option asks the engine to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing now: a later search heeds it.
    None,
    /// A table of so many megabytes.
    Resize(usize),
    /// An empty table.
    Clear,
}

/// Why an option was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum OptionError {
    #[error("there is no option '{0}'")]
    Unknown(String),
    #[error("option '{name}' wants a number from {min} to {max}, not '{value}'")]
    Number {
        name: &'static str,
        min: i64,
        max: i64,
        value: String,
    },
    #[error("option '{name}' wants true or false, not '{value}'")]
    Switch { name: &'static str, value: String },
}

/// The messages that declare the options, in the order in which they are shown.
pub fn declarations() -> Vec<UciMessage> {
    let spin = |name: &str, default: i64, min: i64, max: i64| UciOptionConfig::Spin {
        name: name.to_string(),
        default: Some(default),
        min: Some(min),
        max: Some(max),
    };
    let check = |name: &str| UciOptionConfig::Check {
        name: name.to_string(),
        default: Some(false),
    };
    [
        spin("Hash", DEFAULT_HASH as i64, 1, Table::MAX_MEGABYTES as i64),
        UciOptionConfig::Button {
            name: "Clear Hash".to_string(),
        },
        spin("Threads", 1, 1, 1),
        check("Ponder"),
        spin("MultiPV", 1, 1, MAX_MULTI_PV),
        spin("Move Overhead", 10, 0, MAX_OVERHEAD),
        check("UCI_Chess960"),
    ]
    .map(UciMessage::Option)
    .into()
}

impl Options {
    /// Sets an option. Names are told apart without regard to case.
    ///
    /// # Errors
    /// Where there is no such option, or it cannot have that value; nothing
    /// has changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let value = value.unwrap_or("").trim();
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let megabytes = number("Hash", value, 1, Table::MAX_MEGABYTES as i64)?;
                return Ok(Effect::Resize(megabytes as usize));
            }
            "clear hash" => return Ok(Effect::Clear),
            "threads" => {
                number("Threads", value, 1, 1)?;
            }
            // Whether the client will ponder changes nothing here: `go ponder`
            // says when.
            "ponder" => {
                switch("Ponder", value)?;
            }
            "multipv" => self.multi_pv = number("MultiPV", value, 1, MAX_MULTI_PV)? as usize,
            "move overhead" => {
                let overhead = number("Move Overhead", value, 0, MAX_OVERHEAD)?;
                self.move_overhead = Duration::from_millis(overhead as u64);
            }
            "uci_chess960" => {
                self.notation = match switch("UCI_Chess960", value)? {
                    true => CastlingNotation::Chess960,
                    false => CastlingNotation::Standard,
                };
            }
            _ => return Err(OptionError::Unknown(name.to_string())),
        }
        Ok(Effect::None)
    }
}

fn number(name: &'static str, value: &str, min: i64, max: i64) -> Result<i64, OptionError> {
    match value.parse() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(OptionError::Number {
            name,
            min,
            max,
            value: value.to_string(),
        }),
    }
}

fn switch(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::Switch {
            name,
            value: value.to_string(),
        }),
    }
}
