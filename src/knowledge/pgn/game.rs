//! A game in PGN: its tags, its moves, the remarks on them, and its result.

use crate::board::{GameResult, Move, Position};
use crate::knowledge::openings;

/// The most tokens of a game that is read.
pub(super) const LONGEST_GAME: usize = 1 << 16;

/// The most text of a game that is read, in bytes.
pub(super) const LONGEST_TEXT: usize = 1 << 24;

/// The marker of a game that is unfinished, or whose result is unknown.
const NO_RESULT: &str = "*";

/// Returns the marker that ends a game with this result.
pub(super) fn marker(result: Option<GameResult>) -> &'static str {
    result.map_or(NO_RESULT, GameResult::marker)
}

/// Reads a marker as the standard has it, or a half for a draw. Returns `Some(None)` for `*`, and
/// `None` for a text that is no marker.
pub(super) fn read_marker(text: &str) -> Option<Option<GameResult>> {
    Some(match text {
        "1-0" => Some(GameResult::WhiteWins),
        "0-1" => Some(GameResult::BlackWins),
        "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" | "\u{bd}" => Some(GameResult::Draw),
        NO_RESULT => None,
        _ => return None,
    })
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
/// use ox88::board::GameResult;
/// use ox88::knowledge::pgn::{Games, Remark};
/// let text = "[White \"Morphy\"]\n\n1. e4 {best by test} e5 2. Nf3 1-0\n";
/// let game = Games::new(text.as_bytes()).next().unwrap().unwrap().unwrap();
/// assert_eq!((game.tag("White"), game.moves.len()), (Some("Morphy"), 3));
/// assert_eq!(game.remarks, [(1, Remark::Comment("best by test".to_string()))]);
/// assert_eq!(game.result, Some(GameResult::WhiteWins));
/// assert!(game.to_string().ends_with("\n\n1. e4 {best by test} 1... e5 2. Nf3 1-0\n"));
/// ```
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves, each of which is legal after the moves before it; [`Move::NONE`] where a side
    /// that is neither in check nor in stalemate passes.
    pub moves: Vec<Move>,
    /// The remarks in order, each with the number of moves before it.
    pub remarks: Vec<(usize, Remark)>,
    /// The result by the tag `Result`, or by the marker behind the moves where there is no such tag;
    /// `None` where it is unknown, or the game is unfinished.
    pub result: Option<GameResult>,
    /// Messages on what is doubtful in the text of the game, although it can be read.
    pub notes: Vec<String>,
}

impl PgnGame {
    /// Returns the game that led to this position.
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
            result: None,
            notes: Vec::new(),
        }
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name)
    }

    /// Sets a tag.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(other, _)| other == name) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.to_string(), value.into())),
        }
    }

    /// Adds a comment after the last move, unless it is empty.
    pub fn comment(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.remarks.push((self.moves.len(), Remark::Comment(text)));
        }
    }

    /// Adds the tags of the opening, unless the game has one that contradicts them.
    pub fn name_opening(&mut self) {
        let Some(opening) = openings::name_of(&self.last_position()) else {
            return;
        };
        let tags = [("ECO", opening.eco), ("Opening", opening.name)];
        let known = |name| self.tag(name).filter(|value| !["", "?"].contains(value));
        if tags.iter().all(|(name, value)| known(name).is_none_or(|other| other == *value)) {
            tags.into_iter().for_each(|(name, value)| self.set_tag(name, value));
        }
    }

    /// Returns the position after the last move, with the history of the game.
    pub fn last_position(&self) -> Position {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.make_or_pass(mv);
        }
        position
    }
}

/// Returns the value of the first tag with this name.
pub(super) fn find_tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let tag = tags.iter().find(|(other, _)| other == name);
    tag.map(|(_, value)| value.as_str())
}
