//! The words of a PGN file, as people and programs write them.

use std::borrow::Cow;

use super::game::read_marker;
use super::parser::is_null_move;
use crate::board::is_addition;
use crate::knowledge::lines::is_invisible;

/// What a word, or a part of a word, stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    Move(String),
    /// A mark of the move before it.
    Nag(u8),
    /// The result at the end of a game.
    End(String),
}

/// The NAG of a novelty, `N`, as other programs write it: the standard's numbers end at 139.
const NOVELTY: u8 = 146;

/// Signs of an evaluation, and their NAGs. Where one ends like another, the longer comes first.
const EVALUATIONS: [(&str, u8); 14] = [
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("=", 10),
    ("\u{221e}", 13),
    ("\u{2a72}", 14),
    ("\u{2a71}", 15),
    ("\u{b1}", 16),
    ("\u{2213}", 17),
];

/// Marks of moves, and their NAGs.
const MARKS: [(&str, u8); 7] =
    [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("N", NOVELTY)];

/// ChessBase's word for a diagram, behind a move.
const DIAGRAM: &str = "D";

/// Dashes, as word processors write them.
const DASHES: [char; 6] = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];

/// Splits a word outside of comments and variations into its parts, without the number of the move.
pub fn read(word: &str) -> Vec<Word> {
    // Nearly all words are ASCII, which has none of these characters.
    let word = if word.is_ascii() {
        Cow::Borrowed(word)
    } else {
        word.replace(is_invisible, "").replace('\u{2026}', "...").replace(DASHES, "-").into()
    };
    let mut text = &*word;
    let behind_number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = behind_number.starts_with('.') || behind_number.is_empty();
    if is_number && !is_null_move(text) {
        text = behind_number.trim_start_matches('.');
    }
    if read_marker(text).is_some() {
        return vec![Word::End(text.to_string())];
    }
    let mut words = Vec::new();
    let (text, sign) = split_evaluation(text);
    let name = match text {
        "N" => "",
        _ => text.trim_end_matches(['!', '?']),
    };
    let mark = &text[name.len()..];
    let (name, before_mark) = split_evaluation(name);
    // Other words without letters, like `+-`, are no move.
    let is_move = says_something(name) && !name.starts_with('$') || is_null_move(name);
    if is_move && !is_addition(name) && name != DIAGRAM {
        words.push(Word::Move(name.to_string()));
    }
    let nag = match text.strip_prefix('$') {
        Some(number) => number.parse().ok(),
        None => MARKS.iter().find(|(sign, _)| *sign == mark).map(|&(_, nag)| nag),
    };
    words.extend(nag.into_iter().chain(before_mark.or(sign)).map(Word::Nag));
    words
}

fn says_something(text: &str) -> bool {
    text.contains(|letter: char| letter.is_alphanumeric())
}

/// Splits a word into what stands before the symbols at its end, and the NAG of the evaluation that
/// it ends with.
fn split_evaluation(word: &str) -> (&str, Option<u8>) {
    if ["--", "@@@@"].iter().any(|signs| word.starts_with(signs)) {
        return (word, None);
    }
    let mut signs = EVALUATIONS.iter();
    match signs.find_map(|&(sign, nag)| Some((word.strip_suffix(sign)?, nag))) {
        // An evaluation stands alone or behind a move; a row of many signs is none.
        Some((rest, nag)) if rest.is_empty() || says_something(rest) => {
            (without_symbols(rest), Some(nag))
        }
        _ => (without_symbols(word), None),
    }
}

/// Returns a word without the symbols at its end that no move has, like an infinity sign or the `-`
/// of `+-`.
fn without_symbols(word: &str) -> &str {
    word.trim_end_matches(|letter: char| {
        !letter.is_alphanumeric() && !"+#!?".contains(letter) && !is_figurine(letter)
    })
}

fn is_figurine(letter: char) -> bool {
    matches!(letter, '\u{2654}'..='\u{265f}')
}

/// Returns the name and the value of the tag whose bracket this text follows, and the length of its
/// text; `None` where there is none. Quotation marks in it may lack their backslash, and a line
/// without a closing bracket is the tag's.
pub fn tag(text: &str) -> Option<(String, String, usize)> {
    let (name, quoted) = text.split_at(text.find(['"', ']', '\n'])?);
    let value = quoted.strip_prefix('"').filter(|_| !name.trim().is_empty())?;
    let start = text.len() - value.len();
    let behind = |quote: usize| value[quote + 1..].trim_start_matches([' ', '\t']);
    let mut is_escaped = false;
    let mut first = None;
    let mut last = None;
    let mut end = value.len();
    for (at, letter) in value.char_indices() {
        match letter {
            '\n' => {
                end = at;
                break;
            }
            '"' if behind(at).starts_with(']') => {
                last = Some(at);
                if !is_escaped {
                    break;
                }
            }
            '"' if !is_escaped => first = first.or(Some(at)),
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    let (value, length) = match last {
        Some(at) => (&value[..at], text.len() - behind(at).len() + 1),
        None => (&value[..first.unwrap_or(end)], start + end),
    };
    Some((name.trim().to_string(), unescaped(value), length))
}

/// Returns the value of a tag: a backslash stands only before a quotation mark or another.
fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|next| letter == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(letter));
    }
    text
}
