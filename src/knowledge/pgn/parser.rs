//! Plays the movetext of a PGN file, so that its tokens become a game of legal moves.

use std::vec::IntoIter;

use super::game::{PgnGame, Remark, find_tag, marker, read_marker};
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

/// A game, as far as its moves are played.
struct PgnParser {
    game: PgnGame,
    /// The position after the moves.
    position: Position,
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
        let moves = tokens.movetext.iter().filter(|token| is_move(token)).count();
        if tokens.end.is_none() && is_cut_off(&tags, moves, &result, following) {
            return Err("the file ends in the middle of it".to_string());
        }
        let notes = tokens.notes.into_iter().chain(tokens.open).collect();
        let mut parser = PgnParser {
            position: start.clone(),
            game: PgnGame { tags, notes, ..PgnGame::new(&start) },
        };
        parser.play(tokens.movetext)?;
        let mut game = parser.game;
        game.result = game_result(&result, tokens.end.as_deref(), &mut game.notes);
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

impl PgnParser {
    /// Plays the moves, up to a null move in check or stalemate, or up to words at the end that are
    /// no moves.
    fn play(&mut self, tokens: Vec<Token>) -> Result<(), String> {
        let mut tokens = tokens.into_iter();
        while let Some(token) = tokens.next() {
            match token {
                Token::Move(text) => self.read_move(text, &mut tokens)?,
                Token::Remark(remark) => self.game.remarks.push((self.game.moves.len(), remark)),
            }
        }
        Ok(())
    }

    /// Plays a move. If the text is no move and ends the game, it and all behind it are a comment.
    fn read_move(&mut self, text: String, rest: &mut IntoIter<Token>) -> Result<(), String> {
        let is_null = is_null_move(&text);
        let is_legal = !is_null || !self.position.in_check() && self.position.has_legal_move();
        if !is_legal {
            self.game.notes.push(format!(
                "{}: {} is a null move in check or stalemate; what follows is kept as a comment",
                place_of(&self.position),
                Quoted(&text)
            ));
            let words = take_rest(text, rest);
            self.game.comment(words);
            return Ok(());
        }
        let mv = if is_null { Ok(Move::NONE) } else { self.position.parse_san_or_uci(&text) };
        match mv {
            Ok(mv) => {
                self.position.make_or_pass(mv);
                self.game.moves.push(mv);
            }
            Err(MoveError::Syntax(_))
                if !self.game.moves.is_empty()
                    && is_no_move(&text)
                    && rest.as_slice().iter().all(|token| match token {
                        Token::Move(text) => is_no_move(text),
                        Token::Remark(_) => true,
                    }) =>
            {
                let words = take_rest(text, rest);
                let quoted = Quoted(&words);
                self.game.notes.push(format!("behind its moves stands {quoted}, which is no move"));
                self.game.comment(words);
            }
            Err(error) => return Err(format!("{}: {error}", place_of(&self.position))),
        }
        Ok(())
    }
}

/// Returns the place of the next move in its game: `move 17 (White)`.
fn place_of(position: &Position) -> String {
    format!("move {} ({})", position.fullmove_number(), position.side_to_move())
}

/// Returns this word and all that follow, in one text.
fn take_rest(text: String, rest: &mut IntoIter<Token>) -> String {
    let words = rest.map(|token| match token {
        Token::Move(text) => text,
        Token::Remark(Remark::Nag(number)) => format!("${number}"),
        Token::Remark(Remark::Comment(text) | Remark::Variation(text)) => format!("({text})"),
    });
    [text].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

fn is_move(token: &Token) -> bool {
    matches!(token, Token::Move(..))
}

/// Returns true for a word that is no move in any notation, as it has letters only or none, or
/// begins like a result.
fn is_no_move(word: &str) -> bool {
    let is_of_letters = |letter: char| letter.is_alphabetic() || "'.,:-".contains(letter);
    let is_castling_or_null = word.starts_with("0-0") || is_null_move(word);
    let is_like_result =
        ["1-", "0-", "\u{bd}-", "1:", "0:"].iter().any(|&start| word.starts_with(start));
    let has_no_letters = !word.contains(char::is_alphabetic);
    word.chars().all(is_of_letters) || (has_no_letters || is_like_result) && !is_castling_or_null
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
