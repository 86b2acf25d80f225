//! The options that a client can set.

use std::path::PathBuf;
use std::time::Duration;

use vampirc_uci::{UciMessage, UciOptionConfig};

use crate::board::CastlingNotation;
use crate::knowledge::syzygy::{MAX_PIECES, directories};
use crate::search::{self, Limits, Probing, Skill, TranspositionTable, Tunable, tunables};

/// Size of the hash table before a client asks for another, in megabytes.
pub const DEFAULT_HASH: usize = 16;

const MAX_THREADS: i64 = search::MAX_THREADS as i64;
const MAX_MULTI_PV: i64 = 256;
const OVERHEAD: i64 = Limits::MOVE_OVERHEAD.as_millis() as i64;
const MAX_OVERHEAD: i64 = 5000;
const DEFAULT_BOOK_DEPTH: i64 = 20;
const MAX_BOOK_DEPTH: i64 = 1000;
const MAX_BOOK_SEED: i64 = u32::MAX as i64;
const MAX_PROBE_DEPTH: i64 = 100;
const MAX_PROBE_LIMIT: i64 = MAX_PIECES as i64;
const MIN_ELO: i64 = Skill::MIN_ELO as i64;
const MAX_ELO: i64 = Skill::MAX_ELO as i64;
const FULL_SKILL: i64 = Skill::FULL_SKILL as i64;

/// What `EvalFile` and `BookFile` say where the network or the book is the
/// program's own.
pub const EMBEDDED: &str = "<embedded>";

/// What a path says where there is none.
const NO_PATH: &str = "<empty>";

/// How positions are evaluated.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// By a network.
    Network,
    /// By piece-square tables.
    Classical,
}

/// The options' values, as far as they concern single searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many best lines to report.
    pub multi_pv: usize,
    /// Threads that search.
    pub threads: usize,
    /// Whether to play no better than [`Options::elo`].
    pub limit_strength: bool,
    /// How strong to play then, in Elo.
    pub elo: i32,
    /// How strong to play otherwise, from 0 to [`Skill::FULL_SKILL`].
    pub skill: i32,
    /// Time that a move takes to reach the client.
    pub move_overhead: Duration,
    /// How moves are written.
    pub notation: CastlingNotation,
    /// How positions are evaluated.
    pub evaluation: Way,
    /// Whether scores are told with the chances of win, draw and loss.
    pub show_wdl: bool,
    /// Whether to play from an opening book, where that has a move. It answers
    /// what is asked in a game: `go` with clocks, or with a limit of time,
    /// depth or nodes. What is asked to learn about a position is searched:
    /// `go` with `infinite`, `ponder`, `mate` or `searchmoves`, or without any
    /// limit, and every one with several best lines.
    pub own_book: bool,
    /// The last move of the game, as players count them, at which the book is
    /// looked into.
    pub book_depth: u32,
    /// How endgame tables are used.
    pub probing: Probing,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            multi_pv: 1,
            threads: 1,
            limit_strength: false,
            elo: Skill::MAX_ELO,
            skill: Skill::FULL_SKILL,
            move_overhead: Limits::MOVE_OVERHEAD,
            notation: CastlingNotation::Standard,
            evaluation: Way::Network,
            show_wdl: false,
            own_book: false,
            book_depth: DEFAULT_BOOK_DEPTH as u32,
            probing: Probing::default(),
        }
    }
}

/// What setting an option asks the engine to do.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Nothing now: a later search heeds it.
    None,
    /// A table of so many megabytes.
    Resize(usize),
    /// An empty table.
    Clear,
    /// So many threads.
    Threads(usize),
    /// To evaluate by the network in this file, if that is how it evaluates.
    EvalFile(String),
    /// To evaluate as [`Options::evaluation`] says.
    Evaluation,
    /// To play from the book in this file, if it plays from a book.
    BookFile(String),
    /// To choose among book moves by this seed; by another each time if it is 0.
    BookSeed(u64),
    /// To look endings up in the tables of these directories; in none, where
    /// the list is empty.
    Tables(Vec<PathBuf>),
    /// Another value, within its range, of a number of the search.
    Tune(&'static Tunable, i32),
}

/// Why an option was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages tell")]
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
    #[error("option '{name}' wants {choices}, not '{value}'")]
    Choice {
        name: &'static str,
        choices: &'static str,
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
    let check = |name: &str, default: bool| UciOptionConfig::Check {
        name: name.to_string(),
        default: Some(default),
    };
    let probing = Probing::default();
    let options = [
        spin(
            "Hash",
            DEFAULT_HASH as i64,
            1,
            TranspositionTable::MAX_MEGABYTES as i64,
        ),
        UciOptionConfig::Button {
            name: "Clear Hash".to_string(),
        },
        spin("Threads", 1, 1, MAX_THREADS),
        check("Ponder", false),
        spin("MultiPV", 1, 1, MAX_MULTI_PV),
        check("UCI_LimitStrength", false),
        spin("UCI_Elo", MAX_ELO, MIN_ELO, MAX_ELO),
        spin("Skill Level", FULL_SKILL, 0, FULL_SKILL),
        spin("Move Overhead", OVERHEAD, 0, MAX_OVERHEAD),
        check("UCI_Chess960", false),
        check("UCI_ShowWDL", false),
        UciOptionConfig::Combo {
            name: "Evaluation".to_string(),
            default: Some("network".to_string()),
            var: ["network", "classical"].map(str::to_string).to_vec(),
        },
        UciOptionConfig::String {
            name: "EvalFile".to_string(),
            default: Some(EMBEDDED.to_string()),
        },
        check("OwnBook", false),
        UciOptionConfig::String {
            name: "BookFile".to_string(),
            default: Some(EMBEDDED.to_string()),
        },
        spin("BookDepth", DEFAULT_BOOK_DEPTH, 1, MAX_BOOK_DEPTH),
        spin("BookSeed", 0, 0, MAX_BOOK_SEED),
        UciOptionConfig::String {
            name: "SyzygyPath".to_string(),
            default: Some(NO_PATH.to_string()),
        },
        spin("SyzygyProbeDepth", probing.depth.into(), 1, MAX_PROBE_DEPTH),
        spin("SyzygyProbeLimit", MAX_PROBE_LIMIT, 0, MAX_PROBE_LIMIT),
        check("Syzygy50MoveRule", probing.fifty_moves),
    ];
    let numbers = tunables().iter().map(|tunable| {
        let [default, min, max] = [tunable.default(), tunable.min(), tunable.max()].map(i64::from);
        spin(tunable.name(), default, min, max)
    });
    options
        .into_iter()
        .chain(numbers)
        .map(UciMessage::Option)
        .collect()
}

impl Options {
    /// How much worse to play than it could.
    pub fn skill(&self) -> Option<Skill> {
        if self.limit_strength {
            Some(Skill::from_elo(self.elo))
        } else {
            Skill::from_skill(self.skill)
        }
    }

    /// Sets an option. Names are told apart without regard to case.
    ///
    /// # Errors
    /// Where there is no such option, or it cannot have that value; nothing
    /// has changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let value = value.unwrap_or("").trim();
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let megabytes = number("Hash", value, 1, TranspositionTable::MAX_MEGABYTES as i64)?;
                return Ok(Effect::Resize(megabytes as usize));
            }
            "clear hash" => return Ok(Effect::Clear),
            "threads" => {
                self.threads = number("Threads", value, 1, MAX_THREADS)? as usize;
                return Ok(Effect::Threads(self.threads));
            }
            // Whether the client will ponder changes nothing here: `go ponder`
            // says when.
            "ponder" => {
                switch("Ponder", value)?;
            }
            "multipv" => self.multi_pv = number("MultiPV", value, 1, MAX_MULTI_PV)? as usize,
            "uci_limitstrength" => {
                self.limit_strength = switch("UCI_LimitStrength", value)?;
            }
            "uci_elo" => self.elo = number("UCI_Elo", value, MIN_ELO, MAX_ELO)? as i32,
            "skill level" => {
                self.skill = number("Skill Level", value, 0, FULL_SKILL)? as i32;
            }
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
            "evaluation" => {
                self.evaluation = match value.to_ascii_lowercase().as_str() {
                    "network" => Way::Network,
                    "classical" => Way::Classical,
                    _ => {
                        return Err(OptionError::Choice {
                            name: "Evaluation",
                            choices: "network or classical",
                            value: value.to_string(),
                        });
                    }
                };
                return Ok(Effect::Evaluation);
            }
            "evalfile" => return Ok(Effect::EvalFile(value.to_string())),
            "ownbook" => self.own_book = switch("OwnBook", value)?,
            "bookfile" => return Ok(Effect::BookFile(value.to_string())),
            "bookdepth" => {
                self.book_depth = number("BookDepth", value, 1, MAX_BOOK_DEPTH)? as u32;
            }
            "bookseed" => {
                let seed = number("BookSeed", value, 0, MAX_BOOK_SEED)?;
                return Ok(Effect::BookSeed(seed as u64));
            }
            "syzygypath" if value == NO_PATH => return Ok(Effect::Tables(Vec::new())),
            "syzygypath" => return Ok(Effect::Tables(directories(value))),
            "syzygyprobedepth" => {
                let depth = number("SyzygyProbeDepth", value, 1, MAX_PROBE_DEPTH)?;
                self.probing.depth = depth as i32;
            }
            "syzygyprobelimit" => {
                let limit = number("SyzygyProbeLimit", value, 0, MAX_PROBE_LIMIT)?;
                self.probing.max_pieces = limit as u32;
            }
            "syzygy50moverule" => {
                self.probing.fifty_moves = switch("Syzygy50MoveRule", value)?;
            }
            "uci_showwdl" => self.show_wdl = switch("UCI_ShowWDL", value)?,
            lower => {
                let tunable = tunables()
                    .iter()
                    .find(|tunable| tunable.name() == lower)
                    .ok_or_else(|| OptionError::Unknown(name.to_string()))?;
                let [min, max] = [tunable.min(), tunable.max()].map(i64::from);
                let number = number(tunable.name(), value, min, max)?;
                return Ok(Effect::Tune(tunable, number as i32));
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_search_are_options_if_they_can_be_set() {
        let mut options = Options::default();
        let is_option = options.set("aspiration_window", Some("20")).is_ok();
        assert_eq!(is_option, cfg!(feature = "tune"));
        let declared = declarations();
        for tunable in tunables() {
            let (name, default) = (tunable.name(), tunable.default());
            let line = format!(
                "option name {name} type spin default {default} min {} max {}",
                tunable.min(),
                tunable.max()
            );
            assert!(declared.iter().any(|message| message.to_string() == line));
            let name = name.to_ascii_uppercase();
            for value in [tunable.min(), default, tunable.max()] {
                let effect = options.set(&name, Some(&value.to_string()));
                let is_asked = |effect| {
                    matches!(effect, Effect::Tune(set, to)
                        if std::ptr::eq(set, tunable) && to == value)
                };
                assert!(effect.is_ok_and(is_asked), "{name} {value}");
            }
            let below = (i64::from(tunable.min()) - 1).to_string();
            let above = (i64::from(tunable.max()) + 1).to_string();
            for refused in [Some(below.as_str()), Some(&above), Some("1.5"), None] {
                let answer = options.set(&name, refused);
                assert!(matches!(answer, Err(OptionError::Number { .. })), "{name}");
            }
        }
    }
}
