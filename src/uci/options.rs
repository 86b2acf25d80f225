//! The UCI options, each declared once in `options!`: its `option` line, range and parsing.
//!
//! To add an option, add a line there. What must happen at once when it is set (a new hash table, a
//! file to load) is in `Session::set_option`; a search reads the other options when it begins.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use vampirc_uci::UciOptionConfig;

use crate::board::CastlingNotation;
use crate::eval::EvaluationKind;
use crate::knowledge::openings::BOOK_MOVES;
use crate::knowledge::syzygy::MAX_PIECES;
use crate::search::{Limits, MAX_THREADS, Probing, Skill, TranspositionTable, Tunable, tunables};
use crate::text::{Quoted, did_you_mean};

/// The value of `EvalFile` and `BookFile` for the embedded network or book.
pub const EMBEDDED: &str = "<embedded>";

/// The default value that clients see where no path is set. A client that sends it back means the
/// empty path.
const NO_PATH: &str = "<empty>";

/// What `setoption` has set.
#[derive(Clone, Debug)]
pub enum Setting {
    /// An option whose value is now in [`Options`].
    Option(OptionName),
    /// A search parameter, to a value within its range. It is not set yet.
    Tunable(&'static Tunable, i32),
}

/// A value that an option allows. It is a number, which is 0 or 1 for a switch, or a text.
struct Value<'a> {
    number: i64,
    text: &'a str,
}

macro_rules! from_value {
    ($($type:ty: |$value:ident| $from:expr;)+) => {
        $(impl From<Value<'_>> for $type {
            fn from($value: Value) -> $type {
                $from
            }
        })+
    };
}

from_value! {
    (): |_value| ();
    bool: |value| value.number != 0;
    i32: |value| value.number as i32;
    u32: |value| value.number as u32;
    u64: |value| value.number as u64;
    usize: |value| value.number as usize;
    Duration: |value| Duration::from_millis(value.number as u64);
    Arc<str>: |value| value.text.into();
    CastlingNotation: |value| if value.number != 0 {
        CastlingNotation::Chess960
    } else {
        CastlingNotation::Standard
    };
    EvaluationKind: |value| match value.text {
        "classical" => EvaluationKind::PieceSquares,
        _ => EvaluationKind::Network,
    };
}

fn spin(name: &str, default: i64, range: RangeInclusive<i64>) -> UciOptionConfig {
    let (min, max) = range.into_inner();
    let name = name.to_string();
    UciOptionConfig::Spin { name, default: Some(default), min: Some(min), max: Some(max) }
}

fn check(name: &str, default: bool) -> UciOptionConfig {
    UciOptionConfig::Check { name: name.to_string(), default: Some(default) }
}

/// Returns an option with several choices, of which the first is the default.
fn combo(name: &str, choices: &[&str]) -> UciOptionConfig {
    UciOptionConfig::Combo {
        name: name.to_string(),
        default: Some(choices[0].to_string()),
        var: choices.iter().map(ToString::to_string).collect(),
    }
}

fn string(name: &str, default: &str) -> UciOptionConfig {
    UciOptionConfig::String { name: name.to_string(), default: Some(default.to_string()) }
}

fn button(name: &str) -> UciOptionConfig {
    UciOptionConfig::Button { name: name.to_string() }
}

fn tunable_option(tunable: &Tunable) -> UciOptionConfig {
    let [default, min, max] = [tunable.default, tunable.min, tunable.max].map(i64::from);
    spin(tunable.name, default, min..=max)
}

fn default_of(option: &UciOptionConfig) -> Value<'_> {
    let (mut number, mut text) = (0, "");
    match option {
        UciOptionConfig::Spin { default, .. } => number = default.unwrap_or_default(),
        UciOptionConfig::Check { default, .. } => number = default.unwrap_or_default().into(),
        UciOptionConfig::Combo { default, .. } | UciOptionConfig::String { default, .. } => {
            text = default.as_deref().unwrap_or_default();
        }
        UciOptionConfig::Button { .. } => {}
    }
    Value { number, text }
}

/// Reads a value of an option. The error says which values it allows.
fn read<'a>(option: &'a UciOptionConfig, text: &'a str) -> Result<Value<'a>, String> {
    let (value, expected) = match option {
        UciOptionConfig::Spin { min: Some(min), max: Some(max), .. } => {
            let number = text.parse().ok().filter(|number| (min..=max).contains(&number));
            (number.map(|number| Value { number, text }), format!("a number from {min} to {max}"))
        }
        UciOptionConfig::Check { .. } => {
            let is_on = text.to_ascii_lowercase().parse::<bool>().ok();
            let value = is_on.map(|is_on| Value { number: is_on.into(), text });
            (value, "true or false".to_string())
        }
        UciOptionConfig::Combo { var, .. } => {
            let choice = var.iter().find(|choice| choice.eq_ignore_ascii_case(text));
            (choice.map(|text| Value { number: 0, text }), var.join(" or "))
        }
        _ => (Some(Value { number: 0, text }), String::new()),
    };
    value.ok_or_else(|| {
        format!("option '{}' expects {expected}, not {}", option.get_name(), Quoted(text))
    })
}

/// Declares options in the order that clients see: the field of `Options` with its type, and the
/// kind of the option with its name, default and range.
macro_rules! options {
    ($(
        $(#[$doc:meta])*
        $field:ident: $type:ty = $option:expr;
    )+) => {
        /// The options' values.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Options {
            $($(#[$doc])* pub $field: $type,)+
        }

        /// The names of the fields of [`Options`].
        #[allow(non_camel_case_types, reason = "the names of the fields")]
        #[derive(Copy, Clone, Debug)]
        pub enum OptionName {
            $($(#[$doc])* $field,)+
        }

        impl Default for Options {
            fn default() -> Options {
                Options {
                    $($field: default_of(&$option).into(),)+
                }
            }
        }

        impl Options {
            fn declarations() -> Vec<UciOptionConfig> {
                vec![$($option),+]
            }

            /// Sets an option other than a search parameter, and returns which it is; `None` where
            /// there is no such option.
            fn set_declared(
                &mut self,
                name: &str,
                value: &str,
            ) -> Result<Option<OptionName>, String> {
                $(
                    let option = $option;
                    if name.eq_ignore_ascii_case(option.get_name()) {
                        self.$field = read(&option, value)?.into();
                        return Ok(Some(OptionName::$field));
                    }
                )+
                Ok(None)
            }
        }
    };
}

options! {
    /// The size of the transposition table, in megabytes.
    hash: usize = spin(
        "Hash",
        TranspositionTable::DEFAULT_MEGABYTES as i64,
        1..=TranspositionTable::MAX_MEGABYTES as i64
    );
    /// Clears the transposition table and all else that searches have learnt, as for a new game.
    clear_hash: () = button("Clear Hash");
    /// The number of threads that search.
    threads: usize = spin("Threads", 1, 1..=MAX_THREADS as i64);
    /// It has no effect: `go ponder` begins each search that ponders.
    ponder: bool = check("Ponder", false);
    /// The number of best lines to report.
    multi_pv: usize = spin("MultiPV", 1, 1..=256);
    /// Tells whether strength is limited to [`Options::elo`]. See [`Options::skill`].
    limit_strength: bool = check("UCI_LimitStrength", false);
    /// The strength limit in Elo.
    elo: i32 = spin("UCI_Elo", Skill::MAX_ELO.into(), Skill::MIN_ELO.into()..=Skill::MAX_ELO.into());
    /// A strength limit from 0 to [`Skill::FULL_SKILL`].
    skill_level: i32 = spin("Skill Level", Skill::FULL_SKILL.into(), 0..=Skill::FULL_SKILL.into());
    /// The time that a move takes to reach the client.
    move_overhead: Duration =
        spin("Move Overhead", Limits::MOVE_OVERHEAD.as_millis() as i64, 0..=5000);
    /// The notation of castling.
    notation: CastlingNotation = check("UCI_Chess960", false);
    /// Tells whether scores come with win, draw and loss chances.
    show_wdl: bool = check("UCI_ShowWDL", false);
    /// The kind of evaluation.
    evaluation: EvaluationKind = combo("Evaluation", &["network", "classical"]);
    /// The file of the network.
    eval_file: Arc<str> = string("EvalFile", EMBEDDED);
    /// Tells whether to play from an opening book. It answers `go` with clocks, or a limit of time,
    /// depth or nodes; not `infinite`, `ponder`, `mate`, `searchmoves`, several lines, or no limit.
    own_book: bool = check("OwnBook", false);
    /// The file of the book.
    book_file: Arc<str> = string("BookFile", EMBEDDED);
    /// The last move number for which the book is probed.
    book_depth: u32 = spin("BookDepth", BOOK_MOVES.into(), 1..=1000);
    /// The seed of the choice among book moves; 0 for a random one.
    book_seed: u64 = spin("BookSeed", 0, 0..=i32::MAX.into());
    /// The directories with Syzygy endgame tables.
    syzygy_path: Arc<str> = string("SyzygyPath", NO_PATH);
    /// The least depth of a probe: see [`Probing::depth`].
    syzygy_probe_depth: i32 = spin("SyzygyProbeDepth", Probing::default().depth.into(), 1..=100);
    /// The most pieces of a position that is probed: see [`Probing::max_pieces`].
    syzygy_probe_limit: u32 = spin("SyzygyProbeLimit", MAX_PIECES.into(), 0..=MAX_PIECES.into());
    /// Whether the fifty-move rule counts in probes: see [`Probing::fifty_moves`].
    syzygy_50_move_rule: bool = check("Syzygy50MoveRule", Probing::default().fifty_moves);
    /// The file to which all lines of the protocol are appended.
    debug_log_file: Arc<str> = string("Debug Log File", NO_PATH);
}

/// Returns all options in the order shown.
pub fn declared() -> impl Iterator<Item = UciOptionConfig> {
    Options::declarations().into_iter().chain(tunables().iter().map(tunable_option))
}

impl Options {
    /// Returns the strength limit, if there is one; `UCI_LimitStrength` comes before `Skill Level`.
    /// It does not apply to `go mate`, whose answer is a proof.
    pub fn skill(&self) -> Option<Skill> {
        if self.limit_strength {
            Some(Skill::from_elo(self.elo))
        } else {
            Skill::from_level(self.skill_level)
        }
    }

    /// Returns the settings for probing endgame tables.
    pub fn probing(&self) -> Probing {
        Probing {
            depth: self.syzygy_probe_depth,
            max_pieces: self.syzygy_probe_limit,
            fifty_moves: self.syzygy_50_move_rule,
        }
    }

    /// Sets an option. The case of names is ignored.
    ///
    /// # Errors
    /// Where there is no such option, or the value is not allowed; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Setting, String> {
        let value = if value == NO_PATH { "" } else { value };
        if let Some(name) = self.set_declared(name, value)? {
            return Ok(Setting::Option(name));
        }
        let mut tunables = tunables().iter();
        let found = tunables.find(|tunable| tunable.name.eq_ignore_ascii_case(name));
        let tunable = found.ok_or_else(|| {
            let names = declared().map(|option| option.get_name().to_string());
            format!("there is no option {}{}", Quoted(name), did_you_mean(name, names))
        })?;
        let number = read(&tunable_option(tunable), value)?.number;
        Ok(Setting::Tunable(tunable, number as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some clients, XBoard among them, keep the bounds of a spin as C's `int`.
    #[test]
    fn bounds_of_numbers_have_31_bits() {
        for option in declared() {
            if let UciOptionConfig::Spin { name, min, max, .. } = option {
                for bound in [min, max].into_iter().flatten() {
                    assert!(i32::try_from(bound).is_ok(), "{name}: {bound}");
                }
            }
        }
    }

    #[test]
    fn the_case_of_values_is_ignored() {
        let mut options = Options::default();
        for (name, value) in
            [("OwnBook", "TRUE"), ("UCI_ShowWDL", "True"), ("Evaluation", "Classical")]
        {
            assert!(options.set(name, value).is_ok(), "{name}");
        }
        assert!(options.own_book && options.show_wdl);
        assert_eq!(options.evaluation, EvaluationKind::PieceSquares);
    }

    #[test]
    fn numbers_of_the_search_are_options_if_they_can_be_set() {
        let mut options = Options::default();
        let is_option = options.set("aspiration_window", "20").is_ok();
        assert_eq!(is_option, cfg!(feature = "tune"));
        let lines: Vec<String> = declared().map(|option| option.to_string()).collect();
        for tunable in tunables() {
            let (name, default) = (tunable.name, tunable.default);
            let line = format!(
                "option name {name} type spin default {default} min {} max {}",
                tunable.min, tunable.max
            );
            assert!(lines.contains(&line));
            let name = name.to_ascii_uppercase();
            for value in [tunable.min, default, tunable.max] {
                let setting = options.set(&name, &value.to_string());
                let is_asked = |setting| {
                    matches!(setting, Setting::Tunable(set, to)
                        if std::ptr::eq(set, tunable) && to == value)
                };
                assert!(setting.is_ok_and(is_asked), "{name} {value}");
            }
            let below = (i64::from(tunable.min) - 1).to_string();
            let above = (i64::from(tunable.max) + 1).to_string();
            for refused in [below.as_str(), above.as_str(), "1.5", ""] {
                let answer = options.set(&name, refused);
                assert!(
                    answer.is_err_and(|error| error.contains(" expects a number from ")),
                    "{name}"
                );
            }
        }
    }
}
