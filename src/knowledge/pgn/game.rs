//! One game: its tags, its moves, what is said of them, and how it ended.

use std::fmt;

use super::games::LONGEST_GAME;
use super::lexer::{LONGEST_REMARK, Token};
use crate::board::{Color, FenError, GameResult, Move, MoveError, Position, Quoted};

/// The game termination marker.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Termination {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

impl Termination {
    /// Reads a marker.
    pub fn from_marker(marker: &str) -> Option<Termination> {
        Some(match marker {
            "1-0" => Termination::WhiteWins,
            "0-1" => Termination::BlackWins,
            "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" | "\u{bd}" => Termination::Draw,
            "*" => Termination::Unknown,
            _ => return None,
        })
    }

    /// The marker.
    pub const fn marker(self) -> &'static str {
        match self {
            Termination::WhiteWins => "1-0",
            Termination::BlackWins => "0-1",
            Termination::Draw => "1/2-1/2",
            Termination::Unknown => "*",
        }
    }
}

impl From<GameResult> for Termination {
    fn from(result: GameResult) -> Termination {
        match result {
            GameResult::WhiteWins => Termination::WhiteWins,
            GameResult::BlackWins => Termination::BlackWins,
            GameResult::Draw => Termination::Draw,
        }
    }
}

/// A remark on the moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// A Numeric Annotation Glyph for the move before it: 2, for `$2` or `?`, is a mistake.
    Nag(u8),
    /// A comment without its braces. Clocks and scores are commands in it: `[%clk 0:03:00]`.
    Comment(String),
    /// A variation, without its parentheses; unchecked text.
    Variation(String),
}

/// A game, to be read or written.
///
/// ```
/// use ox88::knowledge::pgn::{Games, Remark, Termination};
/// let text = "[White \"Morphy\"]\n\n1. e4 {best by test} e5 2. Nf3 1-0\n";
/// let game = Games::new(text.as_bytes()).next().unwrap().unwrap().unwrap();
/// assert_eq!((game.tag("White"), game.moves.len()), (Some("Morphy"), 3));
/// assert_eq!(game.remarks, [(1, Remark::Comment("best by test".to_string()))]);
/// assert_eq!(game.termination, Termination::WhiteWins);
/// assert!(game.to_string().ends_with("\n\n1. e4 {best by test} 1... e5 2. Nf3 1-0\n"));
/// ```
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves, each legal after those before.
    pub moves: Vec<Move>,
    /// Each remark, in order, with the number of moves before it.
    pub remarks: Vec<(usize, Remark)>,
    /// From the tag `Result`, or else from the marker.
    pub termination: Termination,
    /// What is doubtful in the text that the game was read from.
    pub notes: Vec<GameNote>,
}

/// What is doubtful in a text that can be read as a game all the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GameNote {
    /// The tag `Result` and the marker name different results.
    Results {
        /// The tag's, which is used.
        tag: Termination,
        /// The marker's.
        marker: Termination,
    },
    /// A comment is not closed.
    OpenComment,
    /// A variation is not closed.
    OpenVariation,
    /// A comment is not read to its end.
    LongComment,
    /// A variation is left out.
    LongVariation,
}

impl fmt::Display for GameNote {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GameNote::Results { tag, marker } => write!(
                f,
                "its tag Result is {}, but it ends with {}; the tag is used",
                tag.marker(),
                marker.marker()
            ),
            GameNote::OpenComment => {
                f.write_str("a comment lacks its '}', and what follows it is not read")
            }
            GameNote::OpenVariation => {
                f.write_str("a variation lacks its ')', and what follows it is not read")
            }
            GameNote::LongComment => write!(
                f,
                "a comment is longer than {LONGEST_REMARK} bytes, and its end is not read"
            ),
            GameNote::LongVariation => write!(
                f,
                "a variation is longer than {LONGEST_REMARK} bytes, and left out"
            ),
        }
    }
}

/// Why a text is not a game of chess.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// It is played by other rules.
    #[error("the variant {} is not known", Quoted(.0))]
    Variant(String),
    /// It begins where no game can.
    #[error("{0}")]
    Start(#[from] FenError),
    /// A move cannot be played.
    #[error("{0}: {1}")]
    Move(MoveNumber, #[source] MoveError),
    /// A side passes, which the rules forbid.
    #[error("{}: {} is a null move", .0, Quoted(.1))]
    NullMove(MoveNumber, String),
    /// The file ends before the game does.
    #[error("the file ends in the middle of it")]
    CutOff,
    /// It would take too much memory.
    #[error("longer than {LONGEST_GAME} moves, remarks and tags")]
    TooLong,
    /// Behind the last game, the file ends within a comment or a variation, which may hide games.
    #[error("{0}")]
    Open(GameNote),
}

/// The place of a move in its game: `move 17 (White)`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MoveNumber {
    /// As players count it.
    pub number: u32,
    /// The side to move.
    pub side: Color,
}

impl MoveNumber {
    fn of(position: &Position) -> MoveNumber {
        MoveNumber {
            number: position.fullmove_number(),
            side: position.side_to_move(),
        }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "move {} ({})", self.number, self.side)
    }
}

/// What follows the last word of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Following {
    /// Another game.
    More,
    /// The end of the file, after a whole line.
    End,
    /// The end of the file, within a line, a comment or a variation.
    Break,
}

/// Values of the tag `Variant` for standard chess and Chess960, in lower case.
const VARIANTS: [&str; 11] = [
    "",
    "?",
    "chess",
    "standard",
    "normal",
    "from position",
    "chess960",
    "chess 960",
    "fischerandom",
    "fischerrandom",
    "fischer random",
];

/// Words for a null move.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "z0", "0000", "null", "@@@@"];

impl PgnGame {
    /// The game that led to this position.
    pub fn new(position: &Position) -> PgnGame {
        let mut start = position.clone();
        let mut moves = Vec::new();
        while start.plies_made() > 0 {
            moves.push(start.last_move());
            start.unmake();
        }
        moves.reverse();
        PgnGame {
            tags: Vec::new(),
            start,
            moves,
            remarks: Vec::new(),
            termination: Termination::Unknown,
            notes: Vec::new(),
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name)
    }

    /// Sets a tag.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(other, _)| other == name) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.to_string(), value.into())),
        }
    }

    /// Adds a move, which must be legal after the others.
    pub fn push(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    /// Adds a comment after the last move, unless it is empty.
    pub fn comment(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.remarks.push((self.moves.len(), Remark::Comment(text)));
        }
    }

    /// The position after the last move, with the history of the game.
    pub fn last_position(&self) -> Position {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.make(mv);
        }
        position
    }

    /// The game of these words.
    ///
    /// # Errors
    /// Where the words are not those of a whole game of legal moves.
    pub(super) fn from_tokens(
        tokens: Vec<Token>,
        following: Following,
    ) -> Result<PgnGame, GameError> {
        let mut tags = Vec::new();
        let mut texts = Vec::new();
        let mut remarks = Vec::new();
        let mut notes = Vec::new();
        let mut marker = None;
        for token in tokens {
            match token {
                Token::Tag(name, value) => tags.push((name, value)),
                Token::Move(text) => texts.push(text),
                Token::Remark(remark) => remarks.push((texts.len(), remark)),
                Token::End(termination) => marker = Some(termination),
                Token::Note(note) if notes.contains(&note) => {}
                Token::Note(note) => notes.push(note),
            }
        }
        check_variant(&tags)?;
        let result = find(&tags, "Result")
            .and_then(Termination::from_marker)
            .filter(|&termination| termination != Termination::Unknown);
        if marker.is_none() && is_cut_off(&tags, texts.len(), result, following) {
            return Err(GameError::CutOff);
        }
        if let (Some(tag), Some(marker)) = (result, marker)
            && ![tag, Termination::Unknown].contains(&marker)
        {
            notes.push(GameNote::Results { tag, marker });
        }
        let start = match find(&tags, "FEN") {
            Some(fen) => Position::from_fen(fen)?,
            None => Position::startpos(),
        };
        Ok(PgnGame {
            tags,
            moves: read_moves(&start, texts)?,
            start,
            remarks,
            termination: result.or(marker).unwrap_or_default(),
            notes,
        })
    }
}

fn check_variant(tags: &[(String, String)]) -> Result<(), GameError> {
    let variant = find(tags, "Variant").unwrap_or_default();
    match VARIANTS.contains(&variant.to_lowercase().as_str()) {
        true => Ok(()),
        false => Err(GameError::Variant(variant.to_string())),
    }
}

fn read_moves(start: &Position, texts: Vec<String>) -> Result<Vec<Move>, GameError> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(texts.len());
    for text in texts {
        if NULL_MOVES.contains(&text.as_str()) {
            return Err(GameError::NullMove(MoveNumber::of(&position), text));
        }
        let mv = position
            .parse_san_or_uci(&text)
            .map_err(|error| GameError::Move(MoveNumber::of(&position), error))?;
        position.make(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// Guesses whether a game without a marker is incomplete: shortened ones have none either.
fn is_cut_off(
    tags: &[(String, String)],
    moves: usize,
    result: Option<Termination>,
    following: Following,
) -> bool {
    let plies = find(tags, "PlyCount").and_then(|count| count.parse().ok());
    let is_short = plies.is_some_and(|plies: usize| moves < plies);
    // A position alone can be stored as a game without moves.
    let is_empty = moves == 0 && find(tags, "FEN").is_none();
    match following {
        Following::More => false,
        Following::End => is_short || is_empty,
        Following::Break => is_short || is_empty || result.is_some(),
    }
}

fn find<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let tag = tags.iter().find(|(other, _)| other == name);
    tag.map(|(_, value)| value.as_str())
}
