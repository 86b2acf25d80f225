//! One game of a PGN file.

use super::lexer::Token;
use crate::board::{FenError, Move, MoveError, Position};

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
}

/// A game: where it began, the moves of its main line, and how it ended.
///
/// ```
/// use ox88::knowledge::pgn::{Games, Termination};
/// let text = "[White \"Morphy\"]\n\n1. e4 {best by test} e5 2. Nf3 1-0\n";
/// let game = Games::new(text.as_bytes()).next().unwrap().unwrap().unwrap();
/// assert_eq!((game.tag("White"), game.moves.len()), (Some("Morphy"), 3));
/// assert_eq!(game.termination, Termination::WhiteWins);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves, each legal after those before.
    pub moves: Vec<Move>,
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

impl Game {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name)
    }

    /// The game that tokens between the first tag and the mark at the end tell.
    pub(super) fn from_tokens(tokens: Vec<Token>) -> Result<Game, GameError> {
        let mut tags = Vec::new();
        let mut texts = Vec::new();
        let mut marker = None;
        for token in tokens {
            match token {
                Token::Tag(name, value) => tags.push((name, value)),
                Token::Move(text) => texts.push(text),
                Token::End(termination) => marker = Some(termination),
            }
        }
        if let Some(variant) = find(&tags, "Variant") {
            let lower = variant.to_lowercase();
            if !VARIANTS.contains(&lower.as_str()) {
                return Err(GameError::Variant(variant.to_string()));
            }
        }
        let start = match find(&tags, "FEN") {
            Some(fen) => Position::from_fen(fen)?,
            None => Position::startpos(),
        };
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(texts.len());
        for text in texts {
            let mv = position.parse_san(&text)?;
            position.make(mv);
            moves.push(mv);
        }
        let termination = find(&tags, "Result")
            .and_then(Termination::from_marker)
            .filter(|&termination| termination != Termination::Unknown)
            .or(marker)
            .unwrap_or_default();
        Ok(Game {
            tags,
            start,
            moves,
            termination,
        })
    }
}

fn find<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let tag = tags.iter().find(|(other, _)| other == name);
    tag.map(|(_, value)| value.as_str())
}
