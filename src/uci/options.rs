//! The UCI options, each declared once in `options!`: its `option` line, range and parsing. What
//! setting an option does at once stands in the session, where it is done.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use vampirc_uci::{UciMessage, UciOptionConfig};

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

/// What was set.
#[derive(Copy, Clone, Debug)]
pub enum Setting {
    /// An option of this name, whose value is now in [`Options`].
    Option(&'static str),
    /// A search parameter, to a value within its range. It is not set yet.
    Tunable(&'static Tunable, i32),
}

/// Why an option was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum OptionError {
    #[error("there is no option {}{hint}", Quoted(.name))]
    Unknown {
        name: String,
        /// ` (did you mean ...?)`, or empty.
        hint: String,
    },
    #[error("option '{name}' expects a number from {min} to {max}, not {}", Quoted(.value))]
    Number { name: &'static str, min: i64, max: i64, value: String },
    #[error("option '{name}' expects {choices}, not {}", Quoted(.value))]
    Choice { name: &'static str, choices: String, value: String },
    #[error("option '{name}' expects true or false, not {}", Quoted(.value))]
    Switch { name: &'static str, value: String },
}

trait OptionKind {
    type Raw;
    fn name(&self) -> &'static str;
    fn default(&self) -> Self::Raw;
    fn parse(&self, value: &str) -> Result<Self::Raw, OptionError>;
    fn declaration(&self) -> UciOptionConfig;
}

/// The value of an option, made from a word of the protocol.
trait OptionValue<Raw> {
    fn of(raw: Raw) -> Self;
}

macro_rules! option_values {
    ($($type:ty: |$raw:ident: $from:ty| $value:expr;)+) => {
        $(impl OptionValue<$from> for $type {
            fn of($raw: $from) -> $type {
                $value
            }
        })+
    };
}

option_values! {
    (): |_raw: ()| ();
    bool: |raw: bool| raw;
    i32: |raw: i64| raw as i32;
    u32: |raw: i64| raw as u32;
    u64: |raw: i64| raw as u64;
    usize: |raw: i64| raw as usize;
    Duration: |raw: i64| Duration::from_millis(raw as u64);
    Arc<str>: |raw: String| raw.into();
    CastlingNotation: |raw: bool| if raw {
        CastlingNotation::Chess960
    } else {
        CastlingNotation::Standard
    };
    EvaluationKind: |raw: &'static str| match raw {
        "classical" => EvaluationKind::Tables,
        _ => EvaluationKind::Network,
    };
}

struct Spin(&'static str, i64, RangeInclusive<i64>);

impl OptionKind for Spin {
    type Raw = i64;

    fn name(&self) -> &'static str {
        self.0
    }

    fn default(&self) -> i64 {
        self.1
    }

    fn parse(&self, value: &str) -> Result<i64, OptionError> {
        match value.parse() {
            Ok(number) if self.2.contains(&number) => Ok(number),
            _ => Err(OptionError::Number {
                name: self.0,
                min: *self.2.start(),
                max: *self.2.end(),
                value: value.to_string(),
            }),
        }
    }

    fn declaration(&self) -> UciOptionConfig {
        UciOptionConfig::Spin {
            name: self.0.to_string(),
            default: Some(self.1),
            min: Some(*self.2.start()),
            max: Some(*self.2.end()),
        }
    }
}

struct Check(&'static str, bool);

impl OptionKind for Check {
    type Raw = bool;

    fn name(&self) -> &'static str {
        self.0
    }

    fn default(&self) -> bool {
        self.1
    }

    fn parse(&self, value: &str) -> Result<bool, OptionError> {
        match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(OptionError::Switch { name: self.0, value: value.to_string() }),
        }
    }

    fn declaration(&self) -> UciOptionConfig {
        UciOptionConfig::Check { name: self.0.to_string(), default: Some(self.1) }
    }
}

/// The first word is the default.
struct Combo(&'static str, &'static [&'static str]);

impl OptionKind for Combo {
    type Raw = &'static str;

    fn name(&self) -> &'static str {
        self.0
    }

    fn default(&self) -> &'static str {
        self.1[0]
    }

    fn parse(&self, value: &str) -> Result<&'static str, OptionError> {
        let mut choices = self.1.iter().copied();
        choices.find(|choice| choice.eq_ignore_ascii_case(value)).ok_or_else(|| {
            OptionError::Choice {
                name: self.0,
                choices: self.1.join(" or "),
                value: value.to_string(),
            }
        })
    }

    fn declaration(&self) -> UciOptionConfig {
        UciOptionConfig::Combo {
            name: self.0.to_string(),
            default: Some(self.1[0].to_string()),
            var: self.1.iter().map(ToString::to_string).collect(),
        }
    }
}

struct StringOption(&'static str, &'static str);

impl OptionKind for StringOption {
    type Raw = String;

    fn name(&self) -> &'static str {
        self.0
    }

    fn default(&self) -> String {
        self.1.to_string()
    }

    fn parse(&self, value: &str) -> Result<String, OptionError> {
        Ok(value.to_string())
    }

    fn declaration(&self) -> UciOptionConfig {
        UciOptionConfig::String { name: self.0.to_string(), default: Some(self.1.to_string()) }
    }
}

struct Button(&'static str);

impl OptionKind for Button {
    type Raw = ();

    fn name(&self) -> &'static str {
        self.0
    }

    fn default(&self) {}

    fn parse(&self, _: &str) -> Result<(), OptionError> {
        Ok(())
    }

    fn declaration(&self) -> UciOptionConfig {
        UciOptionConfig::Button { name: self.0.to_string() }
    }
}

/// Declares options in the order shown: field; kind with name, default and range.
macro_rules! options {
    ($(
        $(#[$doc:meta])*
        $field:ident: $type:ty = $kind:expr;
    )+) => {
        /// The options' values.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Options {
            $($(#[$doc])* pub $field: $type,)+
        }

        impl Default for Options {
            fn default() -> Options {
                Options {
                    $($field: OptionValue::of($kind.default()),)+
                }
            }
        }

        impl Options {
            fn declarations() -> Vec<UciOptionConfig> {
                vec![$($kind.declaration()),+]
            }

            /// Sets an option other than a search parameter, and returns its name as declared;
            /// `None` where there is no such option.
            fn set_declared(
                &mut self,
                name: &str,
                value: &str,
            ) -> Result<Option<&'static str>, OptionError> {
                $(
                    if name.eq_ignore_ascii_case($kind.name()) {
                        self.$field = OptionValue::of($kind.parse(value)?);
                        return Ok(Some($kind.name()));
                    }
                )+
                Ok(None)
            }
        }
    };
}

options! {
    /// Size of the transposition table, in megabytes.
    hash: usize = Spin(
        "Hash",
        TranspositionTable::DEFAULT_MEGABYTES as i64,
        1..=TranspositionTable::MAX_MEGABYTES as i64
    );
    /// Clears the transposition table and all else that searches have learnt, as for a new game.
    clear_hash: () = Button("Clear Hash");
    /// Threads that search.
    threads: usize = Spin("Threads", 1, 1..=MAX_THREADS as i64);
    /// Ignored: `go ponder` says when to ponder.
    ponder: bool = Check("Ponder", false);
    /// The number of best lines to report.
    multi_pv: usize = Spin("MultiPV", 1, 1..=256);
    /// Tells whether strength is limited to [`Options::elo`]. See [`Options::skill`].
    limit_strength: bool = Check("UCI_LimitStrength", false);
    /// The strength limit in Elo.
    elo: i32 = Spin("UCI_Elo", Skill::MAX_ELO.into(), Skill::MIN_ELO.into()..=Skill::MAX_ELO.into());
    /// A strength limit from 0 to [`Skill::FULL_SKILL`].
    skill_level: i32 = Spin("Skill Level", Skill::FULL_SKILL.into(), 0..=Skill::FULL_SKILL.into());
    /// Time that a move takes to reach the client.
    move_overhead: Duration =
        Spin("Move Overhead", Limits::MOVE_OVERHEAD.as_millis() as i64, 0..=5000);
    /// The notation of castling.
    notation: CastlingNotation = Check("UCI_Chess960", false);
    /// Tells whether scores come with win, draw and loss chances.
    show_wdl: bool = Check("UCI_ShowWDL", false);
    /// The kind of evaluation.
    evaluation: EvaluationKind = Combo("Evaluation", &["network", "classical"]);
    /// File of the network.
    eval_file: Arc<str> = StringOption("EvalFile", EMBEDDED);
    /// Tells whether to play from an opening book. It answers `go` with clocks, or a limit of time,
    /// depth or nodes; not `infinite`, `ponder`, `mate`, `searchmoves`, several lines, or no limit.
    own_book: bool = Check("OwnBook", false);
    /// File of the book.
    book_file: Arc<str> = StringOption("BookFile", EMBEDDED);
    /// The last move number for which the book is probed.
    book_depth: u32 = Spin("BookDepth", BOOK_MOVES.into(), 1..=1000);
    /// Seed of the choice among book moves; 0 for a random one.
    book_seed: u64 = Spin("BookSeed", 0, 0..=i32::MAX.into());
    /// Folders with endgame tables.
    syzygy_path: Arc<str> = StringOption("SyzygyPath", NO_PATH);
    /// The least depth of a probe: see [`Probing::depth`].
    syzygy_probe_depth: i32 = Spin("SyzygyProbeDepth", Probing::default().depth.into(), 1..=100);
    /// The most pieces of a position that is probed: see [`Probing::max_pieces`].
    syzygy_probe_limit: u32 = Spin("SyzygyProbeLimit", MAX_PIECES.into(), 0..=MAX_PIECES.into());
    /// Whether the fifty-move rule counts in probes: see [`Probing::fifty_moves`].
    syzygy_50_move_rule: bool = Check("Syzygy50MoveRule", Probing::default().fifty_moves);
    /// File to which all lines of the protocol are appended.
    debug_log_file: Arc<str> = StringOption("Debug Log File", NO_PATH);
}

fn spin(tunable: &Tunable) -> Spin {
    let [default, min, max] = [tunable.default(), tunable.min(), tunable.max()].map(i64::from);
    Spin(tunable.name(), default, min..=max)
}

/// Returns the `option` messages in the order shown.
pub fn declarations() -> Vec<UciMessage> {
    let numbers = tunables().iter().map(|tunable| spin(tunable).declaration());
    let options = Options::declarations().into_iter();
    options.chain(numbers).map(UciMessage::Option).collect()
}

fn names() -> impl Iterator<Item = String> {
    let options = Options::declarations().into_iter();
    let numbers = tunables().iter().map(|tunable| tunable.name().to_string());
    options.map(|option| option.get_name().to_string()).chain(numbers)
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
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
        let value = value.unwrap_or("").trim();
        if let Some(name) = self.set_declared(name, value)? {
            return Ok(Setting::Option(name));
        }
        let tunable = tunables()
            .iter()
            .find(|tunable| tunable.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown {
            name: name.to_string(),
            hint: did_you_mean(name, names()),
        })?;
        let number = spin(tunable).parse(value)?;
        Ok(Setting::Tunable(tunable, number as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some clients, XBoard among them, keep the bounds of a spin as C's `int`.
    #[test]
    fn bounds_of_numbers_have_31_bits() {
        for message in declarations() {
            if let UciMessage::Option(UciOptionConfig::Spin { name, min, max, .. }) = message {
                for bound in [min, max].into_iter().flatten() {
                    assert!(i32::try_from(bound).is_ok(), "{name}: {bound}");
                }
            }
        }
    }

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
                let setting = options.set(&name, Some(&value.to_string()));
                let is_asked = |setting| {
                    matches!(setting, Setting::Tunable(set, to)
                        if std::ptr::eq(set, tunable) && to == value)
                };
                assert!(setting.is_ok_and(is_asked), "{name} {value}");
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
