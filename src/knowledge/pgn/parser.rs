//! From the words of a PGN file to a game of legal moves.

use super::game::{GameError, GameNote, MoveNumber, PgnGame, Termination, find_tag};
use super::lexer::Token;
use crate::board::{Move, Position};

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
        let result = find_tag(&tags, "Result")
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
        let start = match find_tag(&tags, "FEN") {
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
    let variant = find_tag(tags, "Variant").unwrap_or_default();
    if VARIANTS.contains(&variant.to_lowercase().as_str()) {
        Ok(())
    } else {
        Err(GameError::Variant(variant.to_string()))
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
    let plies = find_tag(tags, "PlyCount").and_then(|count| count.parse().ok());
    let is_short = plies.is_some_and(|plies: usize| moves < plies);
    // A position alone can be stored as a game without moves.
    let is_empty = moves == 0 && find_tag(tags, "FEN").is_none();
    match following {
        Following::More => false,
        Following::End => is_short || is_empty,
        Following::Break => is_short || is_empty || result.is_some(),
    }
}
