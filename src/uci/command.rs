//! Parsing of lines into commands. Any bytes give a command: unknown words are skipped, as the
//! protocol demands, and those of `go` are reported. vampirc-uci, which writes the answers, cannot
//! read lines of clients: it drops what it does not understand, keeps only one time control of
//! `go`, and panics on numbers above 255 where it keeps a byte.

use std::time::Duration;

use crate::perft;
use crate::search::MAX_DEPTH;
use crate::text::{MOST_LISTED, Quoted, did_you_mean, listed};

/// A command of a client or of a user at the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Command {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        /// Empty where there is none.
        value: String,
    },
    /// Ignored: registration is never requested.
    Register,
    NewGame,
    Position {
        /// The start position where there is none.
        fen: Option<String>,
        moves: Vec<String>,
        /// Words between `startpos` and the moves, where none belong.
        skipped: Vec<String>,
    },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    /// Shows the board.
    Display,
    /// Exchanges the colours.
    Flip,
    /// Shows the static evaluation.
    Eval,
    /// Runs the benchmark, to this depth in plies if given. It uses the embedded network, whatever
    /// the options say, since the node count is the program's signature.
    Bench(Option<i32>),
    Help,
    /// An empty line, or one without a known word.
    Nothing,
    /// A command that makes no sense, and why.
    Mistake(String),
    /// A `position` without a position, and what is wrong with it.
    NoPosition(String),
}

/// The words of `go`, as sent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Go {
    /// The words after `searchmoves`, up to the next keyword of `go`.
    pub search_moves: Vec<String>,
    pub ponder: bool,
    pub infinite: bool,
    /// The time on White's and Black's clock, in milliseconds; some clients send negative ones.
    pub time: [Option<i64>; 2],
    /// White's and Black's increment, in milliseconds.
    pub increment: [Option<i64>; 2],
    /// Whether a word for White's time or increment lacks its number, and the same for Black's.
    pub misread_clocks: [bool; 2],
    pub moves_to_go: Option<u32>,
    /// The greatest depth, in plies.
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    /// The length of a mate to look for, in moves.
    pub mate: Option<u32>,
    /// The time for the move, in milliseconds.
    pub move_time: Option<i64>,
    /// The depth in plies of a perft, which replaces the search. A depth above [`perft::MAX_DEPTH`]
    /// is among the mistakes, too.
    pub perft: Option<u32>,
    /// Messages on words that were skipped. At most one more than [`MOST_LISTED`] is kept, as a
    /// line may have a million of them.
    pub mistakes: Vec<String>,
}

impl Go {
    /// Says what is wrong with the words, if anything.
    pub fn complaint(&self) -> Option<String> {
        (!self.mistakes.is_empty()).then(|| listed(&self.mistakes))
    }

    /// Returns true if a word was skipped that may have been meant as a limit.
    pub fn is_misread(&self) -> bool {
        let mut search_moves = self.search_moves.iter();
        !self.mistakes.is_empty() || search_moves.any(|text| !looks_like_move(text))
    }

    /// Returns true if a side (0 for White, 1 for Black) has no clock, and a word for its time or
    /// increment has no number. The other side's clock does not replace it then.
    pub fn lacks_clock(&self, side: usize) -> bool {
        self.misread_clocks[side] && self.time[side].is_none()
    }

    /// Returns true if the search ends by itself.
    pub fn is_bounded(&self) -> bool {
        !self.infinite && !self.ponder && self.has_bound()
    }

    /// Returns true if the search would end by itself, were it neither infinite nor pondering.
    pub fn has_bound(&self) -> bool {
        self.has_fixed_limit()
            || self.time.iter().any(Option::is_some)
            // Some clients send these alone where each move has a time of its own.
            || self.increment.iter().any(Option::is_some)
    }

    /// Returns true if there is a limit other than the clocks.
    pub fn has_fixed_limit(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
    }
}

impl Command {
    /// Reads a line. It never panics: what cannot be read is [`Command::Nothing`],
    /// [`Command::Mistake`] or [`Command::NoPosition`].
    ///
    /// ```
    /// use ox88::uci::{Command, Go};
    /// let go = Go { move_time: Some(100), ..Go::default() };
    /// assert_eq!(Command::parse("  go  movetime 100 \r\n"), Command::Go(go));
    /// assert_eq!(Command::parse("\u{1F980}"), Command::Nothing);
    /// ```
    pub fn parse(line: &str) -> Command {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut starts = 0..words.len();
        let Some(mut command) = starts.find_map(|start| read(&words[start..], start == 0)) else {
            return Command::Nothing;
        };
        if let Command::SetOption { value, .. } = &mut command {
            restore_spaces(value, line);
        }
        command
    }
}

/// Gives the value at the end of a line its spaces back, which a path may need. Tabs and the like
/// become single spaces, for messages.
fn restore_spaces(value: &mut String, line: &str) {
    let line = line.trim_end();
    let mut before = line;
    for _ in value.split_whitespace() {
        before = before.trim_end().trim_end_matches(|c: char| !c.is_whitespace());
    }
    let sent = &line[before.len()..];
    if !sent.contains(char::is_control) {
        *value = sent.to_string();
    }
}

/// The first words of commands, those of the protocol first.
const WORDS: &str = "uci debug isready setoption register ucinewgame position go stop ponderhit \
                     quit d flip eval bench help";

/// Says that the first word of a line is no command, if there is a word.
pub(super) fn unknown(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?;
    let hint = did_you_mean(word, WORDS.split(' '));
    Some(format!("unknown command: {}{hint}; type 'help' for a few to try", Quoted(word)))
}

/// Returns the end of a message on words that were sent, like `, not 'joho'`; empty without words.
fn not_words(words: &[&str]) -> String {
    if words.is_empty() { String::new() } else { format!(", not {}", Quoted(&words.join(" "))) }
}

/// Reads words as a command, if the first is one. Those that are not of the protocol are commands
/// only at the beginning of a line, so that no message of the protocol is hidden.
fn read(words: &[&str], is_beginning: bool) -> Option<Command> {
    let (first, rest) = words.split_first()?;
    Some(match *first {
        "uci" => Command::Uci,
        "debug" => match rest.first() {
            Some(&"on") => Command::Debug(true),
            Some(&"off") => Command::Debug(false),
            _ => Command::Mistake(format!("debug expects on or off{}", not_words(rest))),
        },
        "isready" => Command::IsReady,
        "setoption" => set_option(rest),
        "register" => Command::Register,
        "ucinewgame" => Command::NewGame,
        "position" => position(rest),
        "go" => Command::Go(go(rest)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        _ if !is_beginning => return None,
        "d" => Command::Display,
        "flip" => Command::Flip,
        "eval" => Command::Eval,
        "help" | "?" => Command::Help,
        "bench" => match rest {
            [] => Command::Bench(None),
            [depth] if let Ok(depth @ 1..=MAX_DEPTH) = depth.parse() => Command::Bench(Some(depth)),
            // Other engines also read a size of the table and a number of threads.
            _ => Command::Mistake(format!(
                "bench expects a depth from 1 to {MAX_DEPTH}{}",
                not_words(rest)
            )),
        },
        _ => return None,
    })
}

/// Reads the words behind `setoption`. The name ends at the first `value` that is not its first
/// word, as a name may begin with that word.
fn set_option(words: &[&str]) -> Command {
    let sent = not_words(words);
    let mistake = || Command::Mistake(format!("setoption expects 'name … [value …]'{sent}"));
    let Some((&"name", words)) = words.split_first() else {
        return mistake();
    };
    let split = words.iter().skip(1).position(|&word| word == "value").map(|at| at + 1);
    let (name, value) = match split {
        Some(at) => (&words[..at], words[at + 1..].join(" ")),
        None => (words, String::new()),
    };
    if name.is_empty() {
        return mistake();
    }
    Command::SetOption { name: name.join(" "), value }
}

fn position(words: &[&str]) -> Command {
    let mut parts = words.splitn(2, |&word| word == "moves");
    let board = parts.next().unwrap_or_default();
    let moves = parts.next().unwrap_or_default();
    let strings = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    let (fen, skipped) = match board.split_first() {
        Some((&"startpos", rest)) => (None, strings(rest)),
        Some((&"fen", fen)) => (Some(fen.join(" ")), Vec::new()),
        _ => {
            let sent = not_words(board);
            return Command::NoPosition(format!("position expects 'startpos' or 'fen …'{sent}"));
        }
    };
    Command::Position { fen, moves: strings(moves), skipped }
}

fn go(words: &[&str]) -> Go {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| !is_go_word(word)) {
                    go.search_moves.push(text.to_string());
                }
            }
            "perft" => {
                let text = words.next_if(|word| !is_go_word(word));
                let depth = text.and_then(number).filter(|&depth| depth >= 0);
                go.perft = depth.map(|depth| depth.min(u32::MAX.into()) as u32).or(go.perft);
                if depth.is_none_or(|depth| depth > perft::MAX_DEPTH.into()) {
                    go.note(|| {
                        let (most, sent) = (perft::MAX_DEPTH, not_words(text.as_slice()));
                        format!("go perft expects a depth from 0 to {most}{sent}")
                    });
                }
            }
            _ if is_go_word(word) => {
                let text = words.next_if(|word| !is_go_word(word));
                match text.and_then(number) {
                    Some(number) => go.set(word, number),
                    None => go.note_no_number(word, text),
                }
            }
            _ => {
                go.note(|| {
                    let hint = did_you_mean(word, GO_WORDS.split(' '));
                    format!("go does not know {}{hint}", Quoted(word))
                });
                // Its number is no other mistake.
                words.next_if(|word| number(word).is_some());
            }
        }
    }
    go
}

/// The words that `go` knows.
const GO_WORDS: &str = "searchmoves ponder infinite wtime btime winc binc movestogo depth nodes \
                        mate movetime perft";

fn is_go_word(word: &str) -> bool {
    GO_WORDS.split(' ').any(|known| known == word)
}

impl Go {
    fn note(&mut self, mistake: impl FnOnce() -> String) {
        if self.mistakes.len() <= MOST_LISTED {
            self.mistakes.push(mistake());
        }
    }

    /// Notes that a word has no number behind it.
    fn note_no_number(&mut self, word: &str, sent: Option<&str>) {
        self.note(|| format!("go {word} expects a number{}", not_words(sent.as_slice())));
        match word {
            "wtime" | "winc" => self.misread_clocks[0] = true,
            "btime" | "binc" => self.misread_clocks[1] = true,
            _ => {}
        }
    }

    fn set(&mut self, word: &str, number: i128) {
        let least = match word {
            "mate" => 1,
            "depth" | "nodes" | "movetime" => 0,
            // Clocks that are up.
            _ => i128::MIN,
        };
        if number < least {
            let mistake = || format!("go {word} expects a number from {least}, not '{number}'");
            return self.note(mistake);
        }
        // `as` would wrap around; a number too large means "no limit".
        let signed = number.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let unsigned = number.clamp(0, u64::MAX.into()) as u64;
        let small = number.clamp(0, i32::MAX.into()) as i32;
        match word {
            "wtime" => self.time[0] = Some(signed),
            "btime" => self.time[1] = Some(signed),
            "winc" => self.increment[0] = Some(signed),
            "binc" => self.increment[1] = Some(signed),
            "movestogo" => self.moves_to_go = Some(small as u32),
            "depth" => self.depth = Some(small),
            "nodes" => self.nodes = Some(unsigned),
            "mate" => self.mate = Some(small as u32),
            _ => self.move_time = Some(signed),
        }
    }
}

/// Reads a whole number; one of more than 128 bits becomes the nearest of 128.
fn number(word: &str) -> Option<i128> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if word.starts_with('-') { i128::MIN } else { i128::MAX };
    Some(word.parse().unwrap_or(limit))
}

fn looks_like_move(word: &str) -> bool {
    let is_square = |text: &[u8]| matches!(text, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let bytes = word.as_bytes();
    matches!(bytes.len(), 4 | 5) && is_square(&bytes[..2]) && is_square(&bytes[2..4])
}

/// Returns a time that a client sent in milliseconds. Some clients send negative times, which count
/// as zero.
pub(super) fn milliseconds(value: i64) -> Duration {
    Duration::from_millis(value.max(0) as u64)
}
