//! One game: its tags, its moves, what is said of them, and how it ended.

use super::lexer::Token;
use crate::board::{FenError, GameResult, Move, MoveError, Position};

/// How a game ended, by its mark.
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
    /// What a mark says.
    pub fn from_marker(marker: &str) -> Option<Termination> {
        Some(match marker {
            "1-0" => Termination::WhiteWins,
            "0-1" => Termination::BlackWins,
            "1/2-1/2" | "1/2" => Termination::Draw,
            "*" => Termination::Unknown,
            _ => return None,
        })
    }

    /// The mark.
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

/// What stands beside the moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// A judgement of the move before it, as a Numeric Annotation Glyph: 2, for
    /// `$2` or `?`, is a mistake.
    Nag(u8),
    /// A comment without its braces. Clocks and scores are commands in it, such
    /// as `[%clk 0:03:00]`.
    Comment(String),
    /// Other moves instead of the move before it, as text without the
    /// parentheses around it. They are not checked.
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
    /// By the tag `Result`, or else by the mark at the end.
    pub termination: Termination,
}

/// Why a text is not a game of chess.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// It is played by other rules.
    #[error("the variant '{0}' is not known")]
    Variant(String),
    /// It begins where no game can.
    #[error("{0}")]
    Start(#[from] FenError),
    /// A move cannot be played.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// A side passes, which the rules forbid.
    #[error("'{0}' is a null move")]
    NullMove(String),
    /// The file ends before the game does.
    #[error("the file ends in the middle of it")]
    CutOff,
}

/// How the file goes on after the text of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Following {
    /// With another game, or with blank lines.
    More,
    /// Not at all, with a whole line as its last.
    End,
    /// Not at all: it breaks off within a line, a comment or a variation.
    Break,
}

/// The values of the tag `Variant` for chess and Chess960, in small letters.
const VARIANTS: [&str; 9] = [
    "",
    "?",
    "chess",
    "standard",
    "normal",
    "from position",
    "chess960",
    "fischerandom",
    "fischer random",
];

/// How programs write that a side passes.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "z0", "0000", "null", "@@@@"];

impl PgnGame {
    /// A game that has come to this position: its first moves are those that
    /// led there.
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
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name)
    }

    /// Gives a tag this value.
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

    /// Adds a comment behind the last move, unless it is empty.
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

    /// The game that tokens between the first tag and the mark at the end tell.
    pub(super) fn from_tokens(
        tokens: Vec<Token>,
        following: Following,
    ) -> Result<PgnGame, GameError> {
        let mut tags = Vec::new();
        let mut texts = Vec::new();
        let mut remarks = Vec::new();
        let mut marker = None;
        for token in tokens {
            match token {
                Token::Tag(name, value) => tags.push((name, value)),
                Token::Move(text) => texts.push(text),
                Token::Remark(remark) => remarks.push((texts.len(), remark)),
                Token::End(termination) => marker = Some(termination),
            }
        }
        if let Some(variant) = find(&tags, "Variant") {
            let lower = variant.to_lowercase();
            if !VARIANTS.contains(&lower.as_str()) {
                return Err(GameError::Variant(variant.to_string()));
            }
        }
        let result = find(&tags, "Result")
            .and_then(Termination::from_marker)
            .filter(|&termination| termination != Termination::Unknown);
        if marker.is_none() && is_cut_off(&tags, texts.len(), result, following) {
            return Err(GameError::CutOff);
        }
        let start = match find(&tags, "FEN") {
            Some(fen) => Position::from_fen(fen)?,
            None => Position::startpos(),
        };
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(texts.len());
        for text in texts {
            if NULL_MOVES.contains(&text.as_str()) {
                return Err(GameError::NullMove(text));
            }
            // Some programs write moves as UCI does.
            let mv = position
                .parse_san(&text)
                .or_else(|error| position.parse_move(&text).map_err(|_| error))?;
            position.make(mv);
            moves.push(mv);
        }
        Ok(PgnGame {
            tags,
            start,
            moves,
            remarks,
            termination: result.or(marker).unwrap_or_default(),
        })
    }
}

/// Whether a game without a mark at its end is not whole, as far as can be
/// told. Games that people have shortened or copied have no mark either.
fn is_cut_off(
    tags: &[(String, String)],
    moves: usize,
    result: Option<Termination>,
    following: Following,
) -> bool {
    let plies = find(tags, "PlyCount").and_then(|count| count.parse().ok());
    let is_short = plies.is_some_and(|plies: usize| moves < plies);
    // A position alone can be kept as a game without moves.
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
