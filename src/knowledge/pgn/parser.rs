//! Plays the movetext of a PGN file, so that its tokens become a game of legal moves.

use super::game::{PgnGame, find_tag, marker, read_marker};
use super::lexer::{Token, Tokens};
use crate::board::{GameResult, Move, MoveError, Position};
use crate::knowledge::lines::is_invisible;
use crate::text::Quoted;

/// What follows the last word of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Following {
    /// Another game follows.
    More,
    /// The end of the file, after a whole line.
    End,
    /// The end of the file, within a line, a comment or a variation.
    Break,
}

/// The values of the tag `Variant` that name standard chess or Chess960. They are in lower case,
/// only their letters and digits are left, and the word `chess` may follow.
const VARIANTS: [&str; 10] = [
    "",
    "standard",
    "normal",
    "regular",
    "classical",
    "orthodox",
    "fromposition",
    "chess960",
    "fischerandom",
    "fischerrandom",
];

/// Words for a null move, in lower case.
const NULL_MOVES: [&str; 6] = ["--", "z0", "0000", "null", "pass", "@@@@"];

pub(super) fn is_null_move(word: &str) -> bool {
    NULL_MOVES.iter().any(|name| name.eq_ignore_ascii_case(word))
}

impl PgnGame {
    /// Returns the game that these tokens make.
    ///
    /// # Errors
    /// Where the game is too long, or where its words are not those of a whole game of legal moves.
    pub(super) fn from_tokens(tokens: Tokens, following: Following) -> Result<PgnGame, String> {
        // Then an open comment is not reported.
        if let Some(excess) = tokens.excess {
            return Err(excess);
        }
        let tags = tokens.tags;
        check_variant(&tags)?;
        let fen = find_tag(&tags, "FEN").map(|fen| fen.replace(is_invisible, " "));
        let start = match fen.as_deref().map(str::trim) {
            None | Some("" | "?" | "-" | "*" | "startpos") => Position::startpos(),
            Some(fen) => Position::from_fen(fen).map_err(|error| error.to_string())?,
        };
        let result = find_tag(&tags, "Result").unwrap_or_default().trim().to_string();
        // Where both sides lose, the result is `0-0` (and `1/2-0` where one has half a point).
        let result_as_move = Token::Move(result.clone());
        let mut movetext = tokens.movetext;
        let end = tokens.end.or_else(|| {
            let last = movetext.pop_if(|token| *token == result_as_move);
            last.map(|_| result.clone())
        });
        let moves = movetext.iter().filter(|token| matches!(token, Token::Move(_))).count();
        if end.is_none() && is_cut_off(&tags, moves, &result, following) {
            return Err("the file ends in the middle of it".to_string());
        }
        let notes = tokens.notes.into_iter().chain(tokens.open).collect();
        let mut game = PgnGame { tags, notes, ..PgnGame::new(&start) };
        let mut position = start;
        for token in movetext {
            match token {
                Token::Move(text) => {
                    let mv = read_move(&position, &text)?;
                    position.make_or_pass(mv);
                    game.moves.push(mv);
                }
                Token::Remark(remark) => game.remarks.push((game.moves.len(), remark)),
            }
        }
        game.result = game_result(&result, end.as_deref(), &mut game.notes);
        Ok(game)
    }
}

fn check_variant(tags: &[(String, String)]) -> Result<(), String> {
    let variant = find_tag(tags, "Variant").unwrap_or_default();
    let letters = variant.chars().filter(|letter| letter.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    if VARIANTS.contains(&name.trim_end_matches("chess")) {
        Ok(())
    } else {
        Err(format!("the variant {} is not known", Quoted(variant)))
    }
}

/// Returns the result of a game, by its tag or else by what ends its moves.
fn game_result(tag: &str, end: Option<&str>, notes: &mut Vec<String>) -> Option<GameResult> {
    let of_tag = read_marker(tag).flatten();
    let of_end = end.and_then(read_marker).flatten();
    let result = of_tag.or(of_end);
    if let (Some(tag), Some(end)) = (of_tag, of_end)
        && tag != end
    {
        let (tag, end) = (tag.marker(), end.marker());
        notes.push(format!("its tag Result is {tag}, but it ends with {end}; the tag is used"));
    }
    let texts = [Some(tag), end.filter(|&end| end != tag)];
    for text in texts.into_iter().flatten() {
        let is_standard = read_marker(text).is_some_and(|read| marker(read) == text);
        if !is_standard && !["", "?"].contains(&text) {
            notes.push(format!("its result {} is read as {}", Quoted(text), marker(result)));
        }
    }
    result
}

/// Returns the move of this text; [`Move::NONE`] for a null move, which is not legal in check or
/// stalemate.
fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let mv = if !is_null_move(text) {
        position.parse_san_or_uci(text)
    } else if position.in_check() || !position.has_legal_move() {
        Err(MoveError::Illegal(text.to_string()))
    } else {
        Ok(Move::NONE)
    };
    mv.map_err(|error| {
        format!("move {} ({}): {error}", position.fullmove_number(), position.side_to_move())
    })
}

/// Guesses whether a game without a termination marker is incomplete: games that were shortened on
/// purpose have none either.
fn is_cut_off(tags: &[(String, String)], moves: usize, result: &str, following: Following) -> bool {
    let plies = find_tag(tags, "PlyCount").and_then(|count| count.parse().ok());
    let is_short = plies.is_some_and(|plies: usize| moves < plies);
    // A position alone can be stored as a game without moves.
    let is_empty = moves == 0 && find_tag(tags, "FEN").is_none();
    let has_result = read_marker(result).flatten().is_some();
    match following {
        Following::More => false,
        Following::End => is_short,
        Following::Break => is_short || is_empty || has_result,
    }
}
